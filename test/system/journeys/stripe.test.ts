import { afterAll, expect, test } from "vitest";
import { StripeSimulator } from "../../../dev/stripe/stripe-simulator.ts";
import { signatureOf } from "../../../dev/stripe/stripe-state.ts";
import { ConnectingApplication } from "../../support/connecting-application.ts";
import { PageVisitor } from "../../support/page-visitor.ts";
import { payInvoice } from "../../support/pay-invoice.ts";
import { useWorld } from "../../support/world.ts";

const WEBHOOK = "/client-area/payment-events/stripe";
const stripe = await StripeSimulator.start({ deliver: (body, signature) => tell(body, signature) });
const world = useWorld({
  vars: { billing: stripe.settings },
});
afterAll(() => stripe.stop());

/** Delivers an event to the webhook, as Stripe does. @returns the response status */
async function tell(body: string, signature: string | null): Promise<number> {
  const headers = { ...(signature !== null && { "Stripe-Signature": signature }) };
  return (await fetch(world.origin + WEBHOOK, { method: "POST", body, headers })).status;
}

/** Sends a request as the application. Returns the response body as text. */
async function ask(token: string, path: string, body?: object): Promise<string> {
  const headers = { "Content-Type": "application/json", "Idempotency-Key": crypto.randomUUID() };
  const init = body && { method: "POST", headers, body: JSON.stringify(body) };
  return (await world.api.request(path, token, init)).text();
}

test("a payment on Stripe's page completes an application's order and leaves no Stripe data in responses or logs", async () => {
  const application = await ConnectingApplication.register(world.origin);
  const connected = { login: "owner", account: 1001, scopes: ["billing:write"] };
  const { access_token: token } = await application.tokens(connected);
  await world.billing.prepare("UPDATE accounts SET credit = 0 WHERE id = 1001").run();
  const sent = { plan: "web-start", billing_cycle: "annually", accept_terms: "2026-09-01" };
  const placed = await ask(token, "/account/orders/plan", sent);
  const { order_id, invoice } = JSON.parse(placed) as { order_id: number; invoice: { view_url: string } };
  const page = await world.pay(invoice.view_url);
  expect(page.html).toContain("Thank you: the invoice is paid.");
  const order = await ask(token, `/account/orders/${order_id}`);
  expect(JSON.parse(order)).toMatchObject({ status: "completed" });
  const answers = [placed, order, await ask(token, "/account/invoices?status=all&limit=100"), page.html];
  expect(answers.join()).not.toMatch(/(?:cs_test|pi|ch)_\w/);
  const secrets = [stripe.secretKey, stripe.webhookSecret, "cs_test_", "pi_"];
  for (const secret of secrets) expect(world.logs().join("\n")).not.toContain(secret);
});

test("the cart's button places the order and leads to Stripe's page", async () => {
  await world.billing.prepare("UPDATE accounts SET credit = 0 WHERE id = 1001").run();
  const visitor = new PageVisitor(world.origin);
  const signIn = await visitor.open("/sign-in?to=/client-area/cart%3Fplan=web-start%26cycle=monthly");
  const cart = await visitor.signIn(signIn, "owner");
  expect(cart.html).toContain("Continue to payment · CA$9.19");
  expect(cart.headers.get("Content-Security-Policy")).toContain(`form-action 'self' ${new URL(stripe.url).origin}`);
  const { left } = await visitor.submit(cart, "/client-area/cart", { terms: "2026-09-01", pay: "now" });
  const { left: back } = await new PageVisitor(stripe.url).post(left ?? expect.fail("no page"), [["outcome", "pay"]]);
  expect((await visitor.open(back ?? "")).html).toContain("Thank you: the invoice is paid.");
});

test("an order can be paid on its invoice page if Stripe does not respond to the cart", async () => {
  const visitor = new PageVisitor(world.origin);
  const cart = await visitor.signIn(
    await visitor.open("/sign-in?to=/client-area/cart%3Fplan=web-start%26lang=en"),
    "owner",
  );
  stripe.faults.push(...Array.from({ length: 30 }, () => "reset" as const));
  const invoice = await visitor.submit(cart, "/client-area/cart", { terms: "2026-09-01", pay: "now" });
  stripe.faults.length = 0;
  expect([invoice.status, invoice.url.pathname]).toEqual([
    200,
    expect.stringMatching(/^\/client-area\/invoices\/\d+$/),
  ]);
  expect(invoice.html).toContain("Your order remains");
  const { left } = await visitor.submit(invoice, invoice.url.pathname, {});
  expect(left?.origin).toBe(new URL(stripe.url).origin);
});

