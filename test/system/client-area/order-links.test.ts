import { describe, expect, test } from "vitest";
import { useArea } from "./support/area.ts";

const area = useArea("with registrar");

describe("an order link before the sign-in", () => {
  const visit = (query: string) => area.visit(`/cart?${query}`);

  test("shows the plan, its price for each cycle and its features, in the currency of the link", async () => {
    const { status, page, words } = await visit("plan=web-start&currency=USD");
    expect([status, page.headers.get("X-Robots-Tag")]).toEqual([200, "noindex"]);
    expect(words).toMatch(/^Web Start /);
    for (const said of [
      "First payment, before tax US$26.94",
      "Discount (50%) -US$26.94",
      "Afterwards US$53.88 · Yearly",
      "10 mailboxes of 1 GB",
    ]) {
      expect(words).toContain(said);
    }
    const monthly = await visit("plan=web-start&currency=EUR&cycle=monthly&lang=fr");
    expect(monthly.words).toMatch(/Premier paiement, avant taxes 4,99\s€/);
    expect(monthly.html).toContain('<input type="hidden" name="currency" value="EUR"');
  });

  test("goes on after the sign-in where it was, in the account's own currency", async () => {
    const before = await visit("plan=web-start&cycle=monthly&currency=USD");
    const door = await before.open(before.link(/<a class="button primary" href="([^"]+)">Sign in to order/));
    expect(door.words).toContain("Sign in to go on with your order.");
    const cart = await door.signIn("owner");
    expect(cart.address).toBe("/client-area/cart?plan=web-start&cycle=monthly&currency=USD&lang=en");
    expect(cart.words).toContain("First payment, before tax CA$7.99");
    expect(cart.words).toContain("This account is billed in CAD");
  });

  test("prices a name for the years asked for, and says how they are priced", async () => {
    const one = await visit("domain=for-visitors.com&currency=CAD");
    expect(one.words).toContain("Registration 1 year Price, before tax CA$17.99");
    const { words } = await visit("domain=for-visitors.com&years=5&currency=CAD");
    for (const said of [
      "Registration 5 years Price, before tax CA$",
      "CA$105.95",
      "each further one at that of a renewal",
      "Sign in to order",
    ]) {
      expect(words).toContain(said);
    }
  });

  test("a term that is the only one is text, and nothing is there to choose", async () => {
    const link = "domain=for-visitors.de&currency=CAD";
    for (const { words, html } of [await visit(link), await area.as("owner", `/cart?${link}`)]) {
      expect(words).toContain("Registration 1 year Price, before tax");
      expect(html).not.toContain('name="years"');
    }
    expect((await visit("domain=for-visitors.com")).html).toContain('<select id="years" name="years">');
  });

  test("a plan's link shows the site that it names, or what is wrong with its name", async () => {
    const words = async (site: string) => (await visit(`plan=web-start&domain=${site}`)).words;
    expect(await words("xn--lan-9la.ca")).toContain("Domain name élan.ca First payment");
    expect(await words("no_name")).toMatch(/Domain name (?!no_name).{10,} First payment/);
    expect(await words("")).not.toContain("Domain name");
  });

  test("what cannot be ordered has no price and no sign-in, and says why", async () => {
    await area.registrar("elsewhere", { name: "leaving-here.com", state: "redemption" });
    await area.registrar("elsewhere", { name: "held-there.com" });
    for (const type of ["register", "transfer"]) {
      const { status, words } = await visit(`domain=leaving-here.com&type=${type}`);
      expect(status).toBe(422);
      expect(words).toContain("it has expired and is in its redemption period");
      expect(words).not.toContain("Sign in to order");
      expect(words).not.toContain("$");
    }
    const taken = await visit("domain=held-there.com&currency=EUR");
    const transfer = await taken.open(taken.link(/<a href="([^"]+)">Transfer it to us/));
    expect(transfer.words).toContain("A transfer adds one year to what is left.");
    expect(transfer.words).toMatch(/Transfer of held-there\.com .*€.* Sign in to order/);
    expect((await visit("domain=two-years.ai&currency=USD")).words).toContain("Registration 2 years");
    const short = await visit("domain=x.ca");
    expect([short.status, short.words]).toEqual([422, expect.stringContaining("Names under .ca have at least 2")]);
    for (const bad of ["domain=x", "domain=name.nosuch", "plan=nosuch", "plan=web-start&cycle=quarterly", "plan="]) {
      const { status, html } = await visit(bad);
      expect([status, html.includes("Sign in to order")], bad).toEqual([422, false]);
    }
    expect((await visit("")).words).toContain("Choose what to order");
  });

  test("new customers are told how to begin: by the provider's page, or by contacting the provider", async () => {
    const { words } = await visit("plan=web-start");
    expect(words).toMatch(/New here\? Contact .+ to have an account opened/);
    expect(words).not.toContain("write to us");
    const { html } = await area.visit("/cart?plan=web-start", { "X-Test-Sign-Up": "yes" });
    expect(html).toContain('<a class="button" href="https://provider.example/join">Create an account</a>');
  });

  test("one network looks 60 times in ten minutes; the next look says when to come back, and reaches no registry", async () => {
    const first = await visit("plan=web-start");
    const looks = await Promise.all(Array.from({ length: 60 }, () => first.open("/cart?plan=web-start")));
    expect(looks.filter(({ status }) => status === 200)).toHaveLength(59);
    const refused = await first.open("/cart?domain=never-asked.com");
    expect(refused.status).toBe(429);
    expect(Number(refused.page.headers.get("Retry-After"))).toBeGreaterThan(0);
    expect((await visit("plan=web-start")).status).toBe(200);
  });

  test("all visitors together ask the registrar 20 times a minute; customers are asked for all the same", async () => {
    const asked = async () => Number(await area.registrar("checks"));
    const before = await asked();
    const looks = [];
    for (let at = 0; at < 25; at++) looks.push((await visit(`domain=for-everybody-${at}.com`)).words);
    expect((await asked()) - before).toBeLessThanOrEqual(20);
    expect(looks[24]).toContain("the registry is asked once you have signed in");
    expect(looks[24]).toContain("Sign in to order");
    const { words } = await area.as("owner", "/cart?domain=for-a-customer.com");
    expect(words).toContain("The registry has just said that the name is free");
  });
});

