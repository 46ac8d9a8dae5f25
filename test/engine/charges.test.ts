import { afterAll, beforeEach, describe, expect, test } from "vitest";
import type { TestCard } from "../../dev/stripe/stripe-cards.ts";
import { type StripeFault, StripeSimulator } from "../../dev/stripe/stripe-simulator.ts";
import { Holds } from "../../shared/holds/holds.ts";
import { CARD_AGREEMENT } from "../../workers/billing/engine/payments/card-agreement.ts";
import { engineOperator } from "../../workers/billing/operator/engine-operator.ts";
import { LOGINS, sendWrite, valueIn, WRITE_NAMES, WRITE_REQUESTS, writes } from "../billing-contract/questions.ts";
import { memoryHolds } from "../support/memory-holds.ts";
import { actingEngine, DAY_MS, MINUTE_MS, NOW } from "./support/acting.ts";
import { loggedErrors } from "./support/scene.ts";
import { seededBilling } from "./support/seeded-billing.ts";

const { db, sql } = await seededBilling(new Date(NOW));
const clock = { now: NOW };
const stripe: StripeSimulator = await StripeSimulator.start({
  now: () => clock.now,
  deliver: async (body, signature) => {
    const headers = { "Stripe-Signature": signature };
    await engine.takePaymentEvent(new Request("https://desk.example/", { method: "POST", body, headers }), "event");
  },
});
const acting = actingEngine(db, { now: () => clock.now }, stripe.settings);
const { engine, mails, settled, customer } = acting;
const ACCOUNT = 1003;
/** The owner of an account that pays in USD and without taxes. */
const other = customer(LOGINS.totp, ACCOUNT);
const RETURN = "https://desk.example/payment-methods?lang=en";
loggedErrors();
afterAll(() => stripe.stop());

/** A service that renews on 11 December for 20.00 USD. The account owes nothing else. */
const SERVICE = 2301;
const DUE = "2026-12-11";
/** A dispute that is too old to appear in Stripe's list. */
const DISPUTE = { id: "du_1", object: "dispute", created: 0, status: "needs_response" } as const;
let floor = 10_000;
beforeEach(async () => {
  await acting.renew();
  clock.now = NOW;
  stripe.faults.length = 0;
  stripe.state.intents.clear();
  stripe.state.sessions.clear();
  for (const table of ["notices", "charges", "checkouts", "orders", "invoice_payments", "payments", "invoices"])
    await sql.run(`DELETE FROM ${table}`);
  await sql.run("DELETE FROM saved_cards");
  const { customer: owner, id } = stripe.state.cards.save("pays");
  await sql.run("INSERT INTO saved_cards VALUES (?, ?, ?, '2026-11-29', 0, NULL)", ACCOUNT, owner, id);
  await sql.run("UPDATE accounts SET credit = 0 WHERE id = ?", ACCOUNT);
  await sql.run(
    "UPDATE domains SET next_due_on = '2030-01-01', expires_on = '2030-01-01' WHERE next_due_on IS NOT NULL",
  );
  await sql.run("UPDATE services SET next_due_on = '2030-01-01' WHERE next_due_on IS NOT NULL");
  await sql.run(
    "UPDATE services SET status = 'active', next_due_on = ?, recurring_price = 2000 WHERE id = ?",
    DUE,
    SERVICE,
  );
  await sql.run("UPDATE installation SET payments_listed_at = 0");
  floor += 1000;
  // Invoice ids never repeat between tests, because Stripe's idempotency keys are made from them.
  await sql.run("INSERT OR REPLACE INTO id_floors VALUES ('invoices', ?)", floor);
  stripe.calls.length = 0;
});

/** Sets the clock and runs the scheduled jobs. @param day YYYY-MM-DD */
async function at(day: string, time = "09:00"): Promise<void> {
  clock.now = Date.parse(`${day}T${time}:00Z`);
  await engine.runScheduledJobs();
  await settled();
}

