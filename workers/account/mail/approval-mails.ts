import type { AccountDependencies } from "../../../durable-objects/account/account-dependencies.ts";
import type { ApprovalStatement, ApprovalView } from "../../../durable-objects/account/approvals/approval-port.ts";
import type { ConnectionPort, ConnectionSummary } from "../../../durable-objects/connection/connection-port.ts";
import type { Mailer } from "../../../shared/mail/mailer.ts";
import { plainText } from "../../../shared/mail/wrapped-text.ts";
import { formatInstant } from "../../../shared/pages/formats.ts";
import { bilingual } from "../../../shared/pages/french-typography.ts";
import type { Language } from "../../../shared/platform/language.ts";
import { log } from "../../../shared/platform/log.ts";
import { cleaned } from "../../../shared/platform/plain-text.ts";
import { commandDefinitions } from "../acting-operations.ts";
import { describeApproval, mailedFacts } from "../approvals/approval-words.ts";
import { ASSISTANTS_PATH, approvalPath } from "../pages/page-addresses.ts";
import { type MailContent, nameInMail, provenanceInMail, withoutLinks } from "./notice-writer.ts";
import { type RecipientBilling, recipientsOf } from "./notices.ts";

const MAX_NAME = 100;

const texts = bilingual(
  {
    subject: (name: string, title: string) => `${name} waits for your approval: ${title}`,
    opening: (name: string, account: string) =>
      `The application “${name}” asks to do this in the account ${account}, and waits for you:`,
    openingToken: (name: string, account: string) =>
      `A program with your API token “${name}” asks to do this in the account ${account}, and waits for you:`,
    fact: (label: string, line: string) => `${label}: ${line}`,
    decide: (until: string) =>
      `Nothing has been done, and without an answer by ${until} nothing will be. Read what exactly would be done, and approve or decline it, here:`,
    moreSubject: (name: string, count: number) =>
      count === 1
        ? `${name} waits for your approval of 1 more request`
        : `${name} waits for your approval of ${count} more requests`,
    moreOpening: (name: string, account: string) =>
      `The application “${name}” asks for more in the account ${account}, and waits for you:`,
    moreOpeningToken: (name: string, account: string) =>
      `A program with your API token “${name}” asks for more in the account ${account}, and waits for you:`,
    together:
      "Ten of its requests in 24 hours are mailed one by one; you are told of further ones together, once an hour at most.",
    decideMore:
      "Nothing of this has been done, and without an answer nothing will be. Read what exactly would be done, and approve or decline it, here:",
    link: "The address only opens a page, on which you sign in: nobody approves anything by having it.",
    why: "You are asked because you chose so for this connection. If you expected nothing of the kind, decline, and disconnect it. What you are asked about, and what is connected, you change here:",
  },
  {
    subject: (name, title) => `${name} attend votre accord : ${title}`,
    opening: (name, account) =>
      `L’application « ${name} » demande à faire ceci dans le compte ${account}, et vous attend :`,
    openingToken: (name, account) =>
      `Un programme muni de votre jeton d’API « ${name} » demande à faire ceci dans le compte ${account}, et vous attend :`,
    fact: (label, line) => `${label} : ${line}`,
    decide: (until) =>
      `Rien n’a été fait, et sans réponse d’ici le ${until} rien ne le sera. Lisez ce qui serait fait exactement, puis approuvez ou refusez, ici :`,
    moreSubject: (name, count) =>
      count === 1
        ? `${name} attend votre accord pour 1 autre demande`
        : `${name} attend votre accord pour ${count} autres demandes`,
    moreOpening: (name, account) =>
      `L’application « ${name} » demande encore autre chose dans le compte ${account}, et vous attend :`,
    moreOpeningToken: (name, account) =>
      `Un programme muni de votre jeton d’API « ${name} » demande encore autre chose dans le compte ${account}, et vous attend :`,
    together:
      "Dix de ses demandes en 24 heures font l’objet d’un courriel chacune ; les suivantes vous sont annoncées ensemble, au plus une fois par heure.",
    decideMore:
      "Rien de cela n’a été fait, et sans réponse rien ne le sera. Lisez ce qui serait fait exactement, puis approuvez ou refusez, ici :",
    link: "L’adresse ne fait qu’ouvrir une page, sur laquelle vous ouvrez une session : l’avoir ne suffit pas pour approuver.",
    why: "Votre accord est demandé parce que vous l’avez choisi pour cette connexion. Si vous n’attendiez rien de tel, refusez et déconnectez-la. Ce pour quoi votre accord est demandé, et ce qui est connecté, vous le modifiez ici :",
  },
);

