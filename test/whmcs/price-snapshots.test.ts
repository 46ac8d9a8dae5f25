import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Currency } from "../../shared/platform/money.ts";
import { keepSnapshots, type PriceList, readSnapshot } from "../../workers/billing-whmcs/catalogue/price-snapshot.ts";
import type { WhmcsWorkerEnv } from "../../workers/billing-whmcs/whmcs-settings.ts";
import { answered, CALL, logLines } from "./support/reading.ts";
import { startWhmcs } from "./support/whmcs-system.ts";

/* From the prices of an installation to what the catalogue serves: taxes, currencies, age, and refreshes that fail. */

const NOW = Date.parse("2026-05-20T15:00:00Z");
const at = { now: NOW };
const whmcs = await startWhmcs({ now: () => at.now });
const { simulator, db } = whmcs;
const { state, faults, installation } = simulator;
const stored = structuredClone(state);
Object.assign(state, structuredClone(stored));
const settings = { ...installation.settings };

afterAll(() => whmcs.stop());
beforeEach(async () => {
  at.now = NOW;
  await db.prepare("DELETE FROM price_snapshots").run();
});
afterEach(() => {
  vi.restoreAllMocks();
  faults.clear();
  Object.assign(state, structuredClone(stored));
  installation.settings = { ...settings };
});

const unavailable = { ok: false, problem: { code: "billing_unavailable", retryAfter: 5 } };
const notSold = (...currencies: Currency[]) => ({ ok: false, problem: { code: "currency_not_sold", currencies } });

/** What the catalogue says in a currency. */
const served = (currency: Currency = "CAD") => whmcs.billing.readCatalogue(CALL, { currency, language: "en" });

/** The catalogue after a refresh by a new isolate. */
async function refreshed(currency: Currency = "CAD", others: Partial<WhmcsWorkerEnv> = {}) {
  await whmcs.again(others).runScheduledWork();
  return served(currency);
}

const planIn = (catalogue: Awaited<ReturnType<typeof served>>, planId = "web-start") =>
  answered(catalogue).plans.find(({ id }) => id === planId);

/** Product 41, which is the plan `web-start`. */
function product() {
  const found = state.products.find(({ id }) => id === 41);
  if (!found) throw new Error("no product 41");
  return found;
}

describe("tax that prices include", () => {
  test("is taken out of every price, half a cent up", async () => {
    const { prices } = product();
    Object.assign(prices.CAD ?? {}, { monthly: 1150, annually: 999 });
    product().setupFees = { CAD: 2300 };
    const com = state.extensions.find(({ tld }) => tld === ".com" || tld === "com");
    if (!com) throw new Error("no .com");
    com.prices.CAD = { register: 1150, transfer: 2300, renew: 3450 };
    com.redemptionFee = { CAD: 11500 };
    const catalogue = answered(await refreshed("CAD", { PRICES_INCLUDE_TAX_PERCENT: "15" }));
    const listed = catalogue.plans.find(({ id }) => id === "web-start")?.prices ?? [];
    expect(listed).toContainEqual({ billingCycle: "monthly", amount: 1000, setupFee: 2000 });
    // 8.686956…
    expect(listed.find(({ billingCycle }) => billingCycle === "annually")?.amount).toBe(869);
    const prices15 = catalogue.extensions.find(({ tld }) => tld === ".com");
    expect(prices15).toEqual({ tld: ".com", register: 1000, transfer: 2000, renew: 3000 });
    const kept = (await readSnapshot(db, "CAD"))?.prices.extensions.find(({ tld }) => tld === ".com");
    expect(kept?.redemptionFee).toBe(10_000);
  });

  test.each(["on", "On", "1", "true", "YES"])(
    "TaxEnabled “%s” with TaxType Inclusive serves nothing",
    async (enabled) => {
      const lines = logLines();
      Object.assign(installation.settings, { TaxEnabled: enabled, TaxType: "Inclusive" });
      expect(await refreshed()).toEqual(unavailable);
      expect(lines).toContainEqual(expect.objectContaining({ event: "billing_prices_refused", tax_type: "Inclusive" }));
    },
  );

  test.each([
    ["perhaps", "Inclusive"],
    ["perhaps", "Exclusive"],
    ["on", ""],
    ["on", "Mixed"],
  ])("TaxEnabled “%s” with TaxType “%s” is nothing that is known, and serves nothing", async (enabled, type) => {
    logLines();
    Object.assign(installation.settings, { TaxEnabled: enabled, TaxType: type });
    expect(await refreshed()).toEqual(unavailable);
  });

  test.each([
    ["", "Inclusive"],
    ["off", "Inclusive"],
    ["0", ""],
    ["No", "Mixed"],
    ["on", "Exclusive"],
    ["1", "exclusive"],
  ])("TaxEnabled “%s” with TaxType “%s” leaves prices as they are", async (enabled, type) => {
    Object.assign(installation.settings, { TaxEnabled: enabled, TaxType: type });
    const monthly = planIn(await refreshed())?.prices.find(({ billingCycle }) => billingCycle === "monthly");
    expect(monthly?.amount).toBe(product().prices.CAD?.monthly);
  });

  test("a percentage that the provider sets counts, whatever the installation's setting is", async () => {
    Object.assign(installation.settings, { TaxEnabled: "perhaps" });
    const before = product().prices.CAD?.monthly ?? 0;
    const listed = planIn(await refreshed("CAD", { PRICES_INCLUDE_TAX_PERCENT: "0" }))?.prices;
    expect(listed?.find(({ billingCycle }) => billingCycle === "monthly")?.amount).toBe(before);
  });
});