/** Lets scheduled work create the renewal's invoice. Returns the invoice id. */
async function invoiced() {
  await at("2026-11-28");
  const id = await sql.value<number>("SELECT invoice_id FROM orders WHERE service_id = ?", SERVICE);
  return id ?? expect.fail("no invoice");
}

/** Saves a card in place of the current one. */
async function saveCard(card: TestCard): Promise<void> {
  await engine.removeCard(writes(other.query, true), null);
  await stripe.state.choose(await setUp(), "pay", card);
}

/** Opens a page at Stripe to pay invoices or save a card. Returns the id of its session. */
async function opened(invoices: number[], savesCard: boolean): Promise<string> {
  const request = { invoices, savesCard, returnTo: RETURN };
  const url = await valueIn(engine.beginCheckout(writes(other.query, true), request));
  return url?.split("/").at(-1) ?? expect.fail("no page");
}
const setUp = () => opened([], true);
const paying = (invoice: number, savesCard = false) => opened([invoice], savesCard);

const status = (invoice: number) => sql.value("SELECT status FROM invoices WHERE id = ?", invoice);
const charges = () =>
  sql.rows<{ attempt: number; state: string }>("SELECT attempt, state FROM charges ORDER BY attempt");
const taken = () =>
  [...stripe.state.intents.values()].flatMap(({ status, amount }) => (status === "succeeded" ? [amount] : []));
const sent = () => stripe.calls.filter((call) => call === "POST /v1/payment_intents").length;
async function expectCharged(invoice: number): Promise<void> {
  expect([await charges(), await status(invoice), taken()]).toEqual([[{ attempt: 1, state: "done" }], "paid", [2000]]);
}
const card = () =>
  sql.row("SELECT payment_method, agreement, agreed_at FROM saved_cards WHERE account_id = ?", ACCOUNT);

