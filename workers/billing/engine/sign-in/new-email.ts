import type { Call, LoginCall } from "../../../../shared/billing-contract/call.ts";
import { changesHeld, ok } from "../../../../shared/billing-contract/result.ts";
import type { Login, TooManyAttempts } from "../../../../shared/billing-contract/sign-in.ts";
import type { Language } from "../../../../shared/platform/language.ts";
import { ERASED_DOMAIN } from "../store/account-store.ts";
import { part, raw, sql } from "../store/sql.ts";
import { hashOf } from "./hashes.ts";
import { type LoginResult, loginOf, tellOfChange } from "./login-settings.ts";
import { MANAGES_ACCOUNT } from "./logins.ts";
import { confirmCode, confirmedCode, type MailedCode, mailCode } from "./mailed-codes.ts";
import { checkPresentPassword, type PresentPassword } from "./present-password.ts";
import { NO_SECOND_STEP } from "./second-step-settings.ts";
import type { SignInContext } from "./sign-in-context.ts";

const TOKEN_BYTES = 32;
/** The number of random bytes that replace a password's hash and salt, so that no password matches. */
const RANDOM_BYTES = 32;
const UNDO_MS = 72 * 3_600_000;
/**
 * The period before an undone change, in milliseconds. A second step that was turned on within this period may belong
 * to the person who changed the address.
 */
const DOUBTED_MS = 30 * 24 * 3_600_000;
/** The time within which submitting a form again has the same outcome, in milliseconds. */
const REPEATED_MS = 60_000;

export interface NewEmail extends PresentPassword {
  email: string;
  language: Language;
}

/** The outcome of a request to change the address. `refused` means that the current password is wrong. */
export type EmailCodeMailed =
  | { outcome: "mailed"; id: string }
  | { outcome: "too_many_codes"; retryAfter: number }
  | { outcome: "refused" }
  | TooManyAttempts;

/**
 * Mails a code to a login's new address. If the address already belongs to another login, the result is the same, and
 * that login gets an e-mail.
 */
export async function mailEmailCode(
  context: SignInContext,
  call: LoginCall,
  { email, language, ...given }: NewEmail,
): Promise<LoginResult<EmailCodeMailed>> {
  if (await context.isHeld()) return changesHeld();
  const checked = await checkPresentPassword(context, await loginOf(context, call), given);
  if (checked !== "right") return ok(checked);
  const { address, formToken } = given;
  const { loginId } = call;
  const mailed = await mailCode(context, call, { purpose: "new_email", email, language, address, formToken, loginId });
  if (!mailed.ok) return mailed;
  const { value } = mailed;
  return ok("id" in value ? { outcome: "mailed", ...value } : { outcome: "too_many_codes", ...value });
}

/**
 * The outcome of an address change. `refused` means that the code is wrong. `over` means that the code is no longer
 * valid, or that another login has the address now.
 */
export type EmailChanged = { outcome: "changed"; email: string } | { outcome: "refused" } | { outcome: "over" };

/**
 * Changes a login's address to the one that the mailed code confirms. The previous address gets an e-mail with a link
 * that undoes the change for 72 hours.
 */
export async function changeEmail(
  context: SignInContext,
  call: LoginCall,
  given: Omit<MailedCode, "purpose">,
): Promise<LoginResult<EmailChanged>> {
  const confirmed = await confirmCode(context, call, { purpose: "new_email", ...given });
  if (!confirmed.ok) return confirmed;
  if (confirmed.value !== "confirmed") return ok({ outcome: confirmed.value });
  const { db, now, randomBytes } = context;
  const row = await loginOf(context, call);
  const code = await confirmedCode(context, "new_email", given.id);
  const email = await sql(db)`SELECT c.email FROM ${code}`.first<string>("email");
  if (email === null) return ok({ outcome: "over" });
  if (row.email === email) return ok({ outcome: "changed", email });
  const token = randomBytes(TOKEN_BYTES).toBase64({ alphabet: "base64url", omitPadding: true });
  const results = await db.batch([
    ...emailStatements(db, row, email),
    // This row is inserted only if the address has changed. It must expire later than earlier rows, even if the clock
    // goes back.
    sql(db)`INSERT INTO email_changes (token_hash, login_id, email, expires_at)
      SELECT ${await hashOf(token)}, ${row.id}, ${row.email}, max(${now() + UNDO_MS},
        coalesce((SELECT max(expires_at) + 1 FROM email_changes WHERE login_id = ${row.id}), 0)) WHERE changes() = 1`,
    sql(db)`UPDATE mailed_codes SET expires_at = min(expires_at, ${now() + REPEATED_MS}) WHERE email = ${email}`,
    sql(db)`DELETE FROM mailed_codes WHERE email = ${row.email} AND email <> ${email}`,
  ]);
  if ((await loginOf(context, call)).email !== email) return ok({ outcome: "over" });
  if (results[3]?.meta.changes === 1) tellOfChange(context, row, { kind: "emailChanged", email, token });
  return ok({ outcome: "changed", email });
}

