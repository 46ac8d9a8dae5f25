import type { MinorUnits } from "../../../shared/platform/money.ts";
import type { JournalRow } from "../journal/journal-rows.ts";

const RETENTION_MS = 62 * 86_400_000;

/** What each connection ordered in a calendar month, before taxes: one row per order that was sent. */
export class OrderSums {
  readonly #sql: SqlStorage;
  readonly #monthOf: (instant: number) => string;

  /** @param monthOf the calendar month of an instant, such as `2026-11` */
  constructor(sql: SqlStorage, monthOf: (instant: number) => string) {
    this.#sql = sql;
    this.#monthOf = monthOf;
  }

  static createTable(sql: SqlStorage): void {
    sql.exec(`CREATE TABLE IF NOT EXISTS order_sums (
      reference TEXT PRIMARY KEY, connection TEXT NOT NULL, month TEXT NOT NULL, sent_at INTEGER NOT NULL, amount INTEGER
    ) STRICT, WITHOUT ROWID`);
    sql.exec("CREATE INDEX IF NOT EXISTS order_sums_month ON order_sums (connection, month)");
    sql.exec("CREATE INDEX IF NOT EXISTS order_sums_sent ON order_sums (sent_at)");
  }

  /** @param amount null: not known before the answer */
  sent(reference: string, connectionId: string, amount: MinorUnits | null, now: number): void {
    const query = "INSERT INTO order_sums (reference, connection, month, sent_at, amount) VALUES (?, ?, ?, ?, ?)";
    this.#sql.exec(query, reference, connectionId, this.#monthOf(now), now, amount);
  }

  /** Does nothing where the order is counted already. */
  recovered(reference: string, connectionId: string, sentAt: number): void {
    const query =
      "INSERT OR IGNORE INTO order_sums (reference, connection, month, sent_at, amount) VALUES (?, ?, ?, ?, NULL)";
    this.#sql.exec(query, reference, connectionId, this.#monthOf(sentAt), sentAt);
  }

  /**
   * Follows what became of an order: an invoice counts with its subtotal, also once it is cancelled.
   * @param row null: it was refused, and its key is free again
   */
  settled(reference: string, row: Pick<JournalRow, "state" | "value" | "stuckReason"> | null): void {
    if (row === null) {
      this.#sql.exec("DELETE FROM order_sums WHERE reference = ?", reference);
      return;
    }
    const { state, value, stuckReason } = row;
    switch (state) {
      case "DONE":
        // Without a value it is the operator's word, which names no amount.
        if (value) this.#set(reference, subtotalOf(value));
        return;
      case "FAILED":
      case "NOT_PLACED":
        this.#set(reference, 0);
        return;
      case "STUCK":
        if (stuckReason === "found_late") this.#set(reference, null);
        return;
      case "RESERVED":
      case "SENDING":
      case "PLACED":
        return;
    }
  }

  /** The sum of a connection's orders in the month of an instant; null where an amount is not known. */
  ofMonth(connectionId: string, now: number): MinorUnits | null {
    const query = `SELECT COALESCE(SUM(amount), 0) AS sum, COUNT(*) - COUNT(amount) AS unknown
      FROM order_sums WHERE connection = ? AND month = ?`;
    const { sum, unknown } = this.#sql
      .exec<Record<"sum" | "unknown", number>>(query, connectionId, this.#monthOf(now))
      .one();
    return unknown > 0 ? null : sum;
  }

  prune(now: number): void {
    this.#sql.exec("DELETE FROM order_sums WHERE sent_at <= ?", now - RETENTION_MS);
  }

  /** When the oldest row is no longer needed; null without one. */
  nextDue(): number | null {
    const { at } = this.#sql.exec<{ at: number | null }>("SELECT MIN(sent_at) AS at FROM order_sums").one();
    return at === null ? null : at + RETENTION_MS;
  }

  #set(reference: string, amount: MinorUnits | null): void {
    this.#sql.exec("UPDATE order_sums SET amount = ? WHERE reference = ?", amount, reference);
  }
}

/** What an order's invoice counts with; an order without one costs nothing. */
function subtotalOf(value: NonNullable<JournalRow["value"]>): MinorUnits {
  return "invoice" in value ? (value.invoice?.subtotal ?? 0) : 0;
}
