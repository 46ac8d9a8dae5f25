import { countsOf } from "../../../shared/platform/address-limit.ts";
import { keepNewest } from "../../../shared/platform/keep-newest.ts";
import { type RatePolicy, rateStateOf, SlidingLog } from "../../../shared/platform/rate-limit.ts";

const POLICY: RatePolicy = { id: "wrong-secrets", name: "wrong-secrets", quota: 30, windowSeconds: 60 };
const MAX_REMEMBERED = 1_000;

/**
 * Counts wrong secrets in the isolate's memory, by network and connection. Above the limit, the connection's object is
 * not called. The count is per connection, because the customers of a hosted assistant share its IP addresses.
 */
export class WrongSecrets {
  readonly #now: () => number;
  readonly #logs = new Map<string, SlidingLog>();

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Returns the number of seconds until a network may try a connection's secrets again; `null` if it may try now. */
  retryAfter(address: string, connectionId: string): number | null {
    const now = this.#now();
    const waits = countsOf(address, POLICY).flatMap(({ key, policy }) => {
      const left = this.#logs.get(`${connectionId} ${key}`)?.look(policy, now);
      return left && !left.allowed ? rateStateOf(left, policy, now).resetSeconds : [];
    });
    return waits.length === 0 ? null : Math.max(...waits);
  }

  add(address: string, connectionId: string): void {
    for (const { key, policy } of countsOf(address, POLICY)) {
      const name = `${connectionId} ${key}`;
      const log = this.#logs.get(name) ?? new SlidingLog();
      log.take(policy, this.#now());
      keepNewest(this.#logs, name, log, MAX_REMEMBERED);
    }
  }
}
