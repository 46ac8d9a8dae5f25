import { beforeAll, describe, expect, test } from "vitest";
import { whileHeld } from "../../support/hold-store.ts";
import { formOf } from "../../support/page-visitor.ts";
import { type Screen, useArea } from "./support/area.ts";

const area = useArea("with registrar");

const inCart = (domain: string, type = "register") => area.as("owner", `/cart?domain=${domain}&type=${type}`);
const invoicesOf = (account: number) =>
  area.value("SELECT count(*) FROM invoices WHERE account_id = ?", account) as Promise<number>;
const statusOf = (name: string) => area.value("SELECT status FROM domains WHERE name = ?", name);

describe("a name from a cart link", () => {
  test("is ordered, paid by the sandbox's payment, and registered; the owner hears of the order", async () => {
    const cart = await area.signIn("owner", "/cart?domain=new-name.com&type=register&currency=CAD");
    expect(cart.words).toContain("new-name.com");
    const invoice = await cart.order();
    expect(invoice.address).toMatch(/^\/client-area\/invoices\/\d+\?lang=en$/);
    expect(invoice.words).toContain("Registration of new-name.com, 1 year");
    expect(invoice.words).toMatch(/GST \(5%\).*QST \(9\.975%\)/);
    expect(await statusOf("new-name.com")).toBe("pending");

    const paid = await invoice.pay();
    expect(paid.words).toContain("the invoice is paid");
    expect(paid.html).not.toContain("with the sandbox card");
    expect(await statusOf("new-name.com")).toBe("active");
    expect(await area.registrar("registered")).toContain("new-name.com");
    expect((await paid.open("/domains/new-name.com")).words).toContain("State Active");

    const mails = await area.world.mailsTo("owner@maple.example");
    const mail = mails.find(({ subject }) => subject.includes("new-name.com"));
    expect(mail?.text.split("\n")).toContain(`http://localhost:8787/client-area${invoice.path}`);
  });

  test("a form that is sent twice at once orders once", async () => {
    const cart = await inCart("twice-sent.com");
    const before = await invoicesOf(1001);
    const invoices = await Promise.all([1, 2, 3].map(() => cart.order()));
    expect(new Set(invoices.map(({ address }) => address)).size).toBe(1);
    expect(await invoicesOf(1001)).toBe(before + 1);
  });

  test("terms that are not accepted, and the registry's fields, are asked for; what was chosen stays", async () => {
    const cart = await inCart("with-fields.ca");
    const before = await invoicesOf(1001);
    const without = await cart.order();
    expect(without.status).toBe(422);
    expect(without.words).toContain("Legal type: is required by the registry");
    const unaccepted = await without.submit("/cart", { "field-legal_type": "CCO" });
    expect(unaccepted.status).toBe(422);
    expect(unaccepted.words).toContain("Accept the terms to order.");
    expect(unaccepted.html).toMatch(/<option value="CCO" selected/);
    expect(await invoicesOf(1001)).toBe(before);
    expect((await unaccepted.order({ "field-legal_type": "CCO" })).words).toContain("with-fields.ca");
  });

  test("what nobody may register from here is refused with the registry's rule, and a name of ours is taken", async () => {
    const cart = await inCart("no-place.fr");
    expect(cart.html).not.toContain('name="terms"');
    expect(cart.words).toContain("The registry does not accept the address on the account.");
    const ours = await inCart("studio-ana.ca");
    expect(ours.status).toBe(422);
    expect(ours.words).toContain("studio-ana.ca is in this account already.");
    expect(ours.html).toContain('href="/client-area/domains/studio-ana.ca');
    for (const bad of ["not a name", "x", "name.nosuchextension", "a..b"]) {
      expect((await inCart(encodeURIComponent(bad))).status, bad).toBe(422);
    }
  });

  test.each(["-5", "0.01", "abc", "", "1e3"])("a form whose price is %j orders nothing", async (expected) => {
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

  test("a price that is no longer shown is refused with the new one", async () => {
    const cart = await inCart("price-moved.com");
    const before = await invoicesOf(1001);
    const refused = await cart.order({ expected: "1" });
    expect(refused.status).toBe(422);
    expect(refused.words).toContain("The price has changed. It is now CA$");
    expect(await invoicesOf(1001)).toBe(before);
  });

  test("the terms are those that the registry takes, and the price is that of the shortest", async () => {
    const years = ({ html }: Screen) => [...html.matchAll(/<option value="(\d+)"/g)].map(([, value]) => Number(value));
    const two = await inCart("cart-two.ai");
    expect(years(two)).toEqual([2, 4, 6, 8, 10]);
    expect(two.words).toMatch(/CA\$269\.98.*Then, every 2 years CA\$279\.98/);
    const one = await two.open("/cart?domain=cart-one.de&years=10");
    expect([one.words.includes("Registration 1 year"), years(one)]).toEqual([true, []]);
  });

  test("a transfer that adds nothing says so and is free", async () => {
    await area.registrar("elsewhere", { name: "cart-moves.nl" });
    const { words } = await inCart("cart-moves.nl", "transfer");
    expect(words).toContain("A transfer adds no time: the name keeps its expiry date.");
    expect(words).toContain("CA$0.00");
  });

  test("a transfer asks for its code, and the code is in no row once the order is over", async () => {
    await area.registrar("elsewhere", { name: "from-elsewhere.com" });
    const cart = await inCart("from-elsewhere.com", "transfer");
    expect(cart.words).toContain("Transfer of from-elsewhere.com");
    expect(cart.words).toContain("The transfer begins once it is paid");
    expect(cart.words).not.toMatch(/regist(?:er|ration)/i);
    const refused = await cart.order();
    expect(refused.words).toContain("is required by the registry for a transfer");
    await (await refused.order({ terms: cart.value("terms"), auth_code: "right-code" })).pay();
    expect(await statusOf("from-elsewhere.com")).toBe("pending_transfer");
    expect(await area.value("SELECT count(*) FROM orders WHERE auth_code IS NOT NULL")).toBe(0);
  });
});

describe("what cannot be ordered has no price and no button, and the cart says why", () => {
  beforeAll(async () => {
    await area.registrar("elsewhere", { name: "taken-there.com" });
    await area.registrar("elsewhere", { name: "redeemed-there.com", state: "redemption" });
    await area.registrar("elsewhere", { name: "deleted-there.com", state: "pending_delete" });
    await area.run(
      "INSERT INTO domains (account_id, name, status, auto_renew) VALUES (1004, ?, 'pending_registration', 0)",
      "theirs-on-order.com",
    );
    await area.registrar("reserved", { name: "reserved-there.com" });
  });

  test.each([
    ["taken-there.com", "register", "it is taken", "/client-area/cart?domain=taken-there.com&type=transfer"],
    ["reserved-there.com", "register", "its registry has reserved or blocked the name", null],
    ["still-free.com", "transfer", "nobody has registered it", "/client-area/cart?domain=still-free.com&type=register"],
    ["theirs-on-order.com", "register", "is on order already", null],
    ["reserved-there.com", "transfer", "cannot be transferred to us now", null],
    ["ab.it", "register", "Names under .it have at least 3 characters.", null],
    ["name.qc.ca", "register", "Names in .qc.ca are not sold here.", null],
    ["redeemed-there.com", "transfer", "it has expired and is in its redemption period", null],
    ["redeemed-there.com", "register", "it has expired and is in its redemption period", null],
    ["deleted-there.com", "transfer", "its registry is about to delete it", null],
    ["deleted-there.com", "register", "its registry is about to delete it", null],
    ["studio-ana.ca", "transfer", "is in this account already", "/client-area/domains/studio-ana.ca"],
  ])("%s, to %s: %s", async (name, type, why, instead) => {
    const cart = await inCart(name, type);
    expect(cart.status).toBe(422);
    expect(cart.words).toContain(why);
    expect(cart.words).not.toMatch(/CA\$|before tax/);
    expect(cart.html).not.toContain('name="terms"');
    if (instead) expect(cart.html.replaceAll("&amp;", "&")).toContain(`href="${instead}`);
  });

  test("nor is it ordered by a form that was open when it was taken", async () => {
    const cart = await inCart("gone-meanwhile.com");
    const before = await invoicesOf(1001);
    await area.registrar("elsewhere", { name: "gone-meanwhile.com" });
    const { status, words } = await cart.order();
    expect([status, words]).toEqual([422, expect.stringContaining("it is taken")]);
    expect(await invoicesOf(1001)).toBe(before);
  });
});

describe("a plan from a cart link", () => {
  test("another cycle, ordered, paid, active", async () => {
    const yearly = await area.as("owner", "/cart?plan=web-start&currency=CAD");
    expect(yearly.words).toContain("First payment");
    const monthly = await yearly.open("/cart?plan=web-start&cycle=monthly");
    const bad = await monthly.order({ site: "not a name" });
    expect([bad.status, bad.value("site")]).toEqual([422, "not a name"]);
    const theirs = await monthly.order({ site: "www.second-step.com" });
    expect(theirs.status, "another account's domain").toBe(422);
    expect(theirs.words).toContain("This name cannot be used for a site here.");
    expect(theirs.html).toMatch(/id="site-error"/);
    await (await monthly.order({ site: "Plan-Site.com" })).pay();
    const service = await area.world.billing
      .prepare("SELECT id, status, billing_cycle FROM services WHERE domain = 'plan-site.com'")
      .first();
    expect(service).toMatchObject({ status: "active", billing_cycle: "monthly" });
    expect((await monthly.open(`/services/${service?.id}`)).words).toContain("State Active");
    for (const wrong of ["plan=no-such-plan", "plan=web-start&cycle=free", "plan=web-start&cycle=weekly", "plan="]) {
      expect((await monthly.open(`/cart?${wrong}`)).status, wrong).toBe(422);
    }
  });

  test.each([
    ["en", "www.second-step.com", "This name cannot be used for a site here."],
    ["fr", "second-step.com", "Ce nom ne peut pas être utilisé pour un site ici."],
    ["en", "not a name", "Domain name"],
  ])("in %s with a site that cannot be used (%s) says so beside the field", async (lang, site, words) => {
    const withSite = (name: string) =>
      area.as("owner", `/cart?plan=web-start&domain=${encodeURIComponent(name)}&lang=${lang}`);
    const errorOn = ({ html }: Screen) => /id="site-error">([^<]*)</.exec(html)?.[1];
    const cart = await withSite(site);
    expect([cart.status, cart.value("site")]).toEqual([200, site]);
    const error = errorOn(cart);
    expect(error).toContain(words);
    expect(cart.html).toContain('aria-invalid="true"');
    expect(cart.words).not.toContain("Nothing was ordered");
    const sent = await cart.order({ site });
    expect([sent.status, errorOn(sent)]).toEqual([422, error]);
    for (const usable of ["studio-ana.ca", "nobody-has-this.com", ""]) {
      expect((await withSite(usable)).html).not.toContain("site-error");
    }
  });

  test("a visitor does not learn from it who has a site", async () => {
    const seen = async (site: string) =>
      (await area.visit(`/cart?plan=web-start&domain=${site}`)).words.replace(site, "");
    expect(await seen("second-step.com")).toBe(await seen("nobody-has-it.com"));
    expect(await seen("second-step.com")).not.toContain("cannot be used");
  });

  test("the same form sent again for another site, or another plan, is another order", async () => {
    const cart = await area.as("owner", "/cart?plan=web-start");
    const sent = (site: string) => cart.order({ site });
    const first = await sent("one-site.example");
    expect(first.address).toMatch(/^\/client-area\/invoices\/\d+/);
    expect((await sent("one-site.example")).address).toBe(first.address);
    const second = await sent("other-site.example");
    expect(second.address).toMatch(/^\/client-area\/invoices\/\d+/);
    expect(second.address).not.toBe(first.address);
  });
});

test("in French, what the engine says keeps the spaces that never end a line", async () => {
  const cart = await area.as("owner", "/cart?domain=free-spaces.ca&lang=fr");
  expect(cart.html).toContain("canadienne\u00a0: une adresse");
  const yearly = await cart.open("/cart?plan=web-plus&cycle=annually&lang=fr");
  expect((await yearly.order({ site: "spaces-site.com" })).html).toMatch(/Remise de \d+\u00a0% la première année/);
});

test("without a card nothing can be ordered or paid; with the sandbox's it can; without it again it cannot", async () => {
  const cart = await area.as("nocard", "/cart?domain=card-first.com");
  expect(cart.html).not.toContain('name="terms"');
  expect((await cart.open("/invoices/6401")).html).not.toContain("with the sandbox card");

  const methods = await cart.open(cart.link(/href="(\/client-area\/payment-methods\?[^"]*next=[^"]*)"/));
  const added = await methods.submit("/payment-methods", { card: "add" });
  expect(added.words).toContain("The card was added.");
  const form = await added.open(added.link(/href="([^"]*\/cart\?[^"]*)"/));
  expect((await form.order()).words).toContain("card-first.com");

  const payable = await form.open("/invoices/6401");
  await added.submit("/payment-methods", { card: "remove" });
  expect((await payable.pay()).words).toContain("This account has no card.");
  expect(await area.value("SELECT status FROM invoices WHERE id = 6401")).toBe("unpaid");
});

test("where nobody of the cart is named, a name is looked for on the site", async () => {
  const cart = await area.as("owner", "/cart?type=register&currency=CAD&lang=fr");
  expect(cart.status).toBe(200);
  expect(cart.html).toContain('<form method="get" action="/"');
});

test("an invoice that is sent twice for payment is paid once", async () => {
  const invoice = await (await inCart("paid-twice.com")).order();
  await Promise.all([1, 2, 3].map(() => invoice.pay()));
  const id = Number(invoice.path.split("/").at(-1));
  expect(await area.value("SELECT count(*) FROM invoice_payments WHERE invoice_id = ?", id)).toBe(1);
});

test("while the billing database is on hold nothing is ordered, and the page says why", async () => {
  const [cart, french] = [
    await inCart("held-store.com"),
    await area.as("owner", "/cart?domain=held-store.com&lang=fr"),
  ];
  const refused = await whileHeld(area.world.system, "frontdesk-billing", "billing-database", async () => [
    await cart.order(),
    await french.order(),
  ]);
  expect(refused.map(({ status }) => status)).toEqual([503, 503]);
  expect(refused[0]?.words).toContain("Nothing can be ordered or changed right now");
  expect(refused[1]?.words).toContain("Rien ne peut être commandé ni modifié en ce moment");
  expect(await statusOf("held-store.com")).toBeNull();
});

test("a registrar that does not answer: nothing is ordered", async () => {
  const cart = await inCart("no-answer.com");
  await area.registrar("silent");
  const said = [503, expect.stringContaining("The registrar did not answer")];
  const sent = await cart.order();
  expect([sent.status, sent.words]).toEqual(said);
  const again = await inCart("no-answer.com");
  expect([again.status, again.words]).toEqual(said);
  expect(again.html).not.toContain('name="terms"');
  expect(await statusOf("no-answer.com")).toBeNull();
});
