import { afterEach, expect, test } from "vitest";
import { plans } from "../../dev/seed/catalogue.ts";
import { BILLING_CYCLES } from "../../shared/billing-contract/billing-cycle.ts";
import { type Catalogue, LINK_KINDS } from "../../shared/billing-contract/catalogue.ts";
import type { Language } from "../../shared/platform/language.ts";
import { CURRENCIES, type Currency } from "../../shared/platform/money.ts";
import { CALL, valueIn } from "./questions.ts";
import { type BillingUnderTest, NOW } from "./scene.ts";

export function catalogueCases({ billing, what }: BillingUnderTest): void {
  const read = (currency: Currency, language: Language) => valueIn(billing.readCatalogue(CALL, { currency, language }));
  const planOf = ({ plans: sold }: Catalogue, planId: string) => sold.find(({ id }) => id === planId);

  test.each(CURRENCIES)(
    "the price list in %s has every plan with a price in that currency, shortest cycle first",
    async (currency) => {
      const catalogue = await read(currency, "en");
      expect(catalogue).toMatchObject({ currency, language: "en" });
      expect(catalogue.plans.map(({ id }) => id)).toEqual(plans.map(({ id }) => id));
      for (const { id, prices, firstYearDiscount: discount, usualCycle } of catalogue.plans) {
        const seeded = plans.find((plan) => plan.id === id);
        const listed = Object.fromEntries(prices.map(({ billingCycle, amount }) => [billingCycle, amount]));
        expect(listed, id).toEqual(seeded?.prices[currency]);
        const order = prices.map(({ billingCycle }) => BILLING_CYCLES.indexOf(billingCycle));
        expect(order, id).toEqual(order.toSorted((one, other) => one - other));
        expect(prices.map(({ billingCycle }) => billingCycle)).toContain(usualCycle);
        expect(discount?.percent ?? null, id).toBe(seeded?.firstYearDiscount?.percent ?? null);
        expect(discount?.endsOn ?? null, id).toBe(seeded?.firstYearDiscount?.endsOn ?? null);
        const [cycles, seededCycles] = [discount, seeded?.firstYearDiscount].map((one) => new Set(one?.billingCycles));
        expect(cycles?.isSubsetOf(seededCycles ?? new Set()), id).toBe(true);
        if (what.discountsSeveralCycles) expect(cycles, id).toEqual(seededCycles);
      }
    },
  );

  test("set-up fees are in the requested currency", async () => {
    for (const currency of CURRENCIES) {
      for (const { id, prices } of (await read(currency, "en")).plans) {
        const fee = plans.find((plan) => plan.id === id)?.setupFee?.[currency] ?? 0;
        for (const { setupFee } of prices) expect(setupFee, id).toBe(fee);
      }
    }
  });

  test("texts are in the requested language, and prices are the same in each language", async () => {
    const [english, french] = [await read("CAD", "en"), await read("CAD", "fr")];
    const words = ({ plans: sold }: Catalogue) => sold.map(({ description }) => description);
    expect(words(french)).not.toEqual(words(english));
    const prices = ({ plans: sold }: Catalogue) => sold.map((plan) => plan.prices);
    expect(prices(french)).toEqual(prices(english));
    expect(french.extensions).toEqual(english.extensions);
  });

  test("each plan belongs to one product line, and each of its values to one row of the specification tables", async () => {
    const { productLines, specifications, plans: sold } = await read("EUR", "fr");
    const [lines, rows] = [productLines, specifications].map((list) => list.map(({ id }) => id)) as [
      string[],
      string[],
    ];
    expect(new Set(lines).size).toBe(lines.length);
    expect(new Set(rows).size).toBe(rows.length);
    for (const plan of sold) {
      expect(lines).toContain(plan.line);
      for (const { id } of plan.specifications) expect(rows).toContain(id);
    }
  });

  test("an extension has its prices for one year in the requested currency, and is listed only if it accepts new names", async () => {
    const dotCom = async (currency: Currency) =>
      (await read(currency, "en")).extensions.find(({ tld }) => tld === ".com");
    expect(await dotCom("CAD")).toEqual({ tld: ".com", register: 1799, transfer: 1799, renew: 2199 });
    expect(await dotCom("EUR")).not.toMatchObject({ register: 1799 });
    // This extension is not open to new registrations.
    expect((await read("CAD", "en")).extensions.map(({ tld }) => tld)).not.toContain(".qc.ca");
  });

  test("every kind of page has a link template, and a plan has the product id that the carts need, if any", async () => {
    const catalogue = await read("CAD", "en");
    expect(Object.keys(catalogue.links).toSorted()).toEqual([...LINK_KINDS].toSorted());
    for (const template of Object.values(catalogue.links)) expect(template).toMatch(/^\{(?:site|client_area)\}/);
    const product = planOf(catalogue, "web-plus")?.product;
    expect(product).toEqual(what.namesProducts ? expect.stringMatching(/^\d+$/) : undefined);
  });

  test("a price list states when it was read", async () => {
    const { readAt } = await read("CAD", "en");
    expect(readAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/);
  });
}

export function healthCases({ billing }: BillingUnderTest): void {
  test("the billing system is healthy", async () => {
    expect(await billing.checkHealth(CALL)).toEqual({ ok: true, value: { isWorkLate: false } });
  });
}

export function registrarCases({ billing, scene, what }: BillingUnderTest): void {
  test("reports whether a domain is available at the registrar, or null without a registrar", async () => {
    scene.registered("registered.example");
    const answers = [
      await billing.askRegistrar(CALL, "registered.example"),
      await billing.askRegistrar(CALL, "free.example"),
    ];
    expect(answers).toEqual(
      (what.asksRegistrar ? ["taken", "available"] : [null, null]).map((value) => ({ ok: true, value })),
    );
  });
}

/** Checks that the catalogue stays the same as long as its copy is fresh. */
export function agingCases({ billing, scene }: BillingUnderTest): void {
  afterEach(() => scene.setTime(NOW));

  test("returns the same catalogue five minutes later", async () => {
    const query = { currency: "CAD", language: "en" } as const;
    const { readAt: _, ...before } = await valueIn(billing.readCatalogue(CALL, query));
    scene.setTime(NOW + 300_000);
    expect(await valueIn(billing.readCatalogue(CALL, query))).toMatchObject(before);
  });
}
