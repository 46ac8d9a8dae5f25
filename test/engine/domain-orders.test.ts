import { describe, expect, test } from "vitest";
import type { DomainOrder } from "../../shared/billing-contract/actions.ts";
import type { Availability } from "../../shared/billing-contract/availability.ts";
import { actingEngine, acts, CA_TERMS, domainOrder, forgetNotices, NOW, TERMS } from "./support/acting.ts";
import { asks, LOGINS, valueIn } from "./support/questions.ts";
import { seededBilling } from "./support/seeded-billing.ts";

const { db, sql } = await seededBilling(new Date(NOW));
const acting = actingEngine(db);

const RIGHT_UNDER_COM = "must be one name right under .com, such as example.com";
const count = (from: string) => sql.value(`SELECT count(*) FROM ${from}`);

describe("a quote", () => {
  test("says price, renewal, registrant, fields and terms, and changes nothing", async () => {
    const orders = await count("orders");
    const request = { domain: "free-quote.ca", type: "register", years: 3, availability: "available" } as const;
    const quote = await valueIn(acting.engine.quoteDomainOrder(asks(LOGINS.owner, 1001, "orders"), request));
    expect(quote).toMatchObject({
      available: true,
      // 15.99 and twice 18.99
      price: { amount: 5397, currency: "CAD" },
      renewalPrice: { amount: 1899, currency: "CAD" },
      registrant: { country: "CA", eligible: true },
      terms: { version: CA_TERMS, items: [{}, {}] },
      needsAuthCode: false,
      missing: [],
    });
    expect(quote.fields.map(({ name }) => name)).toEqual(["legal_type"]);
    expect(await count("orders")).toBe(orders);
  });

  test.each<[number, number, string, boolean, string | null]>([
    [LOGINS.owner, 1001, "free-a.com", true, null],
    [LOGINS.owner, 1001, "free-a.fr", false, "fr"],
    [LOGINS.owner, 1002, "free-a.fr", true, "fr"],
    [LOGINS.owner, 1002, "free-a.eu", true, "eu"],
    [LOGINS.owner, 1002, "free-a.ca", false, "ca"],
    [LOGINS.totp, 1003, "free-a.us", true, "us"],
    [LOGINS.owner, 1001, "free-a.us", false, "us"],
    [LOGINS.totp, 1003, "free-a.com.au", false, "au"],
    [LOGINS.totp, 1003, "free-a.co.uk", true, null],
  ])("login %i of account %i on %s: eligible %s", async (login, account, domain, eligible, rule) => {
    const request = { domain, type: "register", years: 1, availability: "available" } as const;
    const { registrant, missing } = await valueIn(
      acting.engine.quoteDomainOrder(asks(login, account, "orders"), request),
    );
    expect(registrant.eligible).toBe(eligible);
    expect(registrant.rule === null).toBe(rule === null);
    expect(missing.map(({ type }) => type)).toEqual(eligible ? [] : ["update_contact"]);
  });

  test.each([
    ["redemption", /redemption period/],
    ["pending_delete", /about to delete/],
  ] as const)("of a name in %s says why it can be neither registered nor transferred", async (availability, why) => {
    for (const type of ["register", "transfer"] as const) {
      const request = { domain: "gone-q.com", type, years: 1, availability };
      const quote = await valueIn(acting.engine.quoteDomainOrder(asks(LOGINS.owner, 1001, "orders"), request));
      expect(quote).toMatchObject({ available: false, obstacle: { en: expect.stringMatching(why) } });
    }
  });

  test.each([
    [
      "gone-q.com",
      "taken",
      "registered already. Its holder can transfer it here with its auth code",
      "code de transfert",
    ],
    ["gone-q.co.uk", "taken", "registered already. Its holder can transfer it here.", "transférer ici."],
    ["ana.dev", "taken", "This name is registered already.", "Ce nom est déjà enregistré."],
    ["gone-q.com", "unavailable", "reserved or blocked by its registry", "réservé ou bloqué par son registre"],
  ] as const)("and order of a registration of %s that is %s say why", async (domain, availability, en, fr) => {
    const why = { en: expect.stringContaining(en), fr: expect.stringContaining(fr) };
    const order = domainOrder(domain, { availability });
    const quote = await valueIn(acting.engine.quoteDomainOrder(asks(LOGINS.owner, 1001, "orders"), order));
    expect(quote).toMatchObject({ available: false, obstacle: why });
    const ordered = await acting.engine.orderDomain(acts(), order);
    expect(ordered).toMatchObject({ problem: { code: "not_available", reason: why } });
  });

  test.each([[{ availability: "available" }], ["leased"], [undefined]])(
    "and order that say %j of the name, as another version might, promise nothing",
    async (said) => {
      const order = domainOrder("free-skew.com", { availability: said as Availability });
      const problem = { code: "server_unavailable" };
      const quoted = acting.engine.quoteDomainOrder(asks(LOGINS.owner, 1001, "orders"), order);
      expect(await quoted).toMatchObject({ ok: false, problem });
      expect(await acting.engine.orderDomain(acts(), order)).toMatchObject({ ok: false, problem });
    },
  );

  test.each<[Partial<DomainOrder>, object]>([
    [{ domain: "free-a.notsold" }, { code: "not_offered", reason: { en: "Names in .notsold are not sold here." } }],
    [
      { domain: "a.free-a.com" },
      { code: "invalid_body", refused: [{ pointer: "/domain", message: { en: RIGHT_UNDER_COM } }] },
    ],
    [{ domain: "free-a.com", availability: "unknown" }, { code: "server_unavailable" }],
    [{ domain: "free-a.com", years: 11 }, { code: "invalid_body" }],
  ])("of %j is refused", async (request, problem) => {
    const quoted = acting.engine.quoteDomainOrder(asks(LOGINS.owner, 1001, "orders"), domainOrder("", request));
    expect(await quoted).toMatchObject({ ok: false, problem });
  });
});