test("a saved card pays for the renewal of a plan a year later", async () => {
  await world.billing.prepare("DELETE FROM saved_cards WHERE account_id = 1004").run();
  const application = await ConnectingApplication.register(world.origin);
  const connected = { login: "nocard", account: 1004, scopes: ["billing:write"] };
  const { access_token: token } = await application.tokens(connected);
  const sent = { plan: "web-start", billing_cycle: "annually", accept_terms: "2026-09-01" };
  const refused = JSON.parse(await ask(token, "/account/orders/plan", sent));
  expect(refused).toMatchObject({ code: "payment_method_missing", action_required: { type: "add_payment_method" } });

  const visitor = new PageVisitor(world.origin);
  const credentials = { email: "nocard@maple.example", password: "maple-nocard" };
  const signIn = await visitor.open(refused.action_required.url);
  const methods = await visitor.submit(signIn, "/sign-in", credentials);
  const outdated = { card: "add", agreement: "2026-01-01" };
  expect(
    (await visitor.submit(methods, "/client-area/account/payment-methods", outdated)).left,
    "not what is in force",
  ).toBeNull();
  const { left } = await visitor.submit(methods, "/client-area/account/payment-methods", { card: "add" });
  const outcome: [string, string][] = [
    ["outcome", "pay"],
    ["card", "pays"],
  ];
  const { left: back } = await new PageVisitor(stripe.url).post(left ?? expect.fail("no page"), outcome);
  const added = await visitor.open(back ?? "");
  expect(added.html).toContain("The card was added.");
  expect(added.html).toContain('name="card" value="add">Replace the card');

  const placed = JSON.parse(await ask(token, "/account/orders/plan", sent));
  await payInvoice(world.origin, placed.invoice.view_url, credentials);
  const renewal = () =>
    world.billing
      .prepare(
        "SELECT i.status FROM orders o JOIN invoices i ON i.id = o.invoice_id WHERE o.service_id = ? AND o.automatic = 1",
      )
      .bind(placed.service_id)
      .first<string>("status");
  const moveTo = async (days: number) => {
    await world.billing
      .prepare("INSERT OR REPLACE INTO demonstration_clock VALUES (1, ?)")
      .bind(days * 86_400_000)
      .run();
    await world.tick();
  };
  await moveTo(352);
  expect(await renewal()).toBe("unpaid");
  await moveTo(364);
  expect(await renewal()).toBe("paid");
  const listed = JSON.parse(await ask(token, "/account/services?status=all&limit=100"));
  const { next_due_date: due } = listed.services.find(({ id }: { id: number }) => id === placed.service_id);
  expect(new Date(due).getTime()).toBeGreaterThan(Date.now() + 700 * 86_400_000);
});

const EVENT = { id: "evt_1", object: "event", type: "customer.created", data: { object: { id: "cus_1" } } };
const signed = (body: string) => signatureOf(body, stripe.webhookSecret, Math.floor(Date.now() / 1000));

test.each<[string, () => [body: string, signature: string | null], number]>([
  ["of an unknown type", () => [JSON.stringify(EVENT), signed(JSON.stringify(EVENT))], 200],
  ["that is not signed", () => [JSON.stringify(EVENT), null], 400],
  ["that is too large", () => ["x".repeat(262_145), signed("x".repeat(262_145))], 400],
])("an event %s causes no request to Stripe", async (_, event, status) => {
  stripe.calls.length = 0;
  expect(await tell(...event())).toBe(status);
  expect(stripe.calls).toEqual([]);
});

test("an event for another installation changes nothing", async () => {
  const session = stripe.state.createSession(
    {
      ...{ mode: "payment", success_url: "https://other.example/", expires_at: String(Date.now() / 1000 + 3600) },
      line_items: { "0": { quantity: "1", price_data: { currency: "cad", unit_amount: "1000" } } },
      metadata: { installation: "another", account: "1001", invoices: "6110" },
    },
    stripe.url,
  );
  await stripe.state.choose(session.id, "pay");
  const body = JSON.stringify({ ...EVENT, type: "checkout.session.completed", data: { object: session } });
  expect(await tell(body, signed(body))).toBe(200);
  const { results } = await world.billing
    .prepare("SELECT * FROM payments WHERE reference = ?")
    .bind(session.payment_intent)
    .all();
  expect(results).toEqual([]);
});

test("the webhook refuses an event during an outage of Stripe's API, so Stripe sends it again", async () => {
  const body = JSON.stringify({ ...EVENT, type: "checkout.session.completed", data: { object: { id: "cs_test_1" } } });
  stripe.faults.push("reset");
  expect(await tell(body, signed(body))).toBe(503);
});

test("a flood of forged events causes no requests to Stripe and does not block a signed event", async () => {
  const body = JSON.stringify({ ...EVENT, type: "checkout.session.completed", data: { object: { id: "cs_test_1" } } });
  const forged = signatureOf(body, "whsec_another", Math.floor(Date.now() / 1000));
  stripe.calls.length = 0;
  const flood = Array.from({ length: 100 }, () => tell(body, forged));
  expect(await tell(JSON.stringify(EVENT), signed(JSON.stringify(EVENT)))).toBe(200);
  expect(new Set(await Promise.all(flood))).toEqual(new Set([400]));
  expect(stripe.calls).toEqual([]);
});
