import { expect, test } from "vitest";
import { logins, SCRYPT } from "../../dev/seed/customers/logins.ts";
import { seedStatements } from "../../dev/seed/statements.ts";
import { INVOICE_STATUSES } from "../../shared/billing-contract/customer.ts";
import { deriveByScrypt, NO_PASSWORD } from "../../workers/billing/engine/sign-in/password.ts";
import { LOGINS } from "../billing-contract/questions.ts";
import { seededBilling } from "./support/seeded-billing.ts";

const { db, sql, owner, customer } = await seededBilling();

test.each(logins)("the hash of $email matches the password and has the parameters of new logins", async (login) => {
  expect(login.password).toBe(`maple-${login.email.split("@")[0]}`);
  expect(NO_PASSWORD).toMatchObject(SCRYPT);
  const hash = await deriveByScrypt(login.password, Uint8Array.fromHex(login.passwordSalt), SCRYPT);
  expect(new Uint8Array(hash).toHex()).toBe(login.passwordHash);
});

test("seeding again restores deleted rows", async () => {
  const tables = ["logins", "accounts", "services", "domains", "invoices", "invoice_payments", "tickets"];
  const counts = () => Promise.all(tables.map((table) => sql.count(table)));
  const before = await counts();
  await sql.run("DELETE FROM invoices WHERE account_id = 1001");
  await db.batch(seedStatements().map((statement) => db.prepare(statement)));
  expect(await counts()).toEqual(before);
});

/** Matches the dates in SQL values, event ids and invoice lines. */
const DATES = /\b\d{16}\b|'\d{4}-\d\d-\d\d(?:T[\d:]+Z| \d+)?'|'\d{4}-\d+'|(?:from|à partir du) \S+ \S+ \d{4}/g;

test("the same day gives the same statements; another day changes only the dates", () => {
  const noon = seedStatements(new Date("2026-11-20T12:00:00Z"));
  expect(noon).toEqual(seedStatements(new Date("2026-11-20T23:59:59Z")));
  const dateless = (statements: string[]) => statements.map((statement) => statement.replaceAll(DATES, "date"));
  const later = seedStatements(new Date("2028-02-29T00:00:00Z"));
  expect(later).not.toEqual(noon);
  expect(dateless(later)).toEqual(dateless(noon));
});

const PLAN = { domain: "studio-ana.ca", line: "web-hosting", status: "active", billingCycle: "annually" };
const inState = (status: string) => ({ status });
test.each<[string, () => Promise<object[]>, object[]]>([
  ["services", owner.services, [PLAN, { domain: "shop.studio-ana.ca" }, inState("suspended"), inState("terminated")]],
  ["domains", owner.domains, [inState("redemption"), inState("transferred_away")]],
  [
    "invoices",
    owner.invoices,
    [...INVOICE_STATUSES.map(inState), ...[true, false].map((overdue) => ({ status: "unpaid", overdue }))],
  ],
  ["tickets", owner.tickets, [inState("open"), inState("closed")]],
])("account 1001 has %s in several states", async (_, list, expected) => {
  const items = await list();
  for (const item of expected) expect(items).toContainEqual(expect.objectContaining(item));
});

test.each([
  [LOGINS.owner, 1001],
  [LOGINS.owner, 1002],
  [LOGINS.totp, 1003],
  [LOGINS.nocard, 1004],
  [LOGINS.big, 1005],
])("paid invoices leave nothing due, and no balance is negative: login %i, account %i", async (...who) => {
  for (const { number, status, balanceDue, paidOn } of await customer(...who).invoices()) {
    expect(balanceDue, number).toBeGreaterThanOrEqual(0);
    if (status !== "paid" && status !== "refunded") continue;
    expect(balanceDue, number).toBe(0);
    expect(paidOn, number).not.toBeNull();
  }
});
