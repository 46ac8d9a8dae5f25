/** Longer than any window of failed attempts, and of wrong codes. */
const KEPT_MS = 2 * 86_400_000;

/**
 * Lets a login try again at once: its wrong passwords and codes count no more. What its networks tried with all logins together
 * counts on.
 * @param now epoch milliseconds
 * @returns false where there is no such login
 */
export async function unlockLogin(db: D1Database, login: number, now: number): Promise<boolean> {
  const [, unlocked] = await db.batch([
    db.prepare("DELETE FROM sign_in_unlocks WHERE unlocked_at <= ?").bind(now - KEPT_MS),
    db
      .prepare(
        `INSERT INTO sign_in_unlocks (login_id, unlocked_at) SELECT id, ?2 FROM logins WHERE id = ?1
         ON CONFLICT (login_id) DO UPDATE SET unlocked_at = excluded.unlocked_at`,
      )
      .bind(login, now),
    db.prepare("DELETE FROM wrong_codes WHERE login_id = ?").bind(login),
  ]);
  return (unlocked?.meta.changes ?? 0) > 0;
}

/** When the operator last unlocked the login of an address, epoch milliseconds; null: not lately, or there is no such login. */
export async function unlockedAtOf(db: D1Database, email: string): Promise<number | null> {
  return db
    .prepare("SELECT unlocked_at FROM sign_in_unlocks JOIN logins ON id = login_id WHERE email = ?")
    .bind(email)
    .first<number>("unlocked_at");
}