const AUSTRALIAN = { eligibility_type: "Company", identifier_type: "ABN", identifier: "1", name_relation: "2" };

describe("refusals", () => {
  /** Each row is refused for its reason although every later one holds too; the next row takes that reason away. */
  const ladder: [string, Partial<DomainOrder>][] = [
    ["not_offered", { domain: "ladder.notsold" }],
    ["already_requested", { domain: "pending-ladder.ca" }],
    ["invalid_body", { domain: "ladder.ca" }],
    ["not_available", { fields: { legal_type: "CCO" } }],
    ["registrant_ineligible", { availability: "available" }],
    ["price_changed", { domain: "ladder.com", fields: {} }],
    ["terms_not_accepted", { expectedPrice: null }],
    ["payment_method_missing", { acceptTerms: TERMS }],
  ];

  test("come in the contract's order", async () => {
    await db.batch([
      db.prepare("UPDATE accounts SET country = 'US', payment_method_on_file = 0 WHERE id = 1001"),
      db.prepare(
        "INSERT INTO domains (account_id, name, status, auto_renew) VALUES (1001, 'pending-ladder.ca', 'pending', 1)",
      ),
    ]);
    const orders = await count("orders");
    let order = domainOrder("", { availability: "taken", acceptTerms: "2020-01-01", expectedPrice: 1 });
    for (const [code, change] of ladder) {
      order = { ...order, ...change };
      expect(await acting.engine.orderDomain(acts(), order), code).toMatchObject({ ok: false, problem: { code } });
    }
    await sql.run("UPDATE accounts SET country = 'CA', payment_method_on_file = 1 WHERE id = 1001");
    expect(await count("orders")).toBe(orders);
    expect(await acting.engine.orderDomain(acts(), order)).toMatchObject({ ok: true });
  });

  test.each<[string, Partial<DomainOrder>, string[]]>([
    ["free-f.ca", {}, ["/fields/legal_type"]],
    ["free-f.ca", { fields: { legal_type: "XXX" } }, ["/fields/legal_type"]],
    ["free-f.ca", { fields: { legal_type: "CCO", "a/b": "1" } }, ["/fields/a~1b"]],
    ["free-f.com", { fields: { legal_type: "CCO" } }, ["/fields/legal_type"]],
    ["free-f.co.uk", { fields: { constructor: "1" } }, ["/fields/constructor"]],
    ["free-f.us", { fields: { nexus_category: "C11" } }, ["/fields/application_purpose"]],
    [
      "free-f.com.au",
      { fields: { identifier_type: "ABN", identifier: " " } },
      ["/fields/eligibility_type", "/fields/identifier", "/fields/name_relation", "/fields/eligibility_confirmed"],
    ],
    ["free-f.com.au", { fields: { ...AUSTRALIAN, eligibility_confirmed: "yes" } }, ["/fields/eligibility_confirmed"]],
    ["free-f.com.au", { fields: { ...AUSTRALIAN, eligibility_confirmed: "false" } }, ["/fields/eligibility_confirmed"]],
    ["free-f.com.au", { years: 6, fields: { ...AUSTRALIAN, eligibility_confirmed: "true" } }, ["/years"]],
    ["taken-f.com", { type: "transfer", availability: "taken" }, ["/auth_code"]],
    ["taken-f.com", { type: "transfer", availability: "taken", authCode: "  " }, ["/auth_code"]],
    ["taken-f.com", { type: "transfer", availability: "taken", authCode: "x", years: 2 }, ["/years"]],
    ["taken-f.co.uk", { type: "transfer", availability: "taken", authCode: "x" }, ["/auth_code"]],
    ["free-f.com", { authCode: "x" }, ["/auth_code"]],
  ])("%s with %j: %j", async (domain, more, pointers) => {
    const result = await acting.engine.orderDomain(acts(), domainOrder(domain, more));
    const refused = result.ok || result.problem.code !== "invalid_body" ? [] : result.problem.refused;
    expect(refused.map(({ pointer }) => pointer)).toEqual(pointers);
  });

  test.each<[string, Partial<DomainOrder>, string]>([
    ["free-u.com", { availability: "unknown" }, "server_unavailable"],
    ["free-u.com", { availability: "unavailable" }, "not_available"],
    ["free-u.com", { type: "transfer", authCode: "x" }, "not_available"],
    ["gone-u.com", { availability: "redemption" }, "not_available"],
    ["gone-u.com", { type: "transfer", authCode: "x", availability: "redemption" }, "not_available"],
    ["gone-u.com", { type: "transfer", authCode: "x", availability: "pending_delete" }, "not_available"],
    ["ana.dev", { type: "transfer", availability: "taken", authCode: "x" }, "not_available"],
    ["portfolio-000.com", {}, "not_available"],
    ["studio-ana.io", { type: "transfer", availability: "taken", authCode: "x" }, "already_requested"],
  ])("%s with %j: %s", async (domain, more, code) => {
    const order = domainOrder(domain, more);
    expect(await acting.engine.orderDomain(acts(), order)).toMatchObject({ ok: false, problem: { code } });
  });

  test("the price and the terms that count now come with the refusal", async () => {
    const priced = await acting.engine.orderDomain(acts(), domainOrder("free-p.com", { expectedPrice: 1798 }));
    expect(priced).toMatchObject({ problem: { code: "price_changed", price: { amount: 1799, currency: "CAD" } } });
    const unaccepted = await acting.engine.orderDomain(acts(), domainOrder("free-p.com", { acceptTerms: null }));
    expect(unaccepted).toMatchObject({ problem: { code: "terms_not_accepted", terms: { version: TERMS } } });
    const noCard = await acting.engine.orderDomain(acts(undefined, LOGINS.nocard, 1004), domainOrder("free-p.com"));
    expect(noCard).toMatchObject({
      problem: { code: "payment_method_missing", actionRequired: { type: "add_payment_method" } },
    });
  });

  test("terms that came into force between quote and order are not accepted yet", async () => {
    await sql.run("INSERT INTO terms VALUES ('', '2026-11-21', 'New', 'Nouveau', 'https://x.example')");
    expect(await acting.engine.orderDomain(acts(), domainOrder("free-t1.com"))).toMatchObject({ ok: true });
    acting.at.now += 86_400_000;
    const refused = await acting.engine.orderDomain(acts(), domainOrder("free-t2.com"));
    expect(refused).toMatchObject({ problem: { terms: { version: "2026-11-21" } } });
    acting.at.now -= 86_400_000;
    await sql.run("DELETE FROM terms WHERE in_force_on = '2026-11-21'");
  });

  test("permissions are asked, and a reference is free again after a refusal", async () => {
    const denied = await acting.engine.orderDomain(acts("again", LOGINS.contact), domainOrder("free-again.com"));
    expect(denied).toEqual({ ok: false, problem: { code: "permission_denied", permission: "orders" } });
    const lost = await acting.engine.orderDomain(acts("again", LOGINS.big), domainOrder("free-again.com"));
    expect(lost).toEqual({ ok: false, problem: { code: "access_lost" } });
    expect(await acting.engine.orderDomain(acts("again"), domainOrder("free-again.com"))).toMatchObject({ ok: true });
  });
});