describe("a login with several accounts", () => {
  const invoiceOf = async (account: number) =>
    `/invoices/${await area.value("SELECT id FROM invoices WHERE account_id = ? AND status <> 'draft' LIMIT 1", account)}`;

  test("a link to what another of them has opens there, and stays there; nobody else's opens", async () => {
    const overview = await area.signIn("owner");
    expect(overview.words).toContain("Studio Ana Inc. (1001)");
    const invoice = await overview.open(await invoiceOf(1002));
    expect(invoice.status).toBe(200);
    expect(invoice.words).toContain("Ana Europe SARL (1002)");
    expect((await overview.open("")).words).toContain("Ana Europe SARL (1002)");
    expect((await overview.open(await invoiceOf(1005))).status).toBe(404);
    expect((await overview.open("")).words).toContain("Ana Europe SARL (1002)");
  });

  test("a form does what it says in the account that it was shown for, whatever was opened meanwhile", async () => {
    const cart = await area.signIn("owner", "/cart?domain=in-the-first.com");
    expect(cart.words).toContain("Studio Ana Inc. (1001)");
    await cart.open(await invoiceOf(1002));
    await cart.order();
    expect(await area.value("SELECT account_id FROM domains WHERE name = 'in-the-first.com'")).toBe(1001);
    expect(cart.html).toContain('name="shown_account" value="1001"');
    expect((await cart.order({ shown_account: "1005" })).status).toBe(403);
  });
});

test.each([
  ["an hour without a request", { seen: "3600001", signedIn: "0" }],
  ["eight hours", { seen: "0", signedIn: "28800001" }],
])("a session ends after %s", async (_, age) => {
  const overview = await area.signIn("nocard");
  expect((await overview.open("")).address).toBe("/client-area?lang=en");
  const session = overview.visitor.cookies.get("client-area") ?? "";
  await area.registrar("age", { session, ...age });
  expect((await overview.open("")).address).toContain("/client-area/sign-in");
});
