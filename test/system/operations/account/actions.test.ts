import { expect, test } from "vitest";
import { cancelService } from "../../../../workers/account/operations/cancel-service.ts";
import { changeDnsZone } from "../../../../workers/account/operations/change-dns-zone.ts";
import { changePlan } from "../../../../workers/account/operations/change-plan.ts";
import { getDomainRegistrarSettings } from "../../../../workers/account/operations/get-domain-registrar-settings.ts";
import { accountOperations } from "../../../../workers/account/operations/index.ts";
import { orderDomain } from "../../../../workers/account/operations/order-domain.ts";
import { orderPlan } from "../../../../workers/account/operations/order-plan.ts";
import { quoteCancellation } from "../../../../workers/account/operations/quote-cancellation.ts";
import { quoteDomainOrder } from "../../../../workers/account/operations/quote-domain-order.ts";
import { quotePlanOrder } from "../../../../workers/account/operations/quote-plan-order.ts";
import { renewDomain } from "../../../../workers/account/operations/renew-domain.ts";
import { setDomainAutoRenew } from "../../../../workers/account/operations/set-domain-auto-renew.ts";
import { setDomainLock } from "../../../../workers/account/operations/set-domain-lock.ts";
import { setDomainNameservers } from "../../../../workers/account/operations/set-domain-nameservers.ts";
import { transferDomainOut } from "../../../../workers/account/operations/transfer-domain-out.ts";
import {
  expectAnswer,
  expectDoneOnce,
  expectLogged,
  type Input,
  type Ruled,
} from "../../../support/operation-rules.ts";
import { useWorld } from "../../../support/world.ts";

const { api } = useWorld();
const domain = "studio-ana.ca";
const TO_PAY = {
  account: { id: 1001 },
  order_id: expect.any(Number),
  action_required: { type: "pay_invoice", url: expect.stringMatching(/\/client-area\/invoices\/\d+$/) },
};
const invoiceOf = (subtotal: number) => ({ status: "unpaid", subtotal });

const SETTINGS: { operation: Ruled & { example: Input }; expected: object }[] = [
  { operation: setDomainAutoRenew, expected: { domain: { id: 4101, domain, auto_renew: true } } },
  { operation: setDomainLock, expected: setDomainLock.example },
  { operation: setDomainNameservers, expected: setDomainNameservers.example },
];

test.each(SETTINGS)("$operation.id: its example is done, and is in the log", async ({ operation, expected }) => {
  const { id, example } = operation;
  const { status, headers } = await api.call(operation, example);
  expect(status).toBe(200);
  await expectLogged(api, headers, { operation: id, target: `domain:${domain}`, status });
  expect(await expectAnswer(api, operation, example)).toMatchObject({ account: { id: 1001 }, ...expected });
});

test.each([false, true])("auto-renewal is %s, and the same again changes nothing", async (auto_renew) => {
  await expectAnswer(api, setDomainAutoRenew, { domain, auto_renew });
  expect(await api.read(`/account/domains?domain=${domain}`)).toMatchObject({ domains: [{ auto_renew }] });
});

test.each([
  [domain, true, /^An invoice for the renewal is made before/],
  [domain, false, /^The name expires on \d/],
  ["studio-ana.com", true, /in redemption, where nothing renews by itself/],
  ["studio-ana.com", false, /in redemption, where nothing renews by itself/],
  ["studio-ana.io", true, /^The name is still on order\. Once it is here, an invoice/],
  ["studio-ana.io", false, /^The name is still on order\. Once it is here, it expires/],
])("what auto-renewal means for %s, %s", async (name, auto_renew, words) => {
  const { status, body } = await api.call(setDomainAutoRenew, { domain: name, auto_renew });
  expect(status).toBe(200);
  expect(body.note).toMatch(words);
});

test.each([false, true])("locked is %s, and the same again changes nothing and tells nobody", async (locked) => {
  const first = await api.call(setDomainLock, { domain, locked });
  expect(String(first.body.note).includes("owner is told")).toBe(!locked);
  const { note } = await expectAnswer(api, setDomainLock, { domain, locked });
  expect(note).toMatch(locked ? /^The name was locked already/ : /^The name was unlocked already/);
  expect(note).not.toContain("owner is told");
  expect((await api.call(getDomainRegistrarSettings, { domain })).body).toMatchObject({ locked });
});