describe("terms", () => {
  const quoteOf = (request: Partial<DomainOrder>, loginId = LOGINS.owner, accountId = 1001) =>
    acting.engine.quoteDomainOrder(asks(loginId, accountId, "orders"), domainOrder("", request));

  test.each<[Partial<DomainOrder>, string]>([
    [{ domain: "free-t.ai" }, "must be 2, 4, 6, 8 or 10 under this extension"],
    [{ domain: "free-t.ai", years: 3 }, "must be 2, 4, 6, 8 or 10 under this extension"],
    [{ domain: "free-t.pt", years: 2 }, "must be 1, 3 or 5 under this extension"],
    [{ domain: "free-t.de", years: 10 }, "must be 1 under this extension"],
    [{ domain: "free-t.co", years: 6 }, "must be from 1 to 5 under this extension"],
    [{ domain: "taken-t.ai", type: "transfer", years: 2 }, "must be 1: it stands for one transfer"],
  ])("a quote of %j is refused, naming the years that can be had", async (request, en) => {
    expect(await quoteOf(request)).toMatchObject({
      ok: false,
      problem: { code: "invalid_body", refused: [{ pointer: "/years", message: { en } }] },
    });
  });

  test("a registry that takes two years: register and renew once, and renewals for two", async () => {
    const quote = await valueIn(quoteOf({ domain: "free-two.ai", years: 2 }));
    expect(quote).toMatchObject({ price: { amount: 26_998 }, renewalPrice: { amount: 27_998 }, renewalYears: 2 });
    await valueIn(acting.engine.orderDomain(acts(), domainOrder("free-two.ai", { years: 2 })));
    const row = db.prepare("SELECT renewal_price, renewal_years FROM domains WHERE name = 'free-two.ai'");
    expect(await row.first()).toEqual({ renewal_price: 27_998, renewal_years: 2 });
  });

  test.each<[string, number, RegExp, string]>([
    ["taken-t.nl", 0, /adds no time/, "none"],
    ["taken-t.ch", 0, /adds no time/, "none"],
    ["taken-t.de", 1099, /one year from that day/, "Transfer of taken-t.de, 1 year from the transfer"],
    ["taken-t.ai", 27_998, /adds two years/, "Transfer of taken-t.ai, 2 years"],
    ["taken-t.com", 1799, /adds one year/, "Transfer of taken-t.com, 1 year"],
    ["taken-t.pt", 1899, /is not known/, ""],
  ])("a transfer of %s costs %i and says what it adds", async (domain, amount, term, line) => {
    const request = { domain, type: "transfer", availability: "taken" } as const;
    const quote = await valueIn(quoteOf(request));
    expect(quote).toMatchObject({ price: { amount }, transferTerm: { en: expect.stringMatching(term) } });
    if (line === "") return;
    const placed = await valueIn(acting.engine.orderDomain(acts(), domainOrder(domain, { ...request, authCode: "x" })));
    if (line === "none") return expect(placed.invoice).toBeNull();
    const lines = db.prepare("SELECT description_en FROM invoice_lines WHERE invoice_id = ?");
    expect(await lines.bind(placed.invoice?.id).first("description_en")).toBe(line);
  });

  test("a transfer that its registrant confirms asks for no code", async () => {
    const request = { domain: "taken-t.lu", type: "transfer", availability: "taken" } as const;
    expect(await valueIn(quoteOf(request))).toMatchObject({ needsAuthCode: false });
    expect(await acting.engine.orderDomain(acts(), domainOrder("taken-t.lu", request))).toMatchObject({ ok: true });
  });

  test("an extension that takes no new names is not offered, for a transfer neither", async () => {
    for (const type of ["register", "transfer"] as const) {
      expect(await quoteOf({ domain: "name.qc.ca", type })).toMatchObject({ problem: { code: "not_offered" } });
    }
  });

  test.each(["available", "unknown"] as const)(
    "a name that breaks a rule of its registry, %s: the rule",
    async (availability) => {
      const obstacle = { en: "Names under .it have at least 3 characters." };
      expect(await valueIn(quoteOf({ domain: "ab.it", availability }))).toMatchObject({ available: false, obstacle });
      const order = domainOrder("xn--tda.co.uk", { availability });
      expect(await acting.engine.orderDomain(acts(), order)).toMatchObject({
        problem: { code: "not_available", reason: { en: expect.stringContaining("only the letters a to z") } },
      });
    },
  );
});

