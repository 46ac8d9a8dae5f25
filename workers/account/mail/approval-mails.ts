import type { AccountDependencies } from "../../../durable-objects/account/account-dependencies.ts";
import type { ApprovalStatement, ApprovalView } from "../../../durable-objects/account/approvals/approval-port.ts";
import type { ConnectionPort, ConnectionSummary } from "../../../durable-objects/connection/connection-port.ts";
import type { Letter, Mailer } from "../../../shared/mail/mailer.ts";
import { formatZonedInstant } from "../../../shared/pages/formats.ts";
import { byLanguage } from "../../../shared/pages/french-typography.ts";
import type { Language } from "../../../shared/platform/language.ts";
import { log } from "../../../shared/platform/log.ts";
import { cleaned } from "../../../shared/platform/plain-text.ts";
import { commandDefinitions } from "../acting-operations.ts";
import { describeApproval, mailedFacts } from "../approvals/approval-words.ts";
import { ASSISTANTS_PATH, approvalPath } from "../pages/page-addresses.ts";
import { nameInMail, provenanceInMail } from "./notice-writer.ts";
import { type RecipientBilling, recipientsOf } from "./notices.ts";

const MAX_NAME = 100;

const texts = byLanguage({
  subject: (name: string, title: string) => ({
    en: `${name} is waiting for your approval: ${title}`,
    fr: `${name} attend votre accord : ${title}`,
  }),
  subjectOfSeveral: (name: string, count: number) => ({
    en: `${name} waits for your approval of ${count} requests`,
    fr: `${name} attend votre accord pour ${count} demandes`,
  }),
  opening: (name: string, account: string) => ({
    en: `The application “${name}” asks for your approval to do this in the account ${account}:`,
    fr: `L’application « ${name} » demande à faire ceci dans le compte ${account}, et vous attend :`,
  }),
  openingToken: (name: string, account: string) => ({
    en: `A program with your API token “${name}” asks for your approval to do this in the account ${account}:`,
    fr: `Un programme muni de votre jeton d’API « ${name} » demande à faire ceci dans le compte ${account}, et vous attend :`,
  }),
  fact: (label: string, line: string) => ({ en: `${label}: ${line}`, fr: `${label} : ${line}` }),
  until: { en: "Open until", fr: "Échéance" },
  decide: {
    en: "Nothing was done, and nothing happens without your answer.",
    fr: "Rien n’a été fait, et rien ne le sera sans votre réponse.",
  },
  review: { en: "Review, and approve or decline", fr: "Lire, puis approuver ou refuser" },
  gathered: {
    en: "We send up to ten mails in 24 hours immediately. We send later requests together, at most once an hour.",
    fr: "Dix demandes en 24 heures vous sont envoyées aussitôt. Les suivantes sont réunies, dans un courriel par heure au plus.",
  },
  link: {
    en: "This link opens a page where you sign in. The link alone approves nothing.",
    fr: "L’adresse ne fait qu’ouvrir une page, sur laquelle vous ouvrez une session : l’avoir ne suffit pas pour approuver.",
  },
  why: {
    en: "You chose to approve requests like this one. If you did not expect it, decline it, and disconnect the application under Connected assistants. You can also change there what you approve.",
    fr: "Vous avez choisi d’approuver les demandes de ce genre. Si vous ne vous y attendiez pas, refusez, et déconnectez l’application sous Assistants connectés. Vous y modifiez aussi ce que vous approuvez.",
  },
});

interface ApprovalMailDependencies {
  billing: RecipientBilling;
  connectionOf: (id: string) => Pick<ConnectionPort, "summary">;
  mailer: Mailer;
}

type OpenApproval = ApprovalView & { statement: ApprovalStatement };

/** Creates the function that e-mails approval requests to the connection's login, in the login's language. */
export function approvalMails({
  billing,
  connectionOf,
  mailer,
}: ApprovalMailDependencies): AccountDependencies["mailApprovals"] {
  return async (requests, requestId, claim) => {
    const open = requests.filter((request): request is OpenApproval => request.statement !== null);
    const [first] = open;
    if (!mailer.isOn || !first) return;
    const connection = await connectionOf(first.connectionId).summary(0);
    if (!connection || connection.end) return;
    const recipients = await recipientsOf(billing, connection, requestId);
    if (!recipients) throw new Error("the billing system does not say whom to mail");
    if (!recipients.login) {
      const fields = { request_id: requestId, account: connection.accountId, mail: "approval_asked" } as const;
      log("mail_failed", { ...fields, code: "nobody_to_write_to" });
      return;
    }
    const { email, language } = recipients.login;
    const letter = approvalLetter([first, ...open.slice(1)], connection, language, mailer.timeZone);
    if (!claim()) return;
    if (!(await mailer.send("approval_asked", email, letter, requestId))) throw new Error("the mail was not accepted");
  };
}

/** Writes the e-mail. The only text from the application is its name. The page shows the others. */
function approvalLetter(
  requests: readonly [OpenApproval, ...OpenApproval[]],
  connection: ConnectionSummary,
  language: Language,
  timeZone: string,
): Letter {
  const words = texts[language];
  const name = nameInMail(connection);
  const account = cleaned(connection.accountName, MAX_NAME);
  const isToken = connection.origin.kind === "token";
  const [only] = requests;
  const isSeveral = requests.length > 1;
  const page = connection.pages + (isSeveral ? ASSISTANTS_PATH : approvalPath(only));
  return {
    language,
    subject: isSeveral ? words.subjectOfSeveral(name, requests.length) : words.subject(name, titleOf(only, language)),
    parts: [
      (isToken ? words.openingToken : words.opening)(name, account),
      ...requests.map((request) => sectionOf(request, language, timeZone)),
      ...(isToken ? [] : [provenanceInMail(connection, language)]),
      words.decide,
      { link: page, label: words.review, isButton: true },
      ...(isSeveral ? [words.gathered] : []),
      words.link,
      words.why,
    ],
  };
}

function sectionOf({ statement, endsAt }: OpenApproval, language: Language, timeZone: string) {
  const { fact, until } = texts[language];
  const facts = mailedFacts(statement, language).map(({ label, lines }) => fact(label, lines.join(", ")));
  const { title, consequences } = describeApproval(commandDefinitions[statement.operation], statement, language);
  return {
    heading: title,
    items: [...facts, ...consequences, fact(until, formatZonedInstant(endsAt, language, timeZone))],
  };
}

function titleOf({ statement }: OpenApproval, language: Language): string {
  return describeApproval(commandDefinitions[statement.operation], statement, language).title;
}
