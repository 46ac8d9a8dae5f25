import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { type StripeFault, StripeSimulator } from "../../dev/stripe/stripe-simulator.ts";
import { LOGINS, valueIn, writes } from "../billing-contract/questions.ts";
import { actingEngine, DAY_MS, MINUTE_MS, NOW } from "./support/acting.ts";
import { loggedErrors } from "./support/scene.ts";
import { seededBilling } from "./support/seeded-billing.ts";
import { type Statement, watchedDatabase } from "./support/watched-database.ts";

const { db, sql } = await seededBilling(new Date(NOW));
const clock = { now: NOW };
const stripe: StripeSimulator = await StripeSimulator.start({
  now: () => clock.now,
  deliver: (body, signature) => told(body, signature),
});
const watch: { executed: (statement: Statement) => void } = { executed: () => {} };
const watched = watchedDatabase(db, { executed: (statement) => watch.executed(statement) });
const acting = actingEngine(watched, { now: () => clock.now }, stripe.settings);
const { engine, mails, settled, customer } = acting;
/** The owner of an account that pays in USD and without taxes. A .com domain costs 12.99. */
const other = customer(LOGINS.totp, 1003);
const lines = loggedErrors();
afterAll(() => stripe.stop());
beforeEach(async () => {
  await acting.renew();
  clock.now = NOW;
  stripe.faults.length = 0;
  stripe.calls.length = 0;
  await sql.run("UPDATE accounts SET credit = 0 WHERE id = 1003");
  await sql.run("DELETE FROM notices");
  await sql.run("UPDATE installation SET payments_listed_at = 0");
});

async function told(body: string, signature: string, to = engine) {
  const headers = { "Stripe-Signature": signature };
  const { status } = await to.takePaymentEvent(
    new Request("https://desk.example/", { method: "POST", body, headers }),
    "event",
  );
  return status;
}

async function pass(ms: number): Promise<void> {
  clock.now += ms;
  await engine.runScheduledJobs();
  await settled();
}

const begin = (...invoices: number[]) =>
  engine.beginCheckout(writes(other.query, true), {
    ...{ invoices, savesCard: false, returnTo: "https://desk.example/invoices/1?lang=en" },
  });

/** Orders a domain for 12.99 USD. Returns its invoice, with a function that opens a payment page at Stripe. */
async function ordered(name: string) {
  const { invoice } = await valueIn(other.orderDomain(name));
  const id = invoice?.id ?? 0;
  const session = async () => sessionIn(await valueIn(begin(id)));
  const row = () => sql.row("SELECT status, credit_applied FROM invoices WHERE id = ?", id);
  const status = async () => (await row())?.status;
  return { id, number: invoice?.number ?? "", session, status };
}
const sessionIn = (url: string | null) => url?.split("/").at(-1) ?? expect.fail("no page");
const credit = () => sql.value("SELECT credit FROM accounts WHERE id = 1003");
const payments = (invoice: number) =>
  sql.rows(
    "SELECT p.amount FROM payments p JOIN invoice_payments ip ON ip.payment_id = p.id WHERE ip.invoice_id = ?",
    invoice,
  );
const paymentOf = (session: string) => stripe.state.session(session).payment_intent ?? expect.fail("not paid");
/** Pays at Stripe and loses the webhook event about the payment. */
const payInSilence = (session: string) => {
  stripe.faults.push("lost");
  return stripe.state.choose(session, "pay");
};

