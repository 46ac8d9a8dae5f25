import { describe, expect, test, vi } from "vitest";
import type { Placed } from "../../shared/billing-contract/order.ts";
import { TRANSFER } from "../billing-contract/customer.ts";
import { codeOf, LOGINS, valueIn } from "../billing-contract/questions.ts";
import { actingEngine, NOW } from "./support/acting.ts";
import type { Customer } from "./support/customer.ts";
import { actingScene } from "./support/scene.ts";
import { interrupted } from "./support/watched-database.ts";

const { db, sql, owner, customer, registrar, mails, pass, settled } = await actingScene(
  "UPDATE accounts SET credit = 0",
);
/** The owner of another account. */
const other = customer(LOGINS.totp, 1003);

const EMAILS = new Map([
  [owner, "owner@maple.example"],
  [other, "totp@maple.example"],
]);

/** Places the same order for both accounts. Neither order reserves the domain while it is unpaid. */
const ordersOf = (domain: string, more = {}): Promise<[Placed, Placed]> =>
  Promise.all([valueIn(owner.orderDomain(domain, more)), valueIn(other.orderDomain(domain, more))]);
const pay = async (payer: Customer, placed: Placed) => {
  const paid = await payer.payInvoice(placed);
  await settled();
  return paid;
};
/** Returns the statuses of a domain, its order and its invoice, first for the owner and then for the other customer. */
const statesOf = (name: string) =>
  sql.rows(
    `SELECT d.status, o.status AS "order", i.status AS invoice
       FROM domains d JOIN orders o ON o.domain_id = d.id JOIN invoices i ON i.id = o.invoice_id
       WHERE d.name = ? ORDER BY d.account_id`,
    name,
  );
const WON = { status: "active", order: "done", invoice: "paid" };
const LOST = { status: "cancelled", order: "failed", invoice: "refunded" };

describe("an ordered domain", () => {
  test("is quoted as available to another account, but cannot be ordered twice by the same one", async () => {
    await valueIn(owner.orderDomain("free-open.com"));
    const quote = await valueIn(other.quoteDomainOrder("free-open.com"));
    expect(quote).toMatchObject({ available: true, obstacle: null });
    expect(await codeOf(owner.orderDomain("free-open.com"))).toBe("already_requested");
  });

  test("goes to the first payer; the other payment becomes credit, and the other customer gets an e-mail", async () => {
    const [first, second] = await ordersOf("free-race.com");
    expect(await pay(other, second)).toMatchObject({ ok: true });
    expect(await pay(owner, first)).toMatchObject({ ok: true });
    expect(await statesOf("free-race.com")).toEqual([LOST, WON]);
    expect([await owner.credit(), await other.credit()]).toEqual([first.invoice?.total, 0]);
    const why = { subject: "free-race.com", reason: expect.stringContaining("paid first") };
    expect(mails.of("orderRefused")).toMatchObject([["orderRefused", EMAILS.get(owner), "en", why]]);
    const reason = await sql.value("SELECT refusal FROM orders WHERE id = ?", first.orderId);
    expect(reason).toContain("paid first");
    expect(await codeOf(owner.orderDomain("free-race.com"))).toBe("not_available");
  });

  test("goes to one of two simultaneous payers, and the other payment becomes credit", async () => {
    const [first, second] = await ordersOf("free-duel.com");
    expect(await Promise.all([pay(owner, first), pay(other, second)])).toMatchObject([{ ok: true }, { ok: true }]);
    const states = await statesOf("free-duel.com");
    const isOwners = states[0]?.status === "active";
    expect(states).toEqual(isOwners ? [WON, LOST] : [LOST, WON]);
    const credits = isOwners ? [0, second.invoice?.total] : [first.invoice?.total, 0];
    expect([await owner.credit(), await other.credit()]).toEqual(credits);
  });

  test("goes to the second payer if the registrar refuses the first order", async () => {
    const [first, second] = await ordersOf("free-next.com");
    registrar.available = false;
    await pay(owner, first);
    await sql.run("UPDATE invoices SET status = 'paid' WHERE id = ?", second.invoice?.id);
    await sql.run("UPDATE orders SET status = 'paid', next_try_at = ? WHERE id = ?", NOW + 120_000, second.orderId);
    registrar.available = true;
    registrar.refusal = "not to this registrant";
    await pass(61_000);
    registrar.refusal = null;
    await pass(61_000);
    expect(await statesOf("free-next.com")).toEqual([LOST, WON]);
  });

  test("stays active if the registrar's refusal arrives after another run has completed the order", async () => {
    const name = "free-two-runs.com";
    const placed = await valueIn(owner.orderDomain(name));
    await sql.run("UPDATE accounts SET credit = 0");
    vi.spyOn(registrar, "register").mockImplementationOnce(async () => {
      await sql.run("UPDATE domains SET status = 'active' WHERE name = ?", name);
      await sql.run("UPDATE orders SET status = 'done' WHERE id = ?", placed.orderId);
      return { ok: false, problem: { kind: "refused", reason: "The name is registered." } };
    });
    expect(await pay(owner, placed)).toMatchObject({ ok: true });
    expect(registrar.register).toHaveBeenCalledOnce();
    expect([await statesOf(name), await owner.credit()]).toEqual([[WON], 0]);
    vi.restoreAllMocks();
  });

  test("is transferred with the first payer's auth code", async () => {
    const [first, second] = await ordersOf("taken-both.com", TRANSFER);
    await pay(other, second);
    await pay(owner, first);
    const begun = { status: "pending_transfer", order: "paid", invoice: "paid" };
    expect(await statesOf("taken-both.com")).toEqual([LOST, begun]);
  });

  test("waits for the first payer if no registrar is connected; the other payment becomes credit", async () => {
    const [first, second] = await ordersOf("free-offline.com");
    const without = actingEngine(db, { registrar: null });
    await valueIn(without.owner.payInvoice(first));
    await valueIn(without.customer(LOGINS.totp, 1003).payInvoice(second));
    await without.pass(0);
    expect(await statesOf("free-offline.com")).toMatchObject([{ status: "pending_registration" }, LOST]);
    expect(await other.credit()).toBe(second.invoice?.total);
  });
});

