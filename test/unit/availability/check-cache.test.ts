import { afterEach, expect, test, vi } from "vitest";
import type { DomainCheck } from "../../../shared/catalogue-contract/domain-check.ts";
import { CheckCache } from "../../../workers/catalogue/availability/check-cache.ts";

const CHECK: DomainCheck = {
  ...{ status: "available", reason: "no_registration_found", retryAfterMs: null },
  ...{ source: "rdap", checkedAt: 1_000, simulated: false },
};

const EMPTY = {
  get: async () => null,
  put: async () => undefined,
  delete: async () => undefined,
} as unknown as KVNamespace;

afterEach(() => void vi.restoreAllMocks());

/** Returns the logged events after a write to the store fails with this error. */
async function loggedAfter(failure: Error): Promise<string[]> {
  const lines: string[] = [];
  for (const level of ["log", "info", "warn", "error"] as const) {
    vi.spyOn(console, level).mockImplementation((line: string) => void lines.push(JSON.parse(line).event));
  }
  const store = { ...EMPTY, put: () => Promise.reject(failure) } as unknown as KVNamespace;
  const cache = new CheckCache(store, "live", () => 1_000);
  const background: Promise<unknown>[] = [];
  cache.keep("name.test", CHECK, 1_000, { waitUntil: (work) => void background.push(work), requestId: "r" });
  await Promise.all(background);
  expect(await cache.read("name.test", "r")).toEqual(CHECK);
  return lines;
}

test("a write conflict with another isolate in the same second is not logged as a failure of the store", async () => {
  expect(await loggedAfter(new Error("KV PUT failed: 429 Too Many Requests"))).toEqual([]);
});

test.each(["KV put() limit exceeded for the day.", "KV PUT failed: 500 Internal Server Error"])(
  "“%s” is logged, and the check is still returned",
  async (message) => {
    expect(await loggedAfter(new Error(message))).toEqual(["store_failed"]);
  },
);

test("up to a thousand domains are cached in memory, and others are read from the store", async () => {
  const asked: string[] = [];
  const get = async (key: string) => {
    asked.push(key);
    return null;
  };
  const cache = new CheckCache({ ...EMPTY, get } as unknown as KVNamespace, "live", () => 1_000);
  const keep = (at: number) =>
    cache.keep(`name-${at}.test`, CHECK, 1_000, { waitUntil: () => undefined, requestId: "r" });
  for (let at = 0; at < 1_000; at++) keep(at);
  expect(await cache.read("name-0.test", "r")).toEqual(CHECK);
  keep(1_000);
  expect(await cache.read("name-0.test", "r")).toBeUndefined();
  expect(await cache.read("name-1000.test", "r")).toEqual(CHECK);
  expect(asked).toHaveLength(1);
});

test("a check is not stored if its domain is one of the last thousand that were forgotten", async () => {
  const cache = new CheckCache(EMPTY, "live", () => 1_000);
  const isKept = async (name: string) => {
    cache.keep(name, CHECK, 1_000, { waitUntil: () => undefined, requestId: "r" });
    return (await cache.read(name, "r")) !== undefined;
  };
  for (let at = 0; at < 1_000; at++) await cache.forget(`name-${at}.test`);
  expect(await isKept("name-0.test")).toBe(false);
  await cache.forget("name-1000.test");
  expect([await isKept("name-0.test"), await isKept("name-1000.test")]).toEqual([true, false]);
});
