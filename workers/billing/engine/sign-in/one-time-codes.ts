import { createHmac } from "node:crypto";
import { TOTP } from "otpauth/bare";
import { batchOf, sql } from "../store/sql.ts";
import type { ChallengeContext } from "./challenges.ts";

/** Steps of 30 seconds that a clock may be off, either way (RFC 6238 §5.2). */
const STEPS_OFF = 1;

/** Wrong codes in a row before there is a wait. */
const FREE_WRONG_CODES = 10;
const FIRST_WAIT_MS = 60_000;
const MAX_WAIT_MS = 86_400_000;
/** The eleventh doubling of a minute exceeds a day. */
const MAX_DOUBLINGS = 11;

/**
 * The time step (RFC 6238 §4.2) of a code: now, the step before or the step after; null for any other code.
 * @param secret in Base32
 * @param code six digits; spaces are ignored
 */
export function stepOfCode(secret: string, code: string, now: number): number | null {
  const totp = new TOTP({ secret, hmac: (_, key, message) => createHmac("sha1", key).update(message).digest() });
  const stepsOff = totp.validate({ token: code.replaceAll(" ", ""), timestamp: now, window: STEPS_OFF });
  return stepsOff === null ? null : totp.counter({ timestamp: now }) + stepsOff;
}

type CodesContext = Pick<ChallengeContext, "db" | "now">;

/** A code that may be checked. It is counted as wrong until {@link forgetWrongCodes}. */
export interface CountedCode {
  /** If it is wrong, the login is to be told: it is the tenth in a row or later, and no mail was accepted yet. */
  isOwnerToBeTold: boolean;
}

/**
 * Counts a code of a login's second step before it is checked, so that concurrent ones are limited, too. From the tenth wrong one
 * in a row each starts a wait, of a minute at first and twice as long each time, up to a day. No code is checked during a wait.
 * @returns seconds still to wait, where there is a wait
 */
export async function countCode(
  { db, now }: CodesContext,
  loginId: number,
): Promise<CountedCode | { retryAfter: number }> {
  const at = now();
  const counted = sql(db)<{ in_row: number; told_at: number | null }>`
    INSERT INTO wrong_codes (login_id, in_row, wait_until) VALUES (${loginId}, 1, 0)
    ON CONFLICT (login_id) DO UPDATE SET in_row = in_row + 1, wait_until = CASE
      WHEN in_row + 1 < ${FREE_WRONG_CODES} THEN 0
      ELSE ${at} + min(${MAX_WAIT_MS}, ${FIRST_WAIT_MS} << min(${MAX_DOUBLINGS}, in_row + 1 - ${FREE_WRONG_CODES})) END
    WHERE wait_until <= ${at} RETURNING in_row, told_at`;
  const waiting = sql(db)<{ wait_until: number }>`SELECT wait_until FROM wrong_codes WHERE login_id = ${loginId}`;
  const rows = await batchOf(db, { counted, waiting });
  const [row] = rows.counted;
  if (row) return { isOwnerToBeTold: row.in_row >= FREE_WRONG_CODES && row.told_at === null };
  const until = rows.waiting[0]?.wait_until ?? at;
  return { retryAfter: Math.max(1, Math.ceil((until - at) / 1000)) };
}

/** The mail about this row of wrong codes was accepted. Its wait keeps any other call from mailing meanwhile. */
export async function markOwnerTold({ db, now }: CodesContext, loginId: number): Promise<void> {
  await sql(db)`UPDATE wrong_codes SET told_at = ${now()} WHERE login_id = ${loginId}`.run();
}

/** Ends the row of wrong codes: one was right. */
export async function forgetWrongCodes({ db }: CodesContext, loginId: number): Promise<void> {
  await sql(db)`DELETE FROM wrong_codes WHERE login_id = ${loginId}`.run();
}
