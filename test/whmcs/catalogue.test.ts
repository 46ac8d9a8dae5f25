import { beforeEach, describe, expect, test } from "vitest";
import { seededState } from "../../dev/whmcs/seed.ts";
import type { Currency } from "../../shared/platform/money.ts";
import { getProducts } from "../../workers/billing-whmcs/answers/products.ts";
import { getPromotions } from "../../workers/billing-whmcs/answers/provider.ts";
import { keepSnapshots, type PriceList, readSnapshot } from "../../workers/billing-whmcs/catalogue/price-snapshot.ts";
import { discountOf, pricesOf, taxInPrices } from "../../workers/billing-whmcs/catalogue/prices.ts";
import type { WhmcsWorkerEnv } from "../../workers/billing-whmcs/whmcs-settings.ts";
import { casesOf } from "../support/cases.ts";
import { answered, CALL, logLines } from "./support/reading.ts";
import { sample } from "./support/samples.ts";
import { changeRows, type Row, useWhmcs } from "./support/use-whmcs.ts";

/* Tests how WHMCS's prices become the catalogue: products, promotions, taxes, currencies and the age of prices. */

const CASES = casesOf<{
  prices: [what: string, Row, prices: [billingCycle: string, amount: number, setupFee: number][]][];
  promotions: [what: string, Row, discount: object | null][];
  taxes: [enabled: string, type: string, found: string][];
}>(import.meta.url);

describe("product prices", () => {
  const [base] = (sample("GetProducts").products as { product: Row[] }).product;
  const plain = Object.fromEntries(
    ["monthly", "quarterly", "semiannually", "annually", "biennially", "triennially"].flatMap((cycle) => [
      [cycle, "-1.00"],
      [`${cycle[0]}setupfee`, "0.00"],
    ]),
  );
  test.each(CASES.prices)("%s", (_, { paytype = "recurring", ...prices }, wanted) => {
    const product = getProducts.row.parse({ ...base, paytype, pricing: { CAD: { ...plain, ...prices } } });
    const read = pricesOf(product, "CAD", (amount) => amount);
    expect(read.map(({ billingCycle, amount, setupFee }) => [billingCycle, amount, setupFee])).toEqual(wanted);
    if (paytype !== "free") expect(pricesOf(product, "EUR", (amount) => amount)).toEqual([]);
  });
});

describe("a promotion of 25 %", () => {
  const [base] = (sample("GetPromotions").promotions as { promotion: Row[] }).promotion;
  const PLAIN = { value: "25.00", recurring: 0, recurfor: 0, cycles: "", requires: "", appliesto: "41,42" };

  test.each(CASES.promotions)("for %s becomes the expected discount, or none", (_, members, wanted) => {
    expect(discountOf(getPromotions.row.parse({ ...base, ...PLAIN, ...members }), 41, "2026-05-20")).toEqual(wanted);
  });
});

test.each(CASES.taxes)("with TaxEnabled “%s” and TaxType “%s”, the tax in prices is %s", (enabled, type, found) => {
  expect(taxInPrices(enabled, type)).toBe(found);
});

const NOW = Date.parse("2026-05-20T15:00:00Z");
const at = { now: NOW };
const seeded = seededState(new Date(NOW));
// Keep only three extensions, because a refresh reads the prices of all of them.
const extensions = seeded.extensions.filter(({ tld }) => ["com", "ca", "de"].includes(tld));
const whmcs = await useWhmcs({ now: () => at.now, state: { ...seeded, extensions } });
const { simulator, db } = whmcs;
const { state, faults, installation } = simulator;

beforeEach(async () => {
  at.now = NOW;
  installation.settings = { ...installation.settings, TaxEnabled: "", TaxType: "Exclusive" };
  await db.prepare("DELETE FROM price_snapshots").run();
});

