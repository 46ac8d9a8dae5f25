import type { MailRecipient } from "../../../shared/billing-contract/customer.ts";
import type { Language } from "../../../shared/platform/language.ts";
import type { ClientDetails } from "../api/actions/get-clients-details.ts";
import { languagesOf } from "../sign-in/logins.ts";
import type { WhmcsContext } from "../whmcs-context.ts";

/**
 * The owner's sign-in address, not the contact address of the account, and the language of the owner's last sign-in; null without an
 * address. An owner who never signed in is written to in the account's language.
 */
export async function ownerRecipient(
  context: WhmcsContext,
  client: ClientDetails,
  requestId: string | undefined,
): Promise<MailRecipient | null> {
  const owner = client.users.find(({ is_owner }) => is_owner);
  if (!owner?.email) return null;
  const languages = await languagesOf(context.db, [owner.id]);
  return { email: owner.email, language: languages.get(owner.id) ?? (await languageOf(context, client, requestId)) };
}

/** The language of an account, or of the installation where it has chosen none. */
export async function languageOf(
  { api, facts }: WhmcsContext,
  client: ClientDetails | null,
  requestId: string | undefined,
): Promise<Language> {
  const own = client?.language ? { kind: "ok" as const, body: client.language } : await facts.language(api, requestId);
  // expected: a mail in English rather than none
  return own.kind === "ok" && /^french/i.test(own.body) ? "fr" : "en";
}
