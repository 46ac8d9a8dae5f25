import type { DatabaseSync } from "node:sqlite";
import { describe, expect, test } from "vitest";
import { Migrations, numberOf, run } from "../support/migrations.ts";

const migrations = new Migrations("workers/billing/migrations");
migrations.test();

describe("the version before 0006, on the tables of today", () => {
  /** With a service of an active term, as that version had written it before the migrations. */
  function migrated(): DatabaseSync {
    const db = migrations.upTo(5);
    run(db, TERM);
    for (const { name, statements } of migrations.all) if (numberOf(name) > 5) run(db, statements);
    return db;
  }
  const TERM = [
    `INSERT INTO accounts (id, name, email, country, currency) VALUES (1, 'A', 'a@maple.example', 'CA', 'CAD')`,
    `INSERT INTO services (id, account_id, plan_name, status, billing_cycle, next_due_on, recurring_price)
     VALUES (7, 1, 'Web', 'active', 'monthly', '2026-12-01', 500)`,
    "INSERT INTO service_terms VALUES (7, '2026-11-01', '2026-12-01', 500)",
  ];
  /** Word for word what it wrote. */
  const WRITE_TERM = `INSERT INTO service_terms (service_id, starts_on, ends_on, amount) VALUES (?, ?, ?, ?)
    ON CONFLICT (service_id) DO UPDATE SET starts_on = excluded.starts_on, ends_on = excluded.ends_on, amount = excluded.amount`;
  const paidTerms = (db: DatabaseSync) =>
    db.prepare("SELECT starts_on, ends_on, amount FROM paid_terms WHERE service_id = 7 ORDER BY starts_on").all();

  test("reads and writes the terms of a service, and the version of today sees them", () => {
    const db = migrated();
    expect(paidTerms(db)).toEqual([{ starts_on: "2026-11-01", ends_on: "2026-12-01", amount: 500 }]);
    db.prepare(WRITE_TERM).run(7, "2026-12-01", "2027-01-01", 600);
    expect(paidTerms(db)).toEqual([
      { starts_on: "2026-11-01", ends_on: "2026-12-01", amount: 500 },
      { starts_on: "2026-12-01", ends_on: "2027-01-01", amount: 600 },
    ]);
    // A change of plan in the same cycle, then one to another.
    db.prepare("UPDATE service_terms SET amount = ? WHERE service_id = ?").run(700, 7);
    expect(paidTerms(db).at(-1)).toMatchObject({ amount: 700 });
    db.prepare("DELETE FROM service_terms WHERE service_id = ?").run(7);
    db.prepare(WRITE_TERM).run(7, "2026-11-20", "2027-11-20", 9_000);
    expect(paidTerms(db)).toEqual([{ starts_on: "2026-11-20", ends_on: "2027-11-20", amount: 9_000 }]);
  });

  test("removes its own term of a service, and none of those that the version of today has written", () => {
    const db = migrated();
    const add = db.prepare("INSERT INTO paid_terms (service_id, starts_on, ends_on, amount) VALUES (7, ?, ?, 500)");
    add.run("2026-12-01", "2027-01-01");
    add.run("2027-01-01", "2027-02-01");
    db.prepare("DELETE FROM service_terms WHERE service_id = ? AND ends_on <= ?").run(7, "2026-12-01");
    expect(paidTerms(db)).toMatchObject([{ starts_on: "2026-12-01" }, { starts_on: "2027-01-01" }]);
  });

  test("orders, and its orders are not bound to a due date that it did not write down", () => {
    const db = migrated();
    db.exec(`INSERT INTO orders (account_id, kind, status, placed_at, service_id)
      VALUES (1, 'plan_change', 'paid', '2026-11-20T00:00:00Z', 7)`);
    expect(db.prepare("SELECT count(*) AS orders FROM order_due_dates").get()).toEqual({ orders: 0 });
  });

  test("has its names still once each among those that are held", () => {
    const db = migrated();
    const add = db.prepare("INSERT INTO domains (account_id, name, status, auto_renew) VALUES (1, ?, ?, 0)");
    add.run("a.com", "active");
    expect(() => add.run("a.com", "pending_registration")).toThrow(/UNIQUE/);
    expect(() => add.run("a.com", "pending"), "its own account has it").toThrow(/UNIQUE/);
    add.run("a.com", "cancelled");
  });
});
