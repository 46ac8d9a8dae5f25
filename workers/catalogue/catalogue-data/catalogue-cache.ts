import { invalidInput, OperationError } from "../../../shared/api/definition/problems.ts";
import { askBilling } from "../../../shared/billing-contract/ask-billing.ts";
import type { Catalogue, CatalogueQuery, CatalogueReads } from "../../../shared/billing-contract/catalogue.ts";
import type { BillingResult, BillingUnavailable, CurrencyNotSold } from "../../../shared/billing-contract/result.ts";
import { noteCache } from "../../../shared/platform/call-facts.ts";
import { inTime } from "../../../shared/platform/deadline.ts";
import { log } from "../../../shared/platform/log.ts";
import { type Currency, DEFAULT_CURRENCY } from "../../../shared/platform/money.ts";
import { isWrittenAlready, KV_MIN_TTL_S } from "../kv-writes.ts";

/** A copy of the catalogue. */
export interface CachedCatalogue {
  /** When it was read from the billing system, or when that had it itself where that is earlier; epoch milliseconds. */
  readAt: number;
  catalogue: Catalogue;
}

/** Maximum age of a copy in any cache, in seconds. */
export const CATALOGUE_FRESH_FOR = 600;
const MAX_AGE_MS = CATALOGUE_FRESH_FOR * 1000;
/** From this age on, a copy is refreshed in the background (stale-while-revalidate). */
const REFRESH_AGE_MS = 480_000;
/** Pause after a failure of the billing system; valid copies are still served. */
const PAUSE_AFTER_FAILURE_MS = 5_000;
const BILLING_DEADLINE_MS = 4_000;
const STORE_DEADLINE_MS = 1_000;

/** How long an isolate goes by that there is no price list in a currency. */
const NOT_SOLD_MS = 60_000;

/** A price list as callers ask for it. */
export interface AskedCatalogue extends Pick<CatalogueQuery, "language"> {
  /** Absent: the default one, or what is sold in its place. */
  currency?: Currency | undefined;
}

/** The request that reads a price list. */
interface ReadingRequest {
  /** Keeps the Worker running for work that the answer does not wait for. */
  waitUntil: (work: Promise<unknown>) => void;
  requestId: string;
}

/**
 * The provider's catalogue, from isolate memory, then KV, then the billing system. The age of a copy is checked on every read.
 * One refresh is in flight per key. A failing store never fails a read; while the billing system is down, copies inside their
 * maximum age are served.
 */
export class CatalogueCache {
  readonly #billing: CatalogueReads;
  readonly #store: KVNamespace;
  readonly #now: () => number;
  readonly #memory = new Map<string, CachedCatalogue>();
  readonly #inFlight = new Map<string, Promise<CachedCatalogue | CurrencyNotSold>>();
  readonly #notSold = new Map<string, { at: number; problem: CurrencyNotSold }>();
  readonly #pausedUntil = new Map<string, number>();
  /** Whether the last write to the store failed; what `/status` reports. */
  storeRefused = false;

  constructor(billing: CatalogueReads, store: KVNamespace, now: () => number) {
    this.#billing = billing;
    this.#store = store;
    this.#now = now;
  }

  /**
   * @throws {OperationError} `billing_unavailable` when no layer has a copy inside its age, `invalid_parameter` when there is no price
   * list in the currency
   */
  async read({ currency, language }: AskedCatalogue, request: ReadingRequest): Promise<CachedCatalogue> {
    const read = await this.#read({ currency: currency ?? DEFAULT_CURRENCY, language }, request);
    if (!("code" in read)) return read;
    const [first] = read.currencies;
    if (currency !== undefined || first === undefined) throw notSoldIn(read);
    const other = await this.#read({ currency: first, language }, request);
    if ("code" in other) throw notSoldIn(other);
    return other;
  }