test("all nameservers replace those that a name has, thirteen at most", async () => {
  const thirteen = Array.from({ length: 13 }, (_, index) => `ns${index}.elsewhere.net`);
  for (const nameservers of [["ns1.elsewhere.net", "ns2.elsewhere.net"], thirteen]) {
    const first = await api.call(setDomainNameservers, { domain, nameservers });
    expect(first.body.note).toContain("The account's owner is told by e-mail.");
    const { note } = await expectAnswer(api, setDomainNameservers, { domain, nameservers });
    expect(note).toBe("The name had these nameservers already: nothing changed.");
    expect((await api.call(getDomainRegistrarSettings, { domain })).body).toMatchObject({ domain, nameservers });
  }
});

/** What an order takes from its quote. */
interface Quoted extends Input {
  terms: { version: string };
  price: { amount: number };
  first_payment: { amount: number };
}

interface Order {
  operation: Ruled & { example: Input };
  /** Another request under the same key. */
  other: Input;
  target: string;
  expected: object;
}

const ORDERS: Order[] = [
  {
    operation: orderDomain,
    other: { years: 3 },
    target: "domain:free-garden.com",
    expected: { ...TO_PAY, type: "register", years: 1, invoice: invoiceOf(17.99), terms_version: "2026-09-01" },
  },
  {
    operation: orderPlan,
    other: { plan: "web-pro" },
    target: "plan:web-start",
    expected: { ...TO_PAY, plan: "web-start", domain: null, terms_version: "2026-09-01" },
  },
  {
    operation: renewDomain,
    other: { years: 3 },
    target: `domain:${domain}`,
    expected: { ...TO_PAY, domain, years: 1, invoice: invoiceOf(18.99) },
  },
  {
    operation: changePlan,
    other: { plan: "web-max" },
    target: "service:2101",
    expected: { ...TO_PAY, service: { id: 2101, plan_id: "web-plus" }, plan: "web-pro", invoice: invoiceOf(41.82) },
  },
  {
    operation: transferDomainOut,
    other: { domain: "ana.dev", confirm_domain: "ana.dev" },
    target: `domain:${domain}`,
    expected: { account: { id: 1001 }, domain, unlocked: true, code_sent_to: "o•••@maple.example" },
  },
];

test.each(ORDERS)("$operation.id: its example is done once under its key", async ({ operation, expected, ...call }) => {
  const input = operation.example;
  const body = await expectDoneOnce(api, operation, { input, ...call });
  expect(body).toMatchObject(expected);
  // A plan without a domain can be ordered as often as somebody likes.
  if (!("action_required" in body) || operation.id === "orderPlan") return;
  await expectOnOrder(operation, input, body);
});

/** Under another key, what waits for its payment is not ordered again. */
async function expectOnOrder(operation: Ruled, input: Input, { action_required }: Input): Promise<void> {
  expect((await api.call(operation, input)).body).toMatchObject({ code: "already_requested", action_required });
}

test("a domain is ordered as its quote says it, and its quote then says that it is on order", async () => {
  const asked = { domain: "free-ordered-once.com", years: 2 };
  const { terms, price } = (await api.call(quoteDomainOrder, asked)).body as Quoted;
  const input = { ...asked, accept_terms: terms.version, expected_price: price.amount };
  const { status, body } = await api.call(orderDomain, input);
  expect([status, body]).toMatchObject([201, { years: 2, invoice: invoiceOf(price.amount) }]);
  expect(String(body.next).match(/\bpaid?\b|\bpay\b/g), String(body.next)).toHaveLength(1);
  expect(body.next).toContain("Auto-renewal is on");

  const waits = expect.stringContaining(`${(body.invoice as { id: number }).id}, waits for payment.`);
  expect((await api.call(orderDomain, input)).body).toMatchObject({ code: "already_requested", detail: waits });
  const quoted = await api.call(quoteDomainOrder, { domain: input.domain });
  expect(quoted.body).toMatchObject({ available: false, note: expect.stringContaining("already on order") });
  expect(quoted.body.note).toEqual(waits);
});

test("a free transfer speaks of no invoice, and has begun", async () => {
  const asked = { domain: "taken-free-transfer.co.uk", type: "transfer" };
  const { terms, price } = (await api.call(quoteDomainOrder, asked)).body as Quoted;
  expect(price.amount).toBe(0);
  const { status, body } = await api.call(orderDomain, { ...asked, accept_terms: terms.version, expected_price: 0 });
  expect(status, JSON.stringify(body)).toBe(201);
  expect(body).toMatchObject({ invoice: null, action_required: null });
  expect(body.next).toMatch(/^Nothing is to be paid\. The transfer begins now\./);
  expect(body.next).not.toMatch(/once (?:the|its) invoice|action_required/);
});

