import type { BillingClock } from "../clock/billing-clock.ts";
import type { AccountGate } from "./account-gate.ts";

/** The engine's database, for one call. */
export interface Store {
  db: D1Database;
  gate: AccountGate;
  clock: BillingClock;
  /** Of the request or the scheduled run, for log lines. */
  requestId: string | undefined;
}
