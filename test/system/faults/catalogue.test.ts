import { expect, test } from "vitest";
import { declaredSettings } from "../../../scripts/workers.ts";
import { toolCall } from "../../support/account-client.ts";
import type { TestWorker } from "../../support/product-workers.ts";
import type { Mood } from "../../support/workers/unreliable-billing.worker.ts";
import { useWorld } from "../../support/world.ts";

/** Stands before the billing system; see its file. */
const UNRELIABLE = {
  name: "unreliable-billing",
  main: "test/support/workers/unreliable-billing.worker.ts",
  services: [{ binding: "REAL", service: "frontdesk-billing", entrypoint: "PublicBilling" }],
};

/** The catalogue's Worker with a memory and a store of its own; the store may be a service that fails. */
function catalogue(name: string, store?: "throws" | "hangs"): TestWorker[] {
  const broken = {
    name: `${name}-store`,
    main: "test/support/workers/broken-store.worker.ts",
    vars: { MANNER: store ?? "" },
  };
  const worker = {
    name,
    main: "workers/catalogue/catalogue.worker.ts",
    vars: declaredSettings("workers/catalogue/wrangler.toml"),
    services: [
      { binding: "BILLING", service: UNRELIABLE.name },
      ...(store ? [{ binding: "PRICES", service: broken.name }] : []),
    ],
    ...(!store && { kv_namespaces: [{ binding: "PRICES", id: `${name}-store` }] }),
  };
  return store ? [worker, broken] : [worker];
}

// Every price list, of a currency in a language, is kept apart: where not said otherwise each test has one of its own.
const world = useWorld({
  workers: ["billing"],
  more: [
    UNRELIABLE,
    ...catalogue("first"),
    ...catalogue("second"),
    ...catalogue("store-throws", "throws"),
    ...catalogue("store-hangs", "hangs"),
  ],
  isDemonstration: false,
});

const ask = (path: string, worker = "first", init = {}) => world.system.getWorker(worker).fetch(`/api/v1${path}`, init);
const billing = async (path: string) => (await world.system.getWorker(UNRELIABLE.name).fetch(`/${path}`)).text();
const setMood = (mood: Mood) => billing(`mood/${mood}`);
const storeOf = async (worker: string) =>
  (await world.system.getWorker<{ PRICES: KVNamespace }>(worker).getEnv()).PRICES;

test.each<[Mood, string, string]>([
  ["throws", "CAD", "5"],
  ["hangs", "EUR", "5"],
  ["refuses", "USD", "17"],
])(
  "a billing system that %s is 503 with when to ask again, and nothing of its own words",
  async (mood, currency, retryAfter) => {
    await setMood(mood);
    const response = await ask(`/plans?lang=fr&currency=${currency}`);
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
  },
);

test("a tool call is told the same", async () => {
  await setMood("throws");
  const response = await ask("/mcp", "first", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(toolCall("list_plans")),
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
  await setMood("well");
  expect((await ask("/plans?line=vps", "second")).status).toBe(200);
  await setMood("throws");

  const fromMemory = await ask("/plans?line=email", "second");
  expect(fromMemory.status).toBe(200);
  expect(maxAge(fromMemory)).toBeLessThanOrEqual(600);
  const status = await ask("/status?lang=fr&currency=USD", "second");
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
  await moveCopy("EUR", (copy) => ({ ...copy, readAt: Date.now() - 590_000 }));
  const old = await ask("/plans?currency=EUR");
  expect(old.status).toBe(200);
  expect(maxAge(old)).toBeGreaterThan(0);
  expect(maxAge(old)).toBeLessThanOrEqual(10);
});

test.each([
  ["past its age", "CAD", (copy: Copy) => ({ ...copy, readAt: Date.now() - 600_001 })],
  ["not what was put there", "USD", () => "<html>"],
])("a copy %s is not served", async (_, currency, spoil) => {
  await moveCopy(currency, spoil);
  expect((await ask(`/plans?currency=${currency}`)).status).toBe(503);
});

interface Copy {
  readAt: number;
  catalogue: object;
}

/** Puts the second catalogue's copy of a price list, changed, in the first one's store; the billing system is down. */
async function moveCopy(currency: string, change: (copy: Copy) => Copy | string): Promise<void> {
  await setMood("well");
  expect((await ask(`/plans?currency=${currency}`, "second")).status).toBe(200);
  const key = `catalogue:1:${currency}:en`;
  const from = await storeOf("second");
  await expect.poll(() => from.get(key)).not.toBeNull();
  const changed = change((await from.get<Copy>(key, "json")) as Copy);
  await setMood("throws");
  await (await storeOf("first")).put(key, typeof changed === "string" ? changed : JSON.stringify(changed));
}

test("many askers are one question", async () => {
  await setMood("well");
  const asking = Array.from({ length: 40 }, () => ask("/plans?currency=EUR&lang=fr", "second"));
  const responses = await Promise.all(asking);
  expect(responses.map(({ status }) => status)).toEqual(Array(40).fill(200));
  expect(await billing("questions")).toBe("1");
});

test("a billing system that is down is left alone for a moment", async () => {
  await setMood("throws");
  for (let asked = 0; asked < 10; asked++) {
    expect((await ask("/plans?currency=CAD&lang=fr", "second")).status).toBe(503);
  }
  expect(await billing("questions")).toBe("1");
});

function maxAge(response: { headers: { get(name: string): string | null } }): number {
  return Number(/max-age=(\d+)/.exec(response.headers.get("Cache-Control") ?? "")?.[1]);
}

test.each(["throws", "hangs"])("a store that %s never fails a request, and the status says so", async (mode) => {
  await setMood("well");
  const worker = `store-${mode}`;
  expect((await ask("/plans", worker)).status).toBe(200);
  expect((await ask("/domains/pricing?tld=ca", worker)).status).toBe(200);
  const status = await ask("/status", worker);
  expect(status.status).toBe(200);
  expect(await status.json()).toMatchObject({
    status: "degraded",
    checks: expect.arrayContaining([
      { name: "billing", status: "ok" },
      { name: "cache", status: "failing" },
    ]),
  });
});

test("a plan without a price in a price list is not sold in it, and nothing else changes", async () => {
  await world.billing.prepare("DELETE FROM plan_prices WHERE plan_id = 'web-start' AND currency = 'EUR'").run();
  const plansIn = async (currency: string) => {
    const response = await ask(`/plans?currency=${currency}`, "store-throws");
    const { plans } = (await response.json()) as { plans: { id: string }[] };
    return plans.map(({ id }) => id);
  };
  expect(await plansIn("EUR")).not.toContain("web-start");
  expect(await plansIn("CAD")).toContain("web-start");
  expect((await ask("/compare?plans=web-start,web-plus&currency=EUR", "store-throws")).status).toBe(404);
});
