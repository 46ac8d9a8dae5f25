import { beforeEach, describe, expect, test } from "vitest";
import type { PlanOrder } from "../../shared/billing-contract/actions.ts";
import {
  type ActingEngine,
  actingEngine,
  acts,
  domainOrder,
  forgetNotices,
  NOW,
  RIGHT_CODE,
  TERMS,
} from "./support/acting.ts";
import { asks, LOGINS, valueIn } from "./support/questions.ts";
import { seededBilling } from "./support/seeded-billing.ts";
import { interrupted } from "./support/watched-database.ts";

const { db, sql } = await seededBilling(new Date(NOW));
let acting: ActingEngine;
beforeEach(async () => {
  acting = actingEngine(db);
  await forgetNotices(db);
  await sql.run("UPDATE accounts SET credit = 0");
});

/** Two accounts that know nothing of each other. */
const ANA = { login: LOGINS.owner, account: 1001, email: "owner@maple.example" };
const SECOND = { login: LOGINS.totp, account: 1003, email: "totp@maple.example" };
type Customer = typeof ANA;

const actOf = ({ login, account }: Customer) => acts(undefined, login, account);
const asksOf = ({ login, account }: Customer) => asks(login, account, "orders");
const order = async (customer: Customer, domain: string, more = {}) =>
  (await valueIn(acting.engine.orderDomain(actOf(customer), domainOrder(domain, more)))).invoice?.id ?? 0;
const pay = async ({ login, account }: Customer, invoice: number) => {
  const paid = await acting.engine.payInvoice(asks(login, account, "invoices"), invoice);
  await acting.settled();
  return paid;
};
const creditOf = ({ account }: Customer) => sql.value<number>("SELECT credit FROM accounts WHERE id = ?", account);
const statesOf = async (name: string) => {
  const results = await sql.rows(
    `SELECT d.account_id, d.status, o.status AS "order", i.status AS invoice
       FROM domains d JOIN orders o ON o.domain_id = d.id JOIN invoices i ON i.id = o.invoice_id
       WHERE d.name = ? ORDER BY d.account_id`,
    name,
  );
  return results;
};
const totalOf = (invoice: number) =>
  sql.value<number>(
    `SELECT i.subtotal + coalesce((SELECT sum(amount) FROM invoice_taxes WHERE invoice_id = i.id), 0) AS total
       FROM invoices i WHERE i.id = ?`,
    invoice,
  );

