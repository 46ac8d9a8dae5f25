import { expect, test } from "vitest";
import type { CataloguePlan } from "../../../shared/billing-contract/catalogue.ts";
import { priceFrom, toPlan } from "../../../workers/catalogue/schemas/plan.ts";

const PLAN: CataloguePlan = {
  ...{ id: "p", line: "l", name: "P", description: "", usualCycle: "annually", features: [], specifications: [] },
  prices: [
    { billingCycle: "monthly", amount: 1001, setupFee: 0 },
    { billingCycle: "quarterly", amount: 2999, setupFee: 500 },
    { billingCycle: "annually", amount: 9999, setupFee: 0 },
    { billingCycle: "biennially", amount: 19_999, setupFee: 0 },
  ],
  firstYearDiscount: { percent: 25, billingCycles: ["monthly", "quarterly", "annually"], endsOn: "2026-11-20" },
};

const on = (today: string) => toPlan(PLAN, today, () => "https://desk.example/");

test("a discount applies up to and including its last day", () => {
  expect(on("2026-11-20").first_year_discount?.percent).toBe(25);
  expect(on("2026-11-21").first_year_discount).toBeNull();
  expect(on("2026-11-21").prices.map(({ first_year_amount }) => first_year_amount)).toEqual([null, null, null, null]);
});

test("each payment of the first year is discounted and rounded separately, and longer cycles have no first-year amount", () => {
  const amounts = on("2026-11-20").prices.map(({ first_year_amount }) => first_year_amount);
  expect(amounts).toEqual([90.12, 89.96, 74.99, null]);
});

test("monthly equivalents are rounded half up", () => {
  expect(on("2026-11-20").prices.map(({ monthly_equivalent }) => monthly_equivalent)).toEqual([10.01, 10, 8.33, 8.33]);
  expect(priceFrom(PLAN)).toEqual({ amount: 8.33, cycle: "annually" });
});

test("a price without a number of months has no monthly equivalent", () => {
  const once: CataloguePlan = { ...PLAN, prices: [{ billingCycle: "one_time", amount: 500, setupFee: 0 }] };
  const { prices } = toPlan(once, "2026-11-20", () => "https://x.example/");
  expect(prices[0]).toMatchObject({ months: null, monthly_equivalent: null, first_year_amount: null, amount: 5 });
});