describe("a payment on Stripe's page", () => {
  test("is recorded once by its webhook event, even if it arrives twice, and the domain is registered", async () => {
    const order = await ordered("free-stripe.com");
    const session = await order.session();
    expect(await order.status()).toBe("unpaid");
    stripe.faults.push("twice");
    await stripe.state.choose(session, "pay");
    await settled();
    expect([await order.status(), await payments(order.id), await credit()]).toEqual(["paid", [{ amount: 1299 }], 0]);
    expect(acting.registrar.domains.has("free-stripe.com")).toBe(true);
    const { payments: shown } = await valueIn(engine.readInvoice(other.query, order.id));
    expect(shown).toMatchObject([{ amount: 1299, refundedOn: null, reference: null }]);
    expect(await valueIn(begin(order.id)).catch((error) => String(error))).toMatch(/refused/);
  });

  test("is recorded without waiting for a slow registrar, and the domain is registered afterwards", async () => {
    const order = await ordered("free-slow.com");
    const session = await order.session();
    const { promise, resolve } = Promise.withResolvers<void>();
    const { registrar } = acting;
    const register = registrar.register.bind(registrar);
    registrar.register = (...asked) => promise.then(() => register(...asked));
    await stripe.state.choose(session, "pay");
    expect([await order.status(), registrar.domains.has("free-slow.com")]).toEqual(["paid", false]);
    resolve();
    await settled();
    registrar.register = register;
    expect(registrar.domains.has("free-slow.com")).toBe(true);
  });

  test("is found when the customer returns, or by scheduled work minutes later, if its event is lost", async () => {
    const [returned, gone] = [await ordered("free-returned.com"), await ordered("free-gone.com")];
    await payInSilence(await returned.session());
    const row = await sql.value("SELECT id FROM checkouts WHERE invoices = ?", `[${returned.id}]`);
    const another = customer(LOGINS.owner, 1001);
    await engine.reconcileCheckout(another.query, String(row));
    expect(await returned.status(), "not by another account").toBe("unpaid");
    await engine.reconcileCheckout(other.query, String(row));
    expect(await returned.status()).toBe("paid");

    await sql.run("UPDATE installation SET payments_listed_at = ?", NOW);
    await payInSilence(await gone.session());
    await pass(14 * MINUTE_MS);
    expect(await gone.status()).toBe("unpaid");
    await pass(2 * MINUTE_MS);
    expect(await gone.status()).toBe("paid");
  });

  test("is found in the daily list if the database has lost its checkout", async () => {
    const order = await ordered("free-restored.com");
    await payInSilence(await order.session());
    await sql.run("DELETE FROM checkouts");
    await pass(DAY_MS + MINUTE_MS);
    expect([await order.status(), await payments(order.id)]).toEqual(["paid", [{ amount: 1299 }]]);
    await pass(DAY_MS + MINUTE_MS);
    expect(await payments(order.id)).toHaveLength(1);
  });

  test("is found in the daily list even if the restored database is five days old", async () => {
    const order = await ordered("free-restored-late.com");
    await payInSilence(await order.session());
    await sql.run("DELETE FROM checkouts");
    clock.now += 4 * DAY_MS;
    await sql.run("UPDATE installation SET payments_listed_at = ?", NOW - DAY_MS);
    await pass(MINUTE_MS);
    expect(await order.status()).toBe("paid");
  });

  test("uses account credit first, and needs no page if the credit is enough", async () => {
    const order = await ordered("free-credited.com");
    await sql.run("UPDATE accounts SET credit = 500 WHERE id = 1003");
    const session = await order.session();
    expect(stripe.state.session(session).amount_total).toBe(799);
    await stripe.state.choose(session, "pay");
    expect([await order.status(), await credit()]).toEqual(["paid", 0]);
    const free = await ordered("free-of-charge.com");
    await sql.run("UPDATE accounts SET credit = 1300 WHERE id = 1003");
    stripe.calls.length = 0;
    expect(await valueIn(begin(free.id))).toBeNull();
    expect([await free.status(), await credit(), stripe.calls]).toEqual(["paid", 1, []]);
  });

  test("can pay several invoices", async () => {
    const [one, two] = [await ordered("free-first.com"), await ordered("free-second.com")];
    await stripe.state.choose(sessionIn(await valueIn(begin(two.id, one.id))), "pay");
    expect([await one.status(), await two.status()]).toEqual(["paid", "paid"]);
    expect(await payments(one.id)).toEqual([{ amount: 2598 }]);
  });

  test("can pay one invoice while account credit pays another", async () => {
    await sql.run("UPDATE accounts SET credit = 1299 WHERE id = 1003");
    const [one, two] = [await ordered("free-by-money.com"), await ordered("free-by-credit.com")];
    await stripe.state.choose(sessionIn(await valueIn(begin(one.id, two.id))), "pay");
    expect([await one.status(), await two.status()]).toEqual(["paid", "paid"]);
    expect([await payments(one.id), await payments(two.id)]).toEqual([[{ amount: 1299 }], []]);
  });

  test("becomes credit if the invoice is already paid, and the customer gets an e-mail", async () => {
    const order = await ordered("free-doubled.com");
    const session = await order.session();
    const record = { invoice: order.number, amount: 1299, reference: "transfer-before", receivedOn: null };
    await engine.recordPayment(record, true);
    await stripe.state.choose(session, "pay");
    await settled();
    expect([await order.status(), await credit()]).toEqual(["paid", 1299]);
    expect(mails.of("paymentCredited")).toEqual([
      ["paymentCredited", expect.any(String), "en", { amount: 1299, credited: 1299, currency: "USD", paid: [] }],
    ]);
  });

  test.each([
    ["another currency", { currency: "eur" }],
    ["an unknown account", { metadata: { account: "987654" } }],
  ])("is recorded but pays nothing if it has %s", async (what, change) => {
    const order = await ordered(`free-${what.replaceAll(" ", "-")}.com`);
    const session = await order.session();
    const { metadata } = stripe.state.session(session);
    Object.assign(stripe.state.session(session), {
      ...change,
      metadata: { ...metadata, ...("metadata" in change ? change.metadata : {}) },
    });
    await stripe.state.choose(session, "pay");
    expect([await order.status(), await credit()]).toEqual(["unpaid", 0]);
    expect(await sql.value("SELECT account_id FROM payments WHERE reference = ?", paymentOf(session))).toBeNull();
    const line = { event: "payment_unassigned", request_id: expect.any(String), account: expect.any(Number) };
    expect(lines).toContainEqual(expect.objectContaining(line));
  });

  test("is ignored if it belongs to another installation with the same Stripe account", async () => {
    const order = await ordered("free-foreign.com");
    const session = await order.session();
    stripe.state.session(session).metadata.installation = "another";
    await stripe.state.choose(session, "pay");
    expect([await order.status(), await credit()]).toEqual(["unpaid", 0]);
    expect(await sql.rows("SELECT id FROM payments WHERE reference = ?", paymentOf(session))).toEqual([]);
  });

  test("is pending while the bank delays it, and then the invoice is paid or unpaid as the bank decides", async () => {
    const [taken, refused] = [await ordered("free-taken.com"), await ordered("free-refused-later.com")];
    const both = sessionIn(await valueIn(begin(taken.id, refused.id)));
    for (const order of [taken, refused]) await stripe.state.choose(await order.session(), "later");
    expect([await taken.status(), await refused.status()]).toEqual(["payment_pending", "payment_pending"]);
    expect(await valueIn(begin(taken.id)), "it is not paid twice").toBeNull();
    await stripe.state.expireSession(both);
    expect(await taken.status(), "has ended through another checkout").toBe("payment_pending");
    for (const { payment_intent: payment, metadata } of [...stripe.state.sessions.values()]) {
      if (metadata.invoices === String(taken.id)) await stripe.state.decide(payment ?? "", true);
      if (metadata.invoices === String(refused.id)) await stripe.state.decide(payment ?? "", false);
    }
    await settled();
    expect([await taken.status(), await refused.status()]).toEqual(["paid", "unpaid"]);
    expect(mails.of("paymentFailed").flat()).toContainEqual({ invoiceId: refused.id, number: refused.number });
    expect(await refused.session(), "it can be paid another way").toMatch(/^cs_test_/);
  });
});

