import type { RegistrarSource, Source } from "../../../durable-objects/registry/source-types.ts";

/** The limits of one search of several domains: as many domains per host as its burst, and the time of one check. */
export class SearchShare {
  /** Epoch milliseconds. */
  readonly until: number;
  readonly #asked = new Map<string, number>();

  constructor(until: number) {
    this.until = until;
  }

  /** @param now epoch milliseconds */
  hasTime(now: number): boolean {
    return this.until - now >= LEAST_MS;
  }

  /** Counts a query to a host. @returns milliseconds until its rate allows a refused query; null if allowed now */
  take({ host, port, rate }: Source | RegistrarSource): number | null {
    const key = `${host}:${port}`;
    const asked = (this.#asked.get(key) ?? 0) + 1;
    this.#asked.set(key, asked);
    return asked > rate.burst ? Math.ceil(((asked - rate.burst) * 60_000) / rate.perMinute) : null;
  }
}

/** The minimum time for a query. In less, a registry seldom answers. */
const LEAST_MS = 1_000;
