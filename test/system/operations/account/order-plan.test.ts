import { expect, test } from "vitest";
import { orderPlan } from "../../../../workers/account/operations/order-plan.ts";
import { quotePlanOrder } from "../../../../workers/account/operations/quote-plan-order.ts";
import type { CallOptions } from "../../../support/account-client.ts";
import { expectDoneOnce, refuses, refusesBadInput, refusesStrangers } from "../../../support/operation-rules.ts";
import { useWorld } from "../../../support/world.ts";

const { api } = useWorld();
const ORDER = { plan: "web-start", domain: "free-order-plan.ca", accept_terms: "2020-01-01" };

/** The order as its quote says it. */
async function accepted(more: object = {}, by: CallOptions = {}) {
  const asked = { plan: ORDER.plan, domain: ORDER.domain, ...more };
  const { body } = await api.call(quotePlanOrder, asked, by);
  const { terms, first_payment } = body as { terms: { version: string }; first_payment: { amount: number } };
  return { ...asked, accept_terms: terms.version, expected_price: first_payment.amount };
}

test("an order as the quote says it, once under its key; its service is pending", async () => {
  const input = await accepted({ billing_cycle: "monthly" });
  const body = await expectDoneOnce(api, orderPlan, {
    input,
    other: { ...input, plan: "web-pro" },
    target: "plan:web-start",
  });
  expect(body).toMatchObject({
    account: { id: 1001 },
    plan: "web-start",
    billing_cycle: "monthly",
    domain: "free-order-plan.ca",
    invoice: { status: "unpaid", subtotal: input.expected_price },
    action_required: { type: "pay_invoice" },
    terms_version: input.accept_terms,
  });
  const services = await api.read("/account/services?limit=100");
  expect(services).toMatchObject({
    services: expect.arrayContaining([expect.objectContaining({ id: body.service_id, status: "pending" })]),
  });

  const again = await api.call(orderPlan, input);
  expect(again.body, "under another key").toMatchObject({
    code: "already_requested",
    action_required: body.action_required,
  });
});

test("without a payment method: payment_method_missing, with where to add one", async () => {
  const by = { login: "nocard", account: 1004 };
  expect(await api.call(orderPlan, await accepted({}, by), by)).toMatchObject({
    status: 409,
    body: {
      code: "payment_method_missing",
      action_required: { url: expect.stringMatching(/\/client-area\/payment-methods$/) },
    },
  });
});

refusesStrangers(api, orderPlan, ORDER);
refuses(api, orderPlan, [
  ...refusesBadInput(ORDER),
  ["no plan", { accept_terms: "x" }, { status: 400, code: "invalid_body", errors: [{ pointer: "/plan" }] }],
  ["a price with three decimals", { ...ORDER, expected_price: 1.005 }, { errors: [{ pointer: "/expected_price" }] }],
  ["no such plan", { ...ORDER, plan: "web-nothing" }, { status: 409, code: "not_offered" }],
  ["other terms", { ...ORDER, domain: "a.ca" }, { code: "terms_not_accepted", terms: { version: expect.any(String) } }],
  ["another price", { ...ORDER, domain: "a.ca", expected_price: 1 }, { code: "refused", price: { currency: "CAD" } }],
]);