describe("an automatic renewal", () => {
  test("is announced, then charged at nine o'clock three days before its due date, and completed", async () => {
    const invoice = await invoiced();
    expect(mails.of("invoiceIssued").flat()).toContainEqual(expect.objectContaining({ chargedOn: "2026-12-08" }));
    await at("2026-12-07", "23:59");
    await at("2026-12-08", "08:59");
    expect([await charges(), await status(invoice)]).toEqual([[], "unpaid"]);
    await at("2026-12-08", "09:00");
    await expectCharged(invoice);
    expect(await sql.value("SELECT next_due_on FROM services WHERE id = ?", SERVICE)).toBe("2027-01-11");
    await at(DUE);
    await at("2026-12-14");
    expect(taken()).toEqual([2000]);
  });

  test("is not charged before nine o'clock, even on a later day than planned", async () => {
    const invoice = await invoiced();
    clock.now = Date.parse("2026-12-09T03:00:00Z");
    expect((await valueIn(engine.readInvoice(other.query, invoice))).chargedOn, "not a day that is past").toBe(
      "2026-12-09",
    );
    await at("2026-12-09", "03:00");
    expect([await status(invoice), taken()]).toEqual(["unpaid", []]);
    await at("2026-12-09", "09:00");
    expect([await status(invoice), taken()]).toEqual(["paid", [2000]]);
  });

  test("is charged on the next day if it is due on the day of its invoice, as its e-mail says", async () => {
    await at(DUE);
    const invoice = (await sql.value<number>("SELECT invoice_id FROM orders WHERE service_id = ?", SERVICE)) ?? 0;
    expect(mails.of("invoiceIssued").flat()).toContainEqual(expect.objectContaining({ chargedOn: "2026-12-12" }));
    await at(DUE, "09:05");
    expect([await status(invoice), taken()]).toEqual(["unpaid", []]);
    await at("2026-12-12");
    expect([await status(invoice), taken()]).toEqual(["paid", [2000]]);
  });

  test.each<[string, string, string | null]>([
    ["whose next run is two days after its due date", "2026-12-13", "2026-12-13"],
    ["whose next run is a week after its due date", "2026-12-18", null],
  ])("%s announces the day of its charge, if there is one", async (_, day, promised) => {
    const invoice = await invoiced();
    clock.now = Date.parse(`${day}T09:00:00Z`);
    expect((await valueIn(engine.readInvoice(other.query, invoice))).chargedOn).toBe(promised);
    await at(day);
    expect(sent()).toBe(promised ? 1 : 0);
  });

  test("is announced with the plan's name in the owner's language", async () => {
    const plan = await sql.row("SELECT plan_id, plan_name FROM services WHERE id = ?", SERVICE);
    const name = "UPDATE services SET plan_id = ?, plan_name = ? WHERE id = ?";
    await sql.run(name, "email-plus", "E-mail Plus", SERVICE);
    await sql.run("UPDATE logins SET language = 'fr' WHERE email = 'totp@maple.example'");
    await invoiced();
    const about = expect.objectContaining({ subject: expect.stringMatching(/^Courriel Plus/) });
    expect(mails.of("invoiceIssued").flat()).toContainEqual(expect.objectContaining({ about }));
    await sql.run("UPDATE logins SET language = 'en' WHERE email = 'totp@maple.example'");
    await sql.run(name, plan?.plan_id, plan?.plan_name, SERVICE);
  });

  test("is not charged after a dispute until the customer saves a card again, and its invoice announces no charge", async () => {
    const invoice = await invoiced();
    const disputed = `INSERT INTO payments (account_id, reference, amount, currency, received_on, disputed_on)
      VALUES (${ACCOUNT}, 'pi_disputed', 100, 'USD', '2026-11-20', '2026-11-21')`;
    await sql.run(disputed);
    expect(await valueIn(engine.readCard(other.query))).toMatchObject({ isSaved: true, isCharged: false });
    expect((await valueIn(engine.readInvoice(other.query, invoice))).chargedOn).toBeNull();
    await saveCard("pays");
    expect(await valueIn(engine.readCard(other.query))).toMatchObject({ isSaved: true, isCharged: true });
    await at("2026-12-08");
    expect([await status(invoice), taken()]).toEqual(["paid", [2000]]);
  });

  test("causes no e-mail about a failed charge if the customer pays before that e-mail is sent", async () => {
    await saveCard("declines");
    const invoice = await invoiced();
    const before = mails.of("chargeFailed").length;
    mails.fails = true;
    await at("2026-12-08");
    expect((await charges())[0]?.state).toBe("failed");
    await stripe.state.choose(await paying(invoice), "pay");
    await settled();
    mails.fails = false;
    await at("2026-12-09");
    expect([await status(invoice), mails.of("chargeFailed").length]).toEqual(["paid", before]);
  });

  test("is charged only once by two simultaneous runs", async () => {
    await invoiced();
    clock.now = Date.parse("2026-12-08T09:00:00Z");
    await Promise.all([engine.runScheduledJobs(), engine.runScheduledJobs()]);
    await settled();
    expect([taken(), sent()]).toEqual([[2000], 1]);
  });

  test("is charged even if many earlier invoices are too small for a card", async () => {
    const invoice = await invoiced();
    await sql.run(
      `WITH RECURSIVE n (i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 25)
      INSERT INTO invoices (id, account_id, number, status, issued_on, due_on, subtotal)
        SELECT i, ?, 'small-' || i, 'unpaid', '2026-11-28', ?, 30 FROM n`,
      ...[ACCOUNT, DUE],
    );
    await sql.run(`INSERT INTO domains (id, account_id, name, status, auto_renew)
      SELECT 90000 + id, account_id, number || '.com', 'active', 1 FROM invoices WHERE number LIKE 'small-%'`);
    await sql.run(`INSERT INTO orders (account_id, kind, status, placed_at, invoice_id, domain_id, automatic)
      SELECT account_id, 'renew_domain', 'open', '2026-11-28T09:00:00Z', id, 90000 + id, 1 FROM invoices WHERE number LIKE 'small-%'`);
    await at("2026-12-08");
    expect(await status(invoice)).toBe("paid");
  });

  test("uses account credit first, and charges no card if the credit is enough", async () => {
    const invoice = await invoiced();
    await sql.run("UPDATE accounts SET credit = 500 WHERE id = ?", ACCOUNT);
    await at("2026-12-08");
    expect([await status(invoice), taken()]).toEqual(["paid", [1500]]);
    await sql.run("UPDATE accounts SET credit = 2000 WHERE id = ?", ACCOUNT);
    await at("2026-12-28");
    await at("2027-01-08");
    expect(await sql.value("SELECT next_due_on FROM services WHERE id = ?", SERVICE)).toBe("2027-02-11");
    expect(taken()).toEqual([1500]);
  });

  test.each<[TestCard, string]>([
    ["declines", "the bank declines the charge"],
    ["asks", "the bank requires the owner's confirmation"],
  ])(
    "stays unpaid if its card fails (%s), is retried on the due date and three days later, and each failure causes an e-mail",
    async (number) => {
      await saveCard(number);
      const invoice = await invoiced();
      const days = [
        "2026-12-08",
        "2026-12-09",
        DUE,
        "2026-12-13",
        "2026-12-14",
        "2026-12-15",
        "2026-12-18",
        "2027-01-05",
      ];
      for (const day of days) await at(day);
      expect((await charges()).map(({ state }) => state)).toEqual(["failed", "failed", "failed"]);
      expect([await status(invoice), taken(), sent()]).toEqual(["unpaid", [], 3]);
      const left = [...stripe.state.intents.values()].map(({ status }) => status);
      expect(left, "without anybody to confirm it").toEqual(["canceled", "canceled", "canceled"]);
      const told = mails.of("chargeFailed").map(([, , , mail]) => (mail as { againOn: string | null }).againOn);
      expect(told).toEqual([DUE, "2026-12-14", null]);
      await stripe.state.choose(await paying(invoice), "pay");
      expect(await status(invoice)).toBe("paid");
    },
  );

  test.each<StripeFault>(["reset", "error_after"])(
    "is charged only once if Stripe's response is lost (%s)",
    async (fault) => {
      const invoice = await invoiced();
      await sql.run("UPDATE installation SET payments_listed_at = ?", Date.parse("2026-12-08T08:00:00Z"));
      stripe.faults.push("none", fault);
      await at("2026-12-08");
      expect([await charges(), await status(invoice)]).toEqual([[{ attempt: 1, state: "asked" }], "payment_pending"]);
      expect(
        await valueIn(
          engine.beginCheckout(writes(other.query, true), {
            ...{ invoices: [invoice], savesCard: false },
            returnTo: RETURN,
          }),
        ),
        "nobody pays it a second time",
      ).toBeNull();
      await at("2026-12-08", "09:05");
      await expectCharged(invoice);
      expect(sent()).toBe(1);
    },
  );

  test("is charged by a later run if its charge was stored but not sent", async () => {
    const invoice = await invoiced();
    await sql.run(
      "INSERT INTO charges SELECT ?, 1, 2000, customer, payment_method, 'asked', ?, NULL FROM saved_cards WHERE account_id = ?",
      ...[invoice, Date.parse("2026-12-08T09:00:00Z"), ACCOUNT],
    );
    await sql.run("UPDATE invoices SET status = 'payment_pending' WHERE id = ?", invoice);
    await at("2026-12-08", "09:05");
    await expectCharged(invoice);
  });

  test("can be paid by the customer minutes after Stripe failed to charge it, and is otherwise charged on its due date", async () => {
    const invoice = await invoiced();
    await sql.run("UPDATE installation SET payments_listed_at = ?", Date.parse("2026-12-08T08:00:00Z"));
    stripe.faults.push("none", "error");
    await at("2026-12-08");
    await at("2026-12-08", "09:05");
    expect([await charges(), await status(invoice)]).toEqual([[{ attempt: 1, state: "asked" }], "payment_pending"]);
    await at("2026-12-08", "09:10");
    expect([await charges(), await status(invoice), taken()]).toEqual([
      [{ attempt: 1, state: "failed" }],
      "unpaid",
      [],
    ]);
    await paying(invoice);
    await at(DUE);
    expect([await status(invoice), taken()]).toEqual(["paid", [2000]]);
  });

  /** Simulates a database that was restored to a time before the charge. */
  async function restore(invoice: number): Promise<void> {
    for (const table of ["charges", "invoice_payments", "payments"]) await sql.run(`DELETE FROM ${table}`);
    await sql.run("UPDATE invoices SET status = 'unpaid', paid_on = NULL WHERE id = ?", invoice);
    await sql.run("UPDATE orders SET status = 'open' WHERE invoice_id = ?", invoice);
    await sql.run("UPDATE services SET next_due_on = ? WHERE id = ?", DUE, SERVICE);
  }

  test("is marked as paid from Stripe's daily list if the database has lost its charge, and is not charged again", async () => {
    const invoice = await invoiced();
    await at("2026-12-08");
    await restore(invoice);
    await at(DUE);
    expect([await status(invoice), taken(), sent()]).toEqual(["paid", [2000], 1]);
  });

  test("is marked as paid when a restored database resumes, even after a recent list and with another card", async () => {
    const invoice = await invoiced();
    await at("2026-12-08");
    await saveCard("pays");
    await restore(invoice);
    await engineOperator(db, () => clock.now, new Holds(memoryHolds(), () => clock.now)).resume(true);
    await at("2026-12-08", "09:05");
    expect([await status(invoice), taken(), sent()]).toEqual(["paid", [2000], 1]);
  });

  test("is not charged while an entry in the daily list cannot be recorded, and the next run reads the list again", async () => {
    const invoice = await invoiced();
    await at("2026-12-08");
    await saveCard("pays");
    await restore(invoice);
    await sql.run("CREATE TRIGGER fails BEFORE INSERT ON payments BEGIN SELECT raise(ABORT, 'fails'); END");
    await at(DUE);
    await sql.run("DROP TRIGGER fails");
    expect([await status(invoice), sent()]).toEqual(["unpaid", 1]);
    await at(DUE, "09:05");
    expect([await status(invoice), taken(), sent()]).toEqual(["paid", [2000], 1]);
  });

  test("is found to be paid at Stripe before the next attempt if the database has lost its charge", async () => {
    const invoice = await invoiced();
    await at("2026-12-08", "10:00");
    await restore(invoice);
    await sql.run("UPDATE installation SET payments_listed_at = ?", Date.parse("2026-12-10T12:00:00Z"));
    await at(DUE);
    expect([await status(invoice), taken(), sent()]).toEqual(["paid", [2000], 1]);
  });

  test("is not marked as failed if its idempotency key was used with another card", async () => {
    const invoice = await invoiced();
    await at("2026-12-08");
    await saveCard("pays");
    await restore(invoice);
    await at("2026-12-08", "09:05");
    expect([await charges(), mails.of("chargeFailed"), sent()]).toEqual([[{ attempt: 1, state: "asked" }], [], 2]);
  });

  test("is not charged while the daily list fails", async () => {
    const invoice = await invoiced();
    stripe.faults.push("error");
    await at("2026-12-08");
    expect([await status(invoice), sent()]).toEqual(["unpaid", 0]);
  });

  test("is charged after its page at Stripe is closed, or marked as paid if the customer paid there", async () => {
    const invoice = await invoiced();
    await at("2026-12-08", "08:50");
    const session = await paying(invoice);
    await at("2026-12-08");
    expect([stripe.state.session(session).status, await status(invoice), taken()]).toEqual(["expired", "paid", [2000]]);
    await at("2026-12-28");
    await at("2027-01-08", "08:50");
    const second = await sql.value<number>("SELECT max(invoice_id) FROM orders WHERE service_id = ?", SERVICE);
    const paid = await paying(second ?? 0);
    await sql.run("UPDATE installation SET payments_listed_at = ?", clock.now);
    stripe.faults.push("lost");
    await stripe.state.choose(paid, "pay");
    await at("2027-01-08");
    expect([await status(second ?? 0), taken(), sent()]).toEqual(["paid", [2000, 2000], 1]);
  });

  test.each<[string, string]>([
    ["the balance is below Stripe's minimum amount", "UPDATE invoices SET credit_applied = total - 49"],
    ["its last attempt failed", "INSERT INTO charges SELECT id, 3, 1, 'cus', 'pm', 'failed', 0, NULL FROM invoices"],
    [
      "its owner disputes a payment",
      `INSERT INTO payments (account_id, reference, amount, currency, received_on, disputed_on)
      VALUES (1003, 'pi_disputed', 100, 'USD', '2026-11-20', '2026-11-21')`,
    ],
    ["the card was removed", "DELETE FROM saved_cards"],
    ["the card is a sandbox card", "UPDATE saved_cards SET payment_method = 'demonstration'"],
  ])("is not charged if %s, and announces no charge", async (_, change) => {
    const invoice = await invoiced();
    await sql.run(change);
    expect((await valueIn(engine.readInvoice(other.query, invoice))).chargedOn).toBeNull();
    stripe.state.disputes.push({ ...DISPUTE, payment_intent: "pi_disputed" });
    for (const day of ["2026-12-08", DUE, "2026-12-14"]) await at(day);
    expect([await status(invoice), sent()]).toEqual(["unpaid", 0]);
  });

  test("is charged for a domain only while auto-renewal is on and the domain stays at the registrar", async () => {
    const names = ["free-kept.com", "free-dropped.com", "free-missing.com", "free-leaving.com"];
    for (const name of names) {
      acting.registrar.hold(name, { expiresOn: DUE });
      await sql.run(
        `INSERT INTO domains (account_id, name, status, expires_on, next_due_on, renewal_price, auto_renew)
          VALUES (?, ?, 'active', ?, ?, 1500, 1)`,
        ...[ACCOUNT, name, DUE, DUE],
      );
    }
    await at("2026-11-28");
    await valueIn(
      engine.setDomainAutoRenew(writes(other.query, true), { domain: "free-dropped.com", autoRenew: false }),
    );
    acting.registrar.domains.delete("free-missing.com");
    const since = Date.parse("2026-12-07T20:00:00Z");
    await sql.run("UPDATE domains SET missing_since = ? WHERE name = 'free-missing.com'", since);
    await sql.run(
      `INSERT INTO actions (account_id, reference, operation, login_id, begun_at, state, answer)
        VALUES (?, 'leaving', 'transferDomainOut', 0, '2026-11-28T10:00:00Z', 'done', '{"domain":"free-leaving.com"}')`,
      ACCOUNT,
    );
    await at("2026-12-05");
    const told = mails.of("domainExpires").at(-1)?.slice(3);
    const chargedOn = { "free-kept.com": "2026-12-08" } as Record<string, string>;
    expect(told).toMatchObject(names.map((domain) => ({ domain, chargedOn: chargedOn[domain] ?? null })));
    await at("2026-12-08");
    await at("2026-12-08", "09:05");
    const statuses = await sql.rows(`SELECT d.name, i.status FROM orders o JOIN invoices i ON i.id = o.invoice_id
      JOIN domains d ON d.id = o.domain_id ORDER BY d.id`);
    expect(statuses).toEqual([
      { name: "free-kept.com", status: "paid" },
      { name: "free-dropped.com", status: "unpaid" },
      { name: "free-missing.com", status: "unpaid" },
      { name: "free-leaving.com", status: "unpaid" },
    ]);
  });
});

