import type { ActorQuery } from "../../../shared/billing-contract/call.ts";
import type { DomainNotice } from "../../../shared/mail/domain-mails.ts";
import { DeadlineError, inTime } from "../../../shared/platform/deadline.ts";
import { log } from "../../../shared/platform/log.ts";
import type { Client } from "../access/read-client.ts";
import { ownerRecipient } from "../accounts/owner-recipient.ts";
import type { WhmcsContext } from "../whmcs-context.ts";
import type { MailedPage } from "./owner-mails.ts";

/** How long the answer to a change waits for its mail, which goes on after that. */
const ANSWER_MS = 3_000;

/**
 * Mails the owner of an account about a change that was made, and that no failure of the mail takes back.
 * @param onAccepted called once the mail is accepted, however long that takes
 * @returns whether it was accepted for delivery, or still may be
 */
export async function notifyOwner(
  context: WhmcsContext,
  { accountId, requestId }: Pick<ActorQuery, "accountId" | "requestId">,
  { client, page }: { client: Client; page: MailedPage },
  notice: DomainNotice,
  onAccepted: () => Promise<unknown> = async () => {},
): Promise<boolean> {
  const { mails, waitUntil } = context;
  if (!mails.isOn) return false;
  const sending = ownerRecipient(context, client, requestId)
    .then((to) => to !== null && mails.notice(to, page, notice, requestId))
    .then(async (isAccepted) => {
      if (isAccepted) await onAccepted();
      return isAccepted;
    })
    .catch((cause: unknown) => {
      log("notice_not_sent", { request_id: requestId, account: accountId, kind: notice.kind, cause });
      return false;
    });
  waitUntil(sending);
  try {
    return await inTime(sending, ANSWER_MS);
  } catch (error) {
    if (!(error instanceof DeadlineError)) throw error;
    // expected: a slow sender; its failure is logged by the mailer
    return true;
  }
}
