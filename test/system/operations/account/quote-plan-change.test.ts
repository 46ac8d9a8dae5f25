import { expect, test } from "vitest";
import { quotePlanChange } from "../../../../workers/account/operations/quote-plan-change.ts";
import { ActingCalls } from "../../../support/acting-calls.ts";
import { expectAnswer, refuses, refusesStrangers } from "../../../support/operation-rules.ts";

const calls = ActingCalls.onShared();
const KEYS = [
  ...["account", "service", "plan", "billing_cycle", "due_now", "credit", "renewal", "effective_on", "allowed"],
  ...["rule", "note"],
];
const QUOTE = { id: 2101, plan: "web-pro" };

test.each<[object, boolean]>([
  [QUOTE, true],
  [{ id: 2101, plan: "web-start" }, true],
  [{ id: 2101, plan: "web-plus" }, false],
  [{ id: 2101, plan: "vps-1" }, false],
  [{ id: 2103, plan: "email-pro" }, false],
  [{ id: 2105, plan: "vps-4" }, false],
])("%j: allowed %s, else with the rule", async (input, allowed) => {
  const body = await expectAnswer(calls, quotePlanChange, { ...input }, KEYS);
  expect(body).toMatchObject({ account: { id: 1001 }, ...("plan" in input && { plan: input.plan }), allowed });
  expect(body.rule).toEqual(allowed ? null : expect.stringMatching(/\.$/));
  expect(body.note).toMatch(allowed ? /the plan changes/i : /^The change cannot be made now/);
});

test("to more is due now, to less is credited", async () => {
  const more = await expectAnswer(calls, quotePlanChange, QUOTE, KEYS);
  expect(more).toMatchObject({ due_now: { amount: expect.any(Number), currency: "CAD" }, credit: { amount: 0 } });
  expect((more.due_now as { amount: number }).amount).toBeGreaterThan(0);
  const less = await expectAnswer(calls, quotePlanChange, { ...QUOTE, plan: "web-start" }, KEYS);
  expect(less).toMatchObject({ due_now: { amount: 0 } });
  expect((less.credit as { amount: number }).amount).toBeGreaterThan(0);
});

refusesStrangers(calls, quotePlanChange, QUOTE);
refuses(calls, quotePlanChange, [
  ["another account's service", { ...QUOTE, id: 2201 }, { status: 404, code: "not_found" }],
  ["no such plan", { ...QUOTE, plan: "web-nothing" }, { status: 409, code: "not_offered" }],
  ["no such cycle", { ...QUOTE, billing_cycle: "daily" }, { status: 400, errors: [{ parameter: "billing_cycle" }] }],
  ["no plan", { id: 2101 }, { status: 400, code: "invalid_parameter", errors: [{ parameter: "plan" }] }],
]);
