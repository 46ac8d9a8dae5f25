import type { DomainCheck } from "../../../shared/catalogue-contract/domain-check.ts";
import { noteCache } from "../../../shared/platform/call-facts.ts";
import { inTime } from "../../../shared/platform/deadline.ts";
import { log, logFailure } from "../../../shared/platform/log.ts";
import { isWrittenAlready, KV_MIN_TTL_S } from "../kv-writes.ts";

/** Maximum age of a check in any cache, in seconds. */
export const CHECKS_FRESH_FOR = 300;
/**
 * Time for which a check stays in isolate memory. It is short because `forget` clears the memory of only one isolate.
 */
const MEMORY_MS = 5_000;
const MAX_IN_MEMORY = 1_000;
const STORE_DEADLINE_MS = 500;
const STORE_CACHE_TTL_S = 30;

/** The request that a check is made for. */
export interface CheckRequest {
  /** Keeps the Worker running for work that does not delay the response. */
  waitUntil: (work: Promise<unknown>) => void;
  requestId: string;
}

/**
 * A cache of conclusive checks. It keeps them in isolate memory for a few seconds, and longer in KV. Every read
 * verifies their maximum age. It never caches `unknown`. A KV failure never fails a check.
 */
export class CheckCache {
  readonly #store: KVNamespace;
  readonly #profile: "live" | "sandbox";
  readonly #now: () => number;
  readonly #memory = new Map<string, { check: DomainCheck; until: number }>();
  readonly #forgotten = new Map<string, number>();

  /** @param profile profile of the registries, which keeps the sandbox's checks apart from real ones */
  constructor(store: KVNamespace, profile: "live" | "sandbox", now: () => number) {
    this.#store = store;
    this.#profile = profile;
    this.#now = now;
  }

  async read(name: string, requestId: string): Promise<DomainCheck | undefined> {
    const held = this.#memory.get(name);
    if (held && held.until > this.#now() && this.#isFresh(held.check)) {
      noteCache(requestId, "isolate");
      return held.check;
    }
    try {
      const read = this.#store.get<DomainCheck>(this.#keyOf(name), { type: "json", cacheTtl: STORE_CACHE_TTL_S });
      const stored = await inTime(read, STORE_DEADLINE_MS);
      if (!stored || !this.#isFresh(stored)) return undefined;
      this.#hold(name, stored);
      noteCache(requestId, "kv");
      return stored;
    } catch (cause) {
      log("store_failed", { request_id: requestId, cause });
      return undefined;
    }
  }

  /**
   * Caches a conclusive check. The write to KV does not delay the response.
   * @param began start of the check, in epoch milliseconds; a domain that this isolate forgot since then is not cached
   */
  keep(name: string, check: DomainCheck, began: number, { waitUntil, requestId }: CheckRequest): void {
    if (check.status === "unknown" || (this.#forgotten.get(name) ?? 0) >= began) return;
    this.#hold(name, check);
    const age = Math.ceil((this.#now() - check.checkedAt) / 1000);
    const write = this.#store.put(this.#keyOf(name), JSON.stringify(check), {
      expirationTtl: Math.max(KV_MIN_TTL_S, CHECKS_FRESH_FOR - age),
    });
    // expected: many isolates can check a domain at the same time, and KV accepts one write per second for each key
    const written = write.catch((cause) => {
      if (!isWrittenAlready(cause)) throw cause;
    });
    waitUntil(logFailure("store_failed", written, { request_id: requestId }));
  }

  async forget(name: string): Promise<void> {
    this.#memory.delete(name);
    if (this.#forgotten.size >= MAX_IN_MEMORY) this.#forgotten.clear();
    this.#forgotten.set(name, this.#now());
    await this.#store.delete(this.#keyOf(name));
  }

  #isFresh(check: DomainCheck): boolean {
    return this.#now() - check.checkedAt < CHECKS_FRESH_FOR * 1000;
  }

  #hold(name: string, check: DomainCheck): void {
    if (this.#memory.size >= MAX_IN_MEMORY) this.#memory.clear();
    this.#memory.set(name, { check, until: this.#now() + MEMORY_MS });
  }

  /** Returns the KV key. Change its number if the stored shape changes. */
  #keyOf(name: string): string {
    return `check:2:${this.#profile}:${name}`;
  }
}