  async #read(query: CatalogueQuery, request: ReadingRequest): Promise<CachedCatalogue | CurrencyNotSold> {
    const key = keyOf(query);
    const notSold = this.#notSold.get(key);
    if (notSold && this.#now() - notSold.at < NOT_SOLD_MS) return notSold.problem;
    const held = this.#held(key);
    if (held) noteCache(request.requestId, "isolate");
    if (held && (this.#ageOf(held) < REFRESH_AGE_MS || this.#pauseOf(key) > 0)) return held;

    const refresh = this.#refreshOnce(key, query, request);
    // expected: logged where the billing system was asked. A request that waits gets the failure; for others what is held is good
    request.waitUntil(refresh.catch(() => undefined));
    return held ?? refresh;
  }

  /**
   * The currency to answer in: the one that is asked for, or what is sold in its place.
   * @throws {OperationError} `billing_unavailable` when neither this nor any other price list can be served, and as {@link read}
   */
  async ensureServable(query: AskedCatalogue, request: ReadingRequest): Promise<Currency> {
    try {
      return (await this.read(query, request)).catalogue.currency;
    } catch (error) {
      const held = [...this.#memory.keys()].flatMap((key) => this.#held(key)?.catalogue.currency ?? []);
      const isUnavailable = error instanceof OperationError && error.code === "billing_unavailable";
      // expected: another price list can be served
      if (isUnavailable && held[0] !== undefined) return query.currency ?? held[0];
      throw error;
    }
  }

  /** The extensions of the price lists in memory, without their first dot. */
  get extensions(): string[] {
    const held = [...this.#memory.keys()].flatMap((key) => this.#held(key)?.catalogue.extensions ?? []);
    return [...new Set(held.map(({ tld }) => tld.slice(1)))];
  }

  #held(key: string): CachedCatalogue | undefined {
    const entry = this.#memory.get(key);
    return entry && this.#ageOf(entry) < MAX_AGE_MS ? entry : undefined;
  }

  #ageOf(entry: CachedCatalogue): number {
    return this.#now() - entry.readAt;
  }

  /** Milliseconds left of the pause after a failure. */
  #pauseOf(key: string): number {
    return (this.#pausedUntil.get(key) ?? 0) - this.#now();
  }

  #refreshOnce(key: string, query: CatalogueQuery, request: ReadingRequest) {
    const running = this.#inFlight.get(key);
    if (running) return running;
    const refresh = this.#refresh(key, query, request).finally(() => this.#inFlight.delete(key));
    this.#inFlight.set(key, refresh);
    return refresh;
  }

  async #refresh(
    key: string,
    query: CatalogueQuery,
    { waitUntil, requestId }: ReadingRequest,
  ): Promise<CachedCatalogue | CurrencyNotSold> {
    const stored = await this.#fromStore(key, requestId);
    if (stored && this.#ageOf(stored) < REFRESH_AGE_MS) {
      noteCache(requestId, "kv");
      return this.#remember(key, stored);
    }

    const fresh = await this.#fromBilling(key, query, requestId);
    if (fresh.ok) {
      const entry = this.#remember(key, fresh.value);
      waitUntil(this.#toStore(key, entry, requestId));
      return entry;
    }
    if (fresh.problem.code === "currency_not_sold") {
      this.#memory.delete(key);
      this.#notSold.set(key, { at: this.#now(), problem: fresh.problem });
      return fresh.problem;
    }
    const usable = [this.#held(key), stored].find((entry) => entry && this.#ageOf(entry) < MAX_AGE_MS);
    if (usable) return this.#remember(key, usable);
    throw billingUnavailable(fresh.problem.retryAfter);
  }

  async #fromBilling(
    key: string,
    query: CatalogueQuery,
    requestId: string,
  ): Promise<BillingResult<CachedCatalogue, BillingUnavailable | CurrencyNotSold>> {
    const pause = this.#pauseOf(key);
    if (pause > 0) return noAnswer(Math.ceil(pause / 1000));
    const result = await askBilling(
      () => this.#billing.readCatalogue({ requestId }, query),
      BILLING_DEADLINE_MS,
      requestId,
    );
    if (!result.ok && result.problem.code === "currency_not_sold") return result;
    const fresh = result.ok && { readAt: readAtOf(result.value, this.#now()), catalogue: result.value };
    if (fresh && this.#ageOf(fresh) < MAX_AGE_MS) return { ok: true, value: fresh };
    this.#pausedUntil.set(key, this.#now() + PAUSE_AFTER_FAILURE_MS);
    return result.ok ? noAnswer(PAUSE_AFTER_FAILURE_MS / 1000) : result;
  }

  async #fromStore(key: string, requestId: string): Promise<CachedCatalogue | undefined> {
    try {
      const entry = await inTime(this.#store.get<CachedCatalogue>(key, "json"), STORE_DEADLINE_MS);
      return entry && this.#ageOf(entry) < MAX_AGE_MS ? entry : undefined;
    } catch (cause) {
      log("store_failed", { request_id: requestId, cause });
      return undefined;
    }
  }

  async #toStore(key: string, entry: CachedCatalogue, requestId: string): Promise<void> {
    const secondsLeft = Math.ceil((MAX_AGE_MS - this.#ageOf(entry)) / 1000);
    try {
      const write = this.#store.put(key, JSON.stringify(entry), {
        expirationTtl: Math.max(KV_MIN_TTL_S, secondsLeft),
      });
      await inTime(write, STORE_DEADLINE_MS);
      this.storeRefused = false;
    } catch (cause) {
      // expected: many isolates refresh at the same time, and the store takes one write of a key in a second
      if (isWrittenAlready(cause)) return;
      log("store_failed", { request_id: requestId, cause });
      this.storeRefused = true;
    }
  }

  #remember(key: string, entry: CachedCatalogue): CachedCatalogue {
    this.#memory.set(key, entry);
    return entry;
  }
}

/** When the billing system had its data; now for a time that is ahead of this clock or cannot be read. */
function readAtOf({ readAt }: Catalogue, now: number): number {
  const had = Date.parse(readAt);
  return had < now ? had : now;
}

function noAnswer(retryAfter: number): BillingResult<never> {
  return { ok: false, problem: { code: "billing_unavailable", retryAfter } };
}

/** The number changes when the stored shape does, so that an old copy is never read as a new one. */
export const CATALOGUE_KEY_PREFIX = "catalogue:1:";

function keyOf({ currency, language }: CatalogueQuery): string {
  return `${CATALOGUE_KEY_PREFIX}${currency}:${language}`;
}

function notSoldIn({ currencies }: CurrencyNotSold): OperationError {
  const sold = currencies.join(", ");
  const message = {
    en: `must be one that prices are in here: ${sold}.`,
    fr: `doit être une de celles des prix d’ici : ${sold}.`,
  };
  return invalidInput("invalid_parameter", [{ name: "currency", message }]);
}

function billingUnavailable(retryAfter: number): OperationError {
  return new OperationError(
    "billing_unavailable",
    {
      en: "The billing system did not answer in time. Ask again later.",
      fr: "Le système de facturation n’a pas répondu à temps. Réessayez plus tard.",
    },
    { retryAfter },
  );
}
