import { createHmac } from "node:crypto";
import { TOTP } from "otpauth/bare";
import { batchOf, part, sql } from "../store/sql.ts";
import { hashOf } from "./hashes.ts";
import { recoveryCodeRow } from "./recovery-codes.ts";

const LIFETIME_MS = 300_000;
const ATTEMPTS = 5;
const CHALLENGE_BYTES = 32;

/** One attempt to complete a challenge. */
export interface Attempt {
  challengeHash: string;
  loginId: number;
  attemptsLeft: number;
}

export interface ChallengeContext {
  db: D1Database;
  /** Returns the current time in epoch milliseconds. */
  now: () => number;
  randomBytes: (count: number) => Uint8Array;
}

/**
 * Deletes expired challenges.
 * @param at the current time, in epoch milliseconds
 */
export async function purgeChallenges(db: D1Database, at: number): Promise<void> {
  await sql(db)`DELETE FROM sign_in_challenges WHERE expires_at <= ${at}`.run();
}

/**
 * Issues a challenge for the second step. It is valid for five minutes and up to five attempts. Only its hash is
 * stored.
 */
export async function issueChallenge({ db, now, randomBytes }: ChallengeContext, loginId: number): Promise<string> {
  const challenge = randomBytes(CHALLENGE_BYTES).toBase64({ alphabet: "base64url", omitPadding: true });
  const at = now();
  await db.batch([
    sql(db)`DELETE FROM sign_in_challenges WHERE expires_at <= ${at}`,
    sql(db)`INSERT INTO sign_in_challenges (challenge_hash, login_id, expires_at, attempts_left)
      VALUES (${await hashOf(challenge)}, ${loginId}, ${at + LIFETIME_MS}, ${ATTEMPTS})`,
  ]);
  return challenge;
}

/** Returns the id of the login that a challenge belongs to; `null` if the challenge is not valid. */
export async function loginOfChallenge({ db, now }: ChallengeContext, challenge: string): Promise<number | null> {
  const challengeHash = await hashOf(challenge);
  return sql(db)`
    SELECT login_id FROM sign_in_challenges
    WHERE challenge_hash = ${challengeHash} AND expires_at > ${now()} AND attempts_left > 0`.first<number>("login_id");
}

/**
 * Counts an attempt before its code is checked, so that concurrent attempts are limited too. Returns `null` if no
 * attempt is left.
 */
export async function takeAttempt({ db, now }: ChallengeContext, challenge: string): Promise<Attempt | null> {
  const challengeHash = await hashOf(challenge);
  const row = await sql(db)`UPDATE sign_in_challenges SET attempts_left = attempts_left - 1
    WHERE challenge_hash = ${challengeHash} AND expires_at > ${now()} AND attempts_left > 0
    RETURNING login_id, attempts_left`.first<{ login_id: number; attempts_left: number }>();
  return row && { challengeHash, loginId: row.login_id, attemptsLeft: row.attempts_left };
}

/**
 * Completes the challenge with the code of a time step (RFC 6238), and ends the series of wrong codes. Returns `false`
 * if a concurrent call has completed the challenge, or if the login has already used this or a later step.
 */
export async function completeChallenge(
  { db }: ChallengeContext,
  { challengeHash, loginId }: Attempt,
  step: number,
): Promise<boolean> {
  const isNew = part`id = ${loginId} AND coalesce(totp_last_step, -1) < ${step}`;
  const used = sql(db)<{ login_id: number }>`
    DELETE FROM sign_in_challenges WHERE challenge_hash = ${challengeHash}
      AND EXISTS (SELECT 1 FROM logins WHERE ${isNew}) RETURNING login_id`;
  const right = sql(db)`
    UPDATE logins SET totp_last_step = ${step}, wrong_codes = 0, codes_wait_until = 0, codes_told_at = NULL WHERE ${isNew}`;
  const rows = await batchOf(db, { used, right });
  return rows.used.length === 1;
}

/**
 * Completes the challenge with a recovery code, and ends the series of wrong codes. Returns `false` if the code is
 * wrong or already used, or if the challenge is no longer open.
 */
export async function completeByRecoveryCode(
  { db }: ChallengeContext,
  { challengeHash, loginId }: Attempt,
  code: string,
): Promise<boolean> {
  const isOpen = part`EXISTS (SELECT 1 FROM sign_in_challenges WHERE challenge_hash = ${challengeHash})`;
  // Each statement changes its row only if the previous statement changed one.
  const spent = sql(db)<{ login_id: number }>`
    DELETE FROM ${await recoveryCodeRow(loginId, code)} AND ${isOpen} RETURNING login_id`;
  const used = sql(db)`DELETE FROM sign_in_challenges WHERE challenge_hash = ${challengeHash} AND changes() = 1`;
  const right = sql(db)`UPDATE logins SET wrong_codes = 0, codes_wait_until = 0, codes_told_at = NULL
    WHERE id = ${loginId} AND changes() = 1`;
  const rows = await batchOf(db, { spent, used, right });
  return rows.spent.length === 1;
}

