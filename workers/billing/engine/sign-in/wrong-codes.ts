/** Wrong codes in a row after which there is a wait. */
const FREE_WRONG_CODES = 10;
const FIRST_WAIT_MS = 60_000;
const MAX_WAIT_MS = 86_400_000;
/** The eleventh doubling is past a day. */
const MAX_DOUBLINGS = 11;

/** One code that may be looked at, counted as wrong until it turns out to be right. */
export interface CountedCode {
  /** Whether the login is to be told, should this one be wrong: it is the tenth in a row or later, and no mail was taken yet. */
  isToBeTold: boolean;
}

/**
 * Counts wrong codes of the second step in a row, per login: whoever enters codes has the password already. From the tenth
 * on each one starts a wait, of a minute at first and twice as long each time, up to a day. No code is looked at meanwhile.
 */
export class WrongCodes {
  readonly #db: D1Database;
  readonly #now: () => number;

  constructor(db: D1Database, now: () => number) {
    this.#db = db;
    this.#now = now;
  }

  /** Counts a code before it is looked at, so that many at once are not more; else the seconds still to wait. */
  async count(loginId: number): Promise<CountedCode | { retryAfter: number }> {
    const now = this.#now();
    const [counted, waiting] = await this.#db.batch<{ in_row: number; wait_until: number; told_at: number | null }>([
      this.#db
        .prepare(
          `INSERT INTO wrong_codes (login_id, in_row, wait_until) VALUES (?2, 1, 0)
           ON CONFLICT (login_id) DO UPDATE SET in_row = in_row + 1, wait_until = CASE
             WHEN in_row + 1 < ${FREE_WRONG_CODES} THEN 0
             ELSE ?1 + min(${MAX_WAIT_MS}, ${FIRST_WAIT_MS} << min(${MAX_DOUBLINGS}, in_row + 1 - ${FREE_WRONG_CODES})) END
           WHERE wait_until <= ?1 RETURNING in_row, wait_until, told_at`,
        )
        .bind(now, loginId),
      this.#db.prepare("SELECT in_row, wait_until, told_at FROM wrong_codes WHERE login_id = ?").bind(loginId),
    ]);
    const [row] = counted?.results ?? [];
    if (row) return { isToBeTold: row.in_row >= FREE_WRONG_CODES && row.told_at === null };
    const until = waiting?.results[0]?.wait_until ?? now;
    return { retryAfter: Math.max(1, Math.ceil((until - now) / 1000)) };
  }

  /** The mail about the row was taken. Until the next code is looked at there is a wait, in which nobody else mails. */
  async noteTold(loginId: number): Promise<void> {
    await this.#db.prepare("UPDATE wrong_codes SET told_at = ? WHERE login_id = ?").bind(this.#now(), loginId).run();
  }

  /** Ends the row: a code was right. */
  async forget(loginId: number): Promise<void> {
    await this.#db.prepare("DELETE FROM wrong_codes WHERE login_id = ?").bind(loginId).run();
  }
}
