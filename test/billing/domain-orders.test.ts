import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { DomainOrder } from "../../shared/billing-actions.ts";
import {
  type ActingEngine,
  actingEngine,
  acts,
  CA_TERMS,
  domainOrder,
  forgetNotices,
  NOW,
  TERMS,
} from "./support/acting.ts";
import { type BillingWorker, startBilling } from "./support/billing-worker.ts";
import { asks, LOGINS, valueIn } from "./support/questions.ts";

let worker: BillingWorker;
let acting: ActingEngine;
beforeAll(async () => {
  worker = await startBilling(new Date(NOW));
  acting = actingEngine(worker.db);
});
afterAll(() => worker.close());

const RIGHT_UNDER_COM = "must be one name right under .com, such as example.com";
const count = (sql: string) => worker.db.prepare(`SELECT count(*) AS n FROM ${sql}`).first<number>("n");

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
    const { db } = worker;
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
    await db.prepare("UPDATE accounts SET country = 'CA', payment_method_on_file = 1 WHERE id = 1001").run();
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
    await worker.db.prepare("INSERT INTO terms VALUES ('', '2026-11-21', 'New', 'Nouveau', 'https://x.example')").run();
    expect(await acting.engine.orderDomain(acts(), domainOrder("free-t1.com"))).toMatchObject({ ok: true });
    acting.at.now += 86_400_000;
    const refused = await acting.engine.orderDomain(acts(), domainOrder("free-t2.com"));
    expect(refused).toMatchObject({ problem: { terms: { version: "2026-11-21" } } });
    acting.at.now -= 86_400_000;
    await worker.db.prepare("DELETE FROM terms WHERE in_force_on = '2026-11-21'").run();
  });

  test("permissions are asked, and a reference is free again after a refusal", async () => {
    const denied = await acting.engine.orderDomain(acts("again", LOGINS.contact), domainOrder("free-again.com"));
    expect(denied).toEqual({ ok: false, problem: { code: "permission_denied", permission: "orders" } });
    const lost = await acting.engine.orderDomain(acts("again", LOGINS.big), domainOrder("free-again.com"));
    expect(lost).toEqual({ ok: false, problem: { code: "access_lost" } });
    expect(await acting.engine.orderDomain(acts("again"), domainOrder("free-again.com"))).toMatchObject({ ok: true });
  });
});

test("an order leaves an order, an invoice with taxes, a pending name and a mail", async () => {
  await acting.settled();
  await forgetNotices(worker.db);
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
