import { describe, expect, test } from "vitest";
import { accountsOn } from "../../dev/seed/customers/accounts.ts";
import { calendarAround } from "../../dev/seed/customers/calendar.ts";
import { logins, SCRYPT } from "../../dev/seed/customers/logins.ts";
import { seedStatements } from "../../dev/seed/statements.ts";
import { deriveByScrypt, NO_PASSWORD } from "../../workers/billing/engine/sign-in/password.ts";
import { asks, EVERYTHING, LOGINS, valueIn } from "./support/questions.ts";
import { seededBilling } from "./support/seeded-billing.ts";

const { db, billing, sql } = await seededBilling();

test.each(logins)("$email: the hash is of its password, by the parameters that logins get", async (login) => {
  expect(login.password).toBe(`maple-${login.email.split("@")[0]}`);
  expect(NO_PASSWORD).toMatchObject(SCRYPT);
  const hash = await deriveByScrypt(login.password, Uint8Array.fromHex(login.passwordSalt), SCRYPT);
  expect(new Uint8Array(hash).toHex()).toBe(login.passwordHash);
});

test("seeding again puts everything back as it was", async () => {
  const counts = async () => {
    const tables = ["logins", "accounts", "services", "domains", "invoices", "invoice_payments", "tickets"];
    const results = await db.batch<{ rows: number }>(
      tables.map((table) => db.prepare(`SELECT count(*) AS rows FROM ${table}`)),
    );
    return results.map(({ results: [row] }) => row?.rows);
  };
  const before = await counts();
  await sql.run("DELETE FROM invoices WHERE account_id = 1001");
  await db.batch(seedStatements().map((statement) => db.prepare(statement)));
  expect(await counts()).toEqual(before);
});

test("the same day gives the same statements; another day moves the dates and nothing else", () => {
  const noon = new Date("2026-11-20T12:00:00Z");
  expect(seedStatements(noon)).toEqual(seedStatements(new Date("2026-11-20T23:59:59Z")));
  const dateless = (statements: string[]) =>
    statements.map((statement) => statement.replaceAll(/'\d{4}-\d\d-\d\d(?:T[\d:]+Z)?'|'\d{4}-\d+'/g, "date"));
  const later = seedStatements(new Date("2028-02-29T00:00:00Z"));
  expect(later).not.toEqual(seedStatements(noon));
  expect(dateless(later)).toEqual(dateless(seedStatements(noon)));
});

describe("account 1001", () => {
  const query = asks(LOGINS.owner, 1001);
  const today = calendarAround(new Date()).day(0);
  const all = { status: "all", limit: 100 } as const;

  test("an active annual web plan with a service under its domain, a suspended and a terminated service", async () => {
    const { items } = await valueIn(billing.listServices(query, { ...all, within: EVERYTHING }));
    expect(items).toContainEqual(
      expect.objectContaining({
        domain: "studio-ana.ca",
        line: "web-hosting",
        status: "active",
        billingCycle: "annually",
      }),
    );
    expect(items).toContainEqual(expect.objectContaining({ domain: "shop.studio-ana.ca" }));
    expect(items.map(({ status }) => status)).toEqual(expect.arrayContaining(["suspended", "terminated"]));
  });

  test("two active domains, one in redemption, one transferred away", async () => {
    const { items } = await valueIn(billing.listDomains(query, { ...all, within: EVERYTHING }));
    const statusOf = Object.fromEntries(items.map(({ name, status }) => [name, status]));
    expect(statusOf).toMatchObject({ "studio-ana.ca": "active", "ana.dev": "active", "studio-ana.quebec": "active" });
    expect(Object.values(statusOf)).toEqual(expect.arrayContaining(["redemption", "transferred_away"]));
    for (const { status, expiresOn } of items)
      if (status === "active") expect(expiresOn && expiresOn > today).toBe(true);
  });

  test("an overdue invoice, a paid one, and each other status; the draft only in the database", async () => {
    const { items } = await valueIn(billing.listInvoices(query, all));
    expect(items).toContainEqual(expect.objectContaining({ status: "unpaid", overdue: true }));
    expect(items).toContainEqual(expect.objectContaining({ status: "unpaid", overdue: false }));
    expect(new Set(items.map(({ status }) => status))).toEqual(
      new Set(["unpaid", "payment_pending", "paid", "cancelled", "refunded", "collections"]),
    );
    const drafts = "SELECT count(*) AS drafts FROM invoices WHERE account_id = 1001 AND status = 'draft'";
    expect(await sql.value(drafts)).toBe(1);
  });

  test("an open and a closed ticket", async () => {
    const { items } = await valueIn(billing.listTickets(query, all));
    expect(items.map(({ status }) => status)).toEqual(expect.arrayContaining(["open", "closed"]));
  });
});

test("every account but 1004 has a payment method on file", async () => {
  const results = await sql.rows<{ id: number }>("SELECT id FROM accounts WHERE payment_method_on_file = 0");
  expect(results).toEqual([{ id: 1004 }]);
});

test("account 1005 is big enough for paging", () => {
  const big = accountsOn(calendarAround(new Date())).find(({ id }) => id === 1005);
  expect(big?.domains).toHaveLength(250);
  expect(big?.invoices).toHaveLength(300);
  expect(big?.invoices.filter(({ status }) => status === "draft").length).toBeGreaterThan(5);
  expect(big?.tickets).toHaveLength(120);
});

test("every invoice adds up: paid ones leave nothing due, no balance is negative", async () => {
  for (const [login, account] of [
    [LOGINS.owner, 1001],
    [LOGINS.owner, 1002],
    [LOGINS.totp, 1003],
    [LOGINS.nocard, 1004],
    [LOGINS.big, 1005],
  ] as const) {
    const list = { status: "all", limit: 1000 } as const;
    const { items } = await valueIn(billing.listInvoices(asks(login, account), list));
    for (const invoice of items) {
      expect(invoice.balanceDue, invoice.number).toBeGreaterThanOrEqual(0);
      if (invoice.status === "paid" || invoice.status === "refunded") {
        expect(invoice.balanceDue, invoice.number).toBe(0);
        expect(invoice.paidOn, invoice.number).not.toBeNull();
      }
    }
  }
});
