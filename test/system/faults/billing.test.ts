import { afterEach, beforeEach, expect, test } from "vitest";
import type { Mood } from "../../support/workers/unreliable-billing.worker.ts";
import { World } from "../../support/world.ts";

/** Stands before the billing system; see its file. */
const UNRELIABLE = {
  name: "unreliable-billing",
  main: "test/support/workers/unreliable-billing.worker.ts",
  services: [{ binding: "REAL", service: "frontdesk-billing", entrypoint: "PublicBilling" }],
};
const KEY = "catalogue:1:USD:en";

let world: World;
let system: World["system"];

beforeEach(async () => {
  world = await new World({
    bindings: { catalogue: { BILLING: UNRELIABLE.name } },
    more: [UNRELIABLE],
    isDemonstration: false,
  }).start();
  system = world.system;
});

afterEach(() => world.close());

const ask = (path: string) => system.fetch(`/api/v1${path}`);
const billing = async (path: string) => (await system.getWorker("unreliable-billing").fetch(`/${path}`)).text();
const setMood = (mood: Mood) => billing(`mood/${mood}`);
const store = async () => (await system.getWorker<{ PRICES: KVNamespace }>("frontdesk-catalogue").getEnv()).PRICES;

test.each<[Mood, string]>([
  ["throws", "5"],
  ["hangs", "5"],
  ["refuses", "17"],
])("a billing system that %s is 503 with when to ask again, and nothing of its own words", async (mood, retryAfter) => {
  await setMood(mood);
  const response = await ask("/plans?lang=fr");
  expect(response.status).toBe(503);
  expect(response.headers.get("Retry-After")).toBe(retryAfter);
  expect(response.headers.get("Cache-Control")).toBe("no-store");
  const problem = await response.text();
  expect(problem).not.toContain("secret");
  expect(JSON.parse(problem)).toMatchObject({
    code: "billing_unavailable",
    retryable: true,
    retry_after: Number(retryAfter),
    detail: "Le système de facturation n’a pas répondu à temps. Réessayez plus tard.",
  });
});

test("a tool call is told the same", async () => {
  await setMood("throws");
  const response = await system.fetch("/api/v1/mcp", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "list_plans" } }),
  });
  const { result } = (await response.json()) as { result: { isError: boolean; content: { text: string }[] } };
  expect(result.isError).toBe(true);
  expect(JSON.parse(result.content[0]?.text ?? "")).toMatchObject({ code: "billing_unavailable", retry_after: 5 });
});

test("with nothing to serve the status is 503; what does not need the billing system is served", async () => {
  await setMood("throws");
  expect((await ask("/status")).status).toBe(503);
  expect((await ask("/openapi.json")).status).toBe(200);
});

test("what is inside its age is served while the billing system is down, and the status says so", async () => {
  expect((await ask("/plans?line=vps")).status).toBe(200);
  await setMood("throws");

  const fromMemory = await ask("/plans?line=email");
  expect(fromMemory.status).toBe(200);
  expect(maxAge(fromMemory)).toBeLessThanOrEqual(600);
  const status = await ask("/status?lang=fr&currency=CAD");
  expect(status.status).toBe(200);
  expect(await status.json()).toMatchObject({
    status: "degraded",
    checks: expect.arrayContaining([
      { name: "billing", status: "failing" },
      { name: "cache", status: "ok" },
    ]),
  });
});

test("a copy in the store is used while it is inside its age, and its age is what counts", async () => {
  await ask("/plans");
  const copy = await waitForCopy();
  await fresh({ ...copy, readAt: Date.now() - 590_000 });
  const old = await ask("/plans");
  expect(old.status).toBe(200);
  expect(maxAge(old)).toBeGreaterThan(0);
  expect(maxAge(old)).toBeLessThanOrEqual(10);
});

test.each([
  ["past its age", (copy: Copy) => ({ ...copy, readAt: Date.now() - 600_001 })],
  ["not what was put there", () => "<html>"],
])("a copy %s is not served", async (_, spoil) => {
  await ask("/plans");
  await fresh(spoil(await waitForCopy()));
  expect((await ask("/plans")).status).toBe(503);
});

test("many askers are one question", async () => {
  const responses = await Promise.all(Array.from({ length: 40 }, () => ask("/plans?currency=EUR&lang=fr")));
  expect(responses.map(({ status }) => status)).toEqual(Array(40).fill(200));
  expect(await billing("questions")).toBe("1");
});

test("a billing system that is down is left alone for a moment", async () => {
  await setMood("throws");
  for (let asked = 0; asked < 10; asked++) expect((await ask("/plans")).status).toBe(503);
  expect(await billing("questions")).toBe("1");
});

interface Copy {
  readAt: number;
  catalogue: object;
}

async function waitForCopy(): Promise<Copy> {
  const prices = await store();
  return expect
    .poll(() => prices.get<Copy>(KEY, "json"))
    .not.toBeNull()
    .then(async () => (await prices.get<Copy>(KEY, "json")) as Copy);
}

/** Starts anew with nothing in memory, this in the store, and a billing system that is down. */
async function fresh(stored: Copy | string): Promise<void> {
  await system.reset();
  await setMood("throws");
  await (await store()).put(KEY, typeof stored === "string" ? stored : JSON.stringify(stored));
}

function maxAge(response: { headers: { get(name: string): string | null } }): number {
  return Number(/max-age=(\d+)/.exec(response.headers.get("Cache-Control") ?? "")?.[1]);
}

test("a plan without a price in a price list is not sold in it, and nothing else changes", async () => {
  const { DB } = await system.getWorker<{ DB: D1Database }>("frontdesk-billing").getEnv();
  await DB.prepare("DELETE FROM plan_prices WHERE plan_id = 'web-start' AND currency = 'EUR'").run();
  const plansIn = async (currency: string) => {
    const { plans } = (await (await ask(`/plans?currency=${currency}`)).json()) as { plans: { id: string }[] };
    return plans.map(({ id }) => id);
  };
  expect(await plansIn("EUR")).not.toContain("web-start");
  expect(await plansIn("CAD")).toContain("web-start");
  expect((await ask("/compare?plans=web-start,web-plus&currency=EUR")).status).toBe(404);
});