describe("a pending payment", () => {
  /**
   * Orders domains and pays for them together, with a payment that waits for the bank. Returns the last order, and
   * functions that make the bank decide and read the statuses of the invoices.
   */
  async function pending(...names: string[]) {
    const orders: Awaited<ReturnType<typeof ordered>>[] = [];
    for (const name of names) orders.push(await ordered(name));
    const last = orders.at(-1) ?? expect.fail("nothing is ordered");
    const session = sessionIn(await valueIn(begin(...orders.map(({ id }) => id))));
    await stripe.state.choose(session, "later");
    const decide = (isPaid: boolean) => stripe.state.decide(paymentOf(session), isPaid);
    const statuses = () => Promise.all(orders.map(({ status }) => status()));
    return { last, decide, statuses };
  }

  test("pays only some invoices if the credit was used in the meantime, and the others can still be paid", async () => {
    await sql.run("UPDATE accounts SET credit = 300 WHERE id = 1003");
    const { last, decide, statuses } = await pending("free-short.com", "free-short-too.com");
    await sql.run("UPDATE accounts SET credit = 0 WHERE id = 1003");
    await decide(true);
    expect([await statuses(), await credit()]).toEqual([["paid", "unpaid"], 999]);
    expect(await last.session()).toMatch(/^cs_test_/);
  });

  test("leaves its invoice unpaid if it arrives in another currency", async () => {
    const { last, decide, statuses } = await pending("free-other-currency.com");
    for (const session of stripe.state.sessions.values())
      if (session.metadata.invoices === String(last.id)) session.currency = "eur";
    await decide(true);
    expect([await statuses(), await credit()]).toEqual([["unpaid"], 0]);
    expect(lines.map(({ event }) => event)).toEqual(["payment_unassigned"]);
  });

  test("leaves its invoice unpaid if its checkout expires while the event is handled", async () => {
    const order = await ordered("free-raced-refusal.com");
    const session = await order.session();
    watch.executed = ({ sql: text }) => {
      if (text.includes("SET status = 'payment_pending'"))
        void sql.run("UPDATE checkouts SET state = 'expired' WHERE session = ?", session);
    };
    await stripe.state.choose(session, "later");
    watch.executed = () => {};
    expect(await order.status()).toBe("unpaid");
  });

  test("cancels its invoice if the order was withdrawn and the payment is too low", async () => {
    await sql.run("UPDATE accounts SET credit = 300 WHERE id = 1003");
    const { last, decide, statuses } = await pending("free-short-withdrawn.com");
    await sql.run("UPDATE orders SET status = 'cancelled', end_reason = 'withdrawn' WHERE invoice_id = ?", last.id);
    await decide(true);
    expect([await statuses(), await credit()]).toEqual([["cancelled"], 1299]);
  });

  test("leaves its invoice unpaid if it fails, even if the database has lost its checkout", async () => {
    const { decide, statuses } = await pending("free-lost-pending.com");
    await sql.run("DELETE FROM checkouts");
    await decide(false);
    expect(await statuses()).toEqual(["unpaid"]);
  });
});