describe("a site name in a plan order", () => {
  const REFUSED = {
    ok: false,
    problem: { code: "not_allowed", reason: { en: "This name cannot be used for a site here." } },
  };
  const quote = (by: Customer, domain: string) => codeOf(by.quotePlanOrder("web-start", { domain }));
  const place = async (by: Customer, domain: string) => valueIn(by.orderPlan("web-start", { domain }));
  async function expectRefused(domain: string, by = other): Promise<void> {
    expect(await by.quotePlanOrder("web-start", { domain }), domain).toMatchObject(REFUSED);
    expect(await by.orderPlan("web-start", { domain }), domain).toMatchObject(REFUSED);
  }
  const ownerHasDomain = (name: string, status = "active") =>
    sql.run("INSERT INTO domains (account_id, name, status, auto_renew) VALUES (1001, ?, ?, 1)", name, status);
  const hasSite = ({ query }: Customer, site: string) =>
    sql.run(
      "INSERT INTO services (account_id, plan_name, domain, status, billing_cycle, recurring_price) VALUES (?, 'Web', ?, 'active', 'monthly', 500)",
      query.accountId,
      site,
    );

  test.each([
    ["another account's domain", "studio-ana.ca", "not_allowed", "ok"],
    ["a name under it", "mail.studio-ana.ca", "not_allowed", "ok"],
    ["another account's site", "shop.studio-ana.ca", "not_allowed", "ok"],
    ["a name that only looks similar", "xstudio-ana.ca", "ok", "ok"],
    ["a name with the same beginning", "studio-ana.ca.example", "ok", "ok"],
    ["the parent of another account's domain", "ana.ca", "ok", "ok"],
    ["an extension", "uk", "not_allowed", "not_allowed"],
  ])(
    "(%s): a quote for %s has the code %s for another account, and %s for the owner of studio-ana.ca",
    async (_, domain, code, codeThere) => {
      if (code !== "ok") await expectRefused(domain);
      expect([await quote(other, domain), await quote(owner, domain)]).toEqual([code, codeThere]);
    },
  );

  test("is checked before everything else in the order except the plan", async () => {
    const wrong = { domain: "studio-ana.ca", promotion: "HALF", expectedPrice: 1, acceptTerms: null };
    expect(await other.orderPlan("web-start", wrong)).toMatchObject(REFUSED);
    expect(await codeOf(other.orderPlan("nope", { domain: "studio-ana.ca" }))).toBe("not_offered");
  });

  test("is not reserved by an unpaid order", async () => {
    await valueIn(owner.orderDomain("free-unpaid-site.com"));
    await place(owner, "unpaid-site.com");
    for (const domain of ["free-unpaid-site.com", "unpaid-site.com"]) expect(await quote(other, domain)).toBe("ok");
  });

  test("is set up for one of two simultaneous payers, and the other payment becomes credit", async () => {
    const orders = await Promise.all([place(owner, "both-sites.com"), place(other, "both-sites.com")]);
    const paid = await Promise.all([pay(owner, orders[0]), pay(other, orders[1])]);
    expect(paid).toMatchObject([{ ok: true }, { ok: true }]);
    const services = await Promise.all([owner.service(orders[0].serviceId), other.service(orders[1].serviceId)]);
    const statuses = services.map((service) => service?.status);
    expect(statuses.toSorted()).toEqual(["active", "cancelled"]);
    const loser = statuses[0] === "active" ? other : owner;
    expect(await loser.credit()).toBe(orders[loser === owner ? 0 : 1].invoice?.total);
    expect(mails.of("orderRefused").filter(([, to]) => to === EMAILS.get(loser))).toHaveLength(1);
  });

  test("is refused if it is an extension in the price list, even one that is not in the built-in tables", async () => {
    await sql.run("INSERT INTO extensions (tld, position) VALUES ('.sold.example', 9999)");
    await expectRefused("sold.example");
    expect(await quote(other, "a.sold.example")).toBe("ok");
  });

  test("is refused if another account has a service for it, but its subdomains are not", async () => {
    await hasSite(owner, "serviced.com");
    await expectRefused("serviced.com");
    expect(await quote(other, "www.serviced.com")).toBe("ok");
  });

  test.each([
    ["squatted.com", "squatted.com"],
    ["shop.held-here.com", "held-here.com"],
  ])("is set up for the domain's holder even if another account has a service for it: %s", async (site, domain) => {
    await hasSite(other, site);
    await ownerHasDomain(domain);
    const placed = await place(owner, site);
    expect(await pay(owner, placed)).toMatchObject({ ok: true });
    expect(await owner.service(placed.serviceId)).toMatchObject({ status: "active" });
    await expectRefused(site);
  });

  test.each(["pending", "pending_transfer", "pending_registration", "transferred_away"])(
    "is refused while another account has a service for it and the customer's domain is %s",
    async (status) => {
      const site = `${status.replace("_", "-")}.com`;
      await hasSite(other, site);
      await ownerHasDomain(site, status);
      await expectRefused(site, owner);
    },
  );

  test("is refused if the customer's domain leaves between read and write", async () => {
    await hasSite(other, "leaving.com");
    await ownerHasDomain("leaving.com");
    const leave = () => sql.run("UPDATE domains SET status = 'transferred_away' WHERE name = 'leaving.com'");
    const raced = actingEngine(interrupted(db, /INSERT INTO services/, leave));
    expect(await raced.owner.orderPlan("web-start", { domain: "leaving.com" })).toMatchObject(REFUSED);
  });

  test("is refused if another account gets the domain between read and write", async () => {
    const raced = actingEngine(interrupted(db, /INSERT INTO services/, () => ownerHasDomain("just-now.com")));
    const order = raced.customer(LOGINS.totp, 1003).orderPlan("web-start", { domain: "www.just-now.com" });
    expect(await order).toMatchObject(REFUSED);
  });

  test("is refused with its subdomains if the provider has blocked it", async () => {
    const blocking = actingEngine(db, {}, { BLOCKED_SITE_NAMES: "google.com\n  GOV.ca bücher.example" });
    for (const domain of ["mail.google.com", "xn--bcher-kva.example"])
      await expectRefused(domain, blocking.customer(LOGINS.totp, 1003));
    expect(() => actingEngine(db, {}, { BLOCKED_SITE_NAMES: "google" })).toThrow("BLOCKED_SITE_NAMES: google");
  });
});
