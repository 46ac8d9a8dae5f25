import { describe, expect, test } from "vitest";
import { PageVisitor } from "../../support/page-visitor.ts";
import { useWorld } from "../../support/world.ts";
import {
  clientArea,
  credentials,
  fieldValue,
  SIGN_IN,
  signedIn,
  tellRegistrar,
  wordsOf,
} from "./support/area-worker.ts";

const CART = "/client-area/cart";

const world = useWorld(clientArea("with registrar"));

describe("an order link before the sign-in", () => {
  const visit = (address: string) => new PageVisitor(world.origin).open(`${CART}?${address}`);

  test("shows the plan, its price for each cycle and its features, in the currency of the link", async () => {
    const page = await visit("plan=web-start&currency=USD&lang=en");
    expect(page.status).toBe(200);
    expect(page.headers.get("X-Robots-Tag")).toBe("noindex");
    const words = wordsOf(page);
    expect(words).toMatch(/^Web Start /);
    expect(words).toContain("First payment, before tax US$26.94");
    expect(words).toContain("Discount (50%) -US$26.94");
    expect(words).toContain("Afterwards US$53.88 · Yearly");
    expect(words).toContain("10 mailboxes of 1 GB");
    const monthly = await visit("plan=web-start&currency=EUR&cycle=monthly&lang=fr");
    expect(wordsOf(monthly)).toMatch(/Premier paiement, avant taxes 4,99\s€/);
    expect(monthly.html).toContain('<input type="hidden" name="currency" value="EUR"');
  });

  test("goes on after the sign-in where it was, in the account's own currency", async () => {
    const visitor = new PageVisitor(world.origin);
    const before = await visitor.open(`${CART}?plan=web-start&cycle=monthly&currency=USD&lang=en`);
    const [, link = ""] = /<a class="button primary" href="([^"]+)">Sign in to order/.exec(before.html) ?? [];
    const door = await visitor.open(link.replaceAll("&amp;", "&"));
    expect(wordsOf(door)).toContain("Sign in to go on with your order.");
    const cart = await visitor.submit(door, SIGN_IN, credentials("owner"));
    expect(cart.address).toBe(`${CART}?plan=web-start&cycle=monthly&currency=USD&lang=en`);
    expect(wordsOf(cart)).toContain("First payment, before tax CA$7.99");
    expect(wordsOf(cart)).toContain("This account is billed in CAD");
  });

  test("prices a name for the years asked for, and says how they are priced", async () => {
    const one = wordsOf(await visit("domain=for-visitors.com&currency=CAD&lang=en"));
    expect(one).toContain("Registration 1 year Price, before tax CA$17.99");
    const five = wordsOf(await visit("domain=for-visitors.com&years=5&currency=CAD&lang=en"));
    expect(five).toContain("Registration 5 years Price, before tax CA$");
    expect(five).toContain("CA$105.95");
    expect(five).toContain("each further one at that of a renewal");
    expect(five).toContain("Sign in to order");
  });

  test("a term that is the only one is text, and nothing is there to choose", async () => {
    for (const page of [
      await visit("domain=for-visitors.de&currency=CAD&lang=en"),
      (await signedIn(world, "owner", `${CART}?domain=for-visitors.de&lang=en`)).page,
    ]) {
      expect(wordsOf(page)).toContain("Registration 1 year Price, before tax");
      expect(page.html).not.toContain('name="years"');
    }
    expect((await visit("domain=for-visitors.com&lang=en")).html).toContain('<select id="years" name="years">');
  });

  test("a plan's link shows the site that it names, or what is wrong with its name", async () => {
    const words = async (site: string) => wordsOf(await visit(`plan=web-start&domain=${site}&lang=en`));
    expect(await words("xn--lan-9la.ca")).toContain("Domain name élan.ca First payment");
    expect(await words("no_name")).toMatch(/Domain name (?!no_name).{10,} First payment/);
    expect(await words("")).not.toContain("Domain name");
  });

  test("what cannot be ordered has no price and no sign-in, and says why", async () => {
    await tellRegistrar(world, "elsewhere", { name: "leaving-here.com", state: "redemption" });
    await tellRegistrar(world, "elsewhere", { name: "held-there.com" });
    for (const type of ["register", "transfer"]) {
      const page = await visit(`domain=leaving-here.com&type=${type}&lang=en`);
      expect(page.status).toBe(422);
      expect(wordsOf(page)).toContain("it has expired and is in its redemption period");
      expect(page.html).not.toContain("Sign in to order");
      expect(wordsOf(page)).not.toContain("$");
    }
    const taken = await visit("domain=held-there.com&currency=EUR&lang=en");
    const [, link = ""] = /<a href="([^"]+)">Transfer it to us/.exec(taken.html) ?? [];
    const transfer = await new PageVisitor(world.origin).open(link.replaceAll("&amp;", "&"));
    expect(wordsOf(transfer)).toContain("A transfer adds one year to what is left.");
    expect(wordsOf(await visit("domain=two-years.ai&currency=USD&lang=en"))).toContain("Registration 2 years");
    expect(wordsOf(transfer)).toMatch(/Transfer of held-there\.com .*€.* Sign in to order/);
    const short = await visit("domain=x.ca&lang=en");
    expect([short.status, wordsOf(short)]).toEqual([422, expect.stringContaining("Names under .ca have at least 2")]);
    for (const bad of ["domain=x", "domain=name.nosuch", "plan=nosuch", "plan=web-start&cycle=quarterly", "plan="]) {
      const page = await visit(`${bad}&lang=en`);
      expect([page.status, page.html.includes("Sign in to order")], bad).toEqual([422, false]);
    }
    expect(wordsOf(await visit("lang=en"))).toContain("Choose what to order");
  });

  test("new customers are told how to begin: by the provider's page, or by contacting the provider", async () => {
    const words = wordsOf(await visit("plan=web-start&lang=en"));
    expect(words).toMatch(/New here\? Contact .+ to have an account opened/);
    expect(words).not.toContain("write to us");
    const page = await new PageVisitor(world.origin, { "X-Test-Sign-Up": "yes" }).open(
      `${CART}?plan=web-start&lang=en`,
    );
    expect(page.html).toContain('<a class="button" href="https://provider.example/join">Create an account</a>');
  });

  test("one network looks 60 times in ten minutes; the next look says when to come back, and reaches no registry", async () => {
    const visitor = new PageVisitor(world.origin);
    const looks = await Promise.all(
      Array.from({ length: 61 }, () => visitor.request(`${CART}?plan=web-start&lang=en`).then(({ status }) => status)),
    );
    expect(looks.filter((status) => status === 200)).toHaveLength(60);
    const refused = await visitor.open(`${CART}?domain=never-asked.com&lang=en`);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(0);
    expect((await visit("plan=web-start&lang=en")).status).toBe(200);
  });

  test("all visitors together ask the registrar 20 times a minute; customers are asked for all the same", async () => {
    const asked = async () => Number(await (await fetch(`${world.origin}/test/checks`)).text());
    const before = await asked();
    const looks = [];
    for (let at = 0; at < 25; at++) looks.push(wordsOf(await visit(`domain=for-everybody-${at}.com&lang=en`)));
    expect((await asked()) - before).toBeLessThanOrEqual(20);
    expect(looks[24]).toContain("the registry is asked once you have signed in");
    expect(looks[24]).toContain("Sign in to order");
    const { page } = await signedIn(world, "owner", `${CART}?domain=for-a-customer.com&lang=en`);
    expect(wordsOf(page)).toContain("The registry has just said that the name is free");
  });
});

