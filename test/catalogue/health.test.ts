import { beforeEach, expect, test } from "vitest";
import type { CatalogueBilling } from "../../shared/billing.ts";
import type { DomainChecker } from "../../workers/catalogue/availability/domain-checker.ts";
import { HealthMonitor } from "../../workers/catalogue/health.ts";
import type { PriceBook } from "../../workers/catalogue/price-book.ts";

let now: number;
let billing: boolean;
let asked: number;
let prices: { storeRefused: boolean };
let monitor: HealthMonitor;

beforeEach(() => {
  now = 0;
  billing = true;
  asked = 0;
  prices = { storeRefused: false };
  const system = {
    checkHealth: async () => {
      asked++;
      return billing
        ? { ok: true, value: null }
        : { ok: false, problem: { code: "billing_unavailable", retryAfter: 5 } };
    },
  } as unknown as CatalogueBilling;
  const store = { get: async () => null } as unknown as KVNamespace;
  const checker = { registriesAnswer: async () => true } as unknown as DomainChecker;
  monitor = new HealthMonitor(system, store, prices as PriceBook, checker, () => now);
});

const statusOf = async (name: string) => (await monitor.check()).find((check) => check.name === name)?.status;

test("what fails is said within 30 seconds, and so is that it works again", async () => {
  expect(await statusOf("billing")).toBe("ok");
  billing = false;
  now += 30_000;
  expect(await statusOf("billing")).toBe("failing");
  billing = true;
  now += 30_000;
  expect(await statusOf("billing")).toBe("ok");
});

test("many askers are one question, and none for ten seconds after it", async () => {
  await Promise.all(Array.from({ length: 40 }, () => monitor.check()));
  now += 9_999;
  await monitor.check();
  expect(asked).toBe(1);
});

test("a store that took no write is failing until one succeeds", async () => {
  prices.storeRefused = true;
  expect(await statusOf("cache")).toBe("failing");
  now += 600_000;
  expect(await statusOf("cache")).toBe("failing");
  prices.storeRefused = false;
  now += 30_000;
  expect(await statusOf("cache")).toBe("ok");
});
