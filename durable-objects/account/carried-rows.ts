import { type CarriedState, carriedRows, writeRows } from "../../shared/holds/object-hold.ts";

/** Longer than all lookups of an action. An older entry is closed. */
const OPEN_MS = 25 * 3_600_000;

/**
 * Returns the rows that a restore of the account must not undo: the whole journal with its log entries, approvals that
 * could be decided or used since the instant, and the log since 25 hours before it.
 * @param instant epoch milliseconds; null: unknown
 */
export function carriedFrom(sql: SqlStorage, instant: number | null): CarriedState {
  return {
    tables: {
      // A reserved action was never sent and never will be.
      journal: carriedRows(sql, "SELECT * FROM journal WHERE state <> 'RESERVED'"),
      approval_requests: carriedRows(sql, "SELECT * FROM approval_requests WHERE ends_at > ?", instant ?? 0),
      actions: carriedRows(
        sql,
        "SELECT * FROM actions WHERE at > ? OR id IN (SELECT entry_id FROM journal WHERE state <> 'RESERVED')",
        (instant ?? 0) - OPEN_MS,
      ),
    },
    keys: {},
  };
}

/** Replaces the restored journal with the carried one, and writes the other carried rows over the restored ones. */
export function mergeCarried(sql: SqlStorage, tables: CarriedState["tables"]): void {
  sql.exec("DELETE FROM journal");
  for (const table of ["journal", "approval_requests", "actions"]) writeRows(sql, table, tables[table]);
}
