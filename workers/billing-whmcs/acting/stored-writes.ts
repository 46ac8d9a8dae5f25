import type { WriteCall } from "../../../shared/billing-contract/call.ts";
import type { WriteOperation } from "../../../shared/billing-contract/writes.ts";
import type { MadeByOrder, StoredOrder, StoredRequest } from "./order-request.ts";
import { COLUMNS, type RawWrite, type StoredWrite, toRow, type WriteKey } from "./stored-write.ts";
import { MAX_BEGUN_MS, OPEN_STATES, STARTS_FROM, type WriteState } from "./write-states.ts";

/** The rows of actions: every change names the states it starts from, and only one of two that meet succeeds. */
export class StoredWrites {
  readonly #db: D1Database;

  constructor(db: D1Database) {
    this.#db = db;
  }

  async find({ accountId, reference }: Pick<WriteCall, "accountId" | "reference">): Promise<StoredWrite | null> {
    const row = await this.#db
      .prepare(`SELECT ${COLUMNS} FROM actions WHERE account_id = ? AND reference = ?`)
      .bind(accountId, reference)
      .first<RawWrite>();
    return row && toRow(row);
  }

  /** The action of another reference that is open on a target. */
  async openOn(accountId: number, target: string): Promise<StoredWrite | null> {
    const row = await this.#db
      .prepare(
        `SELECT ${COLUMNS} FROM actions
         WHERE account_id = ? AND target = ? AND state IN (SELECT value FROM json_each(?))`,
      )
      .bind(accountId, target, JSON.stringify(OPEN_STATES))
      .first<RawWrite>();
    return row && toRow(row);
  }

  /** The action that an order belongs to; null where it was not placed here. */
  async ofOrder(accountId: number, orderId: number): Promise<StoredWrite | null> {
    const row = await this.#db
      .prepare(`SELECT ${COLUMNS} FROM actions WHERE account_id = ? AND order_id = ?`)
      .bind(accountId, orderId)
      .first<RawWrite>();
    return row && toRow(row);
  }

  /** The newest order of an operation on a target that was placed. */
  async newestOn(accountId: number, operation: WriteOperation, target: string): Promise<StoredWrite | null> {
    const row = await this.#db
      .prepare(
        `SELECT ${COLUMNS} FROM actions
         WHERE account_id = ? AND operation = ? AND target = ? AND order_id IS NOT NULL ORDER BY begun_at DESC LIMIT 1`,
      )
      .bind(accountId, operation, target)
      .first<RawWrite>();
    return row && toRow(row);
  }

  /** Those in one of the states that began within a time, in random order: over several runs each has its turn. @param between RFC 3339 */
  async inStates(states: WriteState[], between: [from: string, to: string], limit: number): Promise<StoredWrite[]> {
    const { results } = await this.#db
      .prepare(
        `SELECT ${COLUMNS} FROM actions WHERE state IN (SELECT value FROM json_each(?)) AND begun_at BETWEEN ? AND ?
         ORDER BY random() LIMIT ?`,
      )
      .bind(JSON.stringify(states), ...between, limit)
      .all<RawWrite>();
    return results.map(toRow);
  }

  /** Claims the reference and the target. @returns false where the reference is taken, or another action on the target is open */
  async begin(
    { accountId, reference, loginId }: WriteCall,
    { operation, target }: Pick<StoredWrite, "operation" | "target">,
    at: string,
  ): Promise<boolean> {
    const { meta } = await this.#db
      .prepare(
        `INSERT INTO actions (account_id, reference, operation, login_id, target, begun_at, state)
         VALUES (?, ?, ?, ?, ?, ?, 'begun') ON CONFLICT DO NOTHING`,
      )
      .bind(accountId, reference, operation, loginId, target, at)
      .run();
    return meta.changes === 1;
  }

  /**
   * Not for what was begun too long ago: lookups may have said by now that nothing was done.
   * @returns whether the call may be sent
   */
  sending(key: WriteKey, at: string, request: StoredRequest): Promise<boolean> {
    const columns = { sent_at: at, request: JSON.stringify(request) };
    const begunSince = new Date(Date.parse(at) - MAX_BEGUN_MS).toISOString();
    return this.#move(key, STARTS_FROM.sending, "sending", columns, begunSince);
  }

  /** Makes the row of a reference that the addon has, and this database has not or no more. */
  async restore(
    { accountId, reference }: WriteKey,
    memo: Pick<StoredWrite, "operation" | "target" | "begunAt"> & { loginId: number; request: StoredOrder },
  ): Promise<void> {
    const { operation, loginId, target, begunAt, request } = memo;
    await this.#db
      .prepare(
        `INSERT INTO actions (account_id, reference, operation, login_id, target, begun_at, sent_at, state, request)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?6, 'lost', ?7) ON CONFLICT DO NOTHING`,
      )
      .bind(accountId, reference, operation, loginId, target, begunAt, JSON.stringify(request))
      .run();
  }

