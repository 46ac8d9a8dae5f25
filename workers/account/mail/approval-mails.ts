import type { AccountDependencies } from "../../../durable-objects/account/account-dependencies.ts";
import type { ApprovalStatement, ApprovalView } from "../../../durable-objects/account/approvals/approval-port.ts";
import type { ConnectionPort, ConnectionSummary } from "../../../durable-objects/connection/connection-port.ts";
import { askBilling } from "../../../shared/billing-contract/ask-billing.ts";
import type { CustomerBilling } from "../../../shared/billing-contract/customer.ts";
import type { Mailer } from "../../../shared/mail/mailer.ts";
import { plainText } from "../../../shared/mail/wrapped-text.ts";
import { formatInstant } from "../../../shared/pages/formats.ts";
import { bilingual } from "../../../shared/pages/french-typography.ts";
import type { Language } from "../../../shared/platform/language.ts";
import { cleaned } from "../../../shared/platform/plain-text.ts";
import { commandDefinitions } from "../acting-operations.ts";
import { describeApproval } from "../approvals/approval-words.ts";
import { ASSISTANTS_PATH, approvalPath } from "../pages/page-addresses.ts";
import { BILLING_DEADLINE_MS } from "../queries/account-queries.ts";
import type { MailContent } from "./notice-writer.ts";

const MAX_NAME = 100;

/** Mails the login of a connection what it asks to do, in the login's language. The link decides nothing by itself. */
export function approvalMails(
  billing: Pick<CustomerBilling, "readRecipients">,
  mailer: Mailer,
  connectionOf: (id: string) => Pick<ConnectionPort, "summary">,
): AccountDependencies["tellApproval"] {
  return async (request, requestId) => {
    const { connectionId, loginId, statement } = request;
    if (!mailer.isOn || !statement) return;
    const connection = await connectionOf(connectionId).summary(0);
    if (!connection || connection.end) return;
    const { installation, accountId } = connection;
    const actor = { installation, loginId, accountId, requestId };
    const recipients = await askBilling(() => billing.readRecipients(actor), BILLING_DEADLINE_MS, requestId);
    if (!recipients.ok) throw new Error("nobody could be looked up");
    const { login } = recipients.value;
    if (!login) return;
    const letter = approvalMail(request, statement, connection, { language: login.language, brand: mailer.name });
    if (!(await mailer.send("approval_asked", { to: login.email, ...letter }, requestId)))
      throw new Error("the mail was not accepted");
  };
}

export function approvalMail(
  request: Pick<ApprovalView, "id" | "connectionId" | "endsAt">,
  statement: ApprovalStatement,
  { name, accountName, pages }: Pick<ConnectionSummary, "name" | "accountName" | "pages">,
  { language, brand }: { language: Language; brand: string },
): MailContent {
  const words = texts[language];
  const application = cleaned(name, MAX_NAME);
  const { title, facts, consequences } = describeApproval(commandDefinitions, statement, language);
  const items = facts.flatMap(({ label, lines }) => lines.map((line) => cleaned(words.fact(label, line), 1_000)));
  return {
    subject: cleaned(words.subject(application, title), 200),
    text: plainText([
      words.opening(application, cleaned(accountName, MAX_NAME)),
      { heading: `${cleaned(title, 1_000)}.`, items },
      ...consequences,
      words.until(`${formatInstant(request.endsAt, language, "long")} UTC`),
      { line: `${pages}${approvalPath(request)}` },
      words.why(`${pages}${ASSISTANTS_PATH}`),
      cleaned(brand, MAX_NAME),
    ]),
  };
}

const texts = bilingual(
  {
    subject: (name: string, title: string) => `${name} asks: ${title}`,
    opening: (name: string, account: string) =>
      `The application “${name}” asks to do this on the account ${account}. Nothing is done before you approve it.`,
    fact: (label: string, line: string) => `${label}: ${line}`,
    until: (at: string) => `Sign in to approve or decline it until ${at}. If you do neither, nothing is done.`,
    why: (page: string) =>
      `You ask to approve this yourself. What an application asks you about, and whether it stays connected, you change here:\n${page}`,
  },
  {
    subject: (name, title) => `${name} demande : ${title}`,
    opening: (name, account) =>
      `L’application « ${name} » demande à faire ceci sur le compte ${account}. Rien n’est fait avant votre accord.`,
    fact: (label, line) => `${label} : ${line}`,
    until: (at) =>
      `Ouvrez une session pour l’accepter ou le refuser jusqu’au ${at}. Si vous ne faites ni l’un ni l’autre, rien n’est fait.`,
    why: (page) =>
      `Vous avez demandé à donner votre accord. Ce qu’une application vous demande, et si elle reste connectée, se règle ici :\n${page}`,
  },
);
