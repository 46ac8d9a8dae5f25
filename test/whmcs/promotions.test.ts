import { afterAll, afterEach, expect, test } from "vitest";
import { answered, CALL } from "./support/reading.ts";
import { startWhmcs } from "./support/whmcs-system.ts";

const NOW = Date.parse("2026-05-20T15:00:00Z");
const whmcs = await startWhmcs({ now: () => NOW });
const { faults } = whmcs.simulator;

afterAll(() => whmcs.stop());
afterEach(() => faults.clear());

type Row = Record<string, unknown>;

/** What the catalogue says of a plan whose promotion is 25 % with these members. */
async function discountOf(members: Row) {
  const change = (answer: Row) => {
    const { promotion } = answer.promotions as { promotion: Row[] };
    const plain = { value: "25.00", recurring: 0, recurfor: 0, cycles: "" };
    return { ...answer, promotions: { promotion: promotion.map((row) => ({ ...row, ...plain, ...members })) } };
  };
  faults.clear();
  faults.plan({ kind: "changed", change }, { action: "GetPromotions" });
  const { billing, runScheduledWork } = whmcs.again();
  await runScheduledWork();
  const { plans } = answered(await billing.readCatalogue(CALL, { currency: "CAD", language: "en" }));
  return plans.find(({ id }) => id === "web-start")?.firstYearDiscount;
}

const of = (...billingCycles: string[]) => ({ percent: 25, billingCycles, endsOn: null });

const lasting: [string, Row, unknown][] = [
  ["the first payment alone", {}, of("annually")],
  ["one payment", { recurring: 1, recurfor: 1 }, of("annually")],
  ["two payments", { recurring: "1", recurfor: "2" }, of("semiannually")],
  ["four payments", { recurring: 1, recurfor: 4 }, of("quarterly")],
  ["twelve payments", { recurring: 1, recurfor: 12 }, of("monthly")],
  ["twelve, of two cycles", { recurring: 1, recurfor: 12, cycles: "Monthly,Annually" }, of("monthly")],
  ["twelve, of a cycle that it is twelve years of", { recurring: 1, recurfor: 12, cycles: "Annually" }, null],
  ["six payments", { recurring: 1, recurfor: 6 }, null],
  ["every payment", { recurring: 1, recurfor: 0 }, null],
  ["the first payment of two years", { cycles: "Biennially" }, null],
  ["the first of several cycles", { cycles: "Monthly,Quarterly,Semi-Annually,Annually,Biennially" }, of("annually")],
];

test.each(lasting)(
  "a promotion of %s is a discount of the first year where it lasts a year",
  async (_, members, wanted) => {
    expect(await discountOf(members)).toEqual(wanted);
  },
);

const notEverybodys: [string, Row][] = [
  ["a fixed amount", { type: "Fixed Amount" }],
  ["a price of its own", { type: "Price Override" }],
  ["half a percent", { value: "12.50" }],
  ["everything", { value: "100.00" }],
  ["other products", { appliesto: "900" }],
  ["no product", { appliesto: "" }],
  ["days to come", { startdate: "2026-05-21" }],
  ["days that are over", { expirationdate: "2026-05-19" }],
  ["uses that are used up", { maxuses: 5, uses: 5 }],
  ["new customers", { newsignups: 1 }],
  ["customers of before", { existingclient: "1" }],
  ["once for each customer", { onceperclient: true }],
  ["a condition that does not read", { newsignups: "perhaps" }],
  ["what is bought with something else", { requires: "12,13" }],
];

test.each(notEverybodys)("a promotion of or for %s is nobody's discount in the catalogue", async (_, members) => {
  expect(await discountOf(members)).toBeNull();
});

test.each([{ requires: "0" }, { requires: null }, { newsignups: undefined }, { expirationdate: "2026-05-20" }])(
  "%j is no condition",
  async (members) => {
    expect(await discountOf(members)).toMatchObject({ percent: 25, billingCycles: ["annually"] });
  },
);
