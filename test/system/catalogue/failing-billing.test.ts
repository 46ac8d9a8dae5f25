import { expect, test } from "vitest";
import { declaredSettings } from "../../../scripts/workers.ts";
import { toolCall } from "../../support/account-client.ts";
import type { TestWorker } from "../../support/product-workers.ts";
import type { Mood } from "../../support/workers/unreliable-billing.worker.ts";
import { useWorld } from "../../support/world.ts";

/** A Worker between the catalogue and the billing system. The tests choose how it fails. */
const UNRELIABLE = {
  name: "unreliable-billing",
  main: "test/support/workers/unreliable-billing.worker.ts",
  services: [{ binding: "REAL", service: "frontdesk-billing", entrypoint: "PublicBilling" }],
};

/** Returns a catalogue Worker with its own memory and KV store. With `store`, a failing Worker replaces the store. */
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

// The catalogue caches one price list for each currency and language. Most tests use a pair that no other test uses.
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
const setMood = (mood: Mood) => world.system.getWorker(UNRELIABLE.name).fetch(`/mood/${mood}`);

test.each<[Mood, string, string]>([
  ["throws", "CAD", "5"],
  ["hangs", "EUR", "5"],
  ["refuses", "USD", "17"],
])(
  "a billing system that %s causes a 503 with a time to retry and without its error message",
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

test("a tool call gets billing_unavailable if the billing system fails", async () => {
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

test("only operations that do not need the billing system work without a cached catalogue", async () => {
  await setMood("throws");
  expect((await ask("/status")).status).toBe(503);
  expect((await ask("/openapi.json")).status).toBe(200);
});

test("during a billing system outage, the cached catalogue is served and the status reports the outage", async () => {
  await setMood("well");
  expect((await ask("/plans?line=vps", "second")).status).toBe(200);
  await setMood("throws");
  const fromMemory = await ask("/plans?line=email", "second");
  expect(fromMemory.status).toBe(200);
  expect(fromMemory.headers.get("Cache-Control")).toMatch(/max-age=[1-6]?\d{1,2}\b/);
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

test("an invalid catalogue in the store is not served", async () => {
  await setMood("throws");
  const { PRICES } = await world.system.getWorker<{ PRICES: KVNamespace }>("first").getEnv();
  await PRICES.put("catalogue:1:USD:en", "<html>");
  expect((await ask("/plans?currency=USD")).status).toBe(503);
});

test.each(["throws", "hangs"])(
  "requests succeed with a store that %s, and the status reports the store as failing",
  async (mode) => {
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
  },
);

test("a plan without a price in one currency is missing only from that price list", async () => {
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
