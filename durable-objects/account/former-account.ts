import type { AccountDependencies } from "./account-dependencies.ts";

/** As long as an entry of the log. */
const KEPT_MS = 180 * 86_400_000;
const BILLING_SYSTEM = "billing_system";
const FORMER_SINCE = "former_since";

/**
 * What the object of an account does once the deployment has another billing system. Nobody can reach the object then, and the new
 * system cannot say how its open actions ended: it looks nothing up, mails nothing, and is deleted after 180 days.
 */
export class FormerAccount {
  readonly #storage: DurableObjectStorage;
  readonly #dependencies: Pick<AccountDependencies, "billingSystem" | "now">;
  #billingSystem: string | undefined;

  constructor(storage: DurableObjectStorage, dependencies: Pick<AccountDependencies, "billingSystem" | "now">) {
    this.#storage = storage;
    this.#dependencies = dependencies;
    this.#billingSystem = storage.kv.get<string>(BILLING_SYSTEM);
    if (!this.isFormer && storage.kv.get(FORMER_SINCE) !== undefined) storage.kv.delete(FORMER_SINCE);
  }

  get isFormer(): boolean {
    return this.#billingSystem !== undefined && this.#billingSystem !== this.#dependencies.billingSystem;
  }

  /** Stores the billing system with the first row of the object. */
  keep(): void {
    if (this.#billingSystem !== undefined) return;
    this.#billingSystem = this.#dependencies.billingSystem;
    this.#storage.kv.put(BILLING_SYSTEM, this.#billingSystem);
  }

  /** Called once the object has no rows: nothing in it is of any billing system. */
  forget(): void {
    this.#billingSystem = undefined;
    this.#storage.kv.delete(BILLING_SYSTEM);
  }

  /** Deletes the object 180 days after its first alarm as one of a former billing system; until then sets the next alarm. */
  async deleteWhenDue(): Promise<void> {
    const now = this.#dependencies.now();
    const since = this.#storage.kv.get<number>(FORMER_SINCE) ?? now;
    if (now >= since + KEPT_MS) return this.#storage.deleteAll();
    this.#storage.kv.put(FORMER_SINCE, since);
    await this.#storage.setAlarm(since + KEPT_MS);
  }
}
