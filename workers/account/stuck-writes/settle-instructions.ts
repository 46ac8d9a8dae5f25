import type { SettleInstruction } from "../../../durable-objects/account/account-port.ts";
import { LOG_RETENTION_MS } from "../../../shared/account-access/call-log.ts";
import { type SettledWrite, WRITE_OPERATIONS } from "../../../shared/billing-contract/writes.ts";

/** An instruction of the operator that was not executed yet. */
export interface AskedInstruction extends Pick<SettleInstruction, "reference" | "outcome" | "orderId"> {
  id: number;
  accountId: number;
  /** Time at which the operator gave the instruction, in epoch milliseconds. */
  askedAt: number;
}

/** An instruction that was executed but not yet reported to the billing system. */
export interface UntoldWrite {
  id: number;
  accountId: number;
  loginId: number;
  reference: string;
  settled: SettledWrite;
}

type UntoldRow = Omit<UntoldWrite, "settled"> & Omit<SettledWrite, "operation"> & { operation: string };

/** The operator's instructions, stored in D1. The operator console creates them. */
export class SettleInstructions {
  readonly #db: D1Database;
  readonly #billingSystem: string;

  constructor(db: D1Database, billingSystem: string) {
    this.#db = db;
    this.#billingSystem = billingSystem;
  }

  /**
   * Returns open instructions, oldest first. Also copies the rows of their actions, because those rows are deleted when
   * the actions are settled.
   */
  async asked(limit: number): Promise<AskedInstruction[]> {
    const note = this.#db.prepare(
      `INSERT OR IGNORE INTO settled_actions (instruction_id, login_id, operation, target)
       SELECT asked.id, stuck.login_id, stuck.operation, stuck.target
       FROM settle_instructions AS asked JOIN stuck_actions AS stuck USING (billing_system, account_id, reference)
       WHERE asked.state = 'asked'`,
    );
    const read = this.#db
      .prepare(
        `SELECT id, account_id AS accountId, reference, outcome, order_id AS orderId, asked_at AS askedAt
         FROM settle_instructions WHERE state = 'asked' AND billing_system = ? ORDER BY id LIMIT ?`,
      )
      .bind(this.#billingSystem, limit);
    const [, asked] = await this.#db.batch<AskedInstruction>([note, read]);
    return asked?.results ?? [];
  }

  /** Returns executed instructions that were not reported to the billing system yet, oldest first. */
  async untold(limit: number): Promise<UntoldWrite[]> {
    const { results } = await this.#db
      .prepare(
        `SELECT id, account_id AS accountId, login_id AS loginId, reference, operation, target, outcome,
           order_id AS orderId
         FROM settle_instructions JOIN settled_actions ON instruction_id = id
         WHERE state = 'carried_out' AND told_at IS NULL AND billing_system = ? ORDER BY id LIMIT ?`,
      )
      .bind(this.#billingSystem, limit)
      .all<UntoldRow>();
    return results.flatMap(({ id, accountId, loginId, reference, operation: named, ...rest }) => {
      const operation = WRITE_OPERATIONS.find((one) => one === named);
      return operation ? [{ id, accountId, loginId, reference, settled: { ...rest, operation } }] : [];
    });
  }

  /** Records that the billing system has received the report. */
  async told(id: number, at: number): Promise<void> {
    await this.#db.prepare("UPDATE settled_actions SET told_at = ? WHERE instruction_id = ?").bind(at, id).run();
  }

  /**
   * Closes an instruction.
   * @param result the text for the operator
   */
  async close(id: number, state: "carried_out" | "refused", result: string, at: number): Promise<void> {
    await this.#db
      .prepare("UPDATE settle_instructions SET state = ?, result = ?, done_at = ? WHERE id = ? AND state = 'asked'")
      .bind(state, result, at, id)
      .run();
  }

  /**
   * Keeps an instruction open for the next run.
   * @param result the reason why the instruction is still open, as a text for the operator
   */
  async keep(id: number, result: string): Promise<void> {
    await this.#db.prepare("UPDATE settle_instructions SET result = ? WHERE id = ?").bind(result, id).run();
  }

  /**
   * Deletes instructions that were closed before the retention period.
   * @param at the current time, in epoch milliseconds
   */
  async purge(at: number): Promise<void> {
    const end = this.#db.prepare("DELETE FROM settle_instructions WHERE done_at <= ?").bind(at - LOG_RETENTION_MS);
    const forget = this.#db.prepare(
      "DELETE FROM settled_actions WHERE instruction_id NOT IN (SELECT id FROM settle_instructions)",
    );
    await this.#db.batch([end, forget]);
  }
}
