import type { AccountPort } from "../../../durable-objects/account/account-port.ts";
import type { ConnectionSummary } from "../../../durable-objects/connection/connection-port.ts";
import { inTime } from "../../../shared/platform/deadline.ts";
import { log } from "../../../shared/platform/log.ts";
import { type AuditedCall, newestOf } from "./application-log.ts";

const DEADLINE_MS = 5_000;

/** What one connection did last: its reads, and its actions. */
export interface ConnectionActivity {
  /** Newest first. */
  recent: AuditedCall[];
  hasMore: boolean;
  /** The account did not say what was done to it: these are the reads alone. */
  lacksActions: boolean;
}

/**
 * What a connection read, which it took down itself, and what it did on the account, which the account took down.
 * @param summary with one more of its newest entries than the limit, where there are so many
 */
export async function activityOf(
  { id: connectionId, loginId, application, recent }: ConnectionSummary,
  account: Pick<AccountPort, "entries">,
  limit: number,
  requestId: string,
): Promise<ConnectionActivity> {
  const asking = account.entries({ loginId, application, connectionId }, null, limit + 1);
  const actions = await inTime(asking, DEADLINE_MS).catch((cause) => {
    log("account_unreachable", { request_id: requestId, cause });
    return null;
  });
  const newest = newestOf([recent, actions ?? []], limit + 1);
  return { recent: newest.slice(0, limit), hasMore: newest.length > limit, lacksActions: actions === null };
}
