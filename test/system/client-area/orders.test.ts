import { afterAll, describe, expect, test } from "vitest";
import type { PageVisitor, VisitedPage } from "../../support/page-visitor.ts";
import { useWorld } from "../../support/world.ts";
import { clientArea, fieldValue, signedIn, tellRegistrar, wordsOf } from "./support/area-worker.ts";

const CART = "/client-area/cart";

const world = useWorld(clientArea("with registrar"));

/** The ids of the invoices that a page leads to, in its order. */
function invoicesIn({ html }: VisitedPage): number[] {
  return [...html.matchAll(/href="\/client-area\/invoices\/(\d+)/g)].map(([, id]) => Number(id));
}

/** Orders a name in the cart. @returns its invoice's page */
async function ordered(visitor: PageVisitor, name: string, typed: Record<string, string> = {}, type = "register") {
  const cart = await visitor.open(`${CART}?domain=${name}&type=${type}&lang=en`);
  return visitor.submit(cart, CART, { terms: fieldValue(cart, "terms"), ...typed });
}

const pathOf = ({ address }: VisitedPage) => address.split("?")[0] ?? "";

describe("the overview", () => {
  test("shows what is to be paid, the oldest due date first and what is being paid last", async () => {
    const { page } = await signedIn(world, "owner");
    expect(invoicesIn(page)).toEqual([6102, 6107, 6110, 6109]);
    expect(wordsOf(page)).not.toContain("Everything that is to be paid");
  });

  test("of more than it shows leads to the list of all that is to be paid, and of nothing else", async () => {
    const insert = world.billing.prepare(
      `INSERT INTO invoices (id, account_id, number, status, issued_on, due_on, subtotal)
       VALUES (?, 1004, ?, ?, '2020-01-01', ?, 100)`,
    );
    const ids = Array.from({ length: 30 }, (_, at) => 990_100 + at);
    // The newest ids are due first.
    await world.billing.batch([
      ...ids.map((id, at) =>
        insert.bind(id, `X-${id}`, "unpaid", `2020-02-${String(29 - (at % 29)).padStart(2, "0")}`),
      ),
      insert.bind(990_200, "X-990200", "paid", "2020-01-01"),
    ]);
    const { visitor, page } = await signedIn(world, "nocard");
    const { results } = await world.billing
      .prepare(
        `SELECT id FROM invoices WHERE account_id = 1004 AND status IN ('unpaid', 'collections') ORDER BY due_on, id LIMIT 10`,
      )
      .all<{ id: number }>();
    expect(invoicesIn(page)).toEqual(results.map(({ id }) => id));

    const seen: number[] = [];
    let address = /href="([^"]*)">Everything that is to be paid/.exec(page.html)?.[1]?.replaceAll("&amp;", "&");
    expect(address).toBeDefined();
    while (address) {
      const list = await visitor.open(address);
      seen.push(...invoicesIn(list));
      address = /href="([^"]*)">Next page/.exec(list.html)?.[1]?.replaceAll("&amp;", "&");
    }
    expect(seen).toEqual(expect.arrayContaining(ids));
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen).not.toContain(990_200);
  });
});

describe("what waits for a payment leads to its invoice", () => {
  test.each([
    ["services/2107", 6110, /The plan begins once its invoice is paid: Invoice \S+ ?, CA\$[\d.]+ to pay, due on \d/],
    ["services/2103", 6107, /The next term waits for its invoice to be paid: .* to pay, due on .* · Overdue/],
  ])("%s", async (path, invoice, words) => {
    const { page } = await signedIn(world, "owner", `/client-area/${path}?lang=en`);
    expect(invoicesIn(page)).toEqual([invoice]);
    expect(wordsOf(page)).toMatch(words);
  });

  test("a name on order; who may not see invoices sees neither amount nor link", async () => {
    const { visitor } = await signedIn(world, "owner");
    const invoice = await ordered(visitor, "waits-here.com");
    const domain = await visitor.open("/client-area/domains/waits-here.com?lang=en");
    expect(domain.html).toContain(`href="${pathOf(invoice)}`);
    expect(wordsOf(domain)).toMatch(/The name is registered once its invoice is paid: .*CA\$20\.68 to pay, due on/);
    const { page } = await signedIn(world, "contact", "/client-area/domains/waits-here.com?lang=en");
    expect(wordsOf(page)).toContain("Its invoice is not paid yet.");
    expect(page.html).not.toMatch(/20\.68|\/invoices/);

    await visitor.submit(await visitor.open(invoice.address), pathOf(invoice), {});
    expect(invoicesIn(await visitor.open("/client-area/domains/waits-here.com?lang=en"))).toEqual([]);
  });

  test("a renewal and a plan change", async () => {
    const order = world.billing.prepare(
      `INSERT INTO orders (account_id, kind, status, placed_at, invoice_id, domain_id, service_id)
       VALUES (1001, ?, 'open', '2026-11-20T15:00:00Z', ?, ?, ?)`,
    );
    const invoice = world.billing.prepare(
      `INSERT INTO invoices (id, account_id, number, status, issued_on, due_on, subtotal)
       VALUES (?1, 1001, 'Y-' || ?1, 'unpaid', '2026-11-20', '2099-01-01', 1499)`,
    );
    await world.billing.batch([
      invoice.bind(980_001),
      invoice.bind(980_002),
      order.bind("renew_domain", 980_001, 4102, null),
      order.bind("plan_change", 980_002, null, 2101),
    ]);
    const { visitor, page } = await signedIn(world, "owner", "/client-area/domains/ana.dev?lang=en");
    expect(wordsOf(page)).toContain("The name is renewed once the invoice is paid: Invoice Y-980001");
    expect(wordsOf(await visitor.open("/client-area/services/2101?lang=fr")).replace(/\s/g, " ")).toContain(
      "Le forfait changera une fois la facture payée : Facture Y-980002",
    );
  });
});

