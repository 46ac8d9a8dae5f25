import { beforeEach, describe, expect, test } from "vitest";
import type { Call } from "../../../shared/billing-contract/call.ts";
import type { Catalogue, CatalogueQuery } from "../../../shared/billing-contract/catalogue.ts";
import type { BillingResult } from "../../../shared/billing-contract/result.ts";
import type { Currency } from "../../../shared/platform/money.ts";
import { CatalogueCache } from "../../../workers/catalogue/catalogue-data/catalogue-cache.ts";

const QUERY = { currency: "CAD", language: "en" } as const;
const CATALOGUE = { currency: "CAD", language: "en", plans: [], extensions: [] } as unknown as Catalogue;

let now: number;
let asked: number;
let answer: BillingResult<Catalogue>;
let stored: Map<string, string>;
let lifetimes: number[];
let background: Promise<unknown>[];
let book: CatalogueCache;

beforeEach(() => {
  now = 1_800_000_000_000;
  asked = 0;
  answer = { ok: true, value: CATALOGUE };
  stored = new Map();
  lifetimes = [];
  background = [];
  book = newIsolate();
});

/** Creates another isolate, with an empty memory but the same store and billing system. */
function newIsolate(): CatalogueCache {
  const readCatalogue = async () => {
    asked++;
    return answer;
  };
  const get = async (key: string) => JSON.parse(stored.get(key) ?? "null");
  const put = async (key: string, value: string, { expirationTtl }: { expirationTtl: number }) => {
    stored.set(key, value);
    lifetimes.push(expirationTtl);
  };
  return new CatalogueCache({ readCatalogue } as never, { get, put } as never, () => now);
}

const REQUEST = { waitUntil: (work: Promise<unknown>) => void background.push(work), requestId: "r" };
const read = () => book.read(QUERY, REQUEST);
const settle = () => Promise.all(background.splice(0));
const passes = (seconds: number) => {
  now += seconds * 1000;
};
const down: BillingResult<Catalogue> = { ok: false, problem: { code: "billing_unavailable", retryAfter: 5 } };

test("a copy older than eight minutes is served and refreshed in the background", async () => {
  const first = await read();
  passes(480);
  expect(await read()).toBe(first);
  await settle();
  expect(asked).toBe(2);
  expect((await read()).readAt).toBe(now);
});

test("a copy is served until the end of its ten minutes and no longer", async () => {
  const first = await read();
  answer = down;
  passes(599.999);
  expect(await read()).toBe(first);
  await settle();
  passes(0.001);
  await expect(read()).rejects.toMatchObject({ code: "billing_unavailable", retryAfter: 5 });
});

test("a new isolate uses a copy near its end while the billing system is down", async () => {
  const first = await read();
  await settle();
  passes(590);
  book = newIsolate();
  answer = down;
  expect((await read()).readAt).toBe(first.readAt);
  passes(10);
  await expect(read()).rejects.toMatchObject({ code: "billing_unavailable" });
});

test("a snapshot keeps its age from the billing system in every isolate", async () => {
  const snapshot = now - 200_000;
  answer = { ok: true, value: { ...CATALOGUE, readAt: new Date(snapshot).toISOString() } };
  expect((await read()).readAt).toBe(snapshot);
  await settle();
  answer = down;
  passes(399.999);
  book = newIsolate();
  expect((await read()).readAt).toBe(snapshot);
  passes(0.001);
  await expect(read()).rejects.toMatchObject({ code: "billing_unavailable" });
});

test("a snapshot that arrives too old is ignored, and the current copy is served until its end", async () => {
  const first = await read();
  passes(500);
  answer = { ok: true, value: { ...CATALOGUE, readAt: new Date(now - 600_000).toISOString() } };
  expect(await read()).toBe(first);
  await settle();
  expect(await read()).toBe(first);
  passes(100);
  await expect(read()).rejects.toMatchObject({ code: "billing_unavailable", retryAfter: 5 });
});

test("a time in the future or an unreadable time does not make a copy appear newer", async () => {
  for (const readAt of [new Date(now + 60_000).toISOString(), "yesterday"]) {
    answer = { ok: true, value: { ...CATALOGUE, readAt } };
    stored.clear();
    book = newIsolate();
    expect((await read()).readAt).toBe(now);
    await settle();
  }
});

