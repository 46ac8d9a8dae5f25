import { LOG_RETENTION_MS } from "../../shared/account-access/call-log.ts";
import type { AccountDependencies } from "./account-dependencies.ts";
import { nextDue } from "./due-times.ts";

const BILLING_SYSTEM = "billing_system";
const FORMER_SINCE = "former_since";

/**
 * The storage of an account's object: transactions, one alarm for all due work, and the billing system of the rows.
 *
 * If the deployment changes its billing system, nobody can reach the object, and the new system cannot report how its
 * open actions ended. The object then makes no lookups, sends no mails, and is deleted after 180 days.
 */
export class AccountStorage {
  readonly #storage: DurableObjectStorage;
  readonly #dependencies: Pick<AccountDependencies, "billingSystem" | "now" | "timing">;
  #billingSystem: string | undefined;
  /** The time of the last alarm that was set, epoch milliseconds; null if unknown. */
  #alarmAt: number | null = null;
  /** The time when an alarm last started in this instance, epoch milliseconds. */
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

  /** Writes rows, all or none. */
  inTransaction<Result>(write: () => Result): Result {
    if (this.#billingSystem === undefined) this.keepBillingSystem();
    return this.#storage.transactionSync(write);
  }

  /** Stores the billing system: with the object's first row, and when a restore brings rows of this deployment. */
  keepBillingSystem(): void {
    this.#billingSystem = this.#dependencies.billingSystem;
    this.#storage.kv.put(BILLING_SYSTEM, this.#billingSystem);
  }

  /**
   * Sets the alarm for the next due work. An earlier alarm stays: it finds nothing to do and sets the next one.
   * @returns whether anything is due
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
   * Sets the alarm again if it was lost: the runtime drops an alarm that fails before it can set the next one. Does so
   * at most once per retry delay, because setting an alarm is a write, and lookups wait until writes are durable.
   */
  rearm(): void {
    const { timing, now } = this.#dependencies;
    const due = nextDue(this.#storage.sql, timing);
    if (due === null) return;
    const awaitedAt = Math.max(due, this.#alarmAt ?? 0, this.#alarmBegunAt);
    if (awaitedAt + timing.alarmRetryMs < now()) this.#setAlarm(now());
  }

  /** Records that the alarm has started. */
  beginAlarm(): void {
    this.#alarmAt = null;
    this.#alarmBegunAt = this.#dependencies.now();
  }

  retryAlarm(): void {
    this.#setAlarm(this.#dependencies.now() + this.#dependencies.timing.alarmRetryMs);
  }

  /** Removes the billing system once the object has no rows. */
  forget(): void {
    this.#billingSystem = undefined;
    this.#storage.kv.delete(BILLING_SYSTEM);
  }

  /**
   * Deletes the object of a former billing system 180 days after its first alarm there. Until then, sets the next
   * alarm.
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
