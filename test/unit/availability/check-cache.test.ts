import { afterEach, expect, test, vi } from "vitest";
import type { DomainCheck } from "../../../shared/catalogue-contract/domain-check.ts";
import { CheckCache } from "../../../workers/catalogue/availability/check-cache.ts";

const CHECK: DomainCheck = {
  ...{ status: "available", reason: "no_registration_found", retryAfterMs: null },
  ...{ source: "rdap", checkedAt: 1_000, simulated: false },
};

afterEach(() => void vi.restoreAllMocks());

/** What is logged where the store answers a write so. */
async function loggedAfter(failure: Error): Promise<string[]> {
  const lines: string[] = [];
  for (const level of ["log", "info", "warn", "error"] as const) {
    vi.spyOn(console, level).mockImplementation((line: string) => void lines.push(JSON.parse(line).event));
  }
  const store = { get: async () => null, put: () => Promise.reject(failure) } as unknown as KVNamespace;
  const cache = new CheckCache(store, "live", () => 1_000);
  const background: Promise<unknown>[] = [];
  cache.keep("name.test", CHECK, 1_000, { waitUntil: (work) => void background.push(work), requestId: "r" });
  await Promise.all(background);
  expect(await cache.read("name.test", "r")).toEqual(CHECK);
  return lines;
}

test("a name that another isolate wrote in the same second is no failure of the store", async () => {
  expect(await loggedAfter(new Error("KV PUT failed: 429 Too Many Requests"))).toEqual([]);
});

test.each(["KV put() limit exceeded for the day.", "KV PUT failed: 500 Internal Server Error"])(
  "%s is logged, and the check is given all the same",
  async (message) => {
    expect(await loggedAfter(new Error(message))).toEqual(["store_failed"]);
  },
);
