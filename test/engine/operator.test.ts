import { expect, test } from "vitest";
import { seedStatements } from "../../dev/seed/statements.ts";
import { engineOperator } from "../../workers/billing/operator/engine-operator.ts";
import { Migrations } from "../support/migrations.ts";
import { sqliteD1 } from "./support/sqlite-d1.ts";

const SCHEMA = new Migrations("workers/billing/migrations").all.flatMap(({ statements }) => statements);

function operatorOn() {
  const db = sqliteD1([...SCHEMA, ...seedStatements()].join(";\n"));
  return { db, operator: engineOperator(db, Date.now, null, null) };
}

test("a login without anything in use is replaced by its number, and may sign in no more; this can be repeated", async () => {
  const { db, operator } = operatorOn();
  const before = await db
    .prepare("SELECT id, email, password_hash FROM logins WHERE email = 'owner@maple.example'")
    .first();
  const subject = { kind: "login", installation: "", id: Number(before?.id) } as const;
  expect(await operator.erase(subject)).toMatchObject({ left: 0, note: expect.stringContaining("in use") });
  expect(await operator.findLogin("owner@maple.example")).toHaveLength(1);

  await db.prepare("DELETE FROM account_logins WHERE login_id = ?").bind(subject.id).run();
  for (let times = 0; times < 2; times++) expect(await operator.erase(subject)).toMatchObject({ left: 0 });
  expect(await operator.findLogin("owner@maple.example")).toEqual([]);
  const after = await db
    .prepare("SELECT email, password_hash, totp_secret FROM logins WHERE id = ?")
    .bind(subject.id)
    .first();
  expect(after).toMatchObject({ email: `erased-login-${subject.id}@erased.invalid`, totp_secret: null });
  expect(after?.password_hash).not.toBe(before?.password_hash);
});

test("an account without anything in use keeps its invoices, and no name", async () => {
  const { db, operator } = operatorOn();
  const subject = { kind: "account", installation: "", id: 1001 } as const;
  const count = () => db.prepare("SELECT count(*) AS count FROM invoices WHERE account_id = 1001").first("count");
  const invoices = await count();
  expect(await operator.erase(subject)).toMatchObject({ note: expect.stringContaining("in use") });
  await db.prepare("UPDATE services SET status = 'cancelled' WHERE account_id = 1001").run();
  await db.prepare("UPDATE domains SET status = 'cancelled' WHERE account_id = 1001").run();
  await db.prepare("UPDATE invoices SET status = 'cancelled' WHERE account_id = 1001 AND status <> 'draft'").run();
  expect(await operator.erase(subject)).toMatchObject({ left: 0, note: expect.stringContaining("keeps invoices") });
  const { tables } = await operator.exportOf(subject, null);
  expect(tables.account).toMatchObject([{ name: "Erased account 1001", company: null, business_number: null }]);
  expect(await count()).toBe(invoices);
  const subjects = await db.prepare("SELECT DISTINCT subject FROM tickets WHERE account_id = 1001").all();
  expect(subjects.results).toEqual([{ subject: "Erased" }]);
});