describe("a currency", () => {
  test("that the installation does not have is not sold in, and those that are, are named", async () => {
    state.currencies = state.currencies.filter(({ code }) => code !== "USD");
    expect(answered(await refreshed()).currencies).toEqual(["CAD", "EUR"]);
    expect(await served("USD")).toEqual(notSold("CAD", "EUR"));
  });

  test("that nothing has a price in is not sold in", async () => {
    for (const { prices } of state.products) delete prices.USD;
    for (const { prices } of state.extensions) delete prices.USD;
    expect(await refreshed("USD")).toEqual(notSold("CAD", "EUR"));
    expect(answered(await served()).currencies).toEqual(["CAD", "EUR"]);
  });

  test("that extensions alone have prices in is sold in", async () => {
    for (const { prices } of state.products) delete prices.USD;
    const { plans, extensions } = answered(await refreshed("USD"));
    expect(plans).toEqual([]);
    expect(extensions.length).toBeGreaterThan(0);
  });

  test("that was given up is not sold in from the next refresh on", async () => {
    await refreshed("USD");
    state.currencies = state.currencies.filter(({ code }) => code !== "USD");
    at.now += 180_000;
    expect(await refreshed("USD")).toEqual(notSold("CAD", "EUR"));
  });

  test("is unavailable, not unsold, before prices were read and where the others are too old", async () => {
    expect(await served("USD")).toEqual(unavailable);
    state.currencies = state.currencies.filter(({ code }) => code !== "USD");
    await refreshed();
    at.now += 540_001;
    expect(await served("USD")).toEqual(unavailable);
  });

  test("stays where nothing has a price in any: there is a catalogue, and nothing in it", async () => {
    for (const { prices } of [...state.products, ...state.extensions])
      for (const code of Object.keys(prices)) delete prices[code];
    expect(answered(await refreshed("USD"))).toMatchObject({
      plans: [],
      extensions: [],
      currencies: ["CAD", "EUR", "USD"],
    });
  });

  type Row = Record<string, unknown>;

  /** The monthly price of product 41 in a currency does not read. */
  function spoil(currency: string) {
    const odd = (row: Row) => {
      const pricing = row.pricing as Record<string, Row>;
      return { ...row, pricing: { ...pricing, [currency]: { ...pricing.CAD, monthly: "9,99" } } };
    };
    const change = (members: Row) => {
      const { product: rows } = members.products as Record<string, Row[]>;
      return { ...members, products: { product: rows?.map((row) => (Number(row.pid) === 41 ? odd(row) : row)) } };
    };
    faults.plan({ kind: "changed", change }, { action: "GetProducts" });
  }

  test("whose price does not read leaves its product out of it alone, with a log line", async () => {
    const before = planIn(await refreshed());
    const lines = logLines();
    spoil("EUR");
    expect(planIn(await refreshed())).toEqual(before);
    expect(planIn(await served("EUR"))).toBeUndefined();
    expect(answered(await served("EUR")).plans.length).toBeGreaterThan(1);
    const line = { event: "billing_row_unread", action: "GetProducts", row: "41", at: ["pricing.EUR.monthly"] };
    expect(lines).toContainEqual(expect.objectContaining(line));
  });

  test("that the catalogue does not have takes nothing from it where a price does not read", async () => {
    const before = answered(await refreshed()).plans;
    const lines = logLines();
    spoil("GBP");
    expect(answered(await refreshed()).plans).toEqual(before);
    expect(lines).toEqual([]);
  });
});

