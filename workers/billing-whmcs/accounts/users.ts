import type { MailRecipient } from "../../../shared/billing-contract/customer.ts";
import { log } from "../../../shared/platform/log.ts";
import { type Client, UserAnswer, type WhmcsUser } from "../answers/accounts.ts";
import { NoAnswer } from "../bridge/outcome.ts";
import type { PlainContext, WhmcsContext } from "../whmcs-context.ts";

/** A user as WHMCS has it now, by number or by address; null where there is none. */
export async function findUser(
  { bridge, requestId }: PlainContext,
  which: { id: number } | { email: string },
): Promise<WhmcsUser | null> {
  const read = await bridge.call("user", which, UserAnswer, { requestId });
  if (read.kind === "unavailable") throw read.cause;
  if (read.kind === "refused") {
    if (read.code === "unknown_user") return null;
    log("billing_bridge_failed", { request_id: requestId, call: "user", code: read.code });
    throw new NoAnswer("refused");
  }
  const { user } = read.value;
  if ("id" in which && user.id !== which.id) throw new NoAnswer("unread");
  return user;
}

/**
 * The owner's sign-in address, not the contact address of the account, and the owner's language, else the account's, else the
 * installation's; null without an address.
 */
export function ownerRecipient({ installation }: WhmcsContext, { owner }: Client): MailRecipient | null {
  const isFrench = /^french/i.test(owner?.language || installation.language);
  return owner && { email: owner.email, language: isFrench ? "fr" : "en" };
}
