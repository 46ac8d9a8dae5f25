import { batchOf, part, sql } from "../store/sql.ts";

const LIFETIME_MS = 300_000;
const ATTEMPTS = 5;
const CHALLENGE_BYTES = 32;

/** One attempt at a challenge. */
export interface Attempt {
  challengeHash: string;
  loginId: number;
  attemptsLeft: number;
}

export interface ChallengeContext {
  db: D1Database;
  /** Epoch milliseconds. */
  now: () => number;
  randomBytes: (count: number) => Uint8Array;
}

/** Removes the challenges that are over. @param at epoch milliseconds */
export async function purgeChallenges(db: D1Database, at: number): Promise<void> {
  await sql(db)`DELETE FROM sign_in_challenges WHERE expires_at <= ${at}`.run();
}

/** A new challenge for the second step, valid for five minutes and five attempts. Only its hash is stored. */
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

/** Null where the challenge is over or was never issued. */
export async function loginOfChallenge({ db, now }: ChallengeContext, challenge: string): Promise<number | null> {
  const challengeHash = await hashOf(challenge);
  return sql(db)`
    SELECT login_id FROM sign_in_challenges
    WHERE challenge_hash = ${challengeHash} AND expires_at > ${now()} AND attempts_left > 0`.first<number>("login_id");
}

/** Takes an attempt before its code is checked, so that concurrent ones are limited, too; null where none is left. */
export async function takeAttempt({ db, now }: ChallengeContext, challenge: string): Promise<Attempt | null> {
  const challengeHash = await hashOf(challenge);
  const row = await sql(db)`UPDATE sign_in_challenges SET attempts_left = attempts_left - 1
    WHERE challenge_hash = ${challengeHash} AND expires_at > ${now()} AND attempts_left > 0
    RETURNING login_id, attempts_left`.first<{ login_id: number; attempts_left: number }>();
  return row && { challengeHash, loginId: row.login_id, attemptsLeft: row.attempts_left };
}

/**
 * Uses up the challenge with the code of a time step (RFC 6238). Fails if a concurrent call has used it up, or if the login has
 * used this step or a later one.
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
  const lastStep = sql(db)`UPDATE logins SET totp_last_step = ${step} WHERE ${isNew}`;
  const rows = await batchOf(db, { used, lastStep });
  return rows.used.length === 1;
}

async function hashOf(challenge: string): Promise<string> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(challenge))).toHex();
}
