import { afterAll, describe, expect, test } from "vitest";
import { type Screen, useArea } from "./support/area.ts";

const area = useArea("with registrar");

/** The ids of the invoices that a page leads to, in its order. */
function invoicesIn({ html }: Screen): number[] {
  return [...html.matchAll(/href="\/client-area\/invoices\/(\d+)/g)].map(([, id]) => Number(id));
}

/** Orders a name in the cart. @returns its invoice's page */
async function ordered(name: string, login = "owner"): Promise<Screen> {
  return (await area.as(login, `/cart?domain=${name}`)).order();
}

const credit = async () => Number(await area.value("SELECT credit FROM accounts WHERE id = 1001"));
const inFrench = async (path: string) => (await area.as("owner", `${path}?lang=fr`)).words.replace(/\s/g, " ");
const INSERT_INVOICE = `INSERT INTO invoices (id, account_id, number, status, issued_on, due_on, subtotal)
  VALUES (?1, ?2, 'Y-' || ?1, ?3, '2020-01-01', ?4, 1499)`;

describe("the overview", () => {
  test("shows what is to be paid, the oldest due date first and what is being paid last", async () => {
    const overview = await area.as("owner");
    expect(invoicesIn(overview)).toEqual([6102, 6107, 6110, 6109]);
    expect(overview.words).not.toContain("Everything that is to be paid");
  });

  test("of more than it shows leads to the list of all that is to be paid, and of nothing else", async () => {
    const insert = area.world.billing.prepare(INSERT_INVOICE);
    const ids = Array.from({ length: 30 }, (_, at) => 990_100 + at);
    // The newest ids are due first.
    const dueOn = (at: number) => `2020-02-${String(29 - (at % 29)).padStart(2, "0")}`;
    await area.world.billing.batch([
      ...ids.map((id, at) => insert.bind(id, 1004, "unpaid", dueOn(at))),
      insert.bind(990_200, 1004, "paid", "2020-01-01"),
    ]);
    const overview = await area.as("nocard");
    const { results } = await area.world.billing
      .prepare(
        `SELECT id FROM invoices WHERE account_id = 1004 AND status IN ('unpaid', 'collections') ORDER BY due_on, id LIMIT 10`,
      )
      .all<{ id: number }>();
    expect(invoicesIn(overview)).toEqual(results.map(({ id }) => id));

    const seen: number[] = [];
    let address = overview.link(/href="([^"]*)">Everything that is to be paid/);
    expect(address).not.toBe("");
    while (address) {
      const list = await overview.open(address);
      seen.push(...invoicesIn(list));
      address = list.link(/href="([^"]*)">Next page/);
    }
    expect(seen).toEqual(expect.arrayContaining(ids));
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen).not.toContain(990_200);
  });
});

describe("what waits for a payment leads to its invoice", () => {
  test.each([
    ["/services/2107", 6110, /The plan begins once its invoice is paid: Invoice \S+ ?, CA\$[\d.]+ to pay, due on \d/],
    ["/services/2103", 6107, /The next term waits for its invoice to be paid: .* to pay, due on .* · Overdue/],
  ])("%s", async (path, invoice, words) => {
    const service = await area.as("owner", path);
    expect(invoicesIn(service)).toEqual([invoice]);
    expect(service.words).toMatch(words);
  });

  test("a name on order; who may not see invoices sees neither amount nor link", async () => {
    const invoice = await ordered("waits-here.com");
    const domain = await invoice.open("/domains/waits-here.com");
    expect(domain.html).toContain(`href="/client-area${invoice.path}`);
    expect(domain.words).toMatch(/The name is registered once its invoice is paid: .*CA\$20\.68 to pay, due on/);
    const seen = await area.as("contact", "/domains/waits-here.com");
    expect(seen.words).toContain("Its invoice is not paid yet.");
    expect(seen.html).not.toMatch(/20\.68|\/invoices/);

    await invoice.pay();
    expect(invoicesIn(await domain.open("/domains/waits-here.com"))).toEqual([]);
  });

  test("a renewal and a plan change", async () => {
    const order = area.world.billing.prepare(
      `INSERT INTO orders (account_id, kind, status, placed_at, invoice_id, domain_id, service_id)
       VALUES (1001, ?, 'open', '2026-11-20T15:00:00Z', ?, ?, ?)`,
    );
    for (const id of [980_001, 980_002]) await area.run(INSERT_INVOICE, id, 1001, "unpaid", "2099-01-01");
    await area.world.billing.batch([
      order.bind("renew_domain", 980_001, 4102, null),
      order.bind("plan_change", 980_002, null, 2101),
    ]);
    const { words } = await area.as("owner", "/domains/ana.dev");
    expect(words).toContain("The name is renewed once the invoice is paid: Invoice Y-980001");
    expect(await inFrench("/services/2101")).toContain(
      "Le forfait changera une fois la facture payée : Facture Y-980002",
    );
  });
});

