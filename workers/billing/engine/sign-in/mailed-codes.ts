import type { Call } from "../../../../shared/billing-contract/call.ts";
import {
  type BillingResult,
  type BillingUnavailable,
  type ChangesHeld,
  changesHeld,
  ok,
} from "../../../../shared/billing-contract/result.ts";
import type { Language } from "../../../../shared/platform/language.ts";
import { logFailure } from "../../../../shared/platform/log.ts";
import type { CodePurpose } from "../mails/sent-mails.ts";
import { part, raw, type SqlPart, sql } from "../store/sql.ts";
import { hashOf } from "./hashes.ts";
import { MANAGES_ACCOUNT } from "./logins.ts";
import type { SignInContext } from "./sign-in-context.ts";

/** A request to mail a code. */
export interface AskedCode {
  purpose: CodePurpose;
  email: string;
  /** The caller's IP address, from `addressOf`. */
  address: string;
  language: Language;
  /** The form token of the browser's session. It prevents a second e-mail if the same form is submitted again. */
  formToken: string;
  /** The id of the login, if it is signed in and has entered its password. */
  loginId?: number;
}

/** A mailed code that a person enters. `id` is the id that the browser got for its request. */
export interface MailedCode {
  purpose: CodePurpose;
  id: string;
  /** The digits of the code. Spaces are ignored. */
  code: string;
}

const LIFETIME_MS = 15 * 60_000;
/** How long the action is allowed after a correct code, in milliseconds. */
const CONFIRMED_MS = 60 * 60_000;
const ATTEMPTS = 10;
const CODE_DIGITS = 8;
/** The time within which submitting a form again has the same outcome, in milliseconds. */
export const REPEATED_MS = 60_000;

/**
 * Mails a code to an e-mail address, and returns the id by which the browser refers to the code. The browser cannot see
 * whether the address is known.
 *
 * In two cases, no code is sent, and no code is accepted. For a sign-up or a new address, the address may already
 * belong to a login with an open account. The login then gets a different e-mail. For a new password, no such login may
 * exist, and then no e-mail is sent.
 *
 * Within a minute, the same browser and address get the same id and no second e-mail.
 */
export async function mailCode(
  context: SignInContext,
  _call: Call,
  { purpose, email, address, language, formToken, loginId }: AskedCode,
): Promise<BillingResult<{ id: string } | { retryAfter: number }, BillingUnavailable | ChangesHeld>> {
  if (await context.isHeld()) return changesHeld();
  const { db, now, randomBytes, mails, waitUntil, requestId } = context;
  const id = await hashOf(`${purpose} ${email.toLowerCase()} ${formToken}`);
  const idHash = await hashOf(id);
  const expiresAt = now() + LIFETIME_MS;
  const isRepeated = part`confirmed = 0 AND expires_at > ${expiresAt - REPEATED_MS}`;
  if (await sql(db)`SELECT 1 FROM mailed_codes WHERE id_hash = ${idHash} AND ${isRepeated}`.first()) return ok({ id });
  const known = await sql(db)`SELECT email, language FROM logins
    WHERE email = ${email} AND ${raw(MANAGES_ACCOUNT)}`.first<{
    email: string;
    language: Language;
  }>();
  const counted = await context.codeLimit({ purpose, email, address, loginId });
  if ("retryAfter" in counted) return ok(counted);
  const code = newCode(randomBytes);
  const isForUnknown = purpose !== "new_password";
  // An empty hash matches no code.
  const codeHash = isForUnknown === (known === null) ? await hashOf(id + code) : "";
  const { meta } = await sql(
    db,
  )`INSERT INTO mailed_codes (id_hash, purpose, email, code_hash, expires_at, attempts_left)
    VALUES (${idHash}, ${purpose}, ${known?.email ?? email}, ${codeHash}, ${expiresAt}, ${ATTEMPTS})
    ON CONFLICT (id_hash) DO UPDATE SET code_hash = excluded.code_hash, expires_at = excluded.expires_at,
      attempts_left = excluded.attempts_left, confirmed = 0 WHERE NOT (${isRepeated})`.run();
  if (meta.changes === 0) return ok({ id });
  const mailed =
    codeHash !== ""
      ? mails.code(known ?? { email, language }, { purpose, code }, requestId)
      : known && mails.accountExists(known, requestId);
  waitUntil(mailed ? logFailure("sign_in_mail_not_sent", mailed, { request_id: requestId }) : counted.giveBack());
  return ok({ id });
}

/**
 * Checks a mailed code. The attempt is counted first, so that concurrent attempts are limited too. The correct code may
 * be submitted again, which does not extend its lifetime. The result is `over` if the code has expired or if no
 * attempts are left.
 */
export async function confirmCode(
  context: SignInContext,
  _call: Call,
  { purpose, id, code }: MailedCode,
): Promise<BillingResult<"confirmed" | "refused" | "over", BillingUnavailable | ChangesHeld>> {
  if (await context.isHeld()) return changesHeld();
  const { db, now } = context;
  const idHash = await hashOf(id);
  const at = now();
  const row = await sql(db)`UPDATE mailed_codes SET attempts_left = attempts_left - 1
    WHERE id_hash = ${idHash} AND purpose = ${purpose} AND expires_at > ${at} AND attempts_left > 0
    RETURNING code_hash, attempts_left`.first<{ code_hash: string; attempts_left: number }>();
  if (!row) return ok("over");
  if ((await hashOf(id + code.replace(/\s/g, ""))) !== row.code_hash) {
    return ok(row.attempts_left > 0 ? "refused" : "over");
  }
  await sql(db)`UPDATE mailed_codes SET attempts_left = ${ATTEMPTS}, expires_at = ${at + CONFIRMED_MS}, confirmed = 1
    WHERE id_hash = ${idHash} AND confirmed = 0`.run();
  return ok("confirmed");
}

/** Returns the SQL after `FROM` that selects a confirmed code as `c`. It includes the `WHERE` clause. */
export async function confirmedCode(
  { now }: Pick<SignInContext, "now">,
  purpose: CodePurpose,
  id: string,
): Promise<SqlPart> {
  return part`mailed_codes c WHERE c.id_hash = ${await hashOf(id)} AND c.purpose = ${purpose} AND c.confirmed = 1
    AND c.expires_at > ${now()}`;
}

/**
 * Deletes expired codes.
 * @param at the current time, in epoch milliseconds
 */
export async function purgeMailedCodes(db: D1Database, at: number): Promise<void> {
  await sql(db)`DELETE FROM mailed_codes WHERE expires_at <= ${at}`.run();
}

/** Returns random digits with equal probability. Discards bytes that would make low digits more likely. */
function newCode(randomBytes: SignInContext["randomBytes"]): string {
  let code = "";
  while (code.length < CODE_DIGITS) for (const byte of randomBytes(CODE_DIGITS)) if (byte < 250) code += byte % 10;
  return code.slice(0, CODE_DIGITS);
}