describe("a renewal", () => {
  const renewal = async (domain: string, expiresOn: string, years = 1, status = "active") => {
    await sql.run(
      `INSERT INTO domains (account_id, name, status, registered_on, expires_on, renewal_price, auto_renew)
         VALUES (1001, ?, ?, '2020-01-01', ?, 1000, 0)`,
      domain,
      status,
      expiresOn,
    );
    return acting.engine.renewDomain(acts(), { domain, years, expectedPrice: null });
  };

  // Today is 2026-11-20.
  test.each<[string, string, number, string]>([
    ["early.com.au", "2027-02-19", 1, "not_renewable"],
    ["open.com.au", "2027-02-18", 1, "ok"],
    ["early.uk", "2027-05-20", 1, "not_renewable"],
    ["open.uk", "2027-05-19", 1, "ok"],
    ["before.de", "2026-12-01", 1, "ok"],
    ["twice.de", "2027-12-01", 1, "not_renewable"],
    ["ten.de", "2026-12-01", 10, "invalid_body"],
    ["one.ai", "2026-12-01", 1, "invalid_body"],
    ["two.ai", "2026-12-01", 2, "ok"],
    ["held.qc.ca", "2026-12-01", 1, "ok"],
  ])("of %s until %s for %i years: %s", async (domain, expiresOn, years, expected) => {
    const result = await renewal(domain, expiresOn, years);
    expect(result.ok ? "ok" : result.problem.code).toBe(expected);
  });

  test.each<[string, string, string]>([
    ["last.es", "2026-11-10", "ok"],
    ["gone.es", "2026-11-09", "not_renewable"],
    ["last.com", "2026-09-06", "ok"],
    ["gone.com", "2026-09-05", "not_renewable"],
  ])("restores %s, which ended on %s, only while it is there: %s", async (domain, expiresOn, expected) => {
    const result = await renewal(domain, expiresOn, 1, "redemption");
    expect(result.ok ? "ok" : result.problem.code).toBe(expected);
  });

  test("of a name for which two years are taken at a time costs two, in the list too", async () => {
    const order = await valueIn(renewal("listed.ai", "2026-12-01", 2));
    expect(order.invoice?.subtotal).toBe(2000);
    const list = { status: "all", limit: 100, within: { kind: "account" } } as const;
    const { items } = await valueIn(acting.engine.listDomains(asks(LOGINS.owner, 1001, "domains"), list));
    expect(items.find(({ name }) => name === "listed.ai")).toMatchObject({ renewalPrice: 2000, renewalYears: 2 });
  });
});