test("neither an API operation nor a customer's own order charges a saved card", async () => {
  const owner = customer(LOGINS.owner, 1001);
  await sql.run(
    "INSERT INTO saved_cards VALUES (1001, 'cus_demonstration_1001', 'pm_demonstration_1001', 'x', 0, NULL)",
  );
  await sql.run("UPDATE services SET next_due_on = '2027-06-01' WHERE id = 2101");
  acting.registrar.hold("studio-ana.ca");
  for (const name of WRITE_NAMES) {
    const request = WRITE_REQUESTS[name]({ serviceId: 2101, domain: "studio-ana.ca" });
    await sendWrite(engine, name, writes(owner.query, true), request);
  }
  await settled();
  expect(mails.of("orderPlaced").flat()).toContainEqual(
    expect.objectContaining({ order: "register", isCharged: true }),
  );
  const ordered = await sql.rows("SELECT kind FROM orders WHERE invoice_id IS NOT NULL ORDER BY id");
  expect(ordered.map(({ kind }) => kind)).toEqual(["register", "plan", "renew_domain", "plan_change"]);
  await sql.run("UPDATE services SET next_due_on = '2030-01-01' WHERE id = ?", SERVICE);
  for (let day = 0; day <= 14; day++) {
    clock.now = NOW + day * DAY_MS;
    await engine.runScheduledJobs();
  }
  await settled();
  expect([await charges(), sent()]).toEqual([[], 0]);
});