const unavailable = { ok: false, problem: { code: "billing_unavailable", retryAfter: 5 } };
const notSold = (...currencies: Currency[]) => ({ ok: false, problem: { code: "currency_not_sold", currencies } });
/** Reads the catalogue in one currency. */
const served = (currency: Currency = "CAD") => whmcs.billing.readCatalogue(CALL, { currency, language: "en" });
/** Reads the catalogue after a new isolate has refreshed the prices. */
async function refreshed(currency: Currency = "CAD", others: Partial<WhmcsWorkerEnv> = {}) {
  await whmcs.again(others).runScheduledWork();
  return served(currency);
}
const planIn = (catalogue: Awaited<ReturnType<typeof served>>, planId = "web-start") =>
  answered(catalogue).plans.find(({ id }) => id === planId);
/** Returns product 41, which is the product of the plan `web-start`. */
const product = () => state.products.find(({ id }) => id === 41) ?? expect.fail("no product 41");
const extension = (own: string) => state.extensions.find(({ tld }) => tld === own) ?? expect.fail(`no ${own}`);
const removeUsd = () => (state.currencies = state.currencies.filter(({ code }) => code !== "USD"));

describe("included tax", () => {
  test("is subtracted from every price, which is rounded to the nearest cent", async () => {
    Object.assign(product().prices.CAD ?? {}, { monthly: 1150, annually: 999 });
    product().setupFees = { CAD: 2300 };
    extension("com").prices.CAD = { register: 1150, transfer: 2300, renew: 3450 };
    extension("com").redemptionFee = { CAD: 11500 };
    const catalogue = answered(await refreshed("CAD", { PRICES_INCLUDE_TAX_PERCENT: "15" }));
    const listed = catalogue.plans.find(({ id }) => id === "web-start")?.prices ?? [];
    expect(listed).toContainEqual({ billingCycle: "monthly", amount: 1000, setupFee: 2000 });
    // 8.686956…
    expect(listed.find(({ billingCycle }) => billingCycle === "annually")?.amount).toBe(869);
    const com = catalogue.extensions.find(({ tld }) => tld === ".com");
    expect(com).toEqual({ tld: ".com", register: 1000, transfer: 2000, renew: 3000 });
    const kept = (await readSnapshot(db, "CAD"))?.prices.extensions.find(({ tld }) => tld === ".com");
    expect(kept?.redemptionFee).toBe(10_000);
  });

  test("makes the catalogue unavailable if its rate is unknown, unless the provider has set a percentage", async () => {
    const lines = logLines();
    Object.assign(installation.settings, { TaxEnabled: "on", TaxType: "Inclusive" });
    expect(await refreshed()).toEqual(unavailable);
    expect(lines).toContainEqual(expect.objectContaining({ event: "billing_prices_refused", tax_type: "Inclusive" }));
    expect(answered(await refreshed("CAD", { PRICES_INCLUDE_TAX_PERCENT: "0" })).plans).not.toEqual([]);
  });
});

describe("a currency", () => {
  test("is not sold from the next refresh after WHMCS has removed it", async () => {
    expect(answered(await refreshed("USD")).currencies).toEqual(["CAD", "EUR", "USD"]);
    removeUsd();
    at.now += 180_000;
    expect(await refreshed("USD")).toEqual(notSold("CAD", "EUR"));
    expect(answered(await served()).currencies).toEqual(["CAD", "EUR"]);
  });

  test("is sold if at least one extension has a price in it", async () => {
    for (const { prices } of state.products) delete prices.USD;
    const { plans, extensions } = answered(await refreshed("USD"));
    expect([plans, extensions.length > 0]).toEqual([[], true]);
    for (const { prices } of state.extensions) delete prices.USD;
    expect(await refreshed("USD")).toEqual(notSold("CAD", "EUR"));
  });

  test("is reported as unavailable, not as unsold, before the first read of prices and once prices are too old", async () => {
    expect(await served("USD")).toEqual(unavailable);
    removeUsd();
    await refreshed();
    at.now += 540_001;
    expect(await served("USD")).toEqual(unavailable);
  });

  test("lacks only the products whose price in it is unreadable, and the log names the field", async () => {
    const before = planIn(await refreshed());
    const lines = logLines();
    changeRows(whmcs, "GetProducts", (row) => {
      const { CAD, ...others } = row.pricing as Record<string, Row>;
      return Number(row.pid) === 41 ? { ...row, pricing: { CAD, ...others, EUR: { ...CAD, monthly: "9,99" } } } : row;
    });
    expect(planIn(await refreshed())).toEqual(before);
    expect(planIn(await served("EUR"))).toBeUndefined();
    expect(answered(await served("EUR")).plans.length).toBeGreaterThan(1);
    const line = { event: "billing_row_unread", action: "GetProducts", row: "41", at: ["pricing.EUR.monthly"] };
    expect(lines).toEqual([expect.objectContaining(line)]);
  });
});

