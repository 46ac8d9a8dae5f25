import { invalidInput, OperationError } from "../../../shared/api/definition/problems.ts";
import { askBilling } from "../../../shared/billing-contract/ask-billing.ts";
import type { Catalogue, CatalogueQuery, CatalogueReads } from "../../../shared/billing-contract/catalogue.ts";
import type { BillingResult, BillingUnavailable, CurrencyNotSold } from "../../../shared/billing-contract/result.ts";
import { noteCache } from "../../../shared/platform/call-facts.ts";
import { inTime } from "../../../shared/platform/deadline.ts";
import { log } from "../../../shared/platform/log.ts";
import { type Currency, DEFAULT_CURRENCY } from "../../../shared/platform/money.ts";
import { isWrittenAlready, KV_MIN_TTL_S } from "../kv-writes.ts";

/** A cached copy of the catalogue. */
export interface CachedCatalogue {
  /**
   * Time of the billing system's data, in epoch milliseconds. If that time is unreadable or in the future, it is the
   * time at which the catalogue was read.
   */
  readAt: number;
  catalogue: Catalogue;
}

/** Maximum age of a copy in any cache, in seconds. */
export const CATALOGUE_FRESH_FOR = 600;
const MAX_AGE_MS = CATALOGUE_FRESH_FOR * 1000;
/** Age from which a copy is refreshed in the background (stale-while-revalidate). */
const REFRESH_AGE_MS = 480_000;
/** Time without another call for a price list after the billing system fails. Valid copies are still served. */
const PAUSE_AFTER_FAILURE_MS = 5_000;
const BILLING_DEADLINE_MS = 4_000;
const STORE_DEADLINE_MS = 1_000;

/** Time for which an isolate remembers that a currency has no price list. */
const NOT_SOLD_MS = 60_000;

/** The price list that a caller requests. */
export interface AskedCatalogue extends Pick<CatalogueQuery, "language"> {
  /** If absent, the default currency, or the first one that has a price list. */
  currency?: Currency | undefined;
}

/** The request that reads a price list. */
interface ReadingRequest {
  /** Keeps the Worker running for work that does not delay the response. */
  waitUntil: (work: Promise<unknown>) => void;
  requestId: string;
}

/** The state of one price list in an isolate, for one currency and language. */
interface HeldPriceList {
  readonly query: CatalogueQuery;
  readonly key: string;
  copy: CachedCatalogue | null;
  /** The refresh in flight; `null` if there is none. */
  refresh: Promise<CachedCatalogue | CurrencyNotSold> | null;
  notSold: { until: number; problem: CurrencyNotSold } | null;
  /** End of the pause after a failure of the billing system, in epoch milliseconds. */
  pausedUntil: number;
}

/**
 * A cache of the provider's catalogue. It reads isolate memory, then KV, then the billing system. Every read checks the
 * age of a copy. At most one refresh per price list is in flight. A KV failure never fails a read. If the billing
 * system is down, valid copies are served.
 */
export class CatalogueCache {
  readonly #billing: CatalogueReads;
  readonly #store: KVNamespace;
  readonly #now: () => number;
  readonly #lists = new Map<string, HeldPriceList>();
  /** Whether the last write to KV failed, for `/status`. */
  storeRefused = false;

  constructor(billing: CatalogueReads, store: KVNamespace, now: () => number) {
    this.#billing = billing;
    this.#store = store;
    this.#now = now;
  }

  /**
   * Returns the catalogue in the requested currency and language.
   * @throws {OperationError} `billing_unavailable` if no layer has a valid copy; `invalid_parameter` if the currency,
   * or every currency, has no price list
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

  /**
   * Ensures that a price list can be served, and returns the currency for the answer. If only the requested price list
   * is unavailable, that currency is still returned.
   * @throws {OperationError} `billing_unavailable` if no price list can be served; otherwise as {@link read}
   */
  async ensureServable(query: AskedCatalogue, request: ReadingRequest): Promise<Currency> {
    try {
      return (await this.read(query, request)).catalogue.currency;
    } catch (error) {
      const [held] = this.#heldCatalogues();
      const isUnavailable = error instanceof OperationError && error.code === "billing_unavailable";
      // expected: another price list can be served
      if (isUnavailable && held) return query.currency ?? held.currency;
      throw error;
    }
  }

  /** The extensions of the valid price lists in memory, without their leading dot. */
  get extensions(): string[] {
    const extensions = this.#heldCatalogues().flatMap((catalogue) => catalogue.extensions);
    return [...new Set(extensions.map(({ tld }) => tld.slice(1)))];
  }

  async #read(query: CatalogueQuery, request: ReadingRequest): Promise<CachedCatalogue | CurrencyNotSold> {
    const list = this.#listOf(query);
    if (list.notSold && this.#now() < list.notSold.until) return list.notSold.problem;
    const held = this.#fresh(list.copy);
    if (held) noteCache(request.requestId, "isolate");
    if (held && (this.#ageOf(held) < REFRESH_AGE_MS || list.pausedUntil > this.#now())) return held;

    list.refresh ??= this.#refresh(list, request).finally(() => {
      list.refresh = null;
    });
    // expected: the billing call logs the failure; waiting requests receive it, and the others use the copy
    request.waitUntil(list.refresh.catch(() => undefined));
    return held ?? list.refresh;
  }

