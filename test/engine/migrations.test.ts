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
  const paidTerms = (db: DatabaseSync) =>
    db.prepare("SELECT starts_on, ends_on, amount FROM paid_terms WHERE service_id = 7 ORDER BY starts_on").all();

  test("wrote the terms of services, which the version of today sees", () => {
    const terms = [{ starts_on: "2026-11-01", ends_on: "2026-12-01", amount: 500 }];
    expect(paidTerms(migrated())).toEqual(terms);
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
