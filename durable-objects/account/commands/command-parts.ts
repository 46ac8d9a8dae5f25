import { CUSTOMER_POLICY, ORDER_POLICY } from "../../../shared/account-access/rate-policies.ts";
import type { ObjectHold } from "../../../shared/holds/object-hold.ts";
import { type RateLimitResult, SlidingLog } from "../../../shared/platform/rate-limit.ts";
import type { AccountParts } from "../account-parts.ts";
import type { Approvals } from "../approvals/approvals.ts";
import type { CommandLimit } from "../command-map.ts";
import type { Reconciler } from "../outcomes/reconciler.ts";
import type { CommandQueue } from "./command-queue.ts";

/** The parts of an account's object that its commands use. */
export interface CommandParts extends AccountParts {
  reconciler: Reconciler;
  queue: CommandQueue;
  approvals: Approvals;
  /** Whether this Durable Object is on hold. */
  hold: Pick<ObjectHold, "isHeld">;
  /** The fingerprints of requests that are queued or running, by key. */
  inFlightKeys: Map<string, string>;
  /** The key of the running order; `null` if no order is running. */
  running: { key: string | null };
}

/**
 * Returns the remaining allowance of an hourly limit. An application's order counts from the time at which it was sent.
 * Any other action counts from the time at which its log entry was opened.
 */
export function hourlyRate({ journal, auditLog, account }: AccountParts, limit: CommandLimit): RateLimitResult {
  const now = account.now();
  const policies = { orders: ORDER_POLICY, settings: account.settingPolicy, customer: CUSTOMER_POLICY };
  const policy = policies[limit];
  const from = now - policy.windowSeconds * 1000;
  const instants = limit === "orders" ? journal.sentAfter(from) : auditLog.countedAfter(limit, from);
  return new SlidingLog(instants).look(policy, now);
}
