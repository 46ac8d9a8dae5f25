import type {
  Agreement,
  ConnectionMail,
  EndReason,
  Notices,
} from "../../../durable-objects/connection/connection-port.ts";
import { askBilling } from "../../../shared/billing-contract/ask-billing.ts";
import type {
  CustomerReads,
  Holding,
  MailRecipient,
  MailRecipients,
} from "../../../shared/billing-contract/customer.ts";
import type { Letter, Mailer, MailKind } from "../../../shared/mail/mailer.ts";
import { log, logFailure } from "../../../shared/platform/log.ts";
import { BILLING_DEADLINE_MS, holdingOn } from "../queries/billing-answers.ts";
import type { AreZonesConnected } from "../queries/remembered-descriptions.ts";
import type { FailedMails } from "./failed-mails.ts";
import { connectionNoticeWriter } from "./notice-writer.ts";
import type { ServiceReason } from "./texts.ts";

const RETRY_AFTER_MS = 1_000;

/** The e-mails about a connection: their names in logs, and their names in the connection's object. */
const MAILS = {
  connection_made: "made",
  connection_ended: "ended",
  connection_marked: "marked",
  token_ending: "ending",
} as const satisfies Partial<Record<MailKind, ConnectionMail>>;

/** Returns the URL of the page where a login changes its password, or `null` if it is unknown. */
type PasswordPage = (agreement: Pick<Agreement, "pages">, requestId: string) => Promise<string | null>;

export type RecipientBilling = Pick<CustomerReads, "readHolding" | "readRecipients">;

/**
 * Creates the sender of notices. A notice goes to the account's owner, and to the login that made the connection if
 * that login has a different e-mail address. Each recipient gets the notice in their own language, or in that of the
 * consent page if they just made the connection. A method throws only if the notice of a marked connection reached
 * nobody and another attempt may succeed. Operators can see failed e-mails.
 */
export function mailNotices(
  billing: RecipientBilling,
  mailer: Mailer,
  areZonesConnected: AreZonesConnected,
  passwordPageOf: PasswordPage,
  failedMails: Pick<FailedMails, "add">,
): Notices {
  /**
   * Sends a notice. Never throws.
   * @returns false if nobody was reached and another attempt may succeed
   */
  async function tell(
    kind: keyof typeof MAILS,
    agreement: Agreement,
    requestId: string,
    write: (writer: ReturnType<typeof connectionNoticeWriter>) => Letter | null,
    isFormer = false,
  ): Promise<boolean> {
    const fields = { request_id: requestId, account: agreement.accountId };
    const keep = async () => {
      // A former connection is deleted right after this e-mail, so its e-mail could not be sent again.
      if (isFormer) return;
      await logFailure("failed_mail_not_kept", failedMails.add(MAILS[kind], agreement, requestId), fields);
    };
    const failed = (code: string, cause?: unknown) =>
      log("mail_failed", { request_id: requestId, account: agreement.accountId, mail: kind, code, cause });
    try {
      if (!mailer.isOn) return true;
      const recipients = isFormer
        ? { owner: null, login: agreement.contact }
        : await recipientsOf(billing, agreement, requestId);
      const people = (recipients ? distinct(recipients) : []).map((person) => {
        // The login that made the connection gets its e-mail in the language of the consent page.
        return kind === "connection_made" && person.own ? { ...person, language: agreement.contact.language } : person;
      });
      if (people.length === 0) {
        failed(recipients ? "nobody_to_write_to" : "billing_unavailable");
        if (recipients === null) await keep();
        return recipients !== null;
      }
      const login = recipients?.login?.email ?? null;
      const [hasZones, passwordPage] = await Promise.all([
        areZonesConnected(requestId),
        passwordPageOf(agreement, requestId),
      ]);
      const provider = { timeZone: mailer.timeZone, hasZones, passwordPage };
      const sent = await Promise.all(
        people.map(async ({ email, language, own }) => {
          const letter = write(connectionNoticeWriter(agreement, login, { language, own }, provider));
          return letter === null || mailer.send(kind, email, letter, requestId);
        }),
      );
      if (sent.includes(false)) await keep();
      return sent.includes(true);
    } catch (cause) {
      failed(cause instanceof Error ? cause.name : "unknown", cause);
      await keep();
      return false;
    }
  }

  return {
    async connectionMade(agreement, requestId = crypto.randomUUID()) {
      const holding = mailer.isOn ? await holdingOf(billing, agreement, requestId) : null;
      await tell("connection_made", agreement, requestId, (writer) => writer.made(holding));
    },
    /**
     * Sends the notice that the service ended a connection. Sends nothing if the customer or the application ended it.
     */
    async connectionEnded(agreement, end, requestId = crypto.randomUUID(), isFormer = false) {
      const { reason } = end;
      if (!isOfService(reason)) return;
      await tell("connection_ended", agreement, requestId, (writer) => writer.ended(end, reason), isFormer);
    },
    async connectionMarked(agreement, at, requestId = crypto.randomUUID()) {
      const isOver = await tell("connection_marked", agreement, requestId, (writer) => writer.marked(at));
      if (!isOver) throw new Error("no mail was sent about the mark");
    },
    async tokenEnding(agreement, requestId = crypto.randomUUID()) {
      await tell("token_ending", agreement, requestId, (writer) => writer.tokenEnding());
    },
  };
}

/** Returns the login's permissions on the account, or `null` if they are unknown. */
async function holdingOf(billing: RecipientBilling, agreement: Agreement, requestId: string): Promise<Holding | null> {
  const holding = await holdingOn({ billing, requestId }, agreement, agreement.accountId);
  return holding.ok ? holding.value : null;
}

/** Returns the recipients, or `null` if the billing system does not respond to either of two calls. */
export async function recipientsOf(
  billing: RecipientBilling,
  { loginId, accountId }: Pick<Agreement, "loginId" | "accountId">,
  requestId: string,
): Promise<MailRecipients | null> {
  const actor = { loginId, accountId, requestId };
  const ask = () => askBilling(() => billing.readRecipients(actor), BILLING_DEADLINE_MS, requestId);
  const first = await ask();
  if (first.ok) return first.value;
  await new Promise((resolve) => setTimeout(resolve, RETRY_AFTER_MS));
  const second = await ask();
  return second.ok ? second.value : null;
}

function isOfService(reason: EndReason): reason is ServiceReason {
  return reason !== "disconnected" && reason !== "revoked";
}

/** Returns the recipients, with each e-mail address once. */
function distinct({ owner, login }: MailRecipients): (MailRecipient & { own: boolean })[] {
  const same = owner && login && owner.email.toLowerCase() === login.email.toLowerCase();
  return [...(owner ? [{ ...owner, own: !!same }] : []), ...(login && !same ? [{ ...login, own: true }] : [])];
}