interface ApprovalMailDependencies {
  billing: RecipientBilling;
  connectionOf: (id: string) => Pick<ConnectionPort, "summary">;
  mailer: Mailer;
}

type ApprovalMails = Pick<AccountDependencies, "tellApproval" | "tellWaiting">;
/** What is mailed, in the words of one recipient; null where nothing is left to tell. */
type Write = (connection: ConnectionSummary, language: Language, brand: string) => MailContent | null;

/** Mails the login of a connection, in its language, that its approval is asked for. */
export function approvalMails({ billing, connectionOf, mailer }: ApprovalMailDependencies): ApprovalMails {
  const tell = async (
    kind: "approval_asked" | "approvals_waiting",
    { connectionId }: ApprovalView,
    { requestId, claim, write }: { requestId: string; claim: () => boolean; write: Write },
  ): Promise<void> => {
    if (!mailer.isOn) return;
    const connection = await connectionOf(connectionId).summary(0);
    if (!connection || connection.end) return;
    const recipients = await recipientsOf(billing, connection, requestId);
    if (!recipients) throw new Error("the billing system does not say whom to mail");
    if (!recipients.login) {
      const fields = { request_id: requestId, account: connection.accountId, mail: kind };
      log("mail_failed", { ...fields, code: "nobody_to_write_to" });
      return;
    }
    const { email, language } = recipients.login;
    const content = write(connection, language, mailer.name);
    if (!content || !claim()) return;
    if (!(await mailer.send(kind, { to: email, ...content }, requestId))) {
      throw new Error("the mail was not accepted");
    }
  };
  return {
    tellApproval(approval, requestId, claim) {
      const write: Write = (...to) => approvalMail(approval, ...to);
      return tell("approval_asked", approval, { requestId, claim, write });
    },
    tellWaiting(approvals, requestId, claim) {
      const write: Write = (...to) => waitingMail(approvals, ...to);
      return tell("approvals_waiting", approvals[0], { requestId, claim, write });
    },
  };
}

/** Of requests that the login is told of together. */
function waitingMail(
  approvals: readonly ApprovalView[],
  connection: ConnectionSummary,
  language: Language,
  brand: string,
): MailContent | null {
  const items = approvals.flatMap(({ statement }) => (statement ? [titleInMail(statement, language)] : []));
  if (items.length === 0) return null;
  const words = texts[language];
  const name = nameInMail(connection);
  const account = cleaned(connection.accountName, MAX_NAME);
  const isToken = connection.origin.kind === "token";
  return {
    subject: words.moreSubject(name, items.length),
    text: plainText([
      { heading: (isToken ? words.moreOpeningToken : words.moreOpening)(name, account), items },
      ...(isToken ? [] : [provenanceInMail(connection, language)]),
      `${words.decideMore}\n${connection.pages}${ASSISTANTS_PATH}`,
      words.together,
      words.link,
      `${words.why}\n${connection.pages}${ASSISTANTS_PATH}`,
      cleaned(brand, MAX_NAME),
    ]),
  };
}

/** A name that is to be ordered is any that the application chose; the others are the customer's own. */
function titleInMail(statement: ApprovalStatement, language: Language): string {
  const { title } = describeApproval(commandDefinitions, statement, language);
  return statement.preview.domainOrder ? withoutLinks(title) : title;
}

/** The words of the command are on the page: what the application wrote itself stays out of the provider's mail. */
function approvalMail(
  approval: ApprovalView,
  connection: ConnectionSummary,
  language: Language,
  brand: string,
): MailContent | null {
  const { statement, endsAt } = approval;
  if (!statement) return null;
  const words = texts[language];
  const { consequences } = describeApproval(commandDefinitions, statement, language);
  const title = titleInMail(statement, language);
  const name = nameInMail(connection);
  const account = cleaned(connection.accountName, MAX_NAME);
  const isToken = connection.origin.kind === "token";
  return {
    subject: words.subject(name, title),
    text: plainText([
      (isToken ? words.openingToken : words.opening)(name, account),
      {
        heading: title,
        items: [
          ...mailedFacts(statement, language).flatMap(({ label, lines, links = [] }) => [
            words.fact(label, lines.join(", ")),
            // The provider's terms and the registry's.
            ...links.map(({ text, url }) => words.fact(text, url)),
          ]),
          ...consequences,
        ],
      },
      ...(isToken ? [] : [provenanceInMail(connection, language)]),
      `${words.decide(`${formatInstant(endsAt, language, "long")} UTC`)}\n${connection.pages}${approvalPath(approval)}`,
      words.link,
      `${words.why}\n${connection.pages}${ASSISTANTS_PATH}`,
      cleaned(brand, MAX_NAME),
    ]),
  };
}