describe("what registries ask besides", () => {
  const fieldsOf = async (domain: string, loginId: number, accountId: number) =>
    (
      await valueIn(
        acting.engine.quoteDomainOrder(asks(loginId, accountId, "orders"), {
          ...{ domain, type: "register", years: 1, availability: "available" },
        }),
      )
    ).fields;

  test.each<[string, string[]]>([
    ["free-g.it", ["entity_type", "registration_code"]],
    ["free-g.es", ["identification_type", "identification_number", "legal_form", "eligibility_confirmed"]],
    ["free-g.pt", ["tax_number"]],
    ["free-g.ie", ["contact_type", "register_number", "eligibility_confirmed"]],
    ["free-g.quebec", ["intended_use", "eligibility_confirmed"]],
    ["free-g.nz", ["co_nz_auth_code"]],
    ["free-g.bzh", ["eligibility_confirmed"]],
    ["free-g.com", []],
  ])("%s: %j", async (domain, names) => {
    expect((await fieldsOf(domain, LOGINS.owner, 1002)).map(({ name }) => name)).toEqual(names);
  });

  test("in Italy the province, too, and the types of registrants there", async () => {
    await sql.run("UPDATE accounts SET country = 'IT' WHERE id = 1002");
    const italian = await fieldsOf("free-g.it", LOGINS.owner, 1002);
    await sql.run("UPDATE accounts SET country = 'FR' WHERE id = 1002");
    const foreign = await fieldsOf("free-g.it", LOGINS.owner, 1002);
    const types = (fields: typeof italian) => fields[0]?.options?.map(({ value }) => value);
    expect(types(italian)).toEqual(["1", "2", "3", "4", "5", "6"]);
    expect(types(foreign)).toEqual(["1", "7"]);
    expect(italian.map(({ name }) => name)).toContain("province");
  });

  test("an address in the United States cannot have a category of another country", async () => {
    const options = (await fieldsOf("free-g.us", LOGINS.totp, 1003))[0]?.options?.map(({ value }) => value);
    expect(options).toEqual(["C11", "C12", "C21"]);
  });

  test.each<[string, string[]]>([
    ["COM", ["/fields/register_number"]],
    ["CHA", ["/fields/register_number"]],
    ["OTH", []],
  ])("an Irish registrant of type %s: %j", async (contact_type, pointers) => {
    const fields = { contact_type, eligibility_confirmed: "true" };
    const result = await acting.engine.orderDomain(
      acts(),
      domainOrder(`free-${contact_type.toLowerCase()}.ie`, { fields }),
    );
    const refused = result.ok || result.problem.code !== "invalid_body" ? [] : result.problem.refused;
    expect(refused.map(({ pointer }) => pointer)).toEqual(pointers);
  });
});

