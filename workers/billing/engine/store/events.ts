import { type BillingEventType, eventIdAt, eventSubject } from "../../../../shared/billing-contract/events.ts";
import { part, raw, type SqlPart, sql } from "./sql.ts";

const SUBJECTS = {
  order: { table: "orders", column: "id" },
  domain: { table: "domains", column: "name" },
  invoice: { table: "invoices", column: "id" },
  service: { table: "services", column: "id" },
};

/**
 * Returns the statement that stores an event. It must run in the transaction that causes the event, at a point where
 * `which` matches the row. An order for a service's next term has no events, because nobody placed it.
 * @param at the time of the event, in epoch milliseconds
 * @param which a condition that selects the order, domain, invoice or service; it must match at most one row
 */
export function event(db: D1Database, at: number, type: BillingEventType, which: SqlPart): D1PreparedStatement {
  const { table, column } = SUBJECTS[eventSubject(type)];
  const isOrdered = table === "orders" ? part`kind <> 'renew_service'` : part`TRUE`;
  return sql(db)`INSERT INTO events (id, account_id, type, subject)
    SELECT max(${eventIdAt(at)}, coalesce((SELECT max(id) FROM events), 0) + 1), account_id, ${type}, ${raw(column)}
    FROM ${raw(table)} WHERE ${which} AND ${isOrdered}`;
}
