import type { AccountReference } from "../../../shared/billing-contract/customer.ts";
import { isClosed, referenceOf } from "../access/gate.ts";
import { type Client, readClient } from "../access/read-client.ts";
import { type ApiOutcome, type Unavailable, unavailable } from "../api/outcome.ts";
import type { WhmcsContext } from "../whmcs-context.ts";

const KEPT_MS = 600_000;
const MAX_KEPT = 10_000;
/** As many as one account's share of the slots, in which they count. */
const PARALLEL_READS = 4;
/** No read begins with less time. */
const MIN_READ_MS = 500;

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

  /**
   * The labels of accounts; null for one that is closed or gone. Those that could not be read, or not in time, are missing.
   * @param until epoch milliseconds
   */
  async of(
    context: WhmcsContext,
    accountIds: number[],
    until: number,
  ): Promise<ApiOutcome<ReadonlyMap<number, AccountLabel | null>>> {
    const labels = new Map<number, AccountLabel | null>();
    for (const id of accountIds) {
      const kept = this.#fresh(id);
      if (kept) labels.set(id, kept);
    }
    const missing = accountIds.filter((id) => !labels.has(id));
    const [countedFor] = accountIds;
    const reader = async (): Promise<Unavailable | null> => {
      for (let id = missing.shift(); id !== undefined; id = missing.shift()) {
        const deadlineMs = until - Date.now();
        if (deadlineMs < MIN_READ_MS) return null;
        const call = { accountId: id, countedFor, deadlineMs, isOptional: true, requestId: context.requestId };
        const read = await readClient(context, call);
        if (read.kind === "unavailable" && read.reason === "unread") continue;
        if (read.kind === "unavailable") return read.reason === "busy" || read.reason === "timeout" ? null : read;
        // A row of another account says nothing of this one.
        if (read.kind === "ok" && read.body.id !== id) return unavailable("unread");
        const label = read.kind === "ok" && !isClosed(read.body) ? labelOf(read.body) : null;
        labels.set(id, label);
        if (label) this.#keep(id, label);
      }
      return null;
    };
    const failures = await Promise.all(Array.from({ length: PARALLEL_READS }, reader));
    return failures.find((failure) => failure !== null) ?? { kind: "ok", body: labels };
  }

  #fresh(accountId: number): AccountLabel | null {
    const kept = this.#kept.get(accountId);
    return kept && this.#now() - kept.at < KEPT_MS ? kept.label : null;
  }

  #keep(accountId: number, label: AccountLabel): void {
    this.#kept.delete(accountId);
    this.#kept.set(accountId, { at: this.#now(), label });
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > MAX_KEPT && oldest !== undefined) this.#kept.delete(oldest);
  }
}

function labelOf(client: Client): AccountLabel {
  const { name, currency } = referenceOf(client);
  return { name, currency };
}
