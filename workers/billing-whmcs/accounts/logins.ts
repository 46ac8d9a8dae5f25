import type { MailRecipient } from "../../../shared/billing-contract/customer.ts";
import type { Language } from "../../../shared/platform/language.ts";
import { log } from "../../../shared/platform/log.ts";
import { type ClientDetails, UserAnswer, type WhmcsUser } from "../answers/accounts.ts";
import { NoAnswer } from "../bridge/outcome.ts";
import type { PlainContext, WhmcsContext } from "../whmcs-context.ts";

/** What is kept of a user. */
type KnownLogin = Pick<WhmcsUser, "id" | "email" | "language"> & { clients: { id: number }[] };

/** Keeps a login that has just signed in: its language is that of its mails, and the operator finds it by its address. */
export async function keepLogin(db: D1Database, { id, email, language, clients }: KnownLogin): Promise<void> {
  await db
    .prepare(
      `INSERT INTO logins (user_id, email, language, account_ids) VALUES (?1, ?2, ?3, ?4)
       ON CONFLICT (user_id) DO UPDATE SET email = ?2, language = ?3, account_ids = ?4`,
    )
    .bind(id, email, language, accountIdsOf(clients))
    .run();
}

/** The user of a login as the billing system has it now; null where it is gone. */
export async function userOf({ bridge, db, requestId }: PlainContext, loginId: number): Promise<WhmcsUser | null> {
  const read = await bridge.call("user", { id: loginId }, UserAnswer, { requestId });
  if (read.kind === "unavailable") throw read.cause;
  if (read.kind === "refused") {
    if (read.code === "unknown_user") return null;
    log("billing_bridge_failed", { request_id: requestId, call: "user", code: read.code });
    throw new NoAnswer("refused");
  }
  const { user } = read.value;
  if (user.id !== loginId) throw new NoAnswer("unread");
  await db
    .prepare(
      "UPDATE logins SET email = ?1, account_ids = ?2 WHERE user_id = ?3 AND (email, account_ids) IS NOT (?1, ?2)",
    )
    .bind(user.email, accountIdsOf(user.clients), loginId)
    .run();
  return user;
}

function accountIdsOf(clients: KnownLogin["clients"]): string {
  return JSON.stringify(clients.map(({ id }) => id));
}

/** The language in which a login last signed in; null where it never did. */
export function languageOfLogin(db: D1Database, loginId: number): Promise<Language | null> {
  return db.prepare("SELECT language FROM logins WHERE user_id = ?").bind(loginId).first<Language>("language");
}

/** The language of an account, or of the installation where it has chosen none. */
export function languageOf({ installation }: WhmcsContext, client: ClientDetails | null): Language {
  return /^french/i.test(client?.language || installation.language) ? "fr" : "en";
}

/**
 * The owner's sign-in address, not the contact address of the account, and the language of the owner's last sign-in; null without an
 * address. An owner who never signed in is written to in the account's language.
 */
export async function ownerRecipient(context: WhmcsContext, client: ClientDetails): Promise<MailRecipient | null> {
  const { owner } = client;
  if (!owner) return null;
  const language = (await languageOfLogin(context.db, owner.id)) ?? languageOf(context, client);
  return { email: owner.email, language };
}