test("a transfer is one year, and takes the auth code", async () => {
  const input = { domain: "taken-transfer-in.com", type: "transfer", accept_terms: "2026-09-01" };
  const without = await api.call(orderDomain, input);
  expect(without.body).toMatchObject({ code: "invalid_body", errors: [{ pointer: "/auth_code" }] });
  const { status, body } = await api.call(orderDomain, { ...input, auth_code: "code-of-taken-transfer-in.com" });
  expect(status).toBe(201);
  expect(body).toMatchObject({ type: "transfer", years: 1 });
  expect(JSON.stringify(body)).not.toContain("code-of-");
});

test("a plan is ordered as its quote says it; its service is pending", async () => {
  const asked = { plan: "web-start", domain: "free-order-plan.ca", billing_cycle: "monthly" };
  const { terms, first_payment } = (await api.call(quotePlanOrder, asked)).body as Quoted;
  const input = { ...asked, accept_terms: terms.version, expected_price: first_payment.amount };
  // Null for an optional member is none.
  const { body } = await api.call(orderPlan, { ...input, promotion: null });
  expect(body).toMatchObject({ ...asked, invoice: invoiceOf(first_payment.amount), terms_version: terms.version });
  await expectOnOrder(orderPlan, input, body);
  const pending = expect.objectContaining({ id: body.service_id, status: "pending" });
  expect(await api.read("/account/services?limit=100")).toMatchObject({ services: expect.arrayContaining([pending]) });
});

test("a transfer away is confirmed in capitals too: the code is sent again, and the name is unlocked", async () => {
  const { status, body } = await api.call(transferDomainOut, { domain, confirm_domain: "Studio-Ana.CA" });
  expect([status, body]).toMatchObject([201, { domain, unlocked: true }]);
  expect((await api.call(getDomainRegistrarSettings, { domain })).body).toMatchObject({ locked: false });
});

test("a connection limited to a name sees of its renewal only where the customer pays", async () => {
  const { domains } = await api.read<{ domains: { renewal_price: number }[] }>("/account/domains?domain=ana.dev");
  const input = { domain: "ana.dev", expected_price: domains[0]?.renewal_price };
  const { status, body } = await api.call(renewDomain, input, { limit: "domain:ana.dev" });
  expect(status).toBe(201);
  expect(body).toMatchObject({ order_id: null, invoice: null, action_required: { type: "pay_invoice" } });
});

test("a plan changes to less at once, with nothing to pay", async () => {
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
  expect(services.find(({ id }) => id === 2201)).toEqual(body.service);
});

test("a cancellation at the end of the period is stated, confirmed and done, once under its key", async () => {
  const asked = { id: 2102, when: "end_of_period" };
  const statement = (await api.call(quoteCancellation, asked)).body;
  const input = { ...asked, confirm: statement.confirm };
  const call = { input, other: { reason: "Too slow." }, target: "service:2102" };
  expect(await expectDoneOnce(api, cancelService, call)).toMatchObject({
    account: { id: 1001 },
    service: { id: 2102, cancellation: { when: "end_of_period" } },
    effective_on: statement.effective_on,
    consequences: statement.consequences,
    done: true,
    confirm: null,
  });
  expect((await api.call(cancelService, input)).body).toMatchObject({ code: "already_requested" });
});

test("a cancellation by the tool without a confirm is the statement, and needs no key", async () => {
  const { value } = await api.tool(cancelService, { id: 2101, when: "immediately" }, { key: null });
  expect(Object.keys(value)).toEqual(Object.keys(cancelService.output.shape));
  expect(value).toMatchObject({ done: false, when: "immediately", confirm: expect.any(String) });
  const nulls = { id: 2101, when: null, reason: null, confirm: null };
  expect((await api.tool(cancelService, nulls, { key: null })).value).toMatchObject({
    done: false,
    when: "end_of_period",
  });
});

test("a cancellation immediately ends the service", async () => {
  const asked = { id: 2103, when: "immediately" };
  const { confirm } = (await api.call(quoteCancellation, asked)).body;
  const { status, body } = await api.call(cancelService, { ...asked, confirm });
  expect(status, JSON.stringify(body)).toBe(201);
  expect(body).toMatchObject({ service: { id: 2103, status: "cancelled" }, done: true });
  expect(body.next).toBe(`The cancellation is done: the service ended on ${body.effective_on}.`);
});

test("the example of every operation that acts is done here, but for made-up confirmations and revisions", () => {
  const acting = accountOperations.filter(({ effect }) => effect !== "read").map(({ id }) => id);
  const done = [...SETTINGS, ...ORDERS].map(({ operation }) => operation.id);
  expect([...done, cancelService.id, changeDnsZone.id].toSorted()).toEqual(acting.toSorted());
});
