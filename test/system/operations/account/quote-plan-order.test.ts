import { expect, test } from "vitest";
import { quotePlanOrder } from "../../../../workers/account/operations/quote-plan-order.ts";
import { AccountClient } from "../../../support/account-client.ts";
import { expectAnswer, refuses, refusesStrangers } from "../../../support/operation-rules.ts";

const api = new AccountClient();
const QUOTE = { plan: "web-start" };

test.each<[object, object]>([
  [QUOTE, { plan: "web-start", domain: null }],
  [
    { ...QUOTE, billing_cycle: "monthly", domain: "Studio-Ana.CA." },
    { billing_cycle: "monthly", domain: "studio-ana.ca", first_payment: { covers: "monthly" } },
  ],
])("%j", async (input, expected) => {
  const body = await expectAnswer(api, quotePlanOrder, { ...input });
  expect(body).toMatchObject({
    account: { id: 1001 },
    first_payment: { amount: expect.any(Number), currency: "CAD" },
    renewal: { amount: expect.any(Number), currency: "CAD" },
    terms: { version: expect.any(String) },
    ...expected,
  });
});

refusesStrangers(api, quotePlanOrder, QUOTE);
refuses(api, quotePlanOrder, [
  ["no such plan", { plan: "web-nothing" }, { status: 409, code: "not_offered" }],
  ["no such cycle", { ...QUOTE, billing_cycle: "daily" }, { status: 400, errors: [{ parameter: "billing_cycle" }] }],
  ["no plan", {}, { status: 400, code: "invalid_parameter", errors: [{ parameter: "plan" }] }],
]);
