import { type CarriedState, carriedRows, writeRows } from "../../shared/holds/object-hold.ts";

/**
 * 25 hours, in milliseconds. Most actions are settled in less time. An older log entry is usually closed, or its action
 * is still in the journal.
 */
const OPEN_MS = 25 * 3_600_000;

/**
 * Returns the rows that a restore of the account must not undo:
 * - the journal with its log entries, except reserved keys
 * - approval requests that had not expired at `instant`
 * - log entries that were opened less than 25 hours before `instant`, or after it
 * @param instant the time to which the account is restored, in epoch milliseconds; `null` if unknown, which selects
 * rows of any age
 */
export function carriedFrom(sql: SqlStorage, instant: number | null): CarriedState {
  return {
    tables: {
      // A reserved action was never sent and never will be, so it is left out.
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