describe("what was paid and the registrar refuses", () => {
  afterAll(() => tellRegistrar(world, "refusal"));

  test("is said with its reason, and where the money went, on the pages and in a mail", async () => {
    const { visitor } = await signedIn(world, "owner");
    const invoice = await ordered(visitor, "not-to-be.com");
    const credit = () => world.billing.prepare("SELECT credit FROM accounts WHERE id = 1001").first<number>("credit");
    const before = (await credit()) ?? 0;
    await tellRegistrar(world, "refusal", { reason: "The name is registered." });
    const paid = await visitor.submit(invoice, pathOf(invoice), {});
    expect(await credit()).toBe(Math.max(0, before - 2068) + 2068);

    const words = [
      "This name could not be registered. The reason that was given: The name is registered.",
      /What was paid, CA\$20\.68, came back on .* as credit of the account/,
    ];
    const domain = await visitor.open("/client-area/domains/not-to-be.com?lang=en");
    for (const page of [paid, domain]) {
      for (const said of words) expect(wordsOf(page)).toMatch(said);
    }
    expect(wordsOf(paid)).not.toContain("Thank you");
    expect(domain.html).toContain(`href="${pathOf(invoice)}`);
    expect(wordsOf(await visitor.open(`${pathOf(invoice)}?lang=fr`)).replace(/\s/g, " ")).toContain(
      "Ce nom n’a pas pu être enregistré. Motif indiqué : Le nom est déjà enregistré.",
    );
    const { page: seen } = await signedIn(world, "contact", "/client-area/domains/not-to-be.com?lang=en");
    expect(wordsOf(seen)).toMatch(/The name is registered\. What was paid came back on .* as credit of the account\./);
    expect(seen.html).not.toMatch(/20\.68|\/invoices/);

    const mails = await world.mailsTo("owner@maple.example", 2);
    const mail = mails.find(({ subject }) => subject.includes("not-to-be.com could not be registered"));
    expect(mail?.text.replace(/\s+/g, " ")).toContain("CA$20.68, came back as credit");
    expect(mail?.text.split("\n")).toContain(`http://localhost:8787${pathOf(invoice)}`);
  });

  test("a transfer, with a reason that is only known in the registrar's words", async () => {
    const { visitor } = await signedIn(world, "owner");
    await tellRegistrar(world, "elsewhere", { name: "stays-there.com" });
    const invoice = await ordered(visitor, "stays-there.com", { auth_code: "right-code" }, "transfer");
    await tellRegistrar(world, "refusal", { reason: "Object status <b>prohibits</b> operation" });
    await visitor.submit(invoice, pathOf(invoice), {});
    const domain = await visitor.open("/client-area/domains/stays-there.com?lang=en");
    expect(wordsOf(domain)).toContain("This name could not be transferred to us; it stays where it is.");
    expect(domain.html).toContain("Object status &lt;b&gt;prohibits&lt;/b&gt; operation");
  });
});

