import type { AccountOfInstallation, SettleInstruction } from "../../../durable-objects/account/account-port.ts";

/** As long as the audit log of actions. */
const KEPT_MS = 180 * 86_400_000;

/** An instruction of the operator that is to be carried out. */
export interface AskedInstruction
  extends Required<AccountOfInstallation>,
    Pick<SettleInstruction, "reference" | "outcome" | "orderId"> {
  id: number;
  /** Epoch milliseconds. */
  askedAt: number;
}

/** The operator's instructions, which `npm run settle` writes into D1. */
export class SettleInstructions {
  readonly #db: D1Database;

  constructor(db: D1Database) {
    this.#db = db;
  }

  /** Those that are to be carried out, the oldest first. */
  async asked(limit: number): Promise<AskedInstruction[]> {
    const { results } = await this.#db
      .prepare(
        `SELECT id, installation, account_id AS accountId, reference, outcome, order_id AS orderId, asked_at AS askedAt
         FROM settle_instructions WHERE state = 'asked' ORDER BY id LIMIT ?`,
      )
      .bind(limit)
      .all<AskedInstruction>();
    return results;
  }

  /** @param result what the operator reads */
  async close(id: number, state: "carried_out" | "refused", result: string, at: number): Promise<void> {
    await this.#db
      .prepare("UPDATE settle_instructions SET state = ?, result = ?, done_at = ? WHERE id = ? AND state = 'asked'")
      .bind(state, result, at, id)
      .run();
  }

  /** Keeps it for the next run. @param result why it was not carried out yet */
  async keep(id: number, result: string): Promise<void> {
    await this.#db.prepare("UPDATE settle_instructions SET result = ? WHERE id = ?").bind(result, id).run();
  }

  /** Removes what ended long ago. @param at epoch milliseconds */
  async purge(at: number): Promise<void> {
    await this.#db
      .prepare("DELETE FROM settle_instructions WHERE done_at <= ?")
      .bind(at - KEPT_MS)
      .run();
  }
}
