const LIFETIME_MS = 300_000;
const ATTEMPTS = 5;
const CHALLENGE_BYTES = 32;

/** One attempt at a challenge, and what it takes to judge it. */
export interface Attempt {
  challengeHash: string;
  loginId: number;
  attemptsLeft: number;
}

/** Sign-ins that wait for their second step. Only who signs in has the challenge; what is kept is its hash. */
export class SignInChallenges {
  readonly #db: D1Database;
  readonly #now: () => number;
  readonly #randomBytes: (count: number) => Uint8Array;

  constructor(db: D1Database, now: () => number, randomBytes: (count: number) => Uint8Array) {
    this.#db = db;
    this.#now = now;
    this.#randomBytes = randomBytes;
  }

  /** A new challenge, good for five minutes and five attempts. */
  async issue(loginId: number): Promise<string> {
    const challenge = this.#randomBytes(CHALLENGE_BYTES).toBase64({ alphabet: "base64url", omitPadding: true });
    const now = this.#now();
    await this.#db.batch([
      this.#db.prepare("DELETE FROM sign_in_challenges WHERE expires_at <= ?").bind(now),
      this.#db
        .prepare(
          "INSERT INTO sign_in_challenges (challenge_hash, login_id, expires_at, attempts_left) VALUES (?, ?, ?, ?)",
        )
        .bind(await hashOf(challenge), loginId, now + LIFETIME_MS, ATTEMPTS),
    ]);
    return challenge;
  }

  /** The login whose challenge this is; null when it is over or was never given. */
  async loginOf(challenge: string): Promise<number | null> {
    return this.#db
      .prepare(
        "SELECT login_id FROM sign_in_challenges WHERE challenge_hash = ? AND expires_at > ? AND attempts_left > 0",
      )
      .bind(await hashOf(challenge), this.#now())
      .first<number>("login_id");
  }

  /** Takes one attempt before the code is looked at, so that many at once are not more than five; null when over. */
  async takeAttempt(challenge: string): Promise<Attempt | null> {
    const challengeHash = await hashOf(challenge);
    const row = await this.#db
      .prepare(
        `UPDATE sign_in_challenges SET attempts_left = attempts_left - 1
         WHERE challenge_hash = ? AND expires_at > ? AND attempts_left > 0
         RETURNING login_id, attempts_left`,
      )
      .bind(challengeHash, this.#now())
      .first<{ login_id: number; attempts_left: number }>();
    return row && { challengeHash, loginId: row.login_id, attemptsLeft: row.attempts_left };
  }

  /**
   * Uses the challenge up with the code of a time step. Of two at once only one succeeds; a step that the login has used,
   * or one before it, does not.
   */
  async complete({ challengeHash, loginId }: Attempt, step: number): Promise<boolean> {
    const [used] = await this.#db.batch([
      this.#db
        .prepare(
          `DELETE FROM sign_in_challenges WHERE challenge_hash = ?
           AND EXISTS (SELECT 1 FROM logins WHERE id = ? AND coalesce(totp_last_step, -1) < ?)
           RETURNING login_id`,
        )
        .bind(challengeHash, loginId, step),
      this.#db
        .prepare("UPDATE logins SET totp_last_step = ?1 WHERE id = ?2 AND coalesce(totp_last_step, -1) < ?1")
        .bind(step, loginId),
    ]);
    return used?.results.length === 1;
  }
}

async function hashOf(challenge: string): Promise<string> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(challenge))).toHex();
}
