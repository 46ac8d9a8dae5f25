import { expect, test } from "vitest";
import { seedStatements } from "../../dev/seed/statements.ts";
import { engineOperator } from "../../workers/billing/operator/engine-operator.ts";
import { NO_HOLDS } from "../support/memory-holds.ts";
import { Migrations } from "../support/migrations.ts";
import { sqliteD1 } from "./support/sqlite-d1.ts";
import { interrupted } from "./support/watched-database.ts";

const SCHEMA = new Migrations("workers/billing/migrations").all.flatMap(({ statements }) => statements);

function operatorOn() {
  const db = sqliteD1([...SCHEMA, ...seedStatements()].join(";\n"));
  return { db, operator: engineOperator(db, Date.now, NO_HOLDS) };
}

const endEverything = async (db: D1Database, account: number) => {
  await db.prepare("UPDATE services SET status = 'cancelled' WHERE account_id = ?").bind(account).run();
  await db.prepare("UPDATE domains SET status = 'cancelled' WHERE account_id = ?").bind(account).run();
  await db
    .prepare("UPDATE invoices SET status = 'cancelled' WHERE account_id = ? AND status <> 'draft'")
    .bind(account)
    .run();
};
const loginOf = async (db: D1Database, email: string) =>
  Number(await db.prepare("SELECT id FROM logins WHERE email = ?").bind(email).first("id"));

test("an owner of active items is not erased; without active items, only the login's id remains and nobody can sign in", async () => {
  const { db, operator } = operatorOn();
  const subject = { kind: "login", id: await loginOf(db, "owner@maple.example") } as const;
  const row = () =>
    db.prepare("SELECT email, password_hash, totp_secret FROM logins WHERE id = ?").bind(subject.id).first();
  const before = await row();
  expect(await operator.erase(subject, null)).toMatchObject({
    left: 0,
    isKept: true,
    note: expect.stringContaining("in use"),
  });
  expect(await row()).toEqual(before);

  const owned = await db
    .prepare("SELECT account_id AS id FROM account_logins WHERE login_id = ? AND owner = 1")
    .bind(subject.id)
    .all<{ id: number }>();
  for (const { id } of owned.results) await endEverything(db, id);
  for (let times = 0; times < 2; times++) {
    const step = await operator.erase(subject, null);
    expect(step.left).toBe(0);
    expect(step.isKept).toBeUndefined();
  }
  expect(await operator.findLogin("owner@maple.example")).toEqual([]);
  const after = await row();
  expect(after).toMatchObject({ email: `erased-login-${subject.id}@erased.invalid`, totp_secret: null });
  expect(after?.password_hash).not.toBe(before?.password_hash);
});

test("an erased contact is removed from the account, and the owner and other contacts stay", async () => {
  const { db, operator } = operatorOn();
  const subject = { kind: "login", id: await loginOf(db, "contact@maple.example") } as const;
  const of = (table: string) =>
    db.prepare(`SELECT count(*) AS count FROM ${table} WHERE login_id <> ?`).bind(subject.id).first("count");
  const others = await Promise.all([of("account_logins"), of("account_login_permissions")]);
  const step = await operator.erase(subject, null);
  expect(step.isKept).toBeUndefined();
  expect(await operator.find(subject)).toMatchObject({ name: `erased-login-${subject.id}@erased.invalid` });
  for (const table of ["account_logins", "account_login_permissions"]) {
    const left = await db.prepare(`SELECT * FROM ${table} WHERE login_id = ?`).bind(subject.id).all();
    expect(left.results).toEqual([]);
  }
  expect(await Promise.all([of("account_logins"), of("account_login_permissions")])).toEqual(others);
});

test("an erased account keeps its invoices but not its name", async () => {
  const { db, operator } = operatorOn();
  const subject = { kind: "account", id: 1001 } as const;
  const count = () => db.prepare("SELECT count(*) AS count FROM invoices WHERE account_id = 1001").first("count");
  const invoices = await count();
  expect(await operator.erase(subject, null)).toMatchObject({ isKept: true, note: expect.stringContaining("in use") });
  await endEverything(db, 1001);
  const revision = () => db.prepare("SELECT revision FROM accounts WHERE id = 1001").first("revision");
  const before = Number(await revision());
  expect(await operator.erase(subject, null)).toMatchObject({
    left: 0,
    note: expect.stringContaining("keeps invoices"),
  });
  expect(await revision(), "concurrent decisions about taxes run again").toBe(before + 1);
  const { tables } = await operator.exportOf(subject, null);
  expect(tables.account).toMatchObject([{ name: "Erased account 1001", company: null, business_number: null }]);
  expect(tables.invoices?.[0]?.subtotal).toMatch(/^\d+\.\d\d CAD$/);
  expect(await count()).toBe(invoices);
  const subjects = await db.prepare("SELECT DISTINCT subject FROM tickets WHERE account_id = 1001").all();
  expect(subjects.results).toEqual([{ subject: "Erased" }]);
});

test("an account that orders during its erasure is not erased", async () => {
  const { db } = operatorOn();
  await endEverything(db, 1001);
  const order =
    "INSERT INTO domains (account_id, name, status, auto_renew) VALUES (1001, 'just-now.com', 'pending', 1)";
  const ordering = interrupted(db, /UPDATE accounts SET name/, () => db.prepare(order).run());
  const operator = engineOperator(ordering, Date.now, NO_HOLDS);
  expect(await operator.erase({ kind: "account", id: 1001 }, null)).toMatchObject({ isKept: true });
  expect(await operator.find({ kind: "account", id: 1001 })).toMatchObject({ name: "Studio Ana Inc." });
});

test("the operator finds an issued invoice and its orders by number and by id", async () => {
  const { db, operator } = operatorOn();
  const row = await db
    .prepare("SELECT i.id, i.number, o.id AS orders FROM invoices i JOIN orders o ON o.invoice_id = i.id")
    .first<{ id: number; number: string; orders: number }>();
  const found = await operator.findInvoice(row?.number ?? "");
  const of = { invoice: row?.number, account: expect.any(Number), orders: String(row?.orders) };
  expect(found).toMatchObject([{ ...of, total: expect.stringMatching(/^\d+\.\d\d [A-Z]{3}$/) }]);
  expect(await operator.findInvoice(row?.id ?? 0)).toEqual(found);
  expect(await operator.findInvoice("2026-999999")).toEqual([]);
});

test("the operator finds an account with its owner and logins, and nothing for an unknown number", async () => {
  const { operator } = operatorOn();
  const [row, ...others] = await operator.findAccount(1001);
  expect(others).toEqual([]);
  const [owner] = await operator.findLogin("owner@maple.example");
  expect(row).toMatchObject({ account: 1001, name: expect.any(String), owner: String(owner?.login) });
  expect(String(row?.logins).split(" ")).toContain(String(owner?.login));
  expect(await operator.findAccount(999_999)).toEqual([]);
});
