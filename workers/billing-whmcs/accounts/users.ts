import type { MailRecipient } from "../../../shared/billing-contract/customer.ts";
import { type Client, UserAnswer, type WhmcsUser } from "../answers/accounts.ts";
import { NoAnswer, orNoAnswer } from "../bridge/outcome.ts";
import type { PlainContext, WhmcsContext } from "../whmcs-context.ts";

/** Finds a WHMCS user by id or e-mail address; `null` if there is none. */
export async function findUser(
  { bridge, requestId }: PlainContext,
  which: { id: number } | { email: string },
): Promise<WhmcsUser | null> {
  const read = await orNoAnswer(bridge.call("user", which, UserAnswer, { requestId }));
  if (read instanceof NoAnswer) {
    if (read.code === "unknown_user") return null;
    throw read;
  }
  if ("id" in which && read.user.id !== which.id) throw new NoAnswer("unread");
  return read.user;
}

/**
 * Returns the owner's sign-in address, not the account's contact address; `null` if there is none. The language is the
 * owner's, or else the account's or the installation's.
 */
export function ownerRecipient({ installation }: WhmcsContext, { owner }: Client): MailRecipient | null {
  const isFrench = /^french/i.test(owner?.language || installation.language);
  return owner && { email: owner.email, language: isFrench ? "fr" : "en" };
}