  /** What was judged when the reference was first used, in place of what was judged since. */
  async replaceRequest({ accountId, reference }: WriteKey, request: StoredOrder): Promise<void> {
    await this.#db
      .prepare("UPDATE actions SET request = ? WHERE account_id = ? AND reference = ? AND state IN ('sending', 'lost')")
      .bind(JSON.stringify(request), accountId, reference)
      .run();
  }

  withdraw(key: WriteKey): Promise<boolean> {
    return this.#move(key, STARTS_FROM.withdraw, "withdrawn", {});
  }

  /** Frees the reference and the target of what certainly had no effect. @param state that it is in */
  async forget({ accountId, reference }: WriteKey, state: "begun" | "sending"): Promise<void> {
    await this.#db
      .prepare("DELETE FROM actions WHERE account_id = ? AND reference = ? AND state = ?")
      .bind(accountId, reference, state)
      .run();
  }

  /** Takes on the work of one that is `sending`. @param until RFC 3339 @returns false where another run has it, or the row has moved on */
  async claim({ accountId, reference }: WriteKey, at: string, until: string): Promise<boolean> {
    const { meta } = await this.#db
      .prepare(
        `UPDATE actions SET claimed_until = ?
         WHERE account_id = ? AND reference = ? AND state = 'sending' AND coalesce(claimed_until, '') <= ?`,
      )
      .bind(until, accountId, reference, at)
      .run();
    return meta.changes === 1;
  }

  lose(key: WriteKey): Promise<boolean> {
    return this.#move(key, STARTS_FROM.lose, "lost", {});
  }

  /** @returns false where the order belongs to another reference, or the row has moved on */
  async place(key: WriteKey, state: "placed" | "taken_back", orderId: number, made: MadeByOrder): Promise<boolean> {
    try {
      return await this.#move(key, STARTS_FROM.place, state, { order_id: orderId, made: JSON.stringify(made) });
    } catch (cause) {
      // An order belongs to one reference: the other one has it.
      if (await this.#isTaken(key, orderId)) return false;
      throw cause;
    }
  }

  /** Ends one whose order is known by somebody's word that nothing was done: the order belongs to no reference then. */
  disown(key: WriteKey, answer: object): Promise<boolean> {
    const columns = { order_id: null, made: null, answer: JSON.stringify(answer) };
    return this.#move(key, STARTS_FROM.disown, "refused", columns);
  }

  settle(key: WriteKey, state: "done" | "refused", answer: object): Promise<boolean> {
    return this.#move(key, STARTS_FROM.settle, state, { answer: JSON.stringify(answer) });
  }

  /** Adds a row for an action that has none, as one that may have been sent. */
  async recall(
    {
      accountId,
      reference,
      loginId,
      operation,
      target,
    }: Pick<WriteCall, "loginId"> & Pick<StoredWrite, "accountId" | "reference" | "operation" | "target">,
    at: string,
  ): Promise<void> {
    await this.#db
      .prepare(
        `INSERT INTO actions (account_id, reference, operation, login_id, target, begun_at, state)
         VALUES (?, ?, ?, ?, ?, ?, 'lost') ON CONFLICT DO NOTHING`,
      )
      .bind(accountId, reference, operation, loginId, target, at)
      .run();
  }

  /**
   * Settles one that has not ended by somebody's word, with the order that it is said to have made.
   * @returns false where the order belongs to another reference, and nothing was written
   */
  async settleAs(key: WriteKey, orderId: number | null, answer: object): Promise<boolean> {
    const columns = { answer: JSON.stringify(answer), ...(orderId === null ? {} : { order_id: orderId }) };
    try {
      await this.#move(key, STARTS_FROM.settleAs, "refused", columns);
      return true;
    } catch (cause) {
      if (orderId !== null && (await this.#isTaken(key, orderId))) return false;
      throw cause;
    }
  }

  async #isTaken({ accountId, reference }: WriteKey, orderId: number): Promise<boolean> {
    const row = await this.#db
      .prepare("SELECT 1 FROM actions WHERE order_id = ? AND NOT (account_id = ? AND reference = ?)")
      .bind(orderId, accountId, reference)
      .first();
    return row !== null;
  }

  async #move(
    { accountId, reference }: WriteKey,
    from: readonly WriteState[],
    to: WriteState,
    columns: Record<string, string | number | null>,
    begunSince = "",
  ): Promise<boolean> {
    const set = Object.keys(columns).map((name) => `, ${name} = ?`);
    const { meta } = await this.#db
      .prepare(
        `UPDATE actions SET state = ?${set.join("")}
         WHERE account_id = ? AND reference = ? AND state IN (SELECT value FROM json_each(?)) AND begun_at >= ?`,
      )
      .bind(to, ...Object.values(columns), accountId, reference, JSON.stringify(from), begunSince)
      .run();
    return meta.changes === 1;
  }
}