describe("a name that another account has ordered and not paid", () => {
  test("is quoted as available, and is on order for its own account alone", async () => {
    await order(ANA, "free-open.com");
    const quote = await valueIn(acting.engine.quoteDomainOrder(asksOf(SECOND), domainOrder("free-open.com")));
    expect(quote).toMatchObject({ available: true, obstacle: null });
    const again = acting.engine.orderDomain(actOf(ANA), domainOrder("free-open.com"));
    expect(await again).toMatchObject({ problem: { code: "already_requested" } });
  });

  test("belongs to who pays first; the other's money comes back as credit, and they are told", async () => {
    const [first, second] = [await order(ANA, "free-race.com"), await order(SECOND, "free-race.com")];
    expect(await pay(SECOND, second)).toMatchObject({ ok: true });
    expect(await pay(ANA, first)).toMatchObject({ ok: true });
    expect(await statesOf("free-race.com")).toEqual([
      { account_id: 1001, status: "cancelled", order: "failed", invoice: "refunded" },
      { account_id: 1003, status: "active", order: "done", invoice: "paid" },
    ]);
    expect([await creditOf(ANA), await creditOf(SECOND)]).toEqual([await totalOf(first), 0]);
    expect(acting.registrar.calls.filter((call) => call === "register")).toHaveLength(1);
    expect(acting.mails.sent.filter(([kind]) => kind === "orderRefused")).toMatchObject([
      ["orderRefused", ANA.email, "en", { subject: "free-race.com", reason: expect.stringContaining("paid first") }],
    ]);
    const note = db.prepare(
      "SELECT reason FROM order_refusals r JOIN orders o ON o.id = r.order_id WHERE o.invoice_id = ?",
    );
    expect(await note.bind(first).first("reason")).toContain("paid first");
    const late = acting.engine.orderDomain(actOf(ANA), domainOrder("free-race.com"));
    expect(await late).toMatchObject({ problem: { code: "not_available" } });
  });

  test("belongs to one of those who pay at once, and nobody pays for nothing", async () => {
    for (const name of ["free-duel1.com", "free-duel2.com", "free-duel3.com"]) {
      await sql.run("UPDATE accounts SET credit = 0");
      const [first, second] = [await order(ANA, name), await order(SECOND, name)];
      expect(await Promise.all([pay(ANA, first), pay(SECOND, second)])).toMatchObject([{ ok: true }, { ok: true }]);
      const states = await statesOf(name);
      expect(states.map(({ status }) => status).toSorted()).toEqual(["active", "cancelled"]);
      const [loser, lost] = states[0]?.status === "active" ? [SECOND, second] : [ANA, first];
      expect(await creditOf(loser)).toBe(await totalOf(lost));
      expect(await creditOf(loser === ANA ? SECOND : ANA)).toBe(0);
    }
  });

  test("goes to the one who paid second where the registrar refuses the first", async () => {
    const [first, second] = [await order(ANA, "free-next.com"), await order(SECOND, "free-next.com")];
    acting.registrar.available = false;
    await pay(ANA, first);
    await sql.run("UPDATE invoices SET status = 'paid' WHERE id = ?1", second);
    await sql.run("UPDATE orders SET status = 'paid', next_try_at = ?2 WHERE invoice_id = ?1", second, NOW + 120_000);
    acting.registrar.available = true;
    acting.registrar.refusal = "not to this registrant";
    await acting.pass(61_000);
    acting.registrar.refusal = null;
    await acting.pass(61_000);
    expect(await statesOf("free-next.com")).toEqual([
      { account_id: 1001, status: "cancelled", order: "failed", invoice: "refunded" },
      { account_id: 1003, status: "active", order: "done", invoice: "paid" },
    ]);
  });

  test("is transferred once, with the code of who paid first", async () => {
    const transfer = { type: "transfer", availability: "taken", authCode: RIGHT_CODE } as const;
    const [first, second] = [
      await order(ANA, "taken-both.com", transfer),
      await order(SECOND, "taken-both.com", transfer),
    ];
    await pay(SECOND, second);
    await pay(ANA, first);
    expect(await statesOf("taken-both.com")).toMatchObject([
      { status: "cancelled", order: "failed", invoice: "refunded" },
      { status: "pending_transfer", order: "paid", invoice: "paid" },
    ]);
    expect(acting.registrar.calls.filter((call) => call === "beginTransfer")).toHaveLength(1);
  });

  test("without a registrar is given back all the same", async () => {
    acting = actingEngine(db, { registrar: null });
    const [first, second] = [await order(ANA, "free-offline.com"), await order(SECOND, "free-offline.com")];
    await pay(ANA, first);
    await pay(SECOND, second);
    expect(await statesOf("free-offline.com")).toMatchObject([
      { status: "pending_registration" },
      { status: "cancelled" },
    ]);
    expect(await creditOf(SECOND)).toBe(await totalOf(second));
  });
});