describe("a saved card", () => {
  test("is saved on Stripe's page with the version and time of the agreement, and can be removed", async () => {
    const before = await card();
    await engine.removeCard(writes(other.query, true), null);
    expect([await card(), stripe.state.cards.card(String(before?.payment_method)).customer]).toEqual([null, null]);
    const [first, second] = [await setUp(), await setUp()];
    expect(second, "one page for two clicks").toBe(first);
    stripe.faults.push("twice");
    await stripe.state.choose(first, "pay");
    const saved = stripe.state.session(first).setup_intent?.payment_method;
    expect(await card()).toEqual({ payment_method: saved, agreement: CARD_AGREEMENT.version, agreed_at: NOW });
    const details = { brand: "visa", last4: "4242", expires: "2034-12" };
    expect(await valueIn(engine.readCard(other.query))).toEqual({ isSaved: true, isCharged: true, details });
    await engine.removeCard(writes(other.query, true), null);
    await sql.run("UPDATE checkouts SET state = 'open', checked_at = 0");
    clock.now += 20 * MINUTE_MS;
    await engine.runScheduledJobs();
    expect(await card(), "a session that is read again saves no card that was removed").toBeNull();
  });

  test("is removed even if Stripe no longer has it, and stays if Stripe fails", async () => {
    await saveCard("pays");
    stripe.faults.push("error");
    expect(await engine.removeCard(writes(other.query, true), null)).toMatchObject({ ok: false });
    expect(await card()).not.toBeNull();
    stripe.state.cards.detach(String((await card())?.payment_method));
    expect(await engine.removeCard(writes(other.query, true), null)).toMatchObject({ ok: true });
    expect(await card()).toBeNull();
  });

  test("is found by scheduled work if its webhook event is lost", async () => {
    await engine.removeCard(writes(other.query, true), null);
    const session = await setUp();
    stripe.faults.push("lost");
    await sql.run("UPDATE installation SET payments_listed_at = ?", NOW);
    await stripe.state.choose(session, "pay");
    clock.now += 16 * MINUTE_MS;
    await engine.runScheduledJobs();
    expect(await card()).not.toBeNull();
  });

  test("replaces the previous card, which is then deleted at Stripe", async () => {
    const first = String((await card())?.payment_method);
    const session = await setUp();
    await stripe.state.choose(session, "pay");
    const second = stripe.state.session(session).setup_intent?.payment_method;
    expect([(await card())?.payment_method, stripe.state.cards.card(first).customer]).toEqual([second, null]);
  });

  test("is the card that was entered last, whatever the order of pages and webhook events", async () => {
    const invoice = await invoiced();
    const sessions = [await setUp()];
    clock.now += MINUTE_MS;
    sessions.push(await paying(invoice, true));
    const faults = ["lost", "lost"] as const;
    stripe.faults.push(...faults);
    await stripe.state.choose(sessions[1] ?? "", "pay");
    clock.now += MINUTE_MS;
    await stripe.state.choose(sessions[0] ?? "", "pay");
    const last = stripe.state.session(sessions[0] ?? "").setup_intent?.payment_method;
    const first = [...stripe.state.intents.values()].at(-1)?.payment_method;
    const former = String((await card())?.payment_method);
    clock.now += 16 * MINUTE_MS;
    await sql.run("UPDATE checkouts SET checked_at = session = ?", sessions[1] ?? "");
    await Promise.all([engine.runScheduledJobs(), engine.runScheduledJobs()]);
    expect((await card())?.payment_method).toBe(last);
    expect([former, String(first)].map((id) => stripe.state.cards.card(id).customer)).toEqual([null, null]);
  });

  test.each(["account", "login"] as const)(
    "is removed from Stripe with its open pages if its %s is erased",
    async (kind) => {
      const invoice = await invoiced();
      const [page, unheard] = [await paying(invoice, true), await setUp()];
      stripe.faults.push("lost");
      await stripe.state.choose(unheard, "pay");
      const owner = await sql.value<number>(
        "SELECT login_id FROM account_logins WHERE account_id = ? AND owner",
        ACCOUNT,
      );
      const subject = { kind, id: kind === "account" ? ACCOUNT : (owner ?? 0) };
      const cards = [(await card())?.payment_method, stripe.state.session(unheard).setup_intent?.payment_method];
      stripe.faults.push("error");
      await expect(engine.forgetPayer(subject)).rejects.toThrow();
      expect(await card(), "the next run takes it off").not.toBeNull();
      await engine.forgetPayer(subject);
      clock.now += DAY_MS;
      await engine.runScheduledJobs();
      expect([await card(), stripe.state.session(page).status]).toEqual([null, "expired"]);
      expect(cards.map((id) => stripe.state.cards.card(String(id)).customer)).toEqual([null, null]);
    },
  );

  test("is not stored if the account was erased while the page was open", async () => {
    await engine.removeCard(writes(other.query, true), null);
    const email = await sql.value("SELECT email FROM accounts WHERE id = ?", ACCOUNT);
    const page = await setUp();
    await sql.run("UPDATE accounts SET email = 'erased-account-1003@erased.invalid' WHERE id = ?", ACCOUNT);
    await stripe.state.choose(page, "pay");
    await sql.run("UPDATE accounts SET email = ? WHERE id = ?", email, ACCOUNT);
    const { payment_method: saved } = stripe.state.session(page).setup_intent ?? {};
    expect([await card(), stripe.state.cards.card(String(saved)).customer]).toEqual([null, null]);
  });

  test("is saved with a payment if the customer chooses that, on a separate page", async () => {
    await engine.removeCard(writes(other.query, true), null);
    const invoice = await invoiced();
    const without = await paying(invoice);
    const session = await paying(invoice, true);
    expect([stripe.state.session(without).status, session === without]).toEqual(["expired", false]);
    await stripe.state.choose(session, "pay");
    expect([await status(invoice), (await card())?.agreement]).toEqual(["paid", CARD_AGREEMENT.version]);
  });
});
