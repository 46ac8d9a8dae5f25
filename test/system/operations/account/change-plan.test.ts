import { expect, test } from "vitest";
import { changePlan } from "../../../../workers/account/operations/change-plan.ts";
import { quotePlanChange } from "../../../../workers/account/operations/quote-plan-change.ts";
import { expectDoneOnce, refuses, refusesBadInput, refusesStrangers } from "../../../support/operation-rules.ts";
import { useWorld } from "../../../support/world.ts";

const { api } = useWorld();
const WANTED = { id: 2101, plan: "web-pro" };
const CHANGE = { ...WANTED, expected_price: 0 };

refusesStrangers(api, changePlan, CHANGE);
refuses(api, changePlan, [
  ...refusesBadInput(CHANGE),
  ["no plan", { id: 2101, expected_price: 0 }, { status: 400, code: "invalid_body", errors: [{ pointer: "/plan" }] }],
  ["no price", WANTED, { status: 400, code: "invalid_body", errors: [{ pointer: "/expected_price" }] }],
  ["another account's service", { ...CHANGE, id: 2201 }, { status: 404, code: "not_found" }],
  [
    "no such plan",
    { ...CHANGE, plan: "web-nothing" },
    { status: 409, code: "not_offered", detail: expect.stringMatching(/^There is no such plan\. Plans: .*web-pro/) },
  ],
  [
    "a cycle that the plan does not have",
    { ...CHANGE, billing_cycle: "one_time" },
    {
      status: 409,
      code: "not_offered",
      detail: expect.stringMatching(/^The plan web-pro .* cycle\. Its cycles: .*annually/),
    },
  ],
  ["the same plan", { ...CHANGE, plan: "web-plus" }, { status: 409, code: "not_changeable" }],
  ["a plan of another line", { ...CHANGE, plan: "vps-1" }, { code: "not_changeable" }],
  ["a service that is being cancelled", { id: 2105, plan: "vps-4", expected_price: 0 }, { code: "not_changeable" }],
  ["another price", { ...CHANGE, expected_price: 1 }, { status: 409, code: "refused", price: { currency: "CAD" } }],
]);

test("without a payment method: refused, at the right price", async () => {
  const by = { login: "nocard", account: 1004 };
  const wanted = { id: 2401, plan: "web-pro" };
  const { body } = await api.call(quotePlanChange, wanted, by);
  const expected_price = (body.due_now as { amount: number }).amount;
  const refused = await api.call(changePlan, { ...wanted, expected_price }, by);
  expect(refused.body).toMatchObject({
    code: "payment_method_missing",
    action_required: { url: expect.stringMatching(/\/payment-methods$/) },
  });
});

test("to more: an invoice of what the quote says, once under its key", async () => {
  const quote = await api.call(quotePlanChange, WANTED);
  const input = { ...CHANGE, expected_price: (quote.body.due_now as { amount: number }).amount };
  const body = await expectDoneOnce(api, changePlan, {
    input,
    other: { ...input, plan: "web-max" },
    target: "service:2101",
  });
  expect(body).toMatchObject({
    account: { id: 1001 },
    service: { id: 2101, plan_id: "web-plus" },
    plan: "web-pro",
    invoice: { status: "unpaid", subtotal: input.expected_price },
    action_required: { type: "pay_invoice" },
  });
  expect((await api.call(changePlan, input)).body).toMatchObject({
    code: "already_requested",
    action_required: body.action_required,
  });
});

test("to less: at once, with nothing to pay", async () => {
  const by = { account: 1002 };
  const { status, body } = await api.call(changePlan, { id: 2201, plan: "web-start", expected_price: 0 }, by);
  expect(status, JSON.stringify(body)).toBe(201);
  expect(body).toMatchObject({
    invoice: null,
    action_required: null,
    plan: "web-start",
    service: { id: 2201, plan_id: "web-start" },
    next: "Nothing is to be paid. The plan has been changed: service is as it is now.",
  });
  const { services } = await api.read<{ services: { id: number }[] }>("/account/services", by);
  expect(
    services.find(({ id }) => id === 2201),
    "the service is so",
  ).toEqual(body.service);
});
