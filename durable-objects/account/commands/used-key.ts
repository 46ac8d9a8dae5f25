import type { CommandOutcome, IdempotencyKey } from "../account-port.ts";
import type { JournalRow } from "../journal/journal-rows.ts";
import type { CommandParts } from "./command-parts.ts";

/** A key that is in use: its journal row, or the reply to a request that reuses the key. */
export type UsedKey = { row: JournalRow } | Extract<CommandOutcome, { outcome: "reused" | "in_progress" }>;

/**
 * Looks up an idempotency key.
 * @returns `null` if the key is unused
 */
export function usedKey(parts: CommandParts, { id, fingerprint }: IdempotencyKey): UsedKey | null {
  const inFlight = parts.inFlightKeys.get(id);
  const row = livingRow(parts, id);
  if (inFlight === undefined && !row) return null;
  if ((inFlight ?? row?.fingerprint) !== fingerprint) return { outcome: "reused" };
  if (!row) return { outcome: "in_progress", retryAfter: 1 };
  if (row.settledAt === null) parts.storage.rearm();
  return { row };
}

/**
 * Returns the row of a key. Returns `null` if there is no row, the row has expired, or its order is not running and was
 * never sent.
 */
function livingRow({ journal, reconciler, account, running }: CommandParts, key: string): JournalRow | null {
  const row = journal.get(key);
  if (!row) return null;
  if (row.state === "RESERVED" && key !== running.key) {
    reconciler.release(row);
    return null;
  }
  return journal.apply(key, row.reference, { type: "aged", at: account.now() }) === null ? null : row;
}
