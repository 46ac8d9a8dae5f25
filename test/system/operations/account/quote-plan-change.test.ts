import { expect, test } from "vitest";
import { quotePlanChange } from "../../../../workers/account/operations/quote-plan-change.ts";
import { AccountClient } from "../../../support/account-client.ts";
import { expectAnswer, refuses, refusesStrangers } from "../../../support/operation-rules.ts";

const api = new AccountClient();
const QUOTE = { id: 2101, plan: "web-pro" };

test.each<[object, boolean]>([
  [QUOTE, true],
  [{ id: 2101, plan: "web-start" }, true],
  [{ id: 2101, plan: "web-plus" }, false],
  [{ id: 2101, plan: "vps-1" }, false],
  [{ id: 2103, plan: "email-pro" }, false],
  [{ id: 2105, plan: "vps-4" }, false],
])("%j: allowed %s, else with the rule", async (input, allowed) => {
  const body = await expectAnswer(api, quotePlanChange, { ...input });
  expect(body).toMatchObject({ account: { id: 1001 }, ...("plan" in input && { plan: input.plan }), allowed });
  expect(body.rule).toEqual(allowed ? null : expect.stringMatching(/\.$/));
  expect(body.note).toMatch(allowed ? /the plan changes/i : /^The change cannot be made now/);
});

test("to more is due now, to less is credited", async () => {
  const more = await expectAnswer(api, quotePlanChange, QUOTE);
  expect(more).toMatchObject({ due_now: { amount: expect.any(Number), currency: "CAD" }, credit: { amount: 0 } });
  expect((more.due_now as { amount: number }).amount).toBeGreaterThan(0);
  const less = await expectAnswer(api, quotePlanChange, { ...QUOTE, plan: "web-start" });
  expect(less).toMatchObject({ due_now: { amount: 0 } });
  expect((less.credit as { amount: number }).amount).toBeGreaterThan(0);
});

refusesStrangers(api, quotePlanChange, QUOTE);
refuses(api, quotePlanChange, [
  ["another account's service", { ...QUOTE, id: 2201 }, { status: 404, code: "not_found" }],
  ["no such plan", { ...QUOTE, plan: "web-nothing" }, { status: 409, code: "not_offered" }],
  ["no such cycle", { ...QUOTE, billing_cycle: "daily" }, { status: 400, errors: [{ parameter: "billing_cycle" }] }],
  ["no plan", { id: 2101 }, { status: 400, code: "invalid_parameter", errors: [{ parameter: "plan" }] }],
]);