describe("what is listed", () => {
  test("a plan that is billed pro rata has its list prices", async () => {
    const before = planIn(await refreshed());
    await db.prepare("UPDATE plan_products SET pro_rata = 1 WHERE product_id = 41").run();
    const after = planIn(await refreshed());
    await db.prepare("UPDATE plan_products SET pro_rata = 0").run();
    expect(after).toEqual(before);
    expect(after?.prices.length).toBeGreaterThan(0);
  });

  test("extensions of a featured category come first, the others in the installation's order", async () => {
    for (const extension of state.extensions) extension.categories = [];
    const order = answered(await refreshed()).extensions.map(({ tld }) => tld);
    const last = order.at(-1);
    const extension = state.extensions.find(({ tld }) => `.${tld.replace(/^\./, "")}` === last);
    if (!extension) throw new Error("no last extension");
    extension.categories = ["Popular"];
    const featured = answered(await refreshed()).extensions;
    expect(featured.map(({ tld }) => tld)).toEqual([last, ...order.slice(0, -1)]);
  });
});

describe("the age of prices", () => {
  test("prices are served for nine minutes, then they are unavailable", async () => {
    await refreshed();
    at.now += 540_000;
    expect(answered(await served()).readAt).toBe(new Date(NOW).toISOString());
    at.now += 1;
    expect(await served()).toEqual(unavailable);
  });

  test.each(["GetProducts", "GetPromotions", "GetTLDPricing", "catalogue"])(
    "a refresh that gets no %s keeps the prices of before until they are too old",
    async (action) => {
      const before = answered(await refreshed());
      const lines = logLines();
      faults.plan({ kind: "html_500" }, { action });
      at.now += 540_000;
      expect(answered(await refreshed())).toEqual(before);
      expect(lines.map(({ event }) => event)).toContain("scheduled_work_failed");
      at.now += 1;
      expect(await served()).toEqual(unavailable);
      faults.clear();
      expect(answered(await refreshed()).readAt).toBe(new Date(at.now).toISOString());
    },
  );

  test("of two refreshes the one that began later counts, whichever ends last", async () => {
    const list = (amount: number): PriceList => ({
      products: { 41: [{ billingCycle: "monthly", amount, setupFee: 0 }] },
      ...{ discounts: {}, extensions: [] },
    });
    const [earlier, later] = [new Date(NOW).toISOString(), new Date(NOW + 1_000).toISOString()];
    await keepSnapshots(
      db,
      later,
      new Map([
        ["CAD", list(2)],
        ["EUR", list(2)],
      ]),
    );
    await keepSnapshots(db, earlier, new Map([["CAD", list(1)]]));
    expect(await readSnapshot(db, "CAD")).toEqual({ readAt: later, prices: list(2) });
    expect(await readSnapshot(db, "EUR")).toEqual({ readAt: later, prices: list(2) });
    await keepSnapshots(db, new Date(NOW + 2_000).toISOString(), new Map([["CAD", list(3)]]));
    expect((await readSnapshot(db, "CAD"))?.prices).toEqual(list(3));
    expect(await readSnapshot(db, "EUR")).toBeNull();
  });
});
