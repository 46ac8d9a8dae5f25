import { describe, expect, test } from "vitest";
import { changeCost, firstPayment, paidTerms } from "../../../workers/billing/engine/pricing/plan-prices.ts";

describe("the cost of a plan change", () => {
  /**
   * These values were calculated manually. The old and the new price are each taken in proportion to the unused days
   * and rounded half up, and then subtracted.
   */
  test.each<[string, number, number, boolean, string, number, number]>([
    // 2026 has 365 days, of which 212 are left: 10788 × 212/365 = 6265.906 → 6266, and 17988 × 212/365 = 10447.824 →
    // 10448.
    ["an upgrade in the same cycle", 10_788, 17_988, true, "2026-06-03", 4182, 0],
    // On the first day, the whole term is unused.
    ["on the first day", 10_788, 17_988, true, "2026-01-01", 7200, 0],
    ["on the last day", 10_000, 20_000, true, "2026-12-31", 28, 0],
    ["after the term, nothing is due", 10_000, 20_000, true, "2027-01-05", 0, 0],
    ["a downgrade gives credit", 17_988, 10_788, true, "2026-06-03", 0, 4182],
    ["a change to another cycle costs its whole price", 10_788, 1899, false, "2026-06-03", 0, 4367],
    ["a change to a more expensive cycle", 10_788, 33_096, false, "2026-06-03", 26_830, 0],
    ["a free term gives no credit", 0, 365, true, "2026-12-30", 2, 0],
  ])(
    "is the difference between the unused days at both prices: %s",
    (_, paid, price, sameCycle, today, dueNow, credit) => {
      const term = { startsOn: "2026-01-01", endsOn: "2027-01-01", amount: paid };
      expect(changeCost([term], { price, sameCycle }, today)).toEqual({ dueNow, credit });
    },
  );

  test("is that of a whole term on a day before the term", () => {
    const term = { startsOn: "2026-01-01", endsOn: "2027-01-01", amount: 1000 };
    expect(changeCost([term], { price: 2000, sameCycle: true }, "2025-06-01")).toEqual({ dueNow: 1000, credit: 0 });
  });

  test("is the new price if no term is paid", () => {
    for (const sameCycle of [false, true])
      expect(changeCost([], { price: 2000, sameCycle }, "2026-06-01")).toEqual({ dueNow: 2000, credit: 0 });
  });

  test("covers the days of each of several consecutive terms", () => {
    const terms = [
      { startsOn: "2026-03-01", endsOn: "2026-04-01", amount: 310 },
      { startsOn: "2026-04-01", endsOn: "2026-05-01", amount: 600 },
    ];
    // 21 of 31 days of the term at 310 are unused, and the whole term at 600. At the new price, the same days cost
    // 21/31 of 930, plus 930.
    expect(changeCost(terms, { price: 930, sameCycle: true }, "2026-03-11")).toEqual({ dueNow: 750, credit: 0 });
    expect(changeCost(terms, { price: 500, sameCycle: false }, "2026-03-11")).toEqual({ dueNow: 0, credit: 310 });
  });
});

describe("the paid terms of a service", () => {
  const monthly = { nextDueDate: "2026-05-01", billingCycle: "monthly", recurringPrice: 500 } as const;
  const march = { startsOn: "2026-03-01", endsOn: "2026-04-01", amount: 100 };
  const april = { startsOn: "2026-04-01", endsOn: "2026-05-01", amount: 200 };

  test.each([
    ["both terms before the first one ends", [march, april], "2026-03-31", [march, april]],
    ["only the second term after the first one ends", [march, april], "2026-04-01", [april]],
    ["a missing term", [], "2026-04-02", [{ ...april, amount: 500 }]],
    ["a missing term before a stored one", [april], "2026-03-15", [{ ...march, amount: 500 }, april]],
    ["a stored term with another end is ignored", [march], "2026-03-15", [{ ...april, amount: 500 }]],
  ])(
    "are the stored terms, and a missing term is one cycle at the recurring price: %s",
    (_, stored, today, expected) => {
      expect(paidTerms(stored, monthly, today)).toEqual(expected);
    },
  );

  test("start on the last day of a shorter month", () => {
    const [term] = paidTerms([], { ...monthly, nextDueDate: "2026-03-31" }, "2026-03-15");
    expect(term).toMatchObject({ startsOn: "2026-02-28", endsOn: "2026-03-31" });
  });

  test("are empty for a plan that does not recur", () => {
    expect(paidTerms([], { nextDueDate: null, billingCycle: "monthly", recurringPrice: 0 }, "2026-03-15")).toEqual([]);
    expect(paidTerms([], { ...monthly, billingCycle: "free" }, "2026-03-15")).toEqual([]);
  });
});

test.each([
  ["annually", "2026-12-31", 5000],
  ["annually", "2027-01-01", 10_000],
  ["monthly", "2026-12-31", 5000],
  ["biennially", "2026-12-31", 10_000],
] as const)(
  "a first-year discount of half until 2026-12-31, billed %s and ordered on %s, gives %i plus the set-up fee",
  (cycle, today, amount) => {
    const plan = { cycle, price: 10_000, setupFee: 700, discount: { percent: 50, endsOn: "2026-12-31" } };
    expect(firstPayment(plan, today)).toMatchObject({ amount: amount + 700 });
  },
);