describe("a checkout", () => {
  const sessionsOf = (invoice: number) =>
    [...stripe.state.sessions.values()].filter(({ metadata }) => metadata.invoices === String(invoice));

  test("is created once for several simultaneous clicks", async () => {
    const order = await ordered("free-clicks.com");
    const pages = await Promise.all([order.session(), order.session(), order.session()]);
    expect(new Set(pages).size).toBe(1);
    expect(sessionsOf(order.id)).toHaveLength(1);
  });

  test.each<[string, StripeFault, number]>([
    ["fails before it is created", "error", 1],
    ["is created but returns a 500", "error_after", 2],
  ])("that %s starts again immediately with another idempotency key", async (what, fault, made) => {
    const order = await ordered(`free-${what.replaceAll(" ", "-")}.com`);
    stripe.faults.push(fault);
    await stripe.state.choose(await order.session(), "pay");
    expect(sessionsOf(order.id)).toHaveLength(made);
    expect([await order.status(), await payments(order.id), await credit()]).toEqual(["paid", [{ amount: 1299 }], 0]);
  });

  test("is found by the next click if Stripe's response was lost, and only one page is open", async () => {
    const order = await ordered("free-not-answered.com");
    stripe.faults.push("reset");
    expect(await begin(order.id)).toMatchObject({ ok: false, problem: { code: "billing_unavailable" } });
    expect(sessionsOf(order.id)).toHaveLength(1);
    const session = await order.session();
    expect(sessionsOf(order.id).map(({ id }) => id)).toEqual([session]);
  });

  test("leads to the page of another tab if that tab replaced it, and no other page is open", async () => {
    const order = await ordered("free-two-tabs.com");
    const answerTo = stripe.answerTo.bind(stripe);
    let second = "";
    stripe.answerTo = async (request) => {
      stripe.answerTo = answerTo;
      const answer = await answerTo(request);
      await sql.run("UPDATE accounts SET credit = 500 WHERE id = 1003");
      second = await order.session();
      return answer;
    };
    expect(await order.session()).toBe(second);
    const pages = sessionsOf(order.id).map(({ status, amount_total }) => [status, amount_total]);
    expect(pages).toEqual([
      ["expired", 1299],
      ["open", 799],
    ]);
  });

  test("does not delay other checkouts if it cannot be read", async () => {
    const [broken, gone] = [await ordered("free-unreadable.com"), await ordered("free-behind.com")];
    const row = (invoice: number) => sql.value("SELECT checked_at FROM checkouts WHERE invoices = ?", `[${invoice}]`);
    await broken.session();
    clock.now += MINUTE_MS;
    await payInSilence(await gone.session());
    await sql.run("UPDATE checkouts SET checked_at = 1 WHERE invoices = ?", `[${broken.id}]`);
    stripe.faults.push("error");
    await sql.run("UPDATE installation SET payments_listed_at = ?", NOW + DAY_MS);
    await pass(16 * MINUTE_MS);
    expect([await row(broken.id), await gone.status()]).toEqual([clock.now, "paid"]);
  });

  test("is replaced if its amount is outdated", async () => {
    const order = await ordered("free-amount.com");
    const first = await order.session();
    await sql.run("UPDATE accounts SET credit = 299 WHERE id = 1003");
    const second = await order.session();
    expect(stripe.state.session(first).status).toBe("expired");
    expect(stripe.state.session(second)).toMatchObject({ status: "open", amount_total: 1000 });
  });

  test("is closed by scheduled work if its invoice is cancelled", async () => {
    const order = await ordered("free-withdrawn.com");
    const session = await order.session();
    await sql.run("UPDATE invoices SET status = 'cancelled' WHERE id = ?", order.id);
    await pass(16 * MINUTE_MS);
    expect(stripe.state.session(session).status).toBe("expired");
    expect(await sql.value("SELECT state FROM checkouts WHERE session = ?", session)).toBe("expired");
  });

  test.each([
    ["belongs to another account", 6106],
    ["is paid", 6301],
  ])("is refused if the invoice %s", async (_, invoice) => {
    expect(await begin(invoice)).toMatchObject({ ok: false });
    expect(stripe.calls).toEqual([]);
  });
});