  #listOf(query: CatalogueQuery): HeldPriceList {
    const key = `${CATALOGUE_KEY_PREFIX}${query.currency}:${query.language}`;
    const list = this.#lists.get(key) ?? { query, key, copy: null, refresh: null, notSold: null, pausedUntil: 0 };
    this.#lists.set(key, list);
    return list;
  }

  #heldCatalogues(): Catalogue[] {
    return [...this.#lists.values()].flatMap(({ copy }) => this.#fresh(copy)?.catalogue ?? []);
  }

  /** Returns the copy if it is valid; `null` otherwise. */
  #fresh(copy: CachedCatalogue | null): CachedCatalogue | null {
    return copy && this.#ageOf(copy) < MAX_AGE_MS ? copy : null;
  }

  #ageOf(copy: CachedCatalogue): number {
    return this.#now() - copy.readAt;
  }

  async #refresh(
    list: HeldPriceList,
    { waitUntil, requestId }: ReadingRequest,
  ): Promise<CachedCatalogue | CurrencyNotSold> {
    const stored = await this.#fromStore(list.key, requestId);
    if (stored && this.#ageOf(stored) < REFRESH_AGE_MS) {
      noteCache(requestId, "kv");
      list.copy = stored;
      return stored;
    }

    const fresh = await this.#fromBilling(list, requestId);
    if (fresh.ok) {
      list.copy = fresh.value;
      waitUntil(this.#toStore(list.key, fresh.value, requestId));
      return fresh.value;
    }
    if (fresh.problem.code === "currency_not_sold") {
      list.copy = null;
      list.notSold = { until: this.#now() + NOT_SOLD_MS, problem: fresh.problem };
      return fresh.problem;
    }
    const usable = this.#fresh(list.copy) ?? this.#fresh(stored);
    if (!usable) throw billingUnavailable(fresh.problem.retryAfter);
    list.copy = usable;
    return usable;
  }

  async #fromBilling(
    list: HeldPriceList,
    requestId: string,
  ): Promise<BillingResult<CachedCatalogue, BillingUnavailable | CurrencyNotSold>> {
    const pause = list.pausedUntil - this.#now();
    if (pause > 0) return noAnswer(Math.ceil(pause / 1000));
    const ask = () => this.#billing.readCatalogue({ requestId }, list.query);
    const result = await askBilling(ask, BILLING_DEADLINE_MS, requestId);
    if (!result.ok && result.problem.code === "currency_not_sold") return result;
    const fresh = result.ok
      ? this.#fresh({ readAt: readAtOf(result.value, this.#now()), catalogue: result.value })
      : null;
    if (fresh) return { ok: true, value: fresh };
    list.pausedUntil = this.#now() + PAUSE_AFTER_FAILURE_MS;
    return result.ok ? noAnswer(PAUSE_AFTER_FAILURE_MS / 1000) : result;
  }

  async #fromStore(key: string, requestId: string): Promise<CachedCatalogue | null> {
    try {
      return this.#fresh(await inTime(this.#store.get<CachedCatalogue>(key, "json"), STORE_DEADLINE_MS));
    } catch (cause) {
      log("store_failed", { request_id: requestId, cause });
      return null;
    }
  }

  async #toStore(key: string, copy: CachedCatalogue, requestId: string): Promise<void> {
    const secondsLeft = Math.ceil((MAX_AGE_MS - this.#ageOf(copy)) / 1000);
    try {
      const expirationTtl = Math.max(KV_MIN_TTL_S, secondsLeft);
      await inTime(this.#store.put(key, JSON.stringify(copy), { expirationTtl }), STORE_DEADLINE_MS);
      this.storeRefused = false;
    } catch (cause) {
      // expected: many isolates refresh at the same time, and KV accepts one write per second for each key
      if (isWrittenAlready(cause)) return;
      log("store_failed", { request_id: requestId, cause });
      this.storeRefused = true;
    }
  }
}

/** Returns the time of the billing system's data. If that time is in the future or unreadable, returns `now`. */
function readAtOf({ readAt }: Catalogue, now: number): number {
  const had = Date.parse(readAt);
  return had < now ? had : now;
}

function noAnswer(retryAfter: number): BillingResult<never> {
  return { ok: false, problem: { code: "billing_unavailable", retryAfter } };
}

/**
 * The prefix of the KV keys. Change its number if the stored shape changes, so that an old copy is never read as a new
 * one.
 */
export const CATALOGUE_KEY_PREFIX = "catalogue:1:";

function notSoldIn({ currencies }: CurrencyNotSold): OperationError {
  const sold = currencies.join(", ");
  const message = {
    en: `must be a currency of the price list: ${sold}.`,
    fr: `doit être une de celles des prix d’ici : ${sold}.`,
  };
  return invalidInput("invalid_parameter", [{ name: "currency", message }]);
}

function billingUnavailable(retryAfter: number): OperationError {
  return new OperationError(
    "billing_unavailable",
    {
      en: "The billing system did not answer in time. Try again later.",
      fr: "Le système de facturation n’a pas répondu à temps. Réessayez plus tard.",
    },
    { retryAfter },
  );
}