describe("what was paid and the registrar refuses", () => {
  afterAll(() => area.registrar("refusal"));

  test("is said with its reason, and where the money went, on the pages and in a mail", async () => {
    const invoice = await ordered("not-to-be.com");
    const before = await credit();
    await area.registrar("refusal", { reason: "The name is registered." });
    const paid = await invoice.pay();
    expect(await credit()).toBe(Math.max(0, before - 2068) + 2068);

    const domain = await paid.open("/domains/not-to-be.com");
    for (const { words } of [paid, domain]) {
      expect(words).toMatch("This name could not be registered. The reason that was given: The name is registered.");
      expect(words).toMatch(/What was paid, CA\$20\.68, came back on .* as credit of the account/);
    }
    expect(paid.words).not.toContain("Thank you");
    expect(domain.html).toContain(`href="/client-area${invoice.path}`);
    expect(await inFrench(invoice.path)).toContain(
      "Ce nom n’a pas pu être enregistré. Motif indiqué : Le nom est déjà enregistré.",
    );
    const seen = await area.as("contact", "/domains/not-to-be.com");
    expect(seen.words).toMatch(/The name is registered\. What was paid came back on .* as credit of the account\./);
    expect(seen.html).not.toMatch(/20\.68|\/invoices/);

    const mails = await area.world.mailsTo("owner@maple.example", 2);
    const mail = mails.find(({ subject }) => subject.includes("not-to-be.com could not be registered"));
    expect(mail?.text.replace(/\s+/g, " ")).toContain("CA$20.68, came back as credit");
    expect(mail?.text.split("\n")).toContain(`http://localhost:8787/client-area${invoice.path}`);
  });

  test("a transfer, with a reason that is only known in the registrar's words", async () => {
    await area.registrar("elsewhere", { name: "stays-there.com" });
    const cart = await area.as("owner", "/cart?domain=stays-there.com&type=transfer");
    const invoice = await cart.order({ auth_code: "right-code" });
    await area.registrar("refusal", { reason: "Object status <b>prohibits</b> operation" });
    await invoice.pay();
    const domain = await area.as("owner", "/domains/stays-there.com");
    expect(domain.words).toContain("This name could not be transferred to us; it stays where it is.");
    expect(domain.html).toContain("Object status &lt;b&gt;prohibits&lt;/b&gt; operation");
  });
});

test("a name that another customer has paid for first: the invoice and the name say so before they are paid", async () => {
  const invoice = await ordered("wanted-twice.com");
  expect(invoice.words).not.toContain("Another customer");
  expect(invoice.html).toContain('class="button primary"');
  const theirs = await ordered("wanted-twice.com", "big");
  expect(theirs.status).toBe(200);
  await theirs.pay();

  const late = await invoice.open(invoice.path);
  const said = "Another customer has paid for this name first, so this order cannot be carried out.";
  expect(late.words).toContain(said);
  expect(late.words).toContain("only becomes credit of the account");
  expect(late.html).not.toContain("button primary");
  const domain = await invoice.open("/domains/wanted-twice.com");
  expect(domain.words).toContain(said);
  expect(domain.words).not.toContain("once its invoice is paid");
  expect(await inFrench(invoice.path)).toContain("Une autre personne a payé ce nom la première");
  expect((await theirs.open(theirs.path)).words).not.toContain("Another customer");

  const before = await credit();
  const paid = await late.pay();
  expect(paid.words).toContain("The reason that was given: Another customer ordered this name too, and paid first.");
  expect(paid.words).not.toContain(said);
  expect(await credit()).toBe(Math.max(before, 2068));
});

describe("in French", () => {
  test.each([
    ["owner", "/invoices/6103", /TPS \(5\s%\).*TVQ \(9,975\s%\)/],
    ["nocard", "/invoices/6401", /TVH \(13\s%\)/],
  ])("taxes have their French names: %s %s", async (login, path, words) => {
    const french = await area.as(login, `${path}?lang=fr`);
    expect(french.words).toMatch(words);
    expect(french.words).not.toMatch(/GST|QST|HST|VAT/);
    expect((await french.open(path)).words).toMatch(/GST|HST/);
  });

  test("so has VAT, with and without its charge", async () => {
    const overview = await area.signIn("owner", "?lang=fr");
    await overview.submit("/account", { account: "1002" });
    await area.run(INSERT_INVOICE, 980_003, 1002, "unpaid", "2099-01-01");
    const taxes = JSON.stringify([{ name: "VAT (reverse charge)", rateThousandths: 0, amount: 0 }]);
    await area.run("UPDATE invoices SET taxes = ? WHERE id = 980003", taxes);
    expect((await overview.open("/invoices/6202?lang=fr")).words).toMatch(/TVA \(20\s%\)/);
    expect((await overview.open("/invoices/980003?lang=fr")).words).toContain("TVA (autoliquidation)");
  });

  test("tickets have French states, a department's own among them", async () => {
    const { words } = await area.as("owner", "/tickets?lang=fr");
    expect(words).toContain("En attente du registre");
    expect(words).not.toMatch(/waiting|Open|Closed/);
  });
});

describe("what has ended", () => {
  test("a service has no next due date, whatever is stored", async () => {
    await area.run("UPDATE services SET next_due_on = '2031-07-08' WHERE id IN (2104, 2105, 2108)");
    for (const [id, state] of [
      [2104, "Terminated"],
      [2108, "Cancelled"],
      [2105, "Ends on"],
    ]) {
      const { words } = await area.as("owner", `/services/${id}`);
      expect(words).toContain(state);
      expect(words).not.toMatch(/Next due|2031/);
    }
    expect((await area.as("owner", "/services")).words).not.toContain("2031");
    expect((await area.as("owner", "/services/2101")).words).toContain("Next due");
  });

  test.each([
    ["studio-ana.net", "Transferred away", /Expires|Renewal|Renews/],
    ["studio-ana.org", "Expired", /Expires|Renewal|Renews/],
    // In redemption: what it costs to have it back, as the API says.
    ["studio-ana.com", "Expired, restorable", /Expires/],
    ["studio-ana.com", "Renewal CA$141.99 (1 year)", /Expires/],
  ])("%s says “%s”, and nothing that is not true any more", async (name, said, untrue) => {
    const { words } = await area.as("owner", `/domains/${name}`);
    expect(words).toContain(said);
    expect(words).not.toMatch(untrue);
  });
});
