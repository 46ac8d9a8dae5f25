import type { Actor } from "../../../../shared/billing-contract/actor.ts";
import type { MailRecipient, MailRecipients } from "../../../../shared/billing-contract/customer.ts";

/** Whom to write to about an account. Outside the gate: nothing of it goes back to who asks, and it outlives access. */
export class EmbeddedRecipients {
  readonly #db: D1Database;

  constructor(db: D1Database) {
    this.#db = db;
  }

  async read({ loginId, accountId }: Actor): Promise<MailRecipients> {
    const [owners, logins] = await this.#db.batch<MailRecipient>([
      this.#db.prepare(OWNER).bind(accountId),
      this.#db.prepare(LOGIN).bind(loginId),
    ]);
    return { owner: owners?.results[0] ?? null, login: logins?.results[0] ?? null };
  }
}

const OWNER = `
  SELECT l.email, l.language
  FROM account_logins m JOIN logins l ON l.id = m.login_id
  WHERE m.account_id = ? AND m.owner = 1 ORDER BY l.id LIMIT 1`;

const LOGIN = "SELECT email, language FROM logins WHERE id = ?";
