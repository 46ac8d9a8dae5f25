import { type CarriedState, carriedRows, writeRows } from "../../shared/holds/object-hold.ts";

/** Longer than an action is looked up: its entry was open then, and is closed now. */
const OPEN_MS = 25 * 3_600_000;

/**
 * What a restore of the account must not undo: the whole journal with its references, approvals that could be decided or used since
 * the instant, and the log from 25 hours before the instant on, with the entries of the journal.
 * @param instant epoch milliseconds; null: unknown
 */
export function carriedFrom(sql: SqlStorage, instant: number | null): CarriedState {
  return {
    tables: {
      // Nothing was sent of what is reserved, and nothing will be.
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

/** Puts the carried journal in the place of the restored one, and the rest over what was restored. */
export function mergeCarried(sql: SqlStorage, tables: CarriedState["tables"]): void {
  sql.exec("DELETE FROM journal");
  for (const table of ["journal", "approval_requests", "actions"]) writeRows(sql, table, tables[table]);
}
