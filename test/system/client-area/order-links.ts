import { describe, expect, test } from "vitest";
import { type Area, withSettings } from "./support/area.ts";

/** Defines the tests of links that open a cart. */
export function orderLinks(area: Area): void {
  describe("an order link", () => {
    const visit = (query: string) => area.visit(`/cart?${query}`);

    test("continues after the sign-in, in the account's currency", async () => {
      const before = await visit("plan=web-start&cycle=monthly&currency=USD");
      expect(before.link(/<a href="([^"]+)">[^<]*[Tt]erms/)).not.toBe("");
      const door = await before.open(before.link(/<a class="button" href="([^"]+)">Sign in to order/));
      expect(door.words).toContain("Continue with your order.");
      const cart = await door.signIn("owner");
      expect(cart.address).toBe("/client-area/cart?plan=web-start&cycle=monthly&currency=USD&lang=en");
      expect(cart.words).toContain("Web Start, 1 month CA$7.99");
      expect(cart.words).toContain("This account is billed in CAD");
    });

    test("shows a visitor no price and no sign-in for an unavailable item, but links to a transfer", async () => {
      await area.registrar("elsewhere", { name: "held-there.com" });
      const taken = await visit("domain=held-there.com&currency=EUR");
      expect([taken.status, taken.words.includes("€")]).toEqual([422, false]);
      const transfer = await taken.open(taken.link(/<a href="([^"]+)">Transfer it to us/));
      expect([transfer.status, transfer.html.includes("Sign in to order")]).toEqual([200, true]);
      for (const bad of ["domain=x", "domain=name.nosuch", "plan=nosuch", "plan=web-start&cycle=quarterly", "plan="]) {
        const { status, html } = await visit(bad);
        expect([status, html.includes("Sign in to order")], bad).toEqual([422, false]);
      }
    });

    test("leads new customers to the provider's own sign-up page if there is one", async () => {
      const { html } = await area.visit(
        "/cart?plan=web-start",
        withSettings({ SIGN_UP_URL: "https://provider.example/join" }),
      );
      expect(html).toContain('<a class="button" href="https://provider.example/join">');
    });

    test("is limited to 60 carts in ten minutes from one network", async () => {
      const first = await visit("plan=web-start");
      const looks = await Promise.all(Array.from({ length: 60 }, () => first.open("/cart?plan=web-start")));
      expect(looks.filter(({ status }) => status === 200)).toHaveLength(59);
      const refused = await first.open("/cart?domain=never-asked.com");
      expect(refused.status).toBe(429);
      expect(Number(refused.page.headers.get("Retry-After"))).toBeGreaterThan(0);
      expect((await visit("plan=web-start")).status).toBe(200);
    });

    test("is limited to 60 domain carts in ten minutes for a signed-in customer", async () => {
      const cart = await area.signIn("big", "/cart?domain=looked-at.com");
      await Promise.all(Array.from({ length: 60 }, () => cart.open("/cart?domain=looked-at.com")));
      const before = await area.registrar("checks");
      const refused = await cart.open("/cart?domain=looked-at.com");
      expect([refused.status, Number(refused.page.headers.get("Retry-After")) > 0]).toEqual([429, true]);
      expect(await area.registrar("checks")).toBe(before);
      expect((await cart.open("/cart?plan=web-start")).status).toBe(200);
    });

    test("causes at most 20 registrar requests a minute from all visitors together", async () => {
      const asked = async () => Number(await area.registrar("checks"));
      const before = await asked();
      const looks = [];
      for (let at = 0; at < 25; at++) looks.push((await visit(`domain=for-everybody-${at}.com`)).words);
      expect((await asked()) - before).toBeLessThanOrEqual(20);
      expect(looks[24]).toContain("We check again once you have signed in");
      expect(looks[24]).toContain("Sign in to order");
      const { words } = await area.as("owner", "/cart?domain=for-a-customer.com");
      expect(words).toContain("The registry reports that the name is free");
    });
  });

  test("a cart sent after its session has ended leads to the sign-in and back to the cart", async () => {
    const cart = await area.signIn("owner", "/cart?plan=web-start&cycle=monthly");
    cart.visitor.cookie = "";
    const door = await cart.order();
    expect(door.page.url.pathname).toBe("/sign-in");
    expect((await door.signIn("owner")).address).toMatch(/^\/client-area\/cart\?plan=web-start&cycle=monthly/);
  });

  describe("a login with several accounts", () => {
    const invoiceOf = async (account: number) =>
      `/invoices/${await area.value("SELECT id FROM invoices WHERE account_id = ? AND status <> 'draft' LIMIT 1", account)}`;

    test("switches to the account of an item that a link opens, unless it is another customer's", async () => {
      const overview = await area.signIn("owner");
      expect(overview.words).toContain("Studio Ana Inc. (1001)");
      const invoice = await overview.open(await invoiceOf(1002));
      expect(invoice.status).toBe(200);
      expect(invoice.words).toContain("Ana Europe SARL (1002)");
      expect((await overview.open("")).words).toContain("Ana Europe SARL (1002)");
      expect((await overview.open(await invoiceOf(1005))).status).toBe(404);
      expect((await overview.open("")).words).toContain("Ana Europe SARL (1002)");
    });

    test("orders for the account that the form showed, even if another tab has switched the account", async () => {
      const cart = await area.signIn("owner", "/cart?domain=in-the-first.com");
      expect(cart.words).toContain("Studio Ana Inc. (1001)");
      await cart.open(await invoiceOf(1002));
      await cart.order();
      expect(await area.value("SELECT account_id FROM domains WHERE name = 'in-the-first.com'")).toBe(1001);
      expect(cart.html).toContain('name="shown_account" value="1001"');
      expect((await cart.order({ shown_account: "1005" })).status).toBe(403);
    });
  });
}
