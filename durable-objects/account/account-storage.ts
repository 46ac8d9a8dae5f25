import { LOG_RETENTION_MS } from "../../shared/account-access/call-log.ts";
import type { AccountDependencies } from "./account-dependencies.ts";
import { nextDue } from "./due-times.ts";

const BILLING_SYSTEM = "billing_system";
const FORMER_SINCE = "former_since";

/**
 * The storage of an account's object: its transactions, its alarm, and the name of the billing system that its rows
 * belong to.
 *
 * If the deployment changes its billing system, requests no longer reach this object, and the new billing system cannot
 * report how the object's open actions ended. The object then makes no lookups, sends no e-mails, and is deleted after
 * 180 days.
 */
export class AccountStorage {
  readonly #storage: DurableObjectStorage;
  readonly #dependencies: Pick<AccountDependencies, "billingSystem" | "now" | "timing">;
  #billingSystem: string | undefined;
  /** Time for which the alarm is set, in epoch milliseconds; `null` if this instance does not know it. */
  #alarmAt: number | null = null;
  /** Time at which an alarm last started in this instance, in epoch milliseconds. */
  #alarmBegunAt = 0;

  constructor(
    storage: DurableObjectStorage,
    dependencies: Pick<AccountDependencies, "billingSystem" | "now" | "timing">,
  ) {
    this.#storage = storage;
    this.#dependencies = dependencies;
    this.#billingSystem = storage.kv.get<string>(BILLING_SYSTEM);
    if (!this.isFormer && storage.kv.get(FORMER_SINCE) !== undefined) storage.kv.delete(FORMER_SINCE);
  }

  get isFormer(): boolean {
    return this.#billingSystem !== undefined && this.#billingSystem !== this.#dependencies.billingSystem;
  }

  /** Runs the writes in one transaction. */
  inTransaction<Result>(write: () => Result): Result {
    if (this.#billingSystem === undefined) this.keepBillingSystem();
    return this.#storage.transactionSync(write);
  }

  /**
   * Stores the name of the billing system. This method is called for the first row, and when a restore merges carried
   * rows.
   */
  keepBillingSystem(): void {
    this.#billingSystem = this.#dependencies.billingSystem;
    this.#storage.kv.put(BILLING_SYSTEM, this.#billingSystem);
  }

  /**
   * Sets the alarm for the next scheduled work. If the alarm is already set for an earlier time, it is not changed,
   * because its handler sets the next alarm.
   * @returns whether any work is scheduled
   */
  arm(): boolean {
    const { now, timing } = this.#dependencies;
    const due = nextDue(this.#storage.sql, timing);
    if (due === null) return false;
    const ringsInTime = this.#alarmAt !== null && this.#alarmAt > now() && this.#alarmAt <= due;
    if (!ringsInTime) this.#setAlarm(due);
    return true;
  }

  /**
   * Sets the alarm again if it was lost. The runtime drops an alarm that keeps failing before its handler can set the
   * next one. This method sets the alarm at most once per retry delay, because setting it is a write, and lookups wait
   * until writes are durable.
   */
  rearm(): void {
    const { timing, now } = this.#dependencies;
    const due = nextDue(this.#storage.sql, timing);
    if (due === null) return;
    const awaitedAt = Math.max(due, this.#alarmAt ?? 0, this.#alarmBegunAt);
    if (awaitedAt + timing.alarmRetryMs < now()) this.#setAlarm(now());
  }

  beginAlarm(): void {
    this.#alarmAt = null;
    this.#alarmBegunAt = this.#dependencies.now();
  }

  retryAlarm(): void {
    this.#setAlarm(this.#dependencies.now() + this.#dependencies.timing.alarmRetryMs);
  }

  /** Deletes the name of the billing system. This method is called once the object has no rows. */
  forget(): void {
    this.#billingSystem = undefined;
    this.#storage.kv.delete(BILLING_SYSTEM);
  }

  /**
   * Deletes the object 180 days after its first alarm under a different billing system. Until then, sets the alarm for
   * the deletion.
   */
  async deleteWhenDue(): Promise<void> {
    const now = this.#dependencies.now();
    const since = this.#storage.kv.get<number>(FORMER_SINCE) ?? now;
    if (now >= since + LOG_RETENTION_MS) return this.#storage.deleteAll();
    this.#storage.kv.put(FORMER_SINCE, since);
    await this.#storage.setAlarm(since + LOG_RETENTION_MS);
  }

  #setAlarm(at: number): void {
    this.#alarmAt = at;
    void this.#storage.setAlarm(at);
  }
}