describe("catalogue lists", () => {
  test("include a pro rata plan at its list prices, and none of WHMCS's markup", async () => {
    const before = planIn(await refreshed());
    product().isProRata = true;
    changeRows(whmcs, "GetProducts", (row) => ({ ...row, name: "<b>planted</b>", description: "<script>planted" }));
    const after = await refreshed();
    expect(planIn(after)).toEqual(before);
    expect(JSON.stringify(after)).not.toContain("planted");
  });

  test("show extensions in a featured category first, and then the others in WHMCS's order", async () => {
    for (const one of state.extensions) one.categories = [];
    const order = answered(await refreshed()).extensions.map(({ tld }) => tld);
    const last = order.at(-1) ?? "";
    extension(last.slice(1)).categories = ["Popular"];
    const featured = answered(await refreshed()).extensions;
    expect(featured.map(({ tld }) => tld)).toEqual([last, ...order.slice(0, -1)]);
  });

  test("omit an extension without transfers, but its other prices are kept for domain owners", async () => {
    simulator.faults.plan(
      {
        kind: "changed",
        change: (members) => {
          const pricing = members.pricing as Record<string, Row>;
          return { ...members, pricing: { ...pricing, com: { ...pricing.com, transfer: [] } } };
        },
      },
      { action: "GetTLDPricing" },
    );
    expect(answered(await refreshed()).extensions.map(({ tld }) => tld)).not.toContain(".com");
    const com = (await readSnapshot(db, "CAD"))?.prices.extensions.find(({ tld }) => tld === ".com");
    expect(com).toMatchObject({ transfer: null, renew: { 1: expect.any(Number) }, redemptionFee: expect.any(Number) });
  });
});

describe("the age of prices", () => {
  test.each(["GetProducts", "GetPromotions", "GetTLDPricing", "catalogue"])(
    "a refresh in which %s fails keeps the previous prices in use until they are nine minutes old",
    async (action) => {
      const before = answered(await refreshed());
      expect(before.readAt).toBe(new Date(NOW).toISOString());
      const lines = logLines();
      faults.plan({ kind: "html_500" }, { action });
      at.now += 540_000;
      expect(answered(await refreshed())).toEqual(before);
      expect(lines.map(({ event }) => event)).toContain("scheduled_work_failed");
      at.now += 1;
      expect(await served()).toEqual(unavailable);
    },
  );

  test("the refresh that began last determines the prices, regardless of the order in which refreshes end", async () => {
    const untold = { retired: false, prorata: false, upgrades_to: null };
    const list = (amount: number): PriceList => ({
      products: {
        41: { prices: [{ billingCycle: "monthly", amount, setupFee: 0 }], isOut: false, discount: null, ...untold },
      },
      extensions: [],
    });
    const [earlier, later] = [new Date(NOW).toISOString(), new Date(NOW + 1_000).toISOString()];
    const keep = (readAt: string, ...prices: [Currency, PriceList][]) => keepSnapshots(db, readAt, new Map(prices));
    await keep(later, ["CAD", list(2)], ["EUR", list(2)]);
    await keep(earlier, ["CAD", list(1)]);
    expect(await readSnapshot(db, "CAD")).toEqual({ readAt: later, prices: list(2) });
    expect(await readSnapshot(db, "EUR")).toEqual({ readAt: later, prices: list(2) });
    await keep(new Date(NOW + 2_000).toISOString(), ["CAD", list(3)]);
    expect((await readSnapshot(db, "CAD"))?.prices).toEqual(list(3));
    expect(await readSnapshot(db, "EUR")).toBeNull();
  });
});
