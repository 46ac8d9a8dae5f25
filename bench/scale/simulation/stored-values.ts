import type { VirtualTime } from "./virtual-time.ts";

/** What the platform's key-value store promises; see docs/scale.md. */
export interface StoreLimits {
  /** A write is seen in other places after so long at most, in milliseconds; the simulation takes the longest. */
  visibleAfterMs: number;
  /** Between two writes of one key, in milliseconds. */
  betweenWritesMs: number;
  readMs: number;
}

interface Stored {
  value: string | null;
  writtenAt: number;
  from: string;
}

/** A key-value store of many places: each keeps what it read, also that there was nothing. */
export class StoredValues {
  readonly #time: VirtualTime;
  readonly #limits: StoreLimits;
  readonly #values = new Map<string, Stored[]>();
  readonly #kept = new Map<string, { value: string | null; until: number }>();
  reads = 0;
  writes = 0;
  refusedWrites = 0;

  constructor(time: VirtualTime, limits: StoreLimits) {
    this.#time = time;
    this.#limits = limits;
  }

  /** The store as a Worker in that place is bound to it. */
  at(place: string): KVNamespace {
    const store = {
      get: (key: string, options: string | { cacheTtl?: number } = {}) =>
        this.#get(place, key, ((typeof options === "string" ? undefined : options.cacheTtl) ?? 60) * 1_000),
      put: (key: string, value: string) => this.#put(place, key, value),
      delete: (key: string) => this.#put(place, key, null),
    };
    // What is used here has no more of it.
    return store as unknown as KVNamespace;
  }

  async #get(place: string, key: string, keptMs: number): Promise<unknown> {
    this.reads++;
    await this.#time.wait(this.#limits.readMs);
    const { now } = this.#time;
    const kept = this.#kept.get(`${place} ${key}`);
    if (kept && kept.until > now) return parsed(kept.value);
    const seen = (this.#values.get(key) ?? []).findLast(
      ({ from, writtenAt }) => from === place || now - writtenAt >= this.#limits.visibleAfterMs,
    );
    const value = seen?.value ?? null;
    this.#kept.set(`${place} ${key}`, { value, until: now + keptMs });
    return parsed(value);
  }

  async #put(place: string, key: string, value: string | null): Promise<void> {
    this.writes++;
    const { now } = this.#time;
    const before = this.#values.get(key) ?? [];
    const last = before.at(-1);
    if (last && now - last.writtenAt < this.#limits.betweenWritesMs) {
      this.refusedWrites++;
      throw new Error("KV PUT failed: 429 Too Many Requests");
    }
    this.#values.set(key, [...before.slice(-50), { value, writtenAt: now, from: place }]);
    this.#kept.delete(`${place} ${key}`);
  }
}

function parsed(value: string | null): unknown {
  return value === null ? null : JSON.parse(value);
}
