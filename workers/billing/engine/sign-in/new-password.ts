import type { Call, LoginCall } from "../../../../shared/billing-contract/call.ts";
import { changesHeld, ok } from "../../../../shared/billing-contract/result.ts";
import type { Login, SignedInLogin, TooManyAttempts } from "../../../../shared/billing-contract/sign-in.ts";
import { logFailure } from "../../../../shared/platform/log.ts";
import { part, raw, type SqlPart, sql } from "../store/sql.ts";
import { hashOf } from "./hashes.ts";
import { type LoginResult, loginOf } from "./login-settings.ts";
import { keptPassword, LOGINS, type LoginRow, toLogin } from "./logins.ts";
import { confirmedCode, REPEATED_MS } from "./mailed-codes.ts";
import { isPassword, NO_PASSWORD } from "./password.ts";
import { type PresentPassword, whileCounted } from "./present-password.ts";
import type { SignInContext } from "./sign-in-context.ts";

export const MIN_PASSWORD = 12;
const MAX_PASSWORD = 200;
const SALT_BYTES = 16;

/** A new password, with the functions that end sessions and connections. */
export interface ChosenPassword {
  password: string;
  /** The provider's brand name, which must not be the password. */
  brand: string;
  /** Ends the login's sessions. If this fails, the password does not change. */
  endSessions(loginId: number): Promise<void>;
  /** Ends the login's connections; `null` to keep them. If this fails, the password does not change. */
  endConnections: ((loginId: number) => Promise<void>) | null;
}

export interface NewPassword extends ChosenPassword {
  /** The id of the confirmed code. */
  id: string;
}

/**
 * The outcome of setting a password. `over` means that the code was not confirmed, has expired, or was used for another
 * password.
 */
export type NewPasswordSet =
  | { outcome: "changed"; login: Login }
  | { outcome: "unfit"; fault: NonNullable<PasswordFault> }
  | { outcome: "over" };

export interface PasswordChange extends ChosenPassword, PresentPassword {}

/**
 * The outcome of changing a password. `refused` means that the current password is wrong. `repeated` means that the
 * same form has already changed the password.
 */
export type PasswordChanged =
  | ({ outcome: "changed" | "repeated" } & Pick<SignedInLogin, "login" | "mark">)
  | { outcome: "unfit"; fault: NonNullable<PasswordFault> }
  | { outcome: "refused" }
  | TooManyAttempts;

/** The reason for refusing a password; `null` if the password is accepted. */
export type PasswordFault = "too_short" | "too_long" | "is_address" | "is_brand" | "is_leaked" | null;

/**
 * Returns the reason for refusing a password; `null` if the password is accepted.
 * @param email the login's e-mail address
 * @param brand the provider's brand name, which is refused even with added digits or signs
 */
export async function passwordFault(
  { isLeaked, requestId }: Pick<SignInContext, "isLeaked" | "requestId">,
  password: string,
  email: string,
  brand: string,
): Promise<PasswordFault> {
  const text = password.normalize("NFC");
  if ([...text].length < MIN_PASSWORD) return "too_short";
  if (text.length > MAX_PASSWORD) return "too_long";
  const [name = ""] = email.split("@", 1);
  if ([email, name].some((part) => part.toLowerCase() === text.toLowerCase())) return "is_address";
  if (lettersOf(text) === lettersOf(brand)) return "is_brand";
  return (await isLeaked(text, requestId)) ? "is_leaked" : null;
}

function lettersOf(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}]/gu, "");
}

/** Returns the columns that store a password. */
export async function storedPassword({ deriveKey, randomBytes }: SignInContext, password: string) {
  const { cost, blockSize, parallelism } = NO_PASSWORD;
  const salt = randomBytes(SALT_BYTES);
  const hash = await deriveKey(password, salt, { cost, blockSize, parallelism });
  return { hash: hash.toHex(), salt: salt.toHex(), cost, blockSize, parallelism };
}

/**
 * Sets the password once, if a mailed code allows it. A login with a second step still needs that step to sign in. For
 * one minute, submitting the form again has the same outcome.
 */
