import { beforeAll, describe, expect, test } from "vitest";
import { formOf, PageVisitor } from "../../support/page-visitor.ts";
import { useWorld } from "../../support/world.ts";
import { clientArea, fieldValue, signedIn, tellRegistrar, wordsOf } from "./support/area-worker.ts";

const CART = "/client-area/cart";

const world = useWorld(clientArea("with registrar"));

const invoicesOf = async (account: number) =>
  (await world.billing
    .prepare("SELECT count(*) AS count FROM invoices WHERE account_id = ?")
    .bind(account)
    .first("count")) as number;
const statusOf = (name: string) =>
  world.billing.prepare("SELECT status FROM domains WHERE name = ?").bind(name).first("status");

describe("a name from a cart link", () => {
  test("is ordered, paid by the sandbox's payment, and registered; the owner hears of the order", async () => {
    const { visitor, page } = await signedIn(
      world,
      "owner",
      `${CART}?domain=new-name.com&type=register&currency=CAD&lang=en`,
    );
    expect(wordsOf(page)).toContain("new-name.com");
    const invoice = await visitor.submit(page, CART, { terms: fieldValue(page, "terms") });
    expect(invoice.address).toMatch(/^\/client-area\/invoices\/\d+\?lang=en$/);
    expect(wordsOf(invoice)).toContain("Registration of new-name.com, 1 year");
    expect(wordsOf(invoice)).toMatch(/GST \(5%\).*QST \(9\.975%\)/);
    expect(await statusOf("new-name.com")).toBe("pending");

    const path = invoice.address.split("?")[0] ?? "";
    const paid = await visitor.submit(invoice, path, {});
    expect(wordsOf(paid)).toContain("the invoice is paid");
    expect(paid.html).not.toContain("with the sandbox card");
    expect(await statusOf("new-name.com")).toBe("active");
    expect(await (await fetch(`${world.origin}/test/registered`)).json()).toContain("new-name.com");
    expect(wordsOf(await visitor.open("/client-area/domains/new-name.com?lang=en"))).toContain("State Active");

    const mails = await world.mailsTo("owner@maple.example");
    const mail = mails.find(({ subject }) => subject.includes("new-name.com"));
    expect(mail?.text.split("\n")).toContain(`http://localhost:8787${path}`);
  });

  test("a form that is sent twice at once orders once", async () => {
    const { visitor, page } = await signedIn(world, "owner", `${CART}?domain=twice-sent.com&lang=en`);
    const before = await invoicesOf(1001);
    const terms = fieldValue(page, "terms");
    const invoices = await Promise.all([1, 2, 3].map(() => visitor.submit(page, CART, { terms })));
    expect(new Set(invoices.map(({ address }) => address)).size).toBe(1);
    expect(await invoicesOf(1001)).toBe(before + 1);
  });

  test("terms that are not accepted, and the registry's fields, are asked for; what was chosen stays", async () => {
    const { visitor, page } = await signedIn(world, "owner", `${CART}?domain=with-fields.ca&lang=en`);
    const before = await invoicesOf(1001);
    const without = await visitor.submit(page, CART, { terms: fieldValue(page, "terms") });
    expect(without.status).toBe(422);
    expect(wordsOf(without)).toContain("Legal type: is required by the registry");
    const unaccepted = await visitor.submit(without, CART, { "field-legal_type": "CCO" });
    expect(unaccepted.status).toBe(422);
    expect(wordsOf(unaccepted)).toContain("Accept the terms to order.");
    expect(unaccepted.html).toMatch(/<option value="CCO" selected/);
    expect(await invoicesOf(1001)).toBe(before);
    const terms = fieldValue(unaccepted, "terms");
    const invoice = await visitor.submit(unaccepted, CART, { "field-legal_type": "CCO", terms });
    expect(wordsOf(invoice)).toContain("with-fields.ca");
  });

  test("what nobody may register from here is refused with the registry's rule, and a name of ours is taken", async () => {
    const { visitor, page } = await signedIn(world, "owner", `${CART}?domain=no-place.fr&lang=en`);
    expect(page.html).not.toContain('name="terms"');
    expect(wordsOf(page)).toContain("The registry does not accept the address on the account.");
    const ours = await visitor.open(`${CART}?domain=studio-ana.ca&lang=en`);
    expect(ours.status).toBe(422);
    expect(wordsOf(ours)).toContain("studio-ana.ca is in this account already.");
    expect(ours.html).toContain('href="/client-area/domains/studio-ana.ca');
    for (const bad of ["not a name", "x", "name.nosuchextension", "a..b"]) {
      expect((await visitor.open(`${CART}?domain=${encodeURIComponent(bad)}&lang=en`)).status, bad).toBe(422);
    }
  });

  test.each(["-5", "0.01", "abc", "", "1e3"])(
    "a form whose price is %j guards nothing, and orders nothing",
    async (expected) => {
      const { visitor, page } = await signedIn(world, "owner", `${CART}?domain=unguarded-1.com&lang=en`);
      const { action, hidden } = formOf(page, CART);
      const fields = hidden.map(([name, value]): [string, string] => [name, name === "expected" ? expected : value]);
      const before = await world.billing.prepare("SELECT count(*) AS orders FROM orders").first("orders");
      const refused = await visitor.post(action, [...fields, ["terms", fieldValue(page, "terms")]]);
      expect(refused.status).toBe(400);
      expect(await world.billing.prepare("SELECT count(*) AS orders FROM orders").first("orders")).toBe(before);
    },
  );

  test("a price that is no longer shown is refused with the new one", async () => {
    const { visitor, page } = await signedIn(world, "owner", `${CART}?domain=price-moved.com&lang=en`);
    const before = await invoicesOf(1001);
    const stale = { ...page, html: page.html.replace(/name="expected" value="\d+"/, 'name="expected" value="1"') };
    const refused = await visitor.submit(stale, CART, { terms: fieldValue(page, "terms") });
    expect(refused.status).toBe(422);
    expect(wordsOf(refused)).toContain("The price has changed. It is now CA$");
    expect(await invoicesOf(1001)).toBe(before);
  });

  test("the terms are those that the registry takes, and the price is that of the shortest", async () => {
    const { page, visitor } = await signedIn(world, "owner", `${CART}?domain=cart-two.ai&lang=en`);
    const years = (html: string) => [...html.matchAll(/<option value="(\d+)"/g)].map(([, value]) => Number(value));
    expect(years(page.html)).toEqual([2, 4, 6, 8, 10]);
    expect(wordsOf(page)).toMatch(/CA\$269\.98.*Then, every 2 years CA\$279\.98/);
    const one = await visitor.open(`${CART}?domain=cart-one.de&years=10&lang=en`);
    expect([wordsOf(one).includes("Registration 1 year"), years(one.html)]).toEqual([true, []]);
  });

  test("a transfer that adds nothing says so and is free", async () => {
    await tellRegistrar(world, "elsewhere", { name: "cart-moves.nl" });
    const { page } = await signedIn(world, "owner", `${CART}?domain=cart-moves.nl&type=transfer&lang=en`);
    expect(wordsOf(page)).toContain("A transfer adds no time: the name keeps its expiry date.");
    expect(wordsOf(page)).toContain("CA$0.00");
  });

  test("a transfer asks for its code, and the code is in no row once the order is over", async () => {
    await tellRegistrar(world, "elsewhere", { name: "from-elsewhere.com" });
    const { visitor, page } = await signedIn(world, "owner", `${CART}?domain=from-elsewhere.com&type=transfer&lang=en`);
    expect(wordsOf(page)).toContain("Transfer of from-elsewhere.com");
    expect(wordsOf(page)).toContain("The transfer begins once it is paid");
    expect(wordsOf(page)).not.toMatch(/regist(?:er|ration)/i);
    const refused = await visitor.submit(page, CART, { terms: fieldValue(page, "terms") });
    expect(wordsOf(refused)).toContain("is required by the registry for a transfer");
    const invoice = await visitor.submit(refused, CART, { terms: fieldValue(page, "terms"), auth_code: "right-code" });
    await visitor.submit(invoice, invoice.address.split("?")[0] ?? "", {});
    expect(await statusOf("from-elsewhere.com")).toBe("pending_transfer");
    const { results } = await world.billing.prepare("SELECT auth_code FROM orders WHERE auth_code IS NOT NULL").all();
    expect(results).toEqual([]);
  });
});

