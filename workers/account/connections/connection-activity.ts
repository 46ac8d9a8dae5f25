import type { AccountPort } from "../../../shared/accounts/account.ts";
import type { ConnectionSummary } from "../../../shared/connections/connection.ts";
import { inTime } from "../../../shared/deadline.ts";
import { type AuditedCall, newestFirst } from "./application-log.ts";

const DEADLINE_MS = 5_000;

/** What one connection did: the newest entries, newest first, and how many there are. */
export interface ConnectionActivity {
  recent: AuditedCall[];
  entries: number;
}

/**
 * What a connection read, which it took down itself, and what it did on the account, which the account took down. Null where
 * the account does not answer: half of it would pass for all.
 */
export async function activityOf(
  { id, loginId, application, recent, entries }: ConnectionSummary,
  account: Pick<AccountPort, "actionsOf">,
  limit: number,
): Promise<ConnectionActivity | null> {
  try {
    const acted = await inTime(account.actionsOf({ connectionId: id, loginId, application }, limit), DEADLINE_MS);
    const both = [...recent, ...acted.recent].sort(newestFirst);
    return { recent: both.slice(0, limit), entries: entries + acted.entries };
  } catch {
    return null;
  }
}
