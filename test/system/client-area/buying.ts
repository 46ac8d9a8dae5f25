import { describe, expect, test } from "vitest";
import { whileHeld } from "../../support/hold-store.ts";
import { formOf } from "../../support/page-visitor.ts";
import type { Area, Screen } from "./support/area.ts";

/** Defines the tests of orders in the cart. */
export function buying(area: Area): void {
  const inCart = (domain: string, type = "register") => area.as("owner", `/cart?domain=${domain}&type=${type}`);
  const invoicesOf = (account: number) =>
    area.value("SELECT count(*) FROM invoices WHERE account_id = ?", account) as Promise<number>;
  const statusOf = (name: string) => area.value("SELECT status FROM domains WHERE name = ?", name);

  describe("a domain from a cart link", () => {
    test("can be ordered and paid without a saved card, is registered, and the owner gets an e-mail", async () => {
      const cart = await area.signIn("nocard", "/cart?domain=new-name.com&type=register&currency=CAD");
      expect(cart.words).toContain("new-name.com");
      const invoice = await cart.order();
      expect(invoice.address).toMatch(/^\/client-area\/invoices\/\d+\?lang=en$/);
      expect(invoice.words).toContain("Registration of new-name.com, 1 year");
      expect(await statusOf("new-name.com")).toBe("pending");

      const paid = await invoice.pay();
      expect(paid.html).not.toContain("with the sandbox card");
      expect(await statusOf("new-name.com")).toBe("active");
      expect(await area.registrar("registered")).toContain("new-name.com");
      expect((await paid.open("/domains/new-name.com")).words).toContain("Active");
      expect((await paid.open("/account/history")).words).toContain("Order domain names");
      expect((await paid.open("/")).words).toContain("You ordered new-name.com");

      const mail = await area.mail("nocard", "new-name.com is registered");
      expect(mail.text).toContain("http://localhost:8787/client-area/domains/new-name.com?lang=en");
    });

    test("needs accepted terms and the registry's fields, and the page keeps earlier input", async () => {
      const cart = await inCart("with-fields.ca");
      const before = await invoicesOf(1001);
      const isAccepted = ({ html }: Screen) => / id="terms"[^>]* checked/.test(html);
      const without = await cart.order();
      expect([without.status, isAccepted(cart), isAccepted(without)]).toEqual([422, false, true]);
      const unaccepted = await without.submit("/cart", { "field-legal_type": "CCO" });
      expect(unaccepted.status).toBe(422);
      expect(unaccepted.html).toMatch(/<option value="CCO" selected/);
      expect(await invoicesOf(1001)).toBe(before);
      expect((await unaccepted.order({ "field-legal_type": "CCO" })).words).toContain("with-fields.ca");
    });

    test.each(["-5", "0.01", "abc", "", "1e3"])("is not ordered by a form with the price %j", async (expected) => {
      const cart = await inCart("unguarded-1.com");
      const fields = formOf(cart.page, "/client-area/cart").hidden.map(([name, value]): [string, string] => [
        name,
        name === "expected" ? expected : value,
      ]);
      const orders = () => area.value("SELECT count(*) FROM orders");
      const before = await orders();
      const refused = await cart.post("/cart?domain=unguarded-1.com", ...fields, ["terms", cart.value("terms")]);
      expect(refused.status).toBe(400);
      expect(await orders()).toBe(before);
    });

    test("is not ordered at a price that has changed", async () => {
      const cart = await inCart("price-moved.com");
      const before = await invoicesOf(1001);
      const refused = await cart.order({ expected: "1" });
      expect(refused.status).toBe(422);
      expect(await invoicesOf(1001)).toBe(before);
    });

    test("needs its auth code for a transfer, and no row contains the code afterwards", async () => {
      await area.registrar("elsewhere", { name: "from-elsewhere.com" });
      const cart = await inCart("from-elsewhere.com", "transfer");
      const refused = await cart.order();
      expect(refused.status).toBe(422);
      await (await refused.order({ terms: cart.value("terms"), auth_code: "right-code" })).pay();
      expect(await statusOf("from-elsewhere.com")).toBe("pending_transfer");
      expect(await area.value("SELECT count(*) FROM orders WHERE auth_code IS NOT NULL")).toBe(0);
    });
  });

  test("an open form cannot order a domain that has been taken since", async () => {
    const cart = await inCart("gone-meanwhile.com");
    const before = await invoicesOf(1001);
    await area.registrar("elsewhere", { name: "gone-meanwhile.com" });
    expect((await cart.order()).status).toBe(422);
    expect(await invoicesOf(1001)).toBe(before);
  });

  describe("carts with a plan, and forms sent again", () => {
    test("a plan can be ordered with a different billing cycle and becomes active after the payment", async () => {
      const yearly = await area.as("owner", "/cart?plan=web-start&currency=CAD");
      const monthly = await yearly.open("/cart?plan=web-start&cycle=monthly");
      await (await monthly.order({ site: "Plan-Site.com" })).pay();
      const service = await area.world.billing
        .prepare("SELECT id, status, billing_cycle FROM services WHERE domain = 'plan-site.com'")
        .first();
      expect(service).toMatchObject({ status: "active", billing_cycle: "monthly" });
      expect((await monthly.open(`/services/${service?.id}`)).words).toContain("Active");
    });

    test.each(["www.second-step.com", "not a name"])(
      "the unusable site %s causes an error next to its field",
      async (site) => {
        const errorOn = ({ html }: Screen) => /id="site-error">([^<]*)</.exec(html)?.[1];
        const cart = await area.as("owner", `/cart?plan=web-start&site=${encodeURIComponent(site)}`);
        expect([cart.status, cart.value("site")]).toEqual([200, site]);
        const error = errorOn(cart);
        expect(error).toBeTruthy();
        const sent = await cart.order({ site });
        expect([sent.status, errorOn(sent)]).toEqual([422, error]);
      },
    );

    test("the cart does not reveal to a visitor whether a site has a service", async () => {
      const seen = async (site: string) =>
        (await area.visit(`/cart?plan=web-start&site=${site}`)).words.replace(site, "");
      expect(await seen("second-step.com")).toBe(await seen("nobody-has-it.com"));
    });

    test("a form sent again for another site is a new order", async () => {
      const cart = await area.as("owner", "/cart?plan=web-start");
      const sent = (site: string) => cart.order({ site });
      const first = await sent("one-site.example");
      expect(first.address).toMatch(/^\/client-area\/invoices\/\d+/);
      expect((await sent("one-site.example")).address).toBe(first.address);
      const second = await sent("other-site.example");
      expect(second.address).toMatch(/^\/client-area\/invoices\/\d+/);
      expect(second.address).not.toBe(first.address);
    });

    test("a form sent again for another term of an ordered domain is refused", async () => {
      const cart = await inCart("two-terms.com");
      const first = await cart.order();
      expect((await cart.order()).address).toBe(first.address);
      const other = await cart.post(
        "/cart?domain=two-terms.com&years=2",
        ...formOf(cart.page, "/client-area/cart").hidden,
        ["terms", cart.value("terms")],
      );
      expect([other.status, other.words]).toEqual([422, expect.stringContaining("Your order is awaiting payment")]);
    });
  });

  describe("a domain and a plan in one cart", () => {
    const together = (domain: string) => area.as("owner", `/cart?domain=${domain}&plan=web-start`);
    const serviceOf = (site: string) => area.value("SELECT status FROM services WHERE domain = ?", site);
    const ordersOf = (name: string) =>
      area.value(
        `SELECT group_concat(kind) FROM orders WHERE domain_id IN (SELECT id FROM domains WHERE name = ?1)
        OR service_id IN (SELECT id FROM services WHERE domain = ?1)`,
        name,
      );

    test("are two orders with one invoice each, and one button pays both", async () => {
      const paid = await (await together("with-plan.com")).order({ pay: "now" });
      expect(paid.address).toMatch(/^\/client-area\/invoices\/\d+\?with=\d+/);
      expect(paid.words).toContain("the invoice is paid");
      expect(paid.words).toMatch(/Ordered with it: Invoice \S+ · Paid/);
      expect(paid.words).toContain("Registration of with-plan.com, 1 year");
      expect([await statusOf("with-plan.com"), await serviceOf("with-plan.com")]).toEqual(["active", "active"]);
    });

    test("link to two unpaid invoices if the order is not paid immediately", async () => {
      const invoice = await (await together("not-paid-yet.com")).order();
      expect(invoice.words).toMatch(/Ordered with it: Invoice \S+ · CA\$\S+ still to pay/);
      expect([await statusOf("not-paid-yet.com"), await serviceOf("not-paid-yet.com")]).toEqual(["pending", "pending"]);
      // The cart can now pay both invoices.
      const cart = await together("not-paid-yet.com");
      expect(cart.words).toMatch(
        /Your order is awaiting payment .*once its invoice is paid.*once its invoice is paid.* Pay CA\$/,
      );
      expect(cart.html).not.toContain("Order the plan alone");
      await cart.submit("/invoices", {});
      expect([await statusOf("not-paid-yet.com"), await serviceOf("not-paid-yet.com")]).toEqual(["active", "active"]);
    });

    test("are ordered once each when the form is sent three times", async () => {
      const cart = await together("sent-twice.com");
      const sent = await Promise.all([cart.order(), cart.order()]);
      const again = await cart.order();
      expect(new Set([...sent, again].map(({ address }) => address)).size).toBe(1);
      expect(await ordersOf("sent-twice.com")).toBe("register,plan");
    });

    test("are not ordered if the plan is refused, and the page lists every mistake", async () => {
      const cart = await together("neither-one.ca");
      await area.run("UPDATE plan_prices SET amount = amount + 100 WHERE plan_id = 'web-start'");
      const refused = await cart.order();
      expect(refused.status).toBe(422);
      expect(refused.words).toMatch(/Nothing was ordered yet\. Legal type is required .* The price has changed/);
      expect(await ordersOf("neither-one.ca")).toBeNull();
    });

    test("are refused for an account that the login does not manage", async () => {
      const cart = await together("not-theirs.com");
      expect((await cart.order({ shown_account: "1005" })).status).toBe(403);
      expect(await ordersOf("not-theirs.com")).toBeNull();
    });

    test("are ordered in two attempts if the plan price changes after the domain order", async () => {
      const cart = await together("half-done.com");
      await area.run(`CREATE TRIGGER moved AFTER INSERT ON orders WHEN NEW.kind = 'register'
      BEGIN UPDATE plan_prices SET amount = amount + 100 WHERE plan_id = 'web-start'; END`);
      const half = await cart.order();
      await area.run("DROP TRIGGER moved");
      expect(half.status).toBe(422);
      expect(half.words).toContain("half-done.com is ordered. The plan is not");
      expect(await ordersOf("half-done.com")).toBe("register");
      await half.order({ site: half.value("site") });
      expect(await ordersOf("half-done.com")).toBe("register,plan");
      expect(await serviceOf("half-done.com")).toBe("pending");
    });

    test("lead to a page about the ordered domain if the login then loses its permission to order", async () => {
      const cart = await together("half-allowed.com");
      const owner = "account_id = 1001 AND login_id = (SELECT id FROM logins WHERE email = 'owner@maple.example')";
      await area.run(`CREATE TRIGGER gone AFTER INSERT ON orders WHEN NEW.kind = 'register'
      BEGIN UPDATE account_logins SET owner = 0 WHERE ${owner}; END`);
      const half = await cart.order();
      await area.run("DROP TRIGGER gone");
      await area.run(`UPDATE account_logins SET owner = 1 WHERE ${owner}`);
      expect([half.status, half.words]).toEqual([503, expect.stringContaining("The domain name is ordered.")]);
      expect(half.html).toContain("/client-area/domains/half-allowed.com");
      expect(half.link(/href="([^"]*)">Order the plan alone/)).toContain("plan=web-start");
      expect(await ordersOf("half-allowed.com")).toBe("register");
    });
  });

  test("a cart orders nothing while the billing database is on hold", async () => {
    const cart = await inCart("held-store.com");
    const { status } = await whileHeld(area.world.system, "frontdesk-billing", "billing-database", () => cart.order());
    expect(status).toBe(503);
    expect(await statusOf("held-store.com")).toBeNull();
  });

  test("a cart orders nothing if the registrar does not respond", async () => {
    const cart = await inCart("refuse-no-answer.com");
    await area.registrar("silent");
    expect((await cart.order()).status).toBe(503);
    const again = await inCart("refuse-no-answer.com");
    expect(again.status).toBe(503);
    expect(again.html).not.toContain('name="terms"');
    expect(await statusOf("refuse-no-answer.com")).toBeNull();
  });
}
