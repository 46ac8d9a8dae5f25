import { RpcTarget } from "cloudflare:workers";
import type { LogEntry, LogKey } from "../../../shared/account-access/call-log.ts";
import { NOTIFICATION_POLICY, REQUEST_POLICY } from "../../../shared/account-access/rate-policies.ts";
import type { Scope } from "../../../shared/account-access/scopes.ts";
import type { CallRecord } from "../../../shared/api/pipeline/gate.ts";
import { type RateLimitResult, SlidingLog } from "../../../shared/platform/sliding-log.ts";
import type { CallLog } from "../connection-port.ts";
import type { UsageTotals } from "../connection-record.ts";
import { CallRows } from "./call-rows.ts";

/** Longest delay before counts and log entries are written. */
const FLUSH_MS = 500;

/** A connection's request window, log and time of last use. Buffered in memory and written together. */
export class Usage {
  readonly #calls: CallRows;
  readonly #window: SlidingLog;
  readonly #notifications = new SlidingLog();
  readonly #save: (tally: UsageTotals) => void;
  #usedAt: number | null;
  #flush: ReturnType<typeof setTimeout> | undefined;

  /** @param keep stores the tally */
  constructor(sql: SqlStorage, tally: UsageTotals | null, keep: (tally: UsageTotals) => void) {
    this.#calls = new CallRows(sql);
    this.#window = new SlidingLog(tally?.window);
    this.#usedAt = tally?.usedAt ?? null;
    this.#save = keep;
  }

  get usedAt(): number | null {
    return this.#usedAt;
  }

  /** Counts a message without a request. In memory only: it stops a flood and need not be exact. */
  takeNotification(now: number): RateLimitResult {
    return this.#notifications.take(NOTIFICATION_POLICY, now);
  }

  /** Counts requests one by one; nothing is written where all are refused. */
  take(requests: number, now: number): RateLimitResult[] {
    const rateResults = Array.from({ length: requests }, () => this.#window.take(REQUEST_POLICY, now));
    if (requests === 0 || rateResults.some(({ allowed }) => allowed)) {
      this.#usedAt = now;
      this.#writeSoon();
    }
    return rateResults;
  }

  add(call: CallRecord, now: number): void {
    this.#calls.add(call, now);
    this.#writeSoon();
  }

  /** Writes the buffer first, so that no entry is missing. */
  entriesBefore(before: LogKey | null, limit: number, now: number): LogEntry[] {
    this.write();
    return this.#calls.entriesBefore(before, limit, now);
  }

  prune(now: number): void {
    this.#calls.prune(now);
  }

  /** Instants of the oldest and the newest entry, null without one. */
  extent(): { oldest: number | null; newest: number | null } {
    this.write();
    return this.#calls.extent();
  }

  write(): void {
    if (this.#flush === undefined) return;
    this.discard();
    this.#calls.write();
    if (this.#usedAt !== null) this.#save({ usedAt: this.#usedAt, window: [...this.#window.instants] });
  }

  discard(): void {
    if (this.#flush !== undefined) clearTimeout(this.#flush);
    this.#flush = undefined;
  }

  #writeSoon(): void {
    this.#flush ??= setTimeout(() => this.write(), FLUSH_MS);
  }
}

/** The stub that an admission returns. It ends with the call to the object; calls not recorded by then are lost. */
export class CallRecorder extends RpcTarget implements CallLog {
  readonly #record: (call: CallRecord, needed: Scope) => Promise<void>;

  constructor(take: (call: CallRecord, needed: Scope) => Promise<void>) {
    super();
    this.#record = take;
  }

  record(call: CallRecord, needed: Scope): Promise<void> {
    return this.#record(call, needed);
  }
}
