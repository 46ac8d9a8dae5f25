import type { Call } from "../../../../shared/billing-contract/call.ts";
import {
  type BillingResult,
  type BillingUnavailable,
  type ChangesHeld,
  changesHeld,
  ok,
} from "../../../../shared/billing-contract/result.ts";
import type { Login } from "../../../../shared/billing-contract/sign-in.ts";
import { logFailure } from "../../../../shared/platform/log.ts";
import { sql } from "../store/sql.ts";
import { confirmedCode } from "./mailed-codes.ts";
import { NO_PASSWORD } from "./password.ts";
import type { SignInContext } from "./sign-in.ts";

export const MIN_PASSWORD = 12;
const MAX_PASSWORD = 200;
const SALT_BYTES = 16;

export interface NewPassword {
  /** Of the confirmed code. */
  id: string;
  password: string;
  /** The provider's. */
  brand: string;
  /** Ends the login's sessions; where it fails, the password stays. */
  endSessions(loginId: number): Promise<void>;
}

/** `over`: the code was not confirmed, or too long ago. */
export type PasswordChanged =
  | { outcome: "changed"; login: Login }
  | { outcome: "refused"; fault: NonNullable<PasswordFault> }
  | { outcome: "over" };

/** Why a password is not accepted; null: it is. */
export type PasswordFault = "too_short" | "too_long" | "is_address" | "is_brand" | null;

/**
 * @param email of the login
 * @param brand of the provider: no password is its name, with or without digits
 */
export function passwordFault(password: string, email: string, brand: string): PasswordFault {
  const text = password.normalize("NFC");
  if ([...text].length < MIN_PASSWORD) return "too_short";
  if (text.length > MAX_PASSWORD) return "too_long";
  const [name = ""] = email.split("@", 1);
  if ([email, name].some((part) => part.toLowerCase() === text.toLowerCase())) return "is_address";
  return lettersOf(text) === lettersOf(brand) ? "is_brand" : null;
}

function lettersOf(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}]/gu, "");
}

/** The columns of a password as they are stored. */
export async function storedPassword({ deriveKey, randomBytes }: SignInContext, password: string) {
  const { cost, blockSize, parallelism } = NO_PASSWORD;
  const salt = randomBytes(SALT_BYTES);
  const hash = await deriveKey(password, salt, { cost, blockSize, parallelism });
  return { hash: hash.toHex(), salt: salt.toHex(), cost, blockSize, parallelism };
}

/**
 * Gives a login the password that its mailed code allows, and mails it. A second step stays asked for, after the new password. The login's sessions end
 * before, so that no failure leaves them open; the browsers' marks end with the password.
 */
export async function setNewPassword(
  context: SignInContext,
  _call: Call,
  { id, password, brand, endSessions }: NewPassword,
): Promise<BillingResult<PasswordChanged, BillingUnavailable | ChangesHeld>> {
  if (await context.isHeld()) return changesHeld();
  const { db, now, mails, waitUntil, requestId } = context;
  const code = await confirmedCode(context, "new_password", id);
  const login = await sql(
    db,
  )`SELECT l.id, l.email, l.language FROM logins l JOIN ${code} AND l.email = c.email`.first<Login>();
  if (!login) return ok({ outcome: "over" });
  const fault = passwordFault(password, login.email, brand);
  if (fault) return ok({ outcome: "refused", fault });
  const { hash, salt, cost, blockSize, parallelism } = await storedPassword(context, password);
  await endSessions(login.id);
  const [{ meta }] = (await db.batch([
    sql(db)`UPDATE logins SET password_hash = ${hash}, password_salt = ${salt}, scrypt_cost = ${cost},
      scrypt_block_size = ${blockSize}, scrypt_parallelism = ${parallelism}, unlocked_at = ${now()}
      WHERE id = (SELECT l.id FROM logins l JOIN ${code} AND l.email = c.email)`,
    sql(db)`DELETE FROM mailed_codes WHERE email = ${login.email}`,
    sql(db)`DELETE FROM sign_in_challenges WHERE login_id = ${login.id}`,
  ])) as [D1Result];
  if (meta.changes === 0) return ok({ outcome: "over" });
  if (mails.isOn) {
    const mailed = mails.passwordChanged(login, { at: now() }, requestId);
    waitUntil(logFailure("sign_in_mail_not_sent", mailed, { request_id: requestId }));
  }
  return ok({ outcome: "changed", login });
}