describe("a plan for the name of a site", () => {
  const planOrder = (domain: string, more: Partial<PlanOrder> = {}): PlanOrder => ({
    planId: "web-start",
    billingCycle: null,
    domain,
    promotion: null,
    acceptTerms: TERMS,
    expectedPrice: null,
    ...more,
  });
  const refused = {
    ok: false,
    problem: { code: "not_allowed", reason: { en: "This name cannot be used for a site here." } },
  };

  test.each([
    ["another account's domain", "studio-ana.ca"],
    ["a name under it", "mail.studio-ana.ca"],
    ["another account's site", "shop.studio-ana.ca"],
  ])("that is %s is refused in quote and order", async (_, domain) => {
    expect(await acting.engine.quotePlanOrder(asksOf(SECOND), planOrder(domain))).toMatchObject(refused);
    expect(await acting.engine.orderPlan(actOf(SECOND), planOrder(domain))).toMatchObject(refused);
    expect(await acting.engine.quotePlanOrder(asksOf(ANA), planOrder(domain)), "its own account").toMatchObject({
      ok: true,
    });
  });

  test("that only looks alike, or is above it, is not", async () => {
    for (const domain of ["xstudio-ana.ca", "studio-ana.ca.example", "ana.ca"]) {
      expect(await acting.engine.quotePlanOrder(asksOf(SECOND), planOrder(domain))).toMatchObject({ ok: true });
    }
  });

  test("comes before what else is wrong with the order, and after that it is on order already", async () => {
    const wrong = planOrder("studio-ana.ca", { promotion: "HALF", expectedPrice: 1, acceptTerms: null });
    expect(await acting.engine.orderPlan(actOf(SECOND), wrong)).toMatchObject(refused);
    const unknown = planOrder("studio-ana.ca", { planId: "nope" });
    expect(await acting.engine.orderPlan(actOf(SECOND), unknown)).toMatchObject({ problem: { code: "not_offered" } });
  });

  test("that another account has ordered and not paid is held by nobody", async () => {
    await order(ANA, "free-unpaid-site.com");
    await valueIn(acting.engine.orderPlan(actOf(ANA), planOrder("unpaid-site.com")));
    for (const domain of ["free-unpaid-site.com", "unpaid-site.com"]) {
      expect(await acting.engine.quotePlanOrder(asksOf(SECOND), planOrder(domain))).toMatchObject({ ok: true });
    }
  });

  test("that two have ordered is set up for who pays first; the other's money comes back", async () => {
    const orders = [ANA, SECOND].map((customer) =>
      acting.engine.orderPlan(actOf(customer), planOrder("both-sites.com")),
    );
    const [ana, second] = await Promise.all(orders.map(valueIn));
    const paid = await Promise.all([pay(ANA, ana?.invoice?.id ?? 0), pay(SECOND, second?.invoice?.id ?? 0)]);
    expect(paid).toMatchObject([{ ok: true }, { ok: true }]);
    const results = await sql.rows<{ account_id: number; status: string }>(
      "SELECT account_id, status FROM services WHERE domain = 'both-sites.com' ORDER BY status",
    );
    expect(results.map(({ status }) => status)).toEqual(["active", "cancelled"]);
    const loser = results[1]?.account_id === 1001 ? ANA : SECOND;
    const invoice = loser === ANA ? ana?.invoice?.id : second?.invoice?.id;
    expect(await creditOf(loser)).toBe(await totalOf(invoice ?? 0));
    expect(acting.mails.sent.filter(([kind, to]) => kind === "orderRefused" && to === loser.email)).toHaveLength(1);
  });

  test.each(["co.uk", "qc.ca", "com.au", "uk", "quebec"])("that is the extension %s is refused", async (domain) => {
    expect(await acting.engine.quotePlanOrder(asksOf(SECOND), planOrder(domain))).toMatchObject(refused);
    expect(await acting.engine.orderPlan(actOf(SECOND), planOrder(domain))).toMatchObject(refused);
  });

  test("that is an extension of the price list is refused, though the tables do not know it", async () => {
    await sql.run("INSERT INTO extensions (tld, position) VALUES ('.sold.example', 9999)");
    expect(await acting.engine.quotePlanOrder(asksOf(SECOND), planOrder("sold.example"))).toMatchObject(refused);
    expect(await acting.engine.quotePlanOrder(asksOf(SECOND), planOrder("a.sold.example"))).toMatchObject({ ok: true });
  });

  const hasSite = (customer: Customer, site: string) =>
    sql.run(
      "INSERT INTO services (account_id, plan_name, domain, status, billing_cycle, recurring_price) VALUES (?, 'Web', ?, 'active', 'monthly', 500)",
      customer.account,
      site,
    );
  const hasDomain = (customer: Customer, name: string, status = "active") =>
    sql.run(
      "INSERT INTO domains (account_id, name, status, auto_renew) VALUES (?, ?, ?, 1)",
      customer.account,
      name,
      status,
    );

  test("that another account has a service for is refused; names under it are not", async () => {
    await hasSite(ANA, "serviced.com");
    expect(await acting.engine.quotePlanOrder(asksOf(SECOND), planOrder("serviced.com"))).toMatchObject(refused);
    expect(await acting.engine.quotePlanOrder(asksOf(SECOND), planOrder("www.serviced.com"))).toMatchObject({
      ok: true,
    });
  });

  test.each(["squatted.com", "shop.held-here.com"])(
    "of a service on %s is ordered and set up for who holds the domain",
    async (site) => {
      await hasSite(SECOND, site);
      await hasDomain(ANA, site.slice(site.indexOf("held") < 0 ? 0 : site.indexOf(".") + 1));
      const placed = await valueIn(acting.engine.orderPlan(actOf(ANA), planOrder(site)));
      expect(await pay(ANA, placed.invoice?.id ?? 0)).toMatchObject({ ok: true });
      const own = db.prepare("SELECT status FROM services WHERE id = ?").bind(placed.serviceId);
      expect(await own.first("status")).toBe("active");
      expect(await acting.engine.quotePlanOrder(asksOf(SECOND), planOrder(site))).toMatchObject(refused);
    },
  );

  test("of a service is not for who has only ordered the domain, or is having it transferred", async () => {
    for (const status of ["pending", "pending_transfer", "pending_registration", "transferred_away"]) {
      const site = `${status.replace("_", "-")}.com`;
      await hasSite(SECOND, site);
      await hasDomain(ANA, site, status);
      expect(await acting.engine.quotePlanOrder(asksOf(ANA), planOrder(site)), status).toMatchObject(refused);
    }
  });

  test("of a service is refused where its domain leaves between the reading and the writing", async () => {
    await hasSite(SECOND, "leaving.com");
    await hasDomain(ANA, "leaving.com");
    const raced = actingEngine(
      interrupted(db, /INSERT INTO services/, () =>
        sql.run("UPDATE domains SET status = 'transferred_away' WHERE name = 'leaving.com'"),
      ),
    );
    expect(await raced.engine.orderPlan(actOf(ANA), planOrder("leaving.com"))).toMatchObject(refused);
  });

  test("that an account gets between the reading and the writing is refused", async () => {
    const raced = actingEngine(
      interrupted(db, /INSERT INTO services/, () =>
        sql.run(
          "INSERT INTO domains (account_id, name, status, auto_renew) VALUES (1001, 'just-now.com', 'active', 1)",
        ),
      ),
    );
    expect(await raced.engine.orderPlan(actOf(SECOND), planOrder("www.just-now.com"))).toMatchObject(refused);
  });

  test("that the provider has blocked is refused, with all under it", async () => {
    const { engine } = actingEngine(db, {}, { BLOCKED_SITE_NAMES: "google.com\n  GOV.ca bücher.example" });
    for (const domain of ["google.com", "mail.google.com", "gov.ca", "a.b.gov.ca", "xn--bcher-kva.example"]) {
      expect(await engine.quotePlanOrder(asksOf(SECOND), planOrder(domain))).toMatchObject(refused);
      expect(await engine.orderPlan(actOf(SECOND), planOrder(domain))).toMatchObject(refused);
    }
    for (const domain of ["notgoogle.com", "google.com.example", "gov.example"]) {
      expect(await engine.quotePlanOrder(asksOf(SECOND), planOrder(domain))).toMatchObject({ ok: true });
    }
    expect(() => actingEngine(db, {}, { BLOCKED_SITE_NAMES: "google" })).toThrow("BLOCKED_SITE_NAMES: google");
  });
});
