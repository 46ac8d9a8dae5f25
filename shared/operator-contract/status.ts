import type { LastRun } from "../platform/scheduled-runs.ts";

/** Lists for the operator: how many there are, and the oldest first of them. */
export interface StatusList<Row> {
  count: number;
  /** At most {@link MAX_STATUS_ROWS}. */
  rows: Row[];
}

export const MAX_STATUS_ROWS = 50;

/** What the account Worker tells its operator. Instants are epoch milliseconds here and below. */
export interface AccountStatus {
  runs: LastRun[];
  stuckActions: StatusList<StuckActionStatus>;
  /** Instructions of the operator that are not carried out yet. */
  openInstructions: number;
  /** Mails about connections that were not accepted for delivery within the last 7 days. A Worker of the version before does not count them. */
  failedMails?: number;
}

export interface StuckActionStatus {
  accountId: number;
  reference: string;
  loginId: number;
  operation: string;
  target: string | null;
  state: string;
  reason: string | null;
  sentAt: number | null;
  since: number;
}

/** What a billing Worker tells its operator. */
export interface BillingStatus {
  runs: LastRun[];
  /** Orders that are paid, or sent, and not done for more than an hour. */
  waitingOrders: StatusList<WaitingOrder>;
  /** Mails to customers that were due more than an hour ago. */
  unsentMails: { count: number; oldestDueAt: number | null };
  circuits: CircuitStatus[];
  copies: CopyStatus[];
  /** Why no orders and changes are taken any more; null: they are, or were never. */
  actingStopped: { reason: string; at: number; accountId: number; orderId: number } | null;
}

export interface WaitingOrder {
  accountId: number;
  /** Absent where the billing system has given it no number yet. */
  orderId: number | null;
  /** Such as `register` or `renew_domain`, or the operation. */
  kind: string;
  /** As the billing system calls it, such as `paid`. */
  state: string;
  since: number;
  /** How often it was tried; null where that is not counted. */
  tries: number | null;
}

/** A circuit breaker that is not simply closed. */
export interface CircuitStatus {
  /** What is behind it: `host:port` of a registry, or the billing system's host. */
  name: string;
  /** When its last query failed; null where that is not known. */
  failedAt: number | null;
  /** Until when it is open; null: it is closed, or it is not known until when. */
  openUntil: number | null;
  isOpen: boolean;
  /** An operator has paused it, and nothing failed. */
  isPausedByOperator?: boolean;
}

/** A copy of another system's data. */
export interface CopyStatus {
  /** Such as `prices CAD`. */
  name: string;
  readAt: number;
  /** From this age on it is not served. */
  maxAgeMs: number;
}

/** What the catalogue Worker tells its operator. */
export interface CatalogueStatus {
  circuits: CircuitStatus[];
  /** Price lists in the key-value store. */
  copies: CopyStatus[];
}