describe("what cannot be ordered has no price and no button, and the cart says why", () => {
  beforeAll(async () => {
    await tellRegistrar(world, "elsewhere", { name: "taken-there.com" });
    await tellRegistrar(world, "elsewhere", { name: "redeemed-there.com", state: "redemption" });
    await tellRegistrar(world, "elsewhere", { name: "deleted-there.com", state: "pending_delete" });
    await world.billing
      .prepare("INSERT INTO domains (account_id, name, status, auto_renew) VALUES (1004, ?, 'pending_registration', 0)")
      .bind("theirs-on-order.com")
      .run();
    await tellRegistrar(world, "reserved", { name: "reserved-there.com" });
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
    const { page } = await signedIn(world, "owner", `${CART}?domain=${name}&type=${type}&lang=en`);
    expect(page.status).toBe(422);
    expect(wordsOf(page)).toContain(why);
    expect(wordsOf(page)).not.toMatch(/CA\$|before tax/);
    expect(page.html).not.toContain('name="terms"');
    if (instead) expect(page.html.replaceAll("&amp;", "&")).toContain(`href="${instead}`);
  });

  test("nor is it ordered by a form that was open when it was taken", async () => {
    const { visitor, page } = await signedIn(world, "owner", `${CART}?domain=gone-meanwhile.com&lang=en`);
    const before = await invoicesOf(1001);
    await tellRegistrar(world, "elsewhere", { name: "gone-meanwhile.com" });
    const refused = await visitor.submit(page, CART, { terms: fieldValue(page, "terms") });
    expect([refused.status, wordsOf(refused)]).toEqual([422, expect.stringContaining("it is taken")]);
    expect(await invoicesOf(1001)).toBe(before);
  });
});

