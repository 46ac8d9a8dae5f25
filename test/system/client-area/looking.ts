import { describe, expect, test } from "vitest";
import { type Area, credentials, type Screen, withSettings } from "./support/area.ts";

/** Defines the tests of what a customer, a contact and a visitor see. */
export function looking(area: Area): void {
  const SUPPORT = "https://maple.example/help";
  const METHODS = "/account/payment-methods";

  describe("the sign-in", () => {
    test.each([
      ["leads to the requested page, in its language", "/domains?lang=fr", "/client-area/domains?lang=fr"],
      ["ignores a trailing slash in the requested page", "/?lang=fr", "/client-area?lang=fr"],
    ])("%s", async (_, asked, address) => {
      const { page } = await area.signIn("owner", asked);
      expect(page).toMatchObject({ address, status: 200 });
      expect(page.html).toContain('lang="fr"');
    });

    test.each([
      "https://evil.example/",
      "//evil.example",
      "/oauth/authorize",
      "/client-area/../oauth",
      "\\\\evil.example",
    ])("does not redirect to %s", async (next) => {
      const form = await area.visit(`/client-area/sign-in?next=${encodeURIComponent(next)}`);
      expect((await form.signIn("owner")).address).toBe("/client-area?lang=en");
    });

    test("stores the session and the mark of a known browser in cookies that no script can read", async () => {
      const { visitor, token } = await area.visit("/sign-in");
      const body = new URLSearchParams([...Object.entries(credentials("owner")), token]);
      const response = await visitor.request("/sign-in", { method: "POST", body });
      const [session, mark] = response.headers.getSetCookie();
      expect(session).toMatch(/^session=[0-9A-Za-z]{22}; Path=\/; HttpOnly; SameSite=Lax$/);
      expect(mark).toMatch(/^signed-in-before=[\w-]{36}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=\d+$/);
    });
  });

  const tabsOf = ({ html }: Pick<Screen, "html">) => {
    const tabs = /class="tab-links">(.*?)<\/div>/s.exec(html)?.[1] ?? "";
    return [...tabs.matchAll(/href="\/client-area\/([\w-]+)/g)].map(([, path]) => path);
  };

  describe("the connected assistants page", () => {
    const shown = "/connected-assistants?lang=en";

    test.each([
      ["owner", ["services", "domains", "invoices", "tickets", "account"]],
      ["contact", ["domains", "tickets", "account"]],
    ])("shows the %s only the tabs of pages that the login may open", async (login, tabs) => {
      const { visitor } = await area.as(login);
      const { html } = await visitor.open(shown);
      expect(tabsOf({ html })).toEqual(tabs);
      expect(html).toContain('<a href="/connected-assistants?lang=en" aria-current="page">Assistants</a>');
      expect(html).toContain("<strong>Studio Ana Inc.</strong> (1001)");
    });

    test("shows the selected account", async () => {
      const overview = await area.signIn("owner");
      await overview.submit("/account", { account: "1002" });
      const { html } = await overview.visitor.open(shown);
      expect(html).toContain("<strong>Ana Europe SARL</strong> (1002)");
      expect(html).toContain('<a href="/client-area?lang=en#account">Change account</a>');
    });
  });

  describe("the pages that the API links to", () => {
    test.each(["", "/services", "/domains/studio-ana.ca", "/invoices", "/tickets", METHODS, "/account/details"])(
      "have no scripts and are not cached: %s",
      async (path) => {
        const { status, html, page } = await area.as("owner", path);
        expect(status).toBe(200);
        expect(page.headers.get("Cache-Control")).toBe("no-store");
        expect(page.headers.get("Content-Security-Policy")).toContain("form-action 'self'");
        expect(html).not.toContain("<script");
        const one = page.html.match(new RegExp(`href="(/client-area${path}/\\d+[^"]*)"`))?.[1];
        if (one) expect((await area.as("owner", one)).status).toBe(200);
      },
    );
  });

  describe("lists", () => {
    const names = ({ html }: Screen) =>
      [...html.matchAll(/<th role="rowheader".*?href="[^"]*\/domains\/([^"?]+)/gs)].map(([, name]) => name);

    test("keep the search, status and language on the next page and continue the count", async () => {
      const first = await area.as("big", "/domains?status=active&q=.com&lang=fr");
      const total = Number(/1 à 25 sur (\d+)/.exec(first.words)?.[1]);
      expect(names(first)).toHaveLength(25);
      const second = await first.visitor.open(first.link(/<a href="([^"]+)">Page suivante<\/a>/));
      expect(second.url.search).toMatch(/status=active.*q=.com.*lang=fr/);
      expect(second.html.replaceAll("\u00a0", " ")).toContain(`26 à ${Math.min(50, total)} sur ${total}`);
      const ids = new Set([...names(first), ...names({ html: second.html } as Screen)]);
      expect(ids.size).toBe(Math.min(50, total));
      for (const name of ids) expect(name).toContain(".com");
    });

    test.each([
      "/domains?status=nonsense",
      "/domains?after=nonsense",
      "/invoices?after=~1~1",
      `/services?q=${"x".repeat(3_000)}`,
    ])("ignore invalid parameters: %s", async (path) => expect((await area.as("owner", path)).status).toBe(200));

    test("do not show another account's items in a search", async () => {
      const found = await area.as("owner", "/domains?q=portfolio");
      expect([found.status, names(found)]).toEqual([200, []]);
      expect(found.words).toContain("Nothing here matches.");
      expect(names(await found.open(found.link(/<a href="([^"]+)">Clear the search/)))).not.toEqual([]);
    });
  });

  test("only an account with tickets has a tab for them, and each ticket links to the provider's support site", async () => {
    const move = (account: number) => area.run("UPDATE tickets SET account_id = ? WHERE id = 8201", account);
    const tab = '<a href="/client-area/tickets?lang=en"';
    const door = await area.visit("", withSettings({ SUPPORT_URL: SUPPORT }));
    const without = await door.signIn("nocard");
    expect(without.html).not.toContain(tab);
    await move(1004);
    const { html } = await without.open("/tickets/8201");
    const list = await without.open("/tickets");
    await move(1002);
    expect(html).toContain(tab);
    expect(html).toContain(`class="button primary" href="${SUPPORT}"`);
    expect(list.words).toContain("answer messages on our support site");
  });

  describe("access to accounts", () => {
    test.each([
      "/services/2401",
      "/invoices/6401",
      "/domains/no-card.ca",
      "/tickets/8301",
      "/services/999999",
      "/services/0x1",
      "/invoices/1e3",
      "/domains/a/../..%2f",
      "/domains/%E0%A4%A",
      "/no-such-page",
    ])("the owner gets a 404 page for %s", async (path) => {
      const page = await area.as("owner", path);
      expect(page.status).toBe(404);
      expect(page.html).not.toContain("No Card");
    });

    test("a login can switch only between its own accounts", async () => {
      const overview = await area.signIn("owner");
      const other = await overview.submit("/account", { account: "1002" });
      expect(other.words).toContain("Ana Europe SARL");
      expect((await other.open("/services/2201")).status).toBe(200);
      expect((await overview.submit("/account", { account: "1004" })).status).toBe(403);
    });

    test("a contact sees only the pages that its permissions allow", async () => {
      const overview = await area.as("contact");
      expect(tabsOf(overview)).toEqual(["domains", "tickets", "account"]);
      expect(overview.words).not.toMatch(/To pay|Account credit|All \(/);
      const statuses = {
        "/services": 403,
        "/invoices": 403,
        [METHODS]: 403,
        "/account/details": 403,
        "/cart?domain=new-one.com": 403,
        "/cart?plan=web-start": 403,
        "/domains": 200,
        "/tickets": 200,
        "/domains/studio-ana.ca": 200,
      };
      for (const [path, status] of Object.entries(statuses)) {
        const page = await overview.open(path);
        expect([page.status, tabsOf(page)], path).toEqual([status, ["domains", "tickets", "account"]]);
      }
    });

    test("a contact with revoked access is refused on the next request", async () => {
      const overview = await area.as("contact");
      const access = "login_id = 12 AND account_id = 1001";
      const { results } = await area.world.billing
        .prepare(`SELECT permission FROM account_login_permissions WHERE ${access}`)
        .all();
      await area.run(`DELETE FROM account_logins WHERE ${access}`);
      expect((await overview.open("/domains")).status).toBe(403);
      await area.run("INSERT INTO account_logins VALUES (12, 1001, 0)");
      for (const { permission } of results) {
        await area.run("INSERT INTO account_login_permissions VALUES (12, 1001, ?)", permission);
      }
    });
  });

  test("the client area refuses JSON and long forms", async () => {
    const methods = await area.as("owner", METHODS);
    const json = { method: "POST", body: "{}", headers: { "Content-Type": "application/json" } };
    expect((await methods.open(METHODS, json)).status).toBe(400);
    expect((await methods.post(METHODS, ["card", "x".repeat(20_000)])).status).toBe(400);
  });

  test("a visitor is sent to the sign-in, and search engines do not index the client area", async () => {
    const page = await area.visit("/invoices/6401?lang=fr");
    expect(page.address).toBe("/sign-in?to=%2Fclient-area%2Finvoices%2F6401%3Flang%3Dfr&lang=fr");
    const stylesheet = page.link(/<link rel="stylesheet" href="([^"]*)"/);
    const headersOf = async (path: string) => (await fetch(area.world.origin + path, { redirect: "manual" })).headers;
    expect((await headersOf(stylesheet)).get("Cache-Control")).toContain("immutable");
    for (const path of ["sign-in", "cart?plan=web-start", "no-such-page"])
      expect((await headersOf(`/client-area/${path}`)).get("X-Robots-Tag"), path).toBe("noindex");
  });

  test("the cart sells no domains without a registrar, because it cannot check availability", async () => {
    for (const type of ["register", "transfer"]) {
      const address = `/cart?domain=nowhere-yet.com&type=${type}`;
      const stranger = await area.visit(address, withSettings({ registrar: "none" }));
      const overview = await (await stranger.open("")).signIn("owner");
      const cart = await overview.open(address);
      expect([stranger.status, stranger.html.includes("Sign in to order")]).toEqual([422, false]);
      expect([cart.status, cart.html.includes('name="terms"')]).toEqual([422, false]);
      expect(cart.words).toContain("We cannot check names with this extension");
      expect((await cart.post(address, cart.token, ["terms", "2026-09-01"])).status).toBe(422);
    }
    expect(await area.value("SELECT count(*) FROM domains WHERE name = 'nowhere-yet.com'")).toBe(0);
  });
}