test("a name that another customer has paid for first: the invoice and the name say so before they are paid", async () => {
  const { visitor } = await signedIn(world, "owner");
  const invoice = await ordered(visitor, "wanted-twice.com");
  expect(wordsOf(invoice)).not.toContain("Another customer");
  expect(invoice.html).toContain('class="button primary"');
  const other = await signedIn(world, "big");
  const theirs = await ordered(other.visitor, "wanted-twice.com");
  expect(theirs.status).toBe(200);
  await other.visitor.submit(theirs, pathOf(theirs), {});

  const late = await visitor.open(`${pathOf(invoice)}?lang=en`);
  const said = "Another customer has paid for this name first, so this order cannot be carried out.";
  expect(wordsOf(late)).toContain(said);
  expect(wordsOf(late)).toContain("only becomes credit of the account");
  expect(late.html).not.toContain("button primary");
  const domain = await visitor.open("/client-area/domains/wanted-twice.com?lang=en");
  expect(wordsOf(domain)).toContain(said);
  expect(wordsOf(domain)).not.toContain("once its invoice is paid");
  expect(wordsOf(await visitor.open(`${pathOf(invoice)}?lang=fr`))).toContain(
    "Une autre personne a payé ce nom la première",
  );
  expect(wordsOf(await other.visitor.open(`${pathOf(theirs)}?lang=en`))).not.toContain("Another customer");

  const credit = () => world.billing.prepare("SELECT credit FROM accounts WHERE id = 1001").first<number>("credit");
  const before = (await credit()) ?? 0;
  const paid = await visitor.submit(late, pathOf(invoice), {});
  expect(wordsOf(paid)).toContain("The reason that was given: Another customer ordered this name too, and paid first.");
  expect(wordsOf(paid)).not.toContain(said);
  expect(await credit()).toBe(Math.max(before, 2068));
});

describe("in French", () => {
  test.each([
    ["owner", "/client-area/invoices/6103", /TPS \(5\s%\).*TVQ \(9,975\s%\)/],
    ["nocard", "/client-area/invoices/6401", /TVH \(13\s%\)/],
  ])("taxes have their French names: %s %s", async (login, path, words) => {
    const { visitor, page } = await signedIn(world, login, `${path}?lang=fr`);
    expect(wordsOf(page)).toMatch(words);
    expect(wordsOf(page)).not.toMatch(/GST|QST|HST|VAT/);
    expect(wordsOf(await visitor.open(`${path}?lang=en`))).toMatch(/GST|HST/);
  });

  test("so has VAT, with and without its charge", async () => {
    const { visitor, page } = await signedIn(world, "owner", "/client-area?lang=fr");
    await visitor.submit(page, "/client-area/account", { account: "1002" });
    await world.billing.batch([
      world.billing.prepare(
        `INSERT INTO invoices (id, account_id, number, status, issued_on, due_on, subtotal)
         VALUES (980003, 1002, 'Y-980003', 'unpaid', '2026-11-20', '2099-01-01', 1499)`,
      ),
      world.billing.prepare("INSERT INTO invoice_taxes VALUES (980003, 0, 'VAT (reverse charge)', 0, 0)"),
    ]);
    expect(wordsOf(await visitor.open("/client-area/invoices/6202?lang=fr"))).toMatch(/TVA \(20\s%\)/);
    expect(wordsOf(await visitor.open("/client-area/invoices/980003?lang=fr"))).toContain("TVA (autoliquidation)");
  });

  test("tickets have French states, a department's own among them", async () => {
    const { page } = await signedIn(world, "owner", "/client-area/tickets?lang=fr");
    expect(wordsOf(page)).toContain("En attente du registre");
    expect(wordsOf(page)).not.toMatch(/waiting|Open|Closed/);
  });
});

describe("what has ended", () => {
  test.each([
    ["services/2104", "Terminated"],
    ["services/2108", "Cancelled"],
    ["services/2105", "Ends on"],
  ])("%s has no next due date, whatever is stored", async (path, words) => {
    await world.billing.prepare("UPDATE services SET next_due_on = '2031-07-08' WHERE id IN (2104, 2105, 2108)").run();
    const { visitor, page } = await signedIn(world, "owner", `/client-area/${path}?lang=en`);
    expect(wordsOf(page)).toContain(words);
    expect(wordsOf(page)).not.toMatch(/Next due|2031/);
    expect(wordsOf(await visitor.open("/client-area/services?lang=en"))).not.toContain("2031");
    expect(wordsOf(await visitor.open("/client-area/services/2101?lang=en"))).toContain("Next due");
  });

  test.each([
    ["studio-ana.net", "Transferred away", /Expires|Renewal|Renews/],
    ["studio-ana.org", "Expired", /Expires|Renewal|Renews/],
    ["studio-ana.com", "Expired, restorable", /Expires/],
  ])("%s says nothing that is not true any more", async (name, words, untrue) => {
    const { page } = await signedIn(world, "owner", `/client-area/domains/${name}?lang=en`);
    expect(wordsOf(page)).toContain(words);
    expect(wordsOf(page)).not.toMatch(untrue);
  });

  test("a name in redemption says what it costs to have it back, as the API does", async () => {
    const { page } = await signedIn(world, "owner", "/client-area/domains/studio-ana.com?lang=en");
    expect(wordsOf(page)).toContain("Renewal CA$141.99 (1 year)");
  });
});