test("a failed read pauses further reads, while copies are still served", async () => {
  await read();
  answer = down;
  passes(500);
  for (let asks = 0; asks < 20; asks++) await read();
  await settle();
  expect(asked).toBe(2);
  passes(6);
  answer = { ok: true, value: CATALOGUE };
  await read();
  await settle();
  expect((await read()).readAt).toBe(now);
});

test("simultaneous callers share one read and its failure", async () => {
  answer = down;
  const actors = await Promise.allSettled(Array.from({ length: 50 }, read));
  expect(actors.every(({ status }) => status === "rejected")).toBe(true);
  expect(asked).toBe(1);
});

test.each([
  ["KV PUT failed: 429 Too Many Requests", false],
  ["KV put() limit exceeded for the day.", true],
])('a write that gets "%s" from the store is reported as refused: %s', async (message, isRefused) => {
  const failing = { get: async () => null, put: () => Promise.reject(new Error(message)) };
  const readCatalogue = async () => answer;
  book = new CatalogueCache({ readCatalogue } as never, failing as never, () => now);
  await read();
  await settle();
  expect(book.storeRefused).toBe(isRefused);
});

describe("a billing system that does not sell in the default currency", () => {
  const currencies: Currency[] = ["CAD", "EUR"];
  let fails: boolean;
  let sold: Currency[];

  beforeEach(() => {
    fails = false;
    sold = currencies;
    asked = 0;
    const readCatalogue = async (_: Call, { currency }: CatalogueQuery) => {
      asked++;
      if (fails) return down;
      if (!sold.includes(currency)) return { ok: false, problem: { code: "currency_not_sold", currencies: sold } };
      return { ok: true, value: { ...CATALOGUE, currency, currencies: sold } };
    };
    const get = async (key: string) => JSON.parse(stored.get(key) ?? "null");
    const put = async (key: string, value: string) => void stored.set(key, value);
    book = new CatalogueCache({ readCatalogue } as never, { get, put } as never, () => now);
  });

  const readIn = async (currency?: Currency) => {
    const { catalogue } = await book.read({ currency, language: "en" }, REQUEST);
    return catalogue.currency;
  };
  const refusal = {
    code: "invalid_parameter",
    refused: [{ name: "currency", message: { en: expect.stringContaining("CAD, EUR") } }],
  };

  test("is read in its first currency, and the default currency is retried once a minute", async () => {
    expect(await readIn()).toBe("CAD");
    expect(asked).toBe(2);
    passes(59);
    expect(await readIn()).toBe("CAD");
    expect(asked).toBe(2);
    passes(1);
    expect(await readIn()).toBe("CAD");
    expect(asked).toBe(3);
    sold = ["CAD", "EUR", "USD"];
    passes(60);
    expect(await readIn()).toBe("USD");
  });

  test("refuses an unsold currency and lists the sold ones", async () => {
    expect(await readIn("EUR")).toBe("EUR");
    await expect(readIn("USD")).rejects.toMatchObject(refusal);
    await expect(readIn("USD")).rejects.toMatchObject(refusal);
    expect(asked).toBe(2);
  });

  test("serves a removed currency until the next read, and refuses it after that", async () => {
    sold = ["CAD", "USD"];
    expect(await readIn("USD")).toBe("USD");
    await settle();
    sold = currencies;
    passes(480);
    expect(await readIn("USD")).toBe("USD");
    await settle();
    await expect(readIn("USD")).rejects.toMatchObject(refusal);
    expect(await readIn()).toBe("CAD");
  });

  test("can serve its first currency, and any requested currency during an outage if a price list is in memory", async () => {
    const servable = (currency?: Currency) => book.ensureServable({ currency, language: "en" }, REQUEST);
    expect(await servable()).toBe("CAD");
    await expect(servable("USD")).rejects.toMatchObject(refusal);
    fails = true;
    expect(await servable("EUR")).toBe("EUR");
    book = newIsolate();
    answer = down;
    await expect(servable()).rejects.toMatchObject({ code: "billing_unavailable" });
  });
});