test("the same form sent again for another site, or another plan, is another order", async () => {
  const { visitor, page } = await signedIn(world, "owner", `${CART}?plan=web-start&lang=en`);
  const terms = fieldValue(page, "terms");
  const sent = (site: string) => visitor.submit(page, CART, { terms, site });
  const first = await sent("one-site.example");
  expect(first.address).toMatch(/^\/client-area\/invoices\/\d+/);
  expect((await sent("one-site.example")).address).toBe(first.address);
  const second = await sent("other-site.example");
  expect(second.address).toMatch(/^\/client-area\/invoices\/\d+/);
  expect(second.address).not.toBe(first.address);
});

describe("a login with several accounts", () => {
  const invoiceOf = (account: number) =>
    world.billing
      .prepare("SELECT id FROM invoices WHERE account_id = ? AND status <> 'draft' LIMIT 1")
      .bind(account)
      .first<number>("id");

  test("a link to what another of them has opens there, and stays there; nobody else's opens", async () => {
    const { visitor, page } = await signedIn(world, "owner");
    expect(wordsOf(page)).toContain("Studio Ana Inc. (1001)");
    const invoice = await visitor.open(`/client-area/invoices/${await invoiceOf(1002)}?lang=en`);
    expect(invoice.status).toBe(200);
    expect(wordsOf(invoice)).toContain("Ana Europe SARL (1002)");
    expect(wordsOf(await visitor.open("/client-area?lang=en"))).toContain("Ana Europe SARL (1002)");
    const foreign = await visitor.open(`/client-area/invoices/${await invoiceOf(1005)}?lang=en`);
    expect(foreign.status).toBe(404);
    expect(wordsOf(await visitor.open("/client-area?lang=en"))).toContain("Ana Europe SARL (1002)");
  });

  test("a form does what it says in the account that it was shown for, whatever was opened meanwhile", async () => {
    const { visitor, page } = await signedIn(world, "owner", `${CART}?domain=in-the-first.com&lang=en`);
    expect(wordsOf(page)).toContain("Studio Ana Inc. (1001)");
    await visitor.open(`/client-area/invoices/${await invoiceOf(1002)}?lang=en`);
    await visitor.submit(page, CART, { terms: fieldValue(page, "terms") });
    const owner = await world.billing
      .prepare("SELECT account_id FROM domains WHERE name = 'in-the-first.com'")
      .first("account_id");
    expect(owner).toBe(1001);
    const foreign = {
      ...page,
      html: page.html.replaceAll('name="shown_account" value="1001"', 'name="shown_account" value="1005"'),
    };
    expect((await visitor.submit(foreign, CART, { terms: fieldValue(page, "terms") })).status).toBe(403);
  });
});

test.each([
  ["an hour without a request", { seen: 3_600_001, signedIn: 0 }],
  ["eight hours", { seen: 0, signedIn: 28_800_001 }],
])("a session ends after %s", async (_, { seen, signedIn: since }) => {
  const { visitor } = await signedIn(world, "nocard");
  expect((await visitor.open("/client-area")).address).toBe("/client-area");
  const [, session = ""] = visitor.cookie.split("=");
  await fetch(`${world.origin}/test/age?${new URLSearchParams({ session, seen: `${seen}`, signedIn: `${since}` })}`);
  expect((await visitor.open("/client-area")).address).toContain("/client-area/sign-in");
});