export interface EmailUndone {
  token: string;
  /** Ends the login's sessions. If this fails, the address is not restored. */
  endSessions(loginId: number): Promise<void>;
}

/**
 * Restores a login's address to the one that received the e-mail with the token. Ends the login's sessions, and locks
 * out the person who changed the address.
 *
 * Later address changes can no longer be undone, and the password becomes invalid. A second step is turned off if it
 * was turned on after the change or in the 30 days before. A repeated call changes nothing.
 */
export async function undoEmailChange(
  context: SignInContext,
  _call: Call,
  { token, endSessions }: EmailUndone,
): Promise<LoginResult<{ outcome: "undone"; login: Pick<Login, "id" | "email"> } | { outcome: "over" }>> {
  if (await context.isHeld()) return changesHeld();
  const { db, now, randomBytes } = context;
  const ofToken = part`email_changes e JOIN logins l ON l.id = e.login_id WHERE e.token_hash = ${await hashOf(token)}`;
  const change = await sql(db)`SELECT e.login_id AS id, e.email AS before, l.email, e.expires_at AS expiresAt,
    (SELECT count(*) FROM email_changes WHERE login_id = e.login_id AND expires_at > e.expires_at) AS later
    FROM ${ofToken} AND e.expires_at > ${now()}`.first<{
    id: number;
    before: string;
    email: string;
    expiresAt: number;
    later: number;
  }>();
  if (!change) return ok({ outcome: "over" });
  const { id, before, email, expiresAt, later } = change;
  const undone = ok({ outcome: "undone" as const, login: { id, email: before } });
  if (email === before && later === 0) return undone;
  await endSessions(id);
  const random = () => randomBytes(RANDOM_BYTES).toHex();
  const isUndone = part`EXISTS (SELECT 1 FROM ${ofToken} AND l.email = e.email)`;
  const results = await db.batch([
    ...emailStatements(db, change, before),
    sql(
      db,
    )`UPDATE logins SET password_hash = ${random()}, password_salt = ${random()} WHERE id = ${id} AND ${isUndone}`,
    sql(db)`UPDATE logins SET ${raw(NO_SECOND_STEP)}
      WHERE id = ${id} AND totp_since > ${expiresAt - UNDO_MS - DOUBTED_MS} AND ${isUndone}`,
    sql(
      db,
    )`DELETE FROM recovery_codes WHERE login_id = (SELECT id FROM logins WHERE id = ${id} AND totp_secret IS NULL)`,
    sql(db)`DELETE FROM email_changes WHERE login_id = ${id} AND expires_at > ${expiresAt} AND ${isUndone}`,
    sql(db)`DELETE FROM mailed_codes WHERE email IN (${email}, ${before})`,
    sql(db)`DELETE FROM sign_in_challenges WHERE login_id = ${id}`,
  ]);
  return results[2]?.meta.changes === 1 ? undone : ok({ outcome: "over" });
}

/**
 * Returns the statements that change the address of a login, and of the accounts that it owns if they have the same
 * address. First, another login that has the new address but no open account loses that address. If another login still
 * has it, the other statements change nothing. Otherwise, the last statement changes one row.
 */
function emailStatements(
  db: D1Database,
  { id, email }: Pick<Login, "id" | "email">,
  to: string,
): D1PreparedStatement[] {
  const isOther = part`email = ${to} AND id <> ${id}`;
  const isFree = part`NOT EXISTS (SELECT 1 FROM logins WHERE ${isOther})`;
  const isOwned = part`id IN (SELECT account_id FROM account_logins WHERE login_id = ${id} AND owner = 1)`;
  return [
    sql(db)`UPDATE logins SET email = ${`closed-login-${crypto.randomUUID()}@${ERASED_DOMAIN}`}
      WHERE ${isOther} AND NOT ${raw(MANAGES_ACCOUNT)}`,
    sql(db)`UPDATE accounts SET email = ${to}, revision = revision + 1
      WHERE ${isOwned} AND email = ${email} COLLATE NOCASE AND email <> ${to} AND ${isFree}`,
    sql(db)`UPDATE logins SET email = ${to} WHERE id = ${id} AND email = ${email} AND ${isFree}`,
  ];
}

/**
 * Deletes the records of address changes that can no longer be undone.
 * @param at the current time, in epoch milliseconds
 */
export async function purgeEmailChanges(db: D1Database, at: number): Promise<void> {
  await sql(db)`DELETE FROM email_changes WHERE expires_at <= ${at}`.run();
}
