import type { RegistrarSource, Source } from "../../../durable-objects/registry/source-types.ts";

/** The limits that all checks of one search share: the time of one check, and one burst of queries per host. */
export class SearchShare {
  /** Deadline of the search, in epoch milliseconds. */
  readonly until: number;
  readonly #asked = new Map<string, number>();

  constructor(until: number) {
    this.until = until;
  }

  /**
   * Returns whether the search has enough time for another query.
   * @param now current time in epoch milliseconds
   */
  hasTime(now: number): boolean {
    return this.until - now >= LEAST_MS;
  }

  /**
   * Counts a query to a host.
   * @returns `null` if the query is allowed now; otherwise the milliseconds until the host's rate allows it
   */
  take({ host, port, rate }: Source | RegistrarSource): number | null {
    const key = `${host}:${port}`;
    const asked = (this.#asked.get(key) ?? 0) + 1;
    this.#asked.set(key, asked);
    return asked > rate.burst ? Math.ceil(((asked - rate.burst) * 60_000) / rate.perMinute) : null;
  }
}

/** Minimum time for another query, in milliseconds. With less time, a query would often time out. */
const LEAST_MS = 1_000;
