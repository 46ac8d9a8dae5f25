import { expect, test } from "vitest";
import { cancelService } from "../../../../workers/account/operations/cancel-service.ts";
import { changePlan } from "../../../../workers/account/operations/change-plan.ts";
import { getDomainRegistrarSettings } from "../../../../workers/account/operations/get-domain-registrar-settings.ts";
import { orderDomain } from "../../../../workers/account/operations/order-domain.ts";
import { orderPlan } from "../../../../workers/account/operations/order-plan.ts";
import { quoteDomainOrder } from "../../../../workers/account/operations/quote-domain-order.ts";
import { quotePlanChange } from "../../../../workers/account/operations/quote-plan-change.ts";
import { setDomainAutoRenew } from "../../../../workers/account/operations/set-domain-auto-renew.ts";
import { setDomainLock } from "../../../../workers/account/operations/set-domain-lock.ts";
import { setDomainNameservers } from "../../../../workers/account/operations/set-domain-nameservers.ts";
import { transferDomainOut } from "../../../../workers/account/operations/transfer-domain-out.ts";
import { useWorld } from "../../../support/world.ts";

// What every write keeps is in test/system/calls, the way from a quote to what was paid in test/system/journeys/acting.
const { api } = useWorld();
const domain = "studio-ana.ca";
const TERMS = { accept_terms: "2026-09-01" };

test.each([
  [domain, true, /^An invoice for the renewal is made before/],
  [domain, false, /^The name expires on \d/],
  ["studio-ana.com", true, /in redemption, where nothing renews by itself/],
  ["studio-ana.io", true, /^The name is still on order\. Once it is here, an invoice/],
  ["studio-ana.io", false, /^The name is still on order\. Once it is here, it expires/],
])("what auto-renewal means for %s, %s", async (name, auto_renew, words) => {
  const { status, body } = await api.call(setDomainAutoRenew, { domain: name, auto_renew });
  expect([status, body.note]).toEqual([200, expect.stringMatching(words)]);
});

test.each([false, true])("locked is %s, and the same again changes nothing and tells nobody", async (locked) => {
  const first = await api.call(setDomainLock, { domain, locked });
  expect(String(first.body.note).includes("owner is told")).toBe(!locked);
  const { note } = (await api.call(setDomainLock, { domain, locked })).body;
  expect(note).toMatch(locked ? /^The name was locked already/ : /^The name was unlocked already/);
  expect(note).not.toContain("owner is told");
  expect((await api.call(getDomainRegistrarSettings, { domain })).body).toMatchObject({ locked });
});

test("all nameservers replace those that a name has, thirteen at most; the same again changes nothing", async () => {
  const thirteen = Array.from({ length: 13 }, (_, index) => `ns${index}.elsewhere.net`);
  for (const nameservers of [["ns1.elsewhere.net", "ns2.elsewhere.net"], thirteen]) {
    const first = await api.call(setDomainNameservers, { domain, nameservers });
    expect(first.body.note).toContain("The account's owner is told by e-mail.");
    const { note } = (await api.call(setDomainNameservers, { domain, nameservers })).body;
    expect(note).toBe("The name had these nameservers already: nothing changed.");
    expect((await api.call(getDomainRegistrarSettings, { domain })).body).toMatchObject({ domain, nameservers });
  }
});

test("a domain that is on order is quoted as such, with the invoice that waits for payment", async () => {
  const { status, body } = await api.call(orderDomain, { domain: "free-ordered-once.com", years: 2, ...TERMS });
  expect([status, body]).toMatchObject([201, { years: 2, next: expect.stringContaining("Auto-renewal is on") }]);
  const quoted = (await api.call(quoteDomainOrder, { domain: "free-ordered-once.com" })).body;
  const waits = `${(body.invoice as { id: number }).id}, waits for payment.`;
  expect(quoted).toMatchObject({ available: false, note: expect.stringContaining(waits) });
  expect(quoted.note).toContain("already on order");
});

test("a free transfer speaks of no invoice, and has begun", async () => {
  const transfer = { domain: "taken-free-transfer.co.uk", type: "transfer" };
  const { terms } = (await api.call(quoteDomainOrder, transfer)).body as { terms: { version: string } };
  const accepted = { accept_terms: terms.version, expected_price: 0 };
  const { status, body } = await api.call(orderDomain, { ...transfer, ...accepted });
  expect([status, body]).toMatchObject([201, { invoice: null, action_required: null }]);
  expect(body.next).toMatch(/^Nothing is to be paid\. The transfer begins now\./);
  expect(body.next).not.toMatch(/once (?:the|its) invoice|action_required/);
});