/** The number of 30-second steps by which a clock may be wrong in either direction (RFC 6238 §5.2). */
const STEPS_OFF = 1;

/** The number of wrong codes in a row at which the first wait starts. */
const FREE_WRONG_CODES = 10;
const FIRST_WAIT_MS = 60_000;
const MAX_WAIT_MS = 86_400_000;
/** The maximum number of doublings. Eleven doublings of a minute exceed a day. */
const MAX_DOUBLINGS = 11;

/**
 * Returns the time step of a code (RFC 6238 §4.2), if it is the current, the previous or the next step. Returns `null`
 * for any other code.
 * @param secret the secret in Base32
 * @param code six digits; spaces are ignored
 */
export function stepOfCode(secret: string, code: string, now: number): number | null {
  const totp = new TOTP({ secret, hmac: (_, key, message) => createHmac("sha1", key).update(message).digest() });
  const stepsOff = totp.validate({ token: code.replaceAll(" ", ""), timestamp: now, window: STEPS_OFF });
  return stepsOff === null ? null : totp.counter({ timestamp: now }) + stepsOff;
}

interface WrongCodes {
  wrong_codes: number;
  codes_told_at: number | null;
}

/** A code that may be checked. It is counted as wrong until a correct code resets the count. */
export interface CountedCode {
  /**
   * Whether the customer must get an e-mail if the code is wrong. That is the case from the tenth wrong code in a row,
   * until an e-mail is accepted.
   */
  isOwnerToBeTold: boolean;
}

/**
 * Counts a code before it is checked, so that concurrent codes are limited too. From the tenth wrong code in a row,
 * each one starts a wait. The first wait lasts a minute, and each next wait is twice as long, up to a day. No code is
 * checked during a wait.
 * @returns the counted code, or the remaining seconds of the wait
 */
export async function countCode(
  { db, now }: ChallengeContext,
  loginId: number,
): Promise<CountedCode | { retryAfter: number }> {
  const at = now();
  const counted = sql(db)<WrongCodes>`
    UPDATE logins SET wrong_codes = wrong_codes + 1, codes_wait_until = CASE
      WHEN wrong_codes + 1 < ${FREE_WRONG_CODES} THEN 0
      ELSE ${at} + min(${MAX_WAIT_MS}, ${FIRST_WAIT_MS} << min(${MAX_DOUBLINGS}, wrong_codes + 1 - ${FREE_WRONG_CODES})) END
    WHERE id = ${loginId} AND codes_wait_until <= ${at} RETURNING wrong_codes, codes_told_at`;
  const waiting = sql(db)<{ until: number }>`SELECT codes_wait_until AS until FROM logins WHERE id = ${loginId}`;
  const rows = await batchOf(db, { counted, waiting });
  const [row] = rows.counted;
  if (row) return { isOwnerToBeTold: isOwnerToBeTold(row) };
  const until = rows.waiting[0]?.until ?? at;
  return { retryAfter: Math.max(1, Math.ceil((until - at) / 1000)) };
}

/**
 * Counts a code from a login that is signed in. Its wrong codes start no wait, because a wait would prevent the owner
 * from signing in. Returns `null` after ten wrong codes in a row, including those entered at sign-in. The customer must
 * then sign in again with a correct code.
 */
export async function countSignedInCode(
  { db }: Pick<ChallengeContext, "db">,
  loginId: number,
): Promise<CountedCode | null> {
  const row = await sql(db)`UPDATE logins SET wrong_codes = wrong_codes + 1
    WHERE id = ${loginId} AND wrong_codes < ${FREE_WRONG_CODES} RETURNING wrong_codes, codes_told_at`.first<WrongCodes>();
  return row && { isOwnerToBeTold: isOwnerToBeTold(row) };
}

function isOwnerToBeTold({ wrong_codes, codes_told_at }: WrongCodes): boolean {
  return wrong_codes >= FREE_WRONG_CODES && codes_told_at === null;
}

/**
 * Records that the e-mail about this series of wrong codes was accepted. Wrong codes at sign-in cannot cause concurrent
 * e-mails, because each of them starts a wait.
 */
export async function markOwnerTold({ db, now }: ChallengeContext, loginId: number): Promise<void> {
  await sql(db)`UPDATE logins SET codes_told_at = ${now()} WHERE id = ${loginId}`.run();
}
