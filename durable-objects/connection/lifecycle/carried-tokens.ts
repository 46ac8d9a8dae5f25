import { type CarriedState, carriedRows, writeRows } from "../../../shared/holds/object-hold.ts";
import { Usage } from "../calls/usage.ts";
import type { Agreement } from "../connection-port.ts";
import { ConnectionRecord } from "../connection-record.ts";
import { OAuthRows } from "../oauth/oauth-rows.ts";
import { RefreshHistory } from "../tokens/refresh-history.ts";

type ConnectionStorage = Pick<DurableObjectStorage, "sql" | "kv">;

/**
 * The storage keys of token state and of pending notices. Their current values replace the restored ones, so that no
 * ended token becomes valid again.
 */
const KEYS = ["life", "token", "end", "mark", "granted", "owed", "mark_failures"];

/**
 * Returns the state that a restore must not undo: ended tokens, the customer's restrictions, and sent notices.
 * @param instant the time to which the connection is restored, in epoch milliseconds; `null` if unknown
 */
export function carriedFrom({ sql, kv }: ConnectionStorage, instant: number | null): CarriedState {
  return {
    tables: {
      oauth: carriedRows(sql, "SELECT * FROM oauth"),
      refreshes: carriedRows(sql, "SELECT * FROM refreshes WHERE at > ?", instant ?? 0),
    },
    keys: Object.fromEntries(["agreement", ...KEYS].map((key) => [key, kv.get(key)])),
  };
}

/** Replaces the restored tokens with the carried ones, and restricts the restored agreement. */
export function mergeCarried({ sql, kv }: ConnectionStorage, { tables, keys }: CarriedState): void {
  // The connection may be restored to a moment before it was made.
  for (const table of [OAuthRows, RefreshHistory, Usage]) table.createTable(sql);
  sql.exec("DELETE FROM oauth");
  for (const table of ["oauth", "refreshes"]) writeRows(sql, table, tables[table]);
  for (const key of KEYS) {
    if (keys[key] === undefined) kv.delete(key);
    else kv.put(key, keys[key]);
  }
  ConnectionRecord.restrict(kv, keys.agreement as Agreement);
}
