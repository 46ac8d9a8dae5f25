import type { AccountReference } from "../../../shared/billing-contract/customer.ts";

const KEPT_MS = 600_000;
const MAX_KEPT = 10_000;

/** How an account is shown in a choice. */
export type AccountLabel = Pick<AccountReference, "name" | "currency">;

/**
 * Labels of accounts, kept in the isolate for ten minutes: a login of a hundred accounts would otherwise wait for a hundred
 * calls with each page. They decide nothing: who manages which account is read with every question.
 */
export class AccountLabels {
  readonly #kept = new Map<number, { at: number; label: AccountLabel }>();
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Null where none is kept. */
  of(accountId: number): AccountLabel | null {
    const kept = this.#kept.get(accountId);
    return kept && this.#now() - kept.at < KEPT_MS ? kept.label : null;
  }

  keep(accountId: number, label: AccountLabel): void {
    this.#kept.delete(accountId);
    this.#kept.set(accountId, { at: this.#now(), label });
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > MAX_KEPT && oldest !== undefined) this.#kept.delete(oldest);
  }
}
