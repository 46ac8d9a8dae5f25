import type { RegistrarSource, Source } from "../../../durable-objects/registry/source-types.ts";

/** What one search of several names may take: of a host as many names as its burst, and of time as much as a check. */
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

  /**
   * Takes a name to a host. @returns milliseconds until its rate has room for a refused one; null if it may be called
   */
  take({ host, port, rate }: Source | RegistrarSource): number | null {
    const key = `${host}:${port}`;
    const asked = (this.#asked.get(key) ?? 0) + 1;
    this.#asked.set(key, asked);
    return asked > rate.burst ? Math.ceil(((asked - rate.burst) * 60_000) / rate.perMinute) : null;
  }
}

/** In less a registry seldom answers. */
const LEAST_MS = 1_000;