test("a plan from a cart link: another cycle, ordered, paid, active", async () => {
  const { visitor, page } = await signedIn(world, "owner", `${CART}?plan=web-start&currency=CAD&lang=en`);
  expect(wordsOf(page)).toContain("First payment");
  const monthly = await visitor.open(`${CART}?plan=web-start&cycle=monthly&lang=en`);
  const bad = await visitor.submit(monthly, CART, { terms: fieldValue(monthly, "terms"), site: "not a name" });
  expect(bad.status).toBe(422);
  expect(fieldValue(bad, "site")).toBe("not a name");
  const theirs = await visitor.submit(monthly, CART, {
    terms: fieldValue(monthly, "terms"),
    site: "www.second-step.com",
  });
  expect(theirs.status, "another account's domain").toBe(422);
  expect(wordsOf(theirs)).toContain("This name cannot be used for a site here.");
  expect(theirs.html).toMatch(/id="site-error"/);
  const invoice = await visitor.submit(monthly, CART, { terms: fieldValue(monthly, "terms"), site: "Plan-Site.com" });
  await visitor.submit(invoice, invoice.address.split("?")[0] ?? "", {});
  const service = await world.billing
    .prepare("SELECT id, status, billing_cycle FROM services WHERE domain = 'plan-site.com'")
    .first();
  expect(service).toMatchObject({ status: "active", billing_cycle: "monthly" });
  expect(wordsOf(await visitor.open(`/client-area/services/${service?.id}?lang=en`))).toContain("State Active");

  for (const wrong of ["plan=no-such-plan", "plan=web-start&cycle=free", "plan=web-start&cycle=weekly", "plan="]) {
    expect((await visitor.open(`${CART}?${wrong}&lang=en`)).status, wrong).toBe(422);
  }
});

test.each([
  ["en", "www.second-step.com", "This name cannot be used for a site here."],
  ["fr", "second-step.com", "Ce nom ne peut pas être utilisé pour un site ici."],
  ["en", "not a name", "Domain name"],
])("a plan's link in %s with a site that cannot be used (%s) says so beside the field", async (lang, site, words) => {
  const address = `${CART}?plan=web-start&domain=${encodeURIComponent(site)}&lang=${lang}`;
  const { visitor, page } = await signedIn(world, "owner", address);
  expect(page.status).toBe(200);
  const error = /id="site-error">([^<]*)</.exec(page.html)?.[1];
  expect(error).toContain(words);
  expect(page.html).toContain('aria-invalid="true"');
  expect(fieldValue(page, "site")).toBe(site);
  expect(wordsOf(page)).not.toContain("Nothing was ordered");
  const sent = await visitor.submit(page, CART, { terms: fieldValue(page, "terms"), site });
  expect([sent.status, /id="site-error">([^<]*)</.exec(sent.html)?.[1]]).toEqual([422, error]);
  for (const usable of ["studio-ana.ca", "nobody-has-this.com", ""])
    expect((await visitor.open(`${CART}?plan=web-start&domain=${usable}&lang=${lang}`)).html).not.toContain(
      "site-error",
    );
});

