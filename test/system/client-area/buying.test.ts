import { describe, expect, test } from "vitest";
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
    expect(await statusOf("new-name.com")).toBe("pending");

    const paid = await invoice.pay();
    expect(paid.html).not.toContain("with the sandbox card");
    expect(await statusOf("new-name.com")).toBe("active");
    expect(await area.registrar("registered")).toContain("new-name.com");
    expect((await paid.open("/domains/new-name.com")).words).toContain("State Active");

    const mails = await area.world.mailsTo("owner@maple.example");
    const mail = mails.find(({ subject }) => subject.includes("new-name.com"));
    expect(mail?.text.split("\n")).toContain(`http://localhost:8787/client-area${invoice.path}`);
  });

  test("terms that are not accepted, and the registry's fields, are asked for; what was chosen stays", async () => {
    const cart = await inCart("with-fields.ca");
    const before = await invoicesOf(1001);
    const without = await cart.order();
    expect(without.status).toBe(422);
    const unaccepted = await without.submit("/cart", { "field-legal_type": "CCO" });
    expect(unaccepted.status).toBe(422);
    expect(unaccepted.html).toMatch(/<option value="CCO" selected/);
    expect(await invoicesOf(1001)).toBe(before);
    expect((await unaccepted.order({ "field-legal_type": "CCO" })).words).toContain("with-fields.ca");
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

  test("a price that is no longer shown is refused", async () => {
    const cart = await inCart("price-moved.com");
    const before = await invoicesOf(1001);
    const refused = await cart.order({ expected: "1" });
    expect(refused.status).toBe(422);
    expect(await invoicesOf(1001)).toBe(before);
  });

  test("a transfer asks for its code, and the code is in no row once the order is over", async () => {
    await area.registrar("elsewhere", { name: "from-elsewhere.com" });
    const cart = await inCart("from-elsewhere.com", "transfer");
    const refused = await cart.order();
    expect(refused.status).toBe(422);
    await (await refused.order({ terms: cart.value("terms"), auth_code: "right-code" })).pay();
    expect(await statusOf("from-elsewhere.com")).toBe("pending_transfer");
    expect(await area.value("SELECT count(*) FROM orders WHERE auth_code IS NOT NULL")).toBe(0);
  });
});

test("a name that was taken meanwhile is not ordered by a form that was open", async () => {
  const cart = await inCart("gone-meanwhile.com");
  const before = await invoicesOf(1001);
  await area.registrar("elsewhere", { name: "gone-meanwhile.com" });
  expect((await cart.order()).status).toBe(422);
  expect(await invoicesOf(1001)).toBe(before);
});

describe("a plan from a cart link", () => {
  test("another cycle, ordered, paid, active", async () => {
    const yearly = await area.as("owner", "/cart?plan=web-start&currency=CAD");
    const monthly = await yearly.open("/cart?plan=web-start&cycle=monthly");
    const bad = await monthly.order({ site: "not a name" });
    expect([bad.status, bad.value("site")]).toEqual([422, "not a name"]);
    const theirs = await monthly.order({ site: "www.second-step.com" });
    expect([theirs.status, theirs.html.includes('id="site-error"')], "another account's domain").toEqual([422, true]);
    await (await monthly.order({ site: "Plan-Site.com" })).pay();
    const service = await area.world.billing
      .prepare("SELECT id, status, billing_cycle FROM services WHERE domain = 'plan-site.com'")
      .first();
    expect(service).toMatchObject({ status: "active", billing_cycle: "monthly" });
    expect((await monthly.open(`/services/${service?.id}`)).words).toContain("State Active");
  });

  test.each(["www.second-step.com", "not a name"])(
    "with a site that cannot be used (%s) says so beside the field",
    async (site) => {
      const errorOn = ({ html }: Screen) => /id="site-error">([^<]*)</.exec(html)?.[1];
      const cart = await area.as("owner", `/cart?plan=web-start&domain=${encodeURIComponent(site)}`);
      expect([cart.status, cart.value("site")]).toEqual([200, site]);
      const error = errorOn(cart);
      expect(error).toBeTruthy();
      const sent = await cart.order({ site });
      expect([sent.status, errorOn(sent)]).toEqual([422, error]);
    },
  );

  test("a visitor does not learn from it who has a site", async () => {
    const seen = async (site: string) =>
      (await area.visit(`/cart?plan=web-start&domain=${site}`)).words.replace(site, "");
    expect(await seen("second-step.com")).toBe(await seen("nobody-has-it.com"));
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

test("an order in the cart needs no card; the sandbox's payment does", async () => {
  const invoice = await (await area.as("nocard", "/cart?domain=card-first.com")).order();
  expect(invoice.words).toContain("card-first.com");
  expect(invoice.html).not.toContain("with the sandbox card");
  const methods = await invoice.open(invoice.link(/href="(\/client-area\/payment-methods\?[^"]*next=[^"]*)"/));
  const added = await methods.submit("/payment-methods", { card: "add" });
  expect(added.words).toContain("The card was added.");
  const payable = await added.open(added.link(/href="([^"]*\/invoices\/[^"]*)"/));
  await added.submit("/payment-methods", { card: "remove" });
  await payable.pay();
  expect(await statusOf("card-first.com")).toBe("pending");
  await methods.submit("/payment-methods", { card: "add" });
  await payable.pay();
  expect(await statusOf("card-first.com")).toBe("active");
});

test("while the billing database is on hold nothing is ordered", async () => {
  const cart = await inCart("held-store.com");
  const { status } = await whileHeld(area.world.system, "frontdesk-billing", "billing-database", () => cart.order());
  expect(status).toBe(503);
  expect(await statusOf("held-store.com")).toBeNull();
});

test("a registrar that does not answer: nothing is ordered", async () => {
  const cart = await inCart("no-answer.com");
  await area.registrar("silent");
  expect((await cart.order()).status).toBe(503);
  const again = await inCart("no-answer.com");
  expect(again.status).toBe(503);
  expect(again.html).not.toContain('name="terms"');
  expect(await statusOf("no-answer.com")).toBeNull();
});