export async function setNewPassword(
  context: SignInContext,
  _call: Call,
  { id, ...chosen }: NewPassword,
): Promise<LoginResult<NewPasswordSet>> {
  if (await context.isHeld()) return changesHeld();
  const code = await confirmedCode(context, "new_password", id);
  const unused = part`${code} AND c.code_hash <> ''`;
  const read = () => sql(context.db)`${raw(LOGINS)} WHERE email = (SELECT c.email FROM ${code})`.first<LoginRow>();
  const row = await read();
  if (!row) return ok({ outcome: "over" });
  const login = toLogin(row);
  if (await sql(context.db)`SELECT 1 FROM ${unused}`.first()) {
    const fault = await passwordFault(context, chosen.password, login.email, chosen.brand);
    if (fault) return ok({ outcome: "unfit", fault });
    const isOfCode = part`email = (SELECT c.email FROM ${unused})`;
    const salt = await replacePassword(context, login, chosen, isOfCode, await hashOf(id));
    if (salt !== null) return ok({ outcome: "changed", login });
  }
  const now = await read();
  const isRepeated = now !== null && (await isPassword(chosen.password, keptPassword(now), context.deriveKey));
  return ok(isRepeated ? { outcome: "changed", login } : { outcome: "over" });
}

/**
 * Changes the password of a login that is signed in. If the form is submitted again, the new password is already
 * stored, and the outcome is `repeated`.
 */
export async function changePassword(
  context: SignInContext,
  call: LoginCall,
  { present, address, formToken, ...chosen }: PasswordChange,
): Promise<LoginResult<PasswordChanged>> {
  if (await context.isHeld()) return changesHeld();
  const { browserMarks, deriveKey } = context;
  const row = await loginOf(context, call);
  const login = toLogin(row);
  const changed = async (outcome: "changed" | "repeated", password_salt: string): Promise<PasswordChanged> => ({
    ...{ outcome, login },
    mark: await browserMarks.mint({ id: row.id, password_salt }),
  });
  const repeated = async (now: LoginRow): Promise<PasswordChanged> => {
    const isRepeated = await isPassword(chosen.password, keptPassword(now), deriveKey);
    return isRepeated ? changed("repeated", now.password_salt) : { outcome: "refused" };
  };
  return whileCounted(context, row, { address, formToken }, async () => {
    if (!(await isPassword(present, keptPassword(row), deriveKey))) return repeated(row);
    const fault = await passwordFault(context, chosen.password, row.email, chosen.brand);
    if (fault) return { outcome: "unfit", fault };
    const isSame = part`id = ${row.id} AND password_salt = ${row.password_salt}`;
    const salt = await replacePassword(context, login, chosen, isSame);
    return salt === null ? repeated(await loginOf(context, call)) : changed("changed", salt);
  });
}

/**
 * Replaces a login's password, and tells the customer by e-mail. Sessions end first, so that a failure cannot leave
 * them open. Browser marks, mailed codes and unfinished sign-ins end with the password.
 * @param condition the SQL condition for the row of `logins`
 * @param codeUsed the hash of the id of the mailed code that allows the change; that code's row stays for a minute
 * @returns the new salt; `null` if the condition was not met
 */
async function replacePassword(
  context: SignInContext,
  login: Login,
  { password, endSessions, endConnections }: ChosenPassword,
  condition: SqlPart,
  codeUsed: string | null = null,
): Promise<string | null> {
  const { db, now, mails, waitUntil, requestId } = context;
  const { hash, salt, cost, blockSize, parallelism } = await storedPassword(context, password);
  await endConnections?.(login.id);
  await endSessions(login.id);
  const [{ meta }] = (await db.batch([
    sql(db)`UPDATE logins SET password_hash = ${hash}, password_salt = ${salt}, scrypt_cost = ${cost},
      scrypt_block_size = ${blockSize}, scrypt_parallelism = ${parallelism}, unlocked_at = ${now()} WHERE ${condition}`,
    sql(db)`DELETE FROM mailed_codes WHERE email = ${login.email} AND id_hash IS NOT ${codeUsed}`,
    sql(db)`UPDATE mailed_codes SET code_hash = '', expires_at = min(expires_at, ${now() + REPEATED_MS})
      WHERE id_hash = ${codeUsed}`,
    sql(db)`DELETE FROM sign_in_challenges WHERE login_id = ${login.id}`,
  ])) as [D1Result];
  if (meta.changes === 0) return null;
  if (mails.isOn) {
    const mailed = mails.passwordChanged(login, { at: now(), connectionsEnded: endConnections !== null }, requestId);
    waitUntil(logFailure("sign_in_mail_not_sent", mailed, { request_id: requestId }));
  }
  return salt;
}