test("a visitor does not learn from a plan's link who has a site", async () => {
  const seen = async (site: string) =>
    wordsOf(await new PageVisitor(world.origin).open(`${CART}?plan=web-start&domain=${site}&lang=en`)).replace(
      site,
      "",
    );
  expect(await seen("second-step.com")).toBe(await seen("nobody-has-it.com"));
  expect(await seen("second-step.com")).not.toContain("cannot be used");
});

test("in French, what the engine says keeps the spaces that never end a line", async () => {
  const { visitor, page } = await signedIn(world, "owner", `${CART}?domain=free-spaces.ca&lang=fr`);
  expect(page.html).toContain("canadienne\u00a0: une adresse");
  const yearly = await visitor.open(`${CART}?plan=web-plus&cycle=annually&lang=fr`);
  const invoice = await visitor.submit(yearly, CART, { terms: fieldValue(yearly, "terms"), site: "spaces-site.com" });
  expect(invoice.html).toMatch(/Remise de \d+\u00a0% la première année/);
});

test("without a card nothing can be ordered or paid; with the sandbox's it can; without it again it cannot", async () => {
  const { visitor, page } = await signedIn(world, "nocard", `${CART}?domain=card-first.com&lang=en`);
  expect(page.html).not.toContain('name="terms"');
  const invoice = await visitor.open("/client-area/invoices/6401?lang=en");
  expect(invoice.html).not.toContain("with the sandbox card");

  const back = /href="(\/client-area\/payment-methods\?[^"]*)"/g;
  const [, link = ""] = [...page.html.matchAll(back)].find(([, address]) => address?.includes("next=")) ?? [];
  const methods = await visitor.open(link.replaceAll("&amp;", "&"));
  const added = await visitor.submit(methods, "/client-area/payment-methods", { card: "add" });
  expect(wordsOf(added)).toContain("The card was added.");
  const [, cart = ""] = /href="([^"]*\/cart\?[^"]*)"/.exec(added.html) ?? [];
  const form = await visitor.open(cart.replaceAll("&amp;", "&"));
  expect(wordsOf(await visitor.submit(form, CART, { terms: fieldValue(form, "terms") }))).toContain("card-first.com");

  const payable = await visitor.open("/client-area/invoices/6401?lang=en");
  await visitor.submit(added, "/client-area/payment-methods", { card: "remove" });
  const unpaid = await visitor.submit(payable, "/client-area/invoices/6401", {});
  expect(wordsOf(unpaid)).toContain("This account has no card.");
  expect(await world.billing.prepare("SELECT status FROM invoices WHERE id = 6401").first("status")).toBe("unpaid");
});

test("where nobody of the cart is named, a name is looked for on the site", async () => {
  const { page } = await signedIn(world, "owner", `${CART}?type=register&currency=CAD&lang=fr`);
  expect(page.status).toBe(200);
  expect(page.html).toContain('<form method="get" action="/"');
});

test("an invoice that is sent twice for payment is paid once", async () => {
  const { visitor, page } = await signedIn(world, "owner", `${CART}?domain=paid-twice.com&lang=en`);
  const invoice = await visitor.submit(page, CART, { terms: fieldValue(page, "terms") });
  const path = invoice.address.split("?")[0] ?? "";
  await Promise.all([1, 2, 3].map(() => visitor.submit(invoice, path, {})));
  const id = Number(path.split("/").at(-1));
  const payments = world.billing
    .prepare("SELECT count(*) AS count FROM invoice_payments WHERE invoice_id = ?")
    .bind(id);
  expect(await payments.first("count")).toBe(1);
});

test("a registrar that does not answer: nothing is ordered", async () => {
  const { page } = await signedIn(world, "owner", "/client-area?lang=en");
  expect(page.status).toBe(200);
  const { visitor, page: open } = await signedIn(world, "owner", `${CART}?domain=no-answer.com&lang=en`);
  await tellRegistrar(world, "silent");
  const sent = await visitor.submit(open, CART, { terms: fieldValue(open, "terms") });
  expect([sent.status, wordsOf(sent)]).toEqual([503, expect.stringContaining("The registrar did not answer")]);
  const cart = await visitor.open(`${CART}?domain=no-answer.com&lang=en`);
  expect([cart.status, wordsOf(cart)]).toEqual([503, expect.stringContaining("The registrar did not answer")]);
  expect(cart.html).not.toContain('name="terms"');
  expect(await statusOf("no-answer.com")).toBeNull();
});