test("an order leaves an order, an invoice with taxes, a pending name and a mail", async () => {
  await acting.settled();
  await forgetNotices(db);
  acting.mails.sent.length = 0;
  const order = domainOrder("free-whole.ca", {
    acceptTerms: CA_TERMS,
    fields: { legal_type: "CCO" },
    expectedPrice: 1599,
  });
  const placed = await valueIn(acting.engine.orderDomain(acts("whole"), order));
  expect(placed).toMatchObject({
    account: { id: 1001 },
    orderId: expect.any(Number),
    termsVersion: CA_TERMS,
    invoice: {
      number: `2026-${placed.invoice?.id}`,
      issuedOn: "2026-11-20",
      dueOn: "2026-11-27",
      subtotal: 1599,
      taxes: [{ amount: 80 }, { amount: 160 }],
      total: 1839,
      balanceDue: 1839,
      creditApplied: 0,
      status: "unpaid",
      overdue: false,
    },
    actionRequired: { type: "pay_invoice", path: `/invoices/${placed.invoice?.id}` },
  });
  const list = { status: "unpaid", limit: 100 } as const;
  const { items } = await valueIn(acting.engine.listInvoices(asks(LOGINS.owner, 1001), list));
  expect(items).toContainEqual(placed.invoice);
  expect(await count("domains WHERE name = 'free-whole.ca' AND status = 'pending' AND account_id = 1001")).toBe(1);
  await acting.settled();
  expect(acting.mails.sent).toMatchObject([
    ["orderPlaced", "owner@maple.example", "en", { subject: "free-whole.ca", invoice: { total: 1839 } }],
  ]);
});