test("a transfer is one year, and takes the auth code, which no answer has", async () => {
  const input = { domain: "taken-transfer-in.com", type: "transfer", ...TERMS };
  const without = await api.call(orderDomain, input);
  expect(without.body).toMatchObject({ code: "invalid_body", errors: [{ pointer: "/auth_code" }] });
  const { status, body } = await api.call(orderDomain, { ...input, auth_code: "code-of-taken-transfer-in.com" });
  expect([status, body]).toMatchObject([201, { type: "transfer", years: 1 }]);
  expect(JSON.stringify(body)).not.toContain("code-of-");
});

test("what a registry asks for is refused by its place, each in a sentence of its own", async () => {
  const placesOf = async (more: object) => {
    const { status, body } = await api.call(orderDomain, { domain: "free-order-fields.ca", ...TERMS, ...more });
    expect(status).toBe(400);
    const errors = body.errors as { pointer: string; message: string }[];
    const messages = errors.map(({ pointer, message }) => `${pointer} ${message}`);
    for (const message of messages) expect(message).toMatch(/[^.]\.$/);
    expect(body.detail).toBe(messages.join(" "));
    return errors.map(({ pointer }) => pointer);
  };
  for (const place of await placesOf({})) expect(place).toMatch(/^\/fields\/./);
  const wrong = await placesOf({ years: 10, fields: { colour: "red", size: "big" } });
  expect(wrong).toEqual(expect.arrayContaining(["/fields/colour", "/fields/size"]));
});

test("null for an optional member is none", async () => {
  const { status, body } = await api.call(orderPlan, { plan: "web-start", promotion: null, domain: null, ...TERMS });
  expect([status, body.domain]).toEqual([201, null]);
  const nulls = { id: 2101, when: null, reason: null, confirm: null };
  const { value } = await api.tool(cancelService, nulls, { key: null });
  expect(value).toMatchObject({ done: false, when: "end_of_period", confirm: expect.any(String) });
});

test("a transfer away is confirmed in capitals too, and the name is unlocked", async () => {
  const { status, body } = await api.call(transferDomainOut, { domain, confirm_domain: "Studio-Ana.CA" });
  expect([status, body]).toMatchObject([201, { domain, unlocked: true, code_sent_to: "o•••@maple.example" }]);
  expect((await api.call(getDomainRegistrarSettings, { domain })).body).toMatchObject({ locked: false });
});

test("a plan changes to less at once, with nothing to pay", async () => {
  const by = { account: 1002 };
  const { status, body } = await api.call(changePlan, { id: 2201, plan: "web-start", expected_price: 0 }, by);
  expect([status, body]).toMatchObject([
    201,
    {
      ...{ invoice: null, action_required: null, service: { id: 2201, plan_id: "web-start" } },
      next: "Nothing is to be paid. The plan has been changed: service is as it is now.",
    },
  ]);
  const { services } = await api.read<{ services: { id: number }[] }>("/account/services", by);
  expect(services.find(({ id }) => id === 2201)).toEqual(body.service);
});

test("a plan change without a payment method is refused at the right price too", async () => {
  const by = { login: "nocard", account: 1004 };
  const wanted = { id: 2401, plan: "web-pro" };
  const { due_now } = (await api.call(quotePlanChange, wanted, by)).body as { due_now: { amount: number } };
  const { body } = await api.call(changePlan, { ...wanted, expected_price: due_now.amount }, by);
  const url = expect.stringMatching(/\/client-area\/payment-methods$/);
  expect(body).toMatchObject({ code: "payment_method_missing", action_required: { url } });
});

test("a cancellation immediately ends the service", async () => {
  const asked = { id: 2103, when: "immediately" };
  const { confirm } = (await api.tool(cancelService, asked, { key: null })).value;
  const { status, body } = await api.call(cancelService, { ...asked, confirm });
  expect([status, body]).toMatchObject([201, { service: { id: 2103, status: "cancelled" }, done: true }]);
  expect(body.next).toBe(`The cancellation is done: the service ended on ${body.effective_on}.`);
});
