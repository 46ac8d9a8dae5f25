import { expect, test } from "vitest";
import { orderDomain } from "../../../../workers/account/operations/order-domain.ts";
import { quoteDomainOrder } from "../../../../workers/account/operations/quote-domain-order.ts";
import { expectDoneOnce, refuses, refusesBadInput, refusesStrangers } from "../../../support/operation-rules.ts";
import { useWorld } from "../../../support/world.ts";

const { api } = useWorld();
/** The name's order as its quote says it. */
const accepted = async (domain: string, more: object = {}) => {
  const { body } = await api.call(quoteDomainOrder, { domain, ...more });
  const { terms, price } = body as { terms: { version: string }; price: { amount: number } };
  return { domain, ...more, accept_terms: terms.version, expected_price: price.amount };
};

const ORDER = { domain: "free-order-domain.com", accept_terms: "2020-01-01" };

test("an order as the quote says it, once under its key", async () => {
  const input = await accepted("free-ordered-once.com", { years: 2 });
  const body = await expectDoneOnce(api, orderDomain, {
    input,
    other: { ...input, years: 3 },
    target: "domain:free-ordered-once.com",
  });
  expect(body).toMatchObject({
    account: { id: 1001 },
    type: "register",
    years: 2,
    order_id: expect.any(Number),
    invoice: { status: "unpaid", subtotal: input.expected_price },
    action_required: { type: "pay_invoice", url: expect.stringMatching(/\/client-area\/invoices\/\d+$/) },
    terms_version: input.accept_terms,
  });

  const next = String(body.next);
  expect(next.match(/\bpaid?\b|\bpay\b/g), next).toHaveLength(1);
  expect(next).toContain("Auto-renewal is on");

  const again = await api.call(orderDomain, input);
  const { id } = body.invoice as { id: number };
  expect(again.body, "under another key").toMatchObject({
    code: "already_requested",
    detail: expect.stringContaining(`${id}, waits for payment.`),
    action_required: body.action_required,
  });
  const quoted = await api.call(quoteDomainOrder, { domain: input.domain });
  expect(quoted.body).toMatchObject({ available: false, note: expect.stringContaining("already on order") });
  expect(quoted.body.note).toContain(`${id}, waits for payment.`);
});

test("a free transfer speaks of no invoice, and has begun", async () => {
  const input = await accepted("taken-free-transfer.co.uk", { type: "transfer" });
  expect(input.expected_price).toBe(0);
  const { status, body } = await api.call(orderDomain, input);
  expect(status, JSON.stringify(body)).toBe(201);
  expect(body).toMatchObject({ invoice: null, action_required: null });
  expect(body.next).toMatch(/^Nothing is to be paid\. The transfer begins now\./);
  expect(body.next).not.toMatch(/once (?:the|its) invoice|action_required/);
});

test("what else is refused is said in sentences of their own", async () => {
  const input = await accepted("free-order-sentences.ca");
  const { body } = await api.call(orderDomain, { ...input, years: 10, fields: { colour: "red", size: "big" } });
  const messages = (body.errors as { pointer: string; message: string }[]).map(
    ({ pointer, message }) => `${pointer} ${message}`,
  );
  expect(messages.length).toBeGreaterThan(1);
  for (const message of messages) expect(message).toMatch(/[^.]\.$/);
  expect(body.detail).toBe(messages.join(" "));
});

test("a transfer is one year, and takes the auth code", async () => {
  const input = await accepted("taken-transfer-in.com", { type: "transfer" });
  const without = await api.call(orderDomain, input);
  expect(without.body).toMatchObject({ code: "invalid_body", errors: [{ pointer: "/auth_code" }] });
  const { status, body } = await api.call(orderDomain, { ...input, auth_code: "code-of-taken-transfer-in.com" });
  expect(status).toBe(201);
  expect(body).toMatchObject({ type: "transfer", years: 1 });
  expect(JSON.stringify(body)).not.toContain("code-of-");
});

test("what the registry asks for is refused by its place, and taken once it is right", async () => {
  const input = await accepted("free-order-fields.ca");
  const missing = await api.call(orderDomain, input);
  expect(missing.status).toBe(400);
  const { errors } = missing.body as { errors: { pointer: string }[] };
  expect(errors.length).toBeGreaterThan(0);
  for (const { pointer } of errors) expect(pointer).toMatch(/^\/fields\/./);
  const unknown = await api.call(orderDomain, { ...input, fields: { colour: "red" } });
  expect((unknown.body.errors as { pointer: string }[]).map(({ pointer }) => pointer)).toContain("/fields/colour");
});

refusesStrangers(api, orderDomain, ORDER);
refuses(api, orderDomain, [
  ...refusesBadInput(ORDER),
  ["no name", { domain: "-" }, { status: 400, code: "invalid_body", errors: [{ pointer: "/domain" }] }],
  ["0 years", { ...ORDER, years: 0 }, { status: 400, code: "invalid_body", errors: [{ pointer: "/years" }] }],
  ["11 years", { ...ORDER, years: 11 }, { status: 400, code: "invalid_body", errors: [{ pointer: "/years" }] }],
  ["an extension nobody sells", { ...ORDER, domain: "free-order.zz" }, { status: 409, code: "not_offered" }],
  ["a taken name", { ...ORDER, domain: "taken-order-domain.com" }, { status: 409, code: "not_available" }],
  ["no terms", { domain: ORDER.domain }, { status: 409, code: "terms_not_accepted" }],
  ["other terms", ORDER, { code: "terms_not_accepted", terms: { version: expect.any(String) } }],
  ["another price", { ...ORDER, expected_price: 1 }, { status: 409, code: "refused", price: { currency: "CAD" } }],
  ["a registrant elsewhere", { ...ORDER, domain: "free-order.fr" }, { code: "registrant_ineligible" }],
]);

test("without a payment method: payment_method_missing, with where to add one", async () => {
  const by = { login: "nocard", account: 1004 };
  const { body } = await api.call(quoteDomainOrder, { domain: ORDER.domain }, by);
  const { version } = body.terms as { version: string };
  const refused = await api.call(orderDomain, { domain: ORDER.domain, accept_terms: version }, by);
  expect(refused.body).toMatchObject({
    code: "payment_method_missing",
    action_required: { url: expect.stringMatching(/\/payment-methods$/) },
  });
});
