import { beforeEach, expect, test } from "vitest";
import type { CatalogueReads } from "../../../shared/billing-contract/catalogue.ts";
import { healthMonitor } from "../../../workers/catalogue/api/health-monitor.ts";
import type { CatalogueCache } from "../../../workers/catalogue/catalogue-data/catalogue-cache.ts";

let now: number;
let billing: boolean;
let isWorkLate: boolean;
let asked: number;
let prices: { storeRefused: boolean; extensions: string[] };
let failing: () => Promise<string[]>;
let monitor: ReturnType<typeof healthMonitor>;

beforeEach(() => {
  now = 0;
  billing = true;
  isWorkLate = false;
  asked = 0;
  prices = { storeRefused: false, extensions: ["ca", "fr"] };
  failing = async () => [];
  const problem = { code: "billing_unavailable", retryAfter: 5 };
  const checkHealth = async () => {
    asked++;
    return billing ? { ok: true, value: { isWorkLate } } : { ok: false, problem };
  };
  const system = { checkHealth } as unknown as CatalogueReads;
  const store = { get: async () => null } as unknown as KVNamespace;
  const checker = { hostsOf: (extension: string) => [`rdap.${extension}:443`, `whois.${extension}:43`] };
  const registries = {
    troubles: async () =>
      (await failing()).map((host) => ({
        host,
        failedAt: now,
        failure: "timeout" as const,
        openUntil: null,
        pausedUntil: null,
      })),
  };
  monitor = healthMonitor(system, store, prices as CatalogueCache, checker, registries, () => now);
});

const statusOf = async (name: string) => (await monitor.check("r")).find((check) => check.name === name)?.status;

test("a failure and a recovery are each reported within 30 seconds", async () => {
  expect(await statusOf("billing")).toBe("ok");
  billing = false;
  now += 30_000;
  expect(await statusOf("billing")).toBe("failing");
  billing = true;
  now += 30_000;
  expect(await statusOf("billing")).toBe("ok");
});

test("simultaneous callers share one check, and no other check runs for ten seconds", async () => {
  await Promise.all(Array.from({ length: 40 }, () => monitor.check("r")));
  now += 9_999;
  await monitor.check("r");
  expect(asked).toBe(1);
});

test("a store that refused a write is failing until a write succeeds", async () => {
  prices.storeRefused = true;
  expect(await statusOf("cache")).toBe("failing");
  now += 600_000;
  expect(await statusOf("cache")).toBe("failing");
  prices.storeRefused = false;
  now += 30_000;
  expect(await statusOf("cache")).toBe("ok");
});

test("registries fail only if all hosts of a sold extension fail", async () => {
  failing = async () => ["rdap.es:443", "whois.es:43", "whois.fr:43", "rdap.ca:443"];
  expect(await statusOf("registries")).toBe("ok");
  failing = async () => ["rdap.fr:443", "whois.fr:43"];
  now += 10_000;
  expect(await statusOf("registries")).toBe("failing");
  failing = async () => [];
  now += 10_000;
  expect(await statusOf("registries")).toBe("ok");
});

test("registries whose state is unknown are reported as failing", async () => {
  failing = () => Promise.reject(new Error("gone"));
  expect(await statusOf("registries")).toBe("failing");
});