describe("refunds and disputes", () => {
  /** Orders a domain and pays for it. @param extra the overpaid amount in cents */
  async function paid(name: string, extra = 0) {
    const order = await ordered(name);
    const session = await order.session();
    stripe.state.session(session).amount_total += extra;
    await stripe.state.choose(session, "pay");
    await settled();
    const reference = paymentOf(session);
    const refund = (more: { invoice?: string; amount?: number } = {}) =>
      engine.refundPayment({ reference, invoice: more.invoice ?? null, amount: more.amount ?? null }, true);
    const states = () =>
      sql.rows(
        "SELECT r.state, r.amount FROM refunds r JOIN payments p ON p.id = r.payment_id WHERE reference = ?",
        reference,
      );
    return { ...order, reference, refund, states };
  }
  const atStripe = (reference: string) =>
    stripe.state.refunds
      .filter((each) => each.payment_intent === reference && each.status === "succeeded")
      .map(({ amount }) => amount);

  test("a refund returns credit to the payment that it came from, up to what is left of that payment", async () => {
    const order = await paid("free-too-much-paid.com", 700);
    expect(await credit()).toBe(700);
    expect(await order.refund({ amount: 701 })).toMatchObject({
      isDone: false,
      text: expect.stringMatching(/^7\.00 USD of this/),
    });
    expect(await order.refund({ amount: 300 })).toMatchObject({ isDone: true });
    expect(await order.refund()).toMatchObject({ isDone: true });
    expect([await credit(), await order.status()]).toEqual([0, "paid"]);
    await sql.run("UPDATE accounts SET credit = 500 WHERE id = 1003");
    expect(await order.refund(), "other money's credit").toMatchObject({ isDone: false });
    expect([await credit(), atStripe(order.reference)]).toEqual([500, [300, 400]]);
    await settled();
    expect(mails.of("paymentRefunded").flat()).toContainEqual({ amount: 300, currency: "USD", hasFailed: false });
  });

  test("a refund is refused for ten minutes after a refund of the same amount", async () => {
    const order = await paid("free-refunded-twice.com", 700);
    await order.refund({ amount: 300 });
    expect(await order.refund({ amount: 300 })).toMatchObject({ isDone: false, text: /within ten minutes/ });
    clock.now += 10 * MINUTE_MS;
    expect(await order.refund({ amount: 300 })).toMatchObject({ isDone: true });
    expect([await credit(), atStripe(order.reference)]).toEqual([100, [300, 300]]);
  });

  test("a refund does not delay another refund if Stripe does not respond", async () => {
    const orders = [await paid("free-refund-stuck.com", 700), await paid("free-refund-next.com", 800)];
    for (const { refund } of orders) {
      stripe.faults.push("error");
      await refund();
    }
    await sql.run("DELETE FROM checkouts");
    clock.now += DAY_MS;
    stripe.faults.push("error");
    await pass(MINUTE_MS);
    const states = (await Promise.all(orders.map((order) => order.states()))).flat().map(({ state }) => state);
    expect(states.toSorted()).toEqual(["asked", "done"]);
  });

  test("a refund is not delayed by many refunds that cannot be completed", async () => {
    const { refund, states } = await paid("free-refund-waits.com", 700);
    stripe.faults.push("error");
    await refund({ amount: 300 });
    await sql.run(`WITH RECURSIVE n (i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 25)
      INSERT INTO payments (account_id, reference, amount, currency, received_on) SELECT 1003, 'pi_gone_' || i, 1, 'USD', '2026-11-20' FROM n`);
    await sql.run(`INSERT INTO refunds (id, payment_id, amount, from_credit, state, asked_at)
      SELECT reference, id, 1, 0, 'asked', 0 FROM payments WHERE reference LIKE 'pi_gone_%'`);
    await sql.run(`CREATE TRIGGER gone BEFORE UPDATE ON refunds WHEN old.id LIKE 'pi_gone_%'
      BEGIN SELECT RAISE(ABORT, 'cannot be written'); END`);
    clock.now += DAY_MS;
    for (let run = 0; run < 50 && (await states())[0]?.state !== "done"; run++) await pass(MINUTE_MS);
    expect(await states()).toEqual([{ state: "done", amount: 300 }]);
    await sql.run("DROP TRIGGER gone");
    await sql.run("DELETE FROM payments WHERE reference LIKE 'pi_gone_%'");
  });

  test("a refund changes the status of its invoice to refunded", async () => {
    const order = await paid("free-invoice-refunded.com");
    const preview = { reference: order.reference, invoice: order.number, amount: null };
    expect(await engine.refundPayment(preview, false)).toMatchObject({
      isDone: true,
      text: expect.stringMatching(/^12\.99 USD/),
    });
    expect(atStripe(order.reference)).toEqual([]);
    expect(await order.refund({ invoice: order.number })).toMatchObject({ isDone: true });
    expect([await order.status(), await credit(), atStripe(order.reference)]).toEqual(["refunded", 0, [1299]]);
    expect(await order.refund({ invoice: order.number })).toMatchObject({ isDone: false });
  });

  test.each(["the command", "the dashboard"])("a refund from %s ends the waiting order of its invoice", async (by) => {
    const name = `free-waiting-${by.split(" ")[1]}.com`;
    acting.registrar.needs = "funds";
    const order = await paid(name);
    if (by === "the dashboard") await stripe.state.refund({ payment_intent: order.reference });
    else expect(await order.refund({ invoice: order.number })).toMatchObject({ text: /is not complete yet; it ends/ });
    acting.registrar.needs = null;
    await pass(DAY_MS);
    expect([await order.status(), await credit(), atStripe(order.reference)]).toEqual(["refunded", 0, [1299]]);
    expect(await sql.row("SELECT status, refusal FROM orders WHERE invoice_id = ?", order.id)).toEqual({
      ...{ status: "failed", refusal: "Its payment was refunded." },
    });
    expect(await sql.value("SELECT status FROM domains WHERE name = ?", name)).toBe("cancelled");
    expect(acting.registrar.domains.has(name)).toBe(false);
  });

  test("a refund does not end the order if the domain was registered but the response was lost", async () => {
    acting.registrar.losesAnswers = true;
    const order = await paid("free-refunded-unheard.com");
    await order.refund({ invoice: order.number });
    acting.registrar.losesAnswers = false;
    await pass(DAY_MS);
    expect([await order.status(), await credit(), atStripe(order.reference)]).toEqual(["refunded", 0, [1299]]);
    expect(await sql.value("SELECT status FROM orders WHERE invoice_id = ?", order.id)).toBe("done");
    expect(await sql.value("SELECT status FROM domains WHERE name = 'free-refunded-unheard.com'")).toBe("active");
  });

  test("a refund for a part of a payment leaves the rest for another refund, or as credit if the order is refused", async () => {
    acting.registrar.needs = "funds";
    const orders = [];
    for (const name of ["free-partly-refused.com", "free-partly-dashboard.com", "free-partly-command.com"]) {
      const order = await paid(name);
      await stripe.state.refund({ payment_intent: order.reference, amount: "500" });
      orders.push(order);
    }
    const [refused, twice, byCommand] = orders;
    await stripe.state.refund({ payment_intent: twice?.reference ?? "", amount: "799" });
    await byCommand?.refund({ invoice: byCommand.number });
    expect([await credit(), atStripe(byCommand?.reference ?? "")]).toEqual([0, [500, 799]]);
    Object.assign(acting.registrar, { needs: null, refusal: "premium name" });
    await pass(DAY_MS);
    expect(await Promise.all(orders.map(({ status }) => status()))).toEqual(["refunded", "refunded", "refunded"]);
    expect(await credit()).toBe(799);
    expect(mails.of("orderRefused").map(([, , , about]) => about)).toMatchObject([{ credited: 799 }]);
    const part = stripe.state.refunds.find(({ payment_intent }) => payment_intent === refused?.reference);
    if (part) await stripe.state.failRefund(part);
    expect(await credit(), "the part came back").toBe(1299);
  });

  test.each<StripeFault>(["error", "reset", "error_after"])(
    "a refund is made only once, however Stripe fails: %s",
    async (fault) => {
      const order = await paid(`free-refund-${fault.replace("_", "-")}.com`, 700);
      stripe.faults.push(fault, "lost");
      expect(await order.refund()).toMatchObject({ isDone: true });
      expect(await credit()).toBe(0);
      await pass(2 * MINUTE_MS);
      // For a day, Stripe repeats its stored 500 response for the same idempotency key.
      if (fault === "error") expect(await order.states()).toEqual([{ state: "asked", amount: 700 }]);
      clock.now += DAY_MS;
      await Promise.all([engine.runScheduledJobs(), engine.runScheduledJobs()]);
      expect([await order.states(), atStripe(order.reference)]).toEqual([[{ state: "done", amount: 700 }], [700]]);
    },
  );

  test("a refund becomes credit again only once if the bank returns it, and the customer gets an e-mail", async () => {
    const order = await paid("free-refund-back.com", 700);
    await order.refund();
    const [refund] = stripe.state.refunds.slice(-1);
    stripe.faults.push("twice");
    if (refund) await stripe.state.failRefund(refund);
    await pass(11 * MINUTE_MS);
    expect([await credit(), await order.states()]).toEqual([700, [{ state: "failed", amount: 700 }]]);
    expect(mails.of("paymentRefunded").flat()).toContainEqual({ amount: 700, currency: "USD", hasFailed: true });
  });

  test("a refund is taken from credit once if the bank returns it without an event and it is then repeated in the dashboard", async () => {
    const order = await paid("free-refund-again.com", 700);
    await order.refund();
    const [refund] = stripe.state.refunds.slice(-1);
    stripe.faults.push("lost");
    if (refund) await stripe.state.failRefund(refund);
    await stripe.state.refund({ payment_intent: order.reference, amount: "300" });
    expect([await credit(), atStripe(order.reference)]).toEqual([400, [300]]);
  });

  test("a refund stays failed if another run has marked it as failed in the meantime", async () => {
    const order = await paid("free-refund-raced.com", 700);
    watch.executed = ({ sql: text }) => {
      if (text.startsWith("UPDATE refunds SET state = 'done'"))
        void sql.run("UPDATE refunds SET state = 'failed' WHERE state = 'asked'");
    };
    await order.refund();
    watch.executed = () => {};
    expect(await order.states()).toEqual([{ state: "failed", amount: 700 }]);
  });

  test("a refund from Stripe's dashboard is recorded against credit first and then against the invoice", async () => {
    const order = await paid("free-dashboard.com", 700);
    await stripe.state.refund({ payment_intent: order.reference, amount: "600" });
    expect([await credit(), await order.status()]).toEqual([100, "paid"]);
    await stripe.state.refund({ payment_intent: order.reference, amount: "1399" });
    expect([await credit(), await order.status()]).toEqual([0, "refunded"]);
    expect(lines.map(({ event }) => event)).not.toContain("refund_unassigned");
    const partly = await paid("free-dashboard-partly.com");
    await stripe.state.refund({ payment_intent: partly.reference, amount: "500" });
    expect([await credit(), await partly.status()]).toEqual([0, "paid"]);
    expect(lines.map(({ event }) => event)).toContain("refund_unassigned");
  });

  test("a refund from the dashboard replaces a refund that could not be sent, and no credit is added", async () => {
    const { reference, number, refund, states } = await paid("free-both-back.com");
    stripe.faults.push("error");
    await refund({ invoice: number });
    const known = { account: expect.any(Number), payment: reference };
    expect(lines).toContainEqual(expect.objectContaining({ event: "refund_not_sent", ...known }));
    await stripe.state.refund({ payment_intent: reference });
    expect(await states()).toEqual([{ state: "asked", amount: 1299 }]);
    await pass(DAY_MS + MINUTE_MS);
    expect((await states()).map(({ state }) => state).toSorted()).toEqual(["done", "failed"]);
    expect([await credit(), atStripe(reference)]).toEqual([0, [1299]]);
  });

  test("a refund is found in the daily list if its event is lost, and so is a dispute", async () => {
    const [refunded, disputed] = [await paid("free-refund-lost.com"), await paid("free-dispute-lost.com")];
    stripe.faults.push("lost", "lost");
    await stripe.state.refund({ payment_intent: refunded.reference });
    await stripe.state.dispute(disputed.reference, "needs_response");
    await pass(DAY_MS + MINUTE_MS);
    expect([await refunded.status(), await credit()]).toEqual(["refunded", 0]);
    expect(await sql.value("SELECT disputed_on FROM payments WHERE reference = ?", disputed.reference)).toBeTruthy();
  });

  test("a refund is found in the daily list if the bank returns it weeks later without an event, and so is a won dispute", async () => {
    const [refunded, disputed] = [await paid("free-back-lost.com"), await paid("free-won-lost.com")];
    await stripe.state.refund({ payment_intent: refunded.reference });
    await stripe.state.dispute(disputed.reference, "needs_response");
    for (const _ of "123") await pass(20 * DAY_MS);
    const refund = stripe.state.refunds.at(-1) ?? expect.fail("no refund");
    stripe.faults.push("lost", "lost");
    await stripe.state.failRefund(refund);
    await stripe.state.dispute(disputed.reference, "won");
    await pass(DAY_MS);
    expect(await sql.value("SELECT state FROM refunds WHERE stripe_refund = ?", refund.id)).toBe("failed");
    expect(await sql.value("SELECT disputed_on FROM payments WHERE reference = ?", disputed.reference)).toBeNull();
  });

  test("a refund for a bank transfer is only recorded, because the provider must pay it manually", async () => {
    const order = await ordered("free-transfer-refunded.com");
    await engine.recordPayment({ invoice: order.number, amount: 1500, reference: "bank-9", receivedOn: null }, true);
    const refund = { reference: "bank-9", invoice: null, amount: null };
    expect(await engine.refundPayment(refund, true)).toMatchObject({
      isDone: true,
      text: expect.stringMatching(/manually/),
    });
    expect([await credit(), stripe.calls.filter((call) => call.includes("refunds"))]).toEqual([0, []]);
  });

  test("a disputed payment is marked until the dispute is won", async () => {
    const { reference } = await paid("free-disputed.com");
    const disputed = () => sql.value("SELECT disputed_on FROM payments WHERE reference = ?", reference);
    await stripe.state.dispute(reference, "needs_response");
    expect([await disputed(), lines.map(({ event }) => event)]).toEqual(["2026-11-20", ["payment_disputed"]]);
    await stripe.state.dispute(reference, "won");
    expect(await disputed()).toBeNull();
  });
});
