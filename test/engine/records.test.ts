import { describe, expect, test } from "vitest";
import { asks, LOGINS } from "../billing-contract/questions.ts";
import { customerOf } from "./support/customer.ts";
import { engineAt } from "./support/engine.ts";
import { seededBilling } from "./support/seeded-billing.ts";

const { db, sql } = await seededBilling();

test("a domain cannot belong to two accounts at the same time", async () => {
  const insert = "INSERT INTO domains (id, account_id, name, status, auto_renew) VALUES (?, ?, 'boomerang.ca', ?, 0)";
  await sql.run(insert, 5301, 1001, "transferred_away");
  await sql.run(insert, 5302, 1001, "active");
  await expect(sql.run(insert, 5303, 1002, "pending_transfer")).rejects.toThrow(/UNIQUE/);
});

test.each([
  ["Europe/Paris", "2026-03-10T22:59:59.999Z", "2026-03-10T23:00:00.000Z"],
  ["Pacific/Kiritimati", "2026-03-10T09:59:59.999Z", "2026-03-10T10:00:00.000Z"],
  ["UTC", "2026-03-10T23:59:59.999Z", "2026-03-11T00:00:00.000Z"],
  ["", "2026-03-10T23:59:59.999Z", "2026-03-11T00:00:00.000Z"],
])(
  "in the time zone %j, an invoice is overdue from midnight after its due date: not at %s, but at %s",
  async (zone, before, from) => {
    await sql.run("DELETE FROM invoices WHERE account_id = 1004");
    const insert =
      "INSERT INTO invoices (id, account_id, number, status, issued_on, due_on, subtotal) VALUES (?1, 1004, 'T-' || ?1, ?2, '2026-01-01', '2026-03-10', 1000)";
    for (const [index, status] of ["unpaid", "collections", "paid"].entries())
      await sql.run(insert, 7101 + index, status);
    const overdueAt = async (instant: string) => {
      const there = customerOf(engineAt(db, Date.parse(instant), zone), asks(LOGINS.nocard, 1004));
      return (await there.invoices()).filter(({ overdue }) => overdue).map(({ status }) => status);
    };
    expect(await overdueAt(before)).toEqual([]);
    expect(await overdueAt(from)).toEqual(["collections", "unpaid"]);
  },
);

describe("a ticket", () => {
  test("can only refer to a service in the same account", async () => {
    const insert = `INSERT INTO tickets (id, account_id, number, subject, service_id, status, opened_at)
       VALUES (9001, 1001, 'T-9001', 'Foreign', 2201, 'open', '2026-01-01T00:00:00Z')`;
    await expect(sql.run(insert)).rejects.toThrow(/FOREIGN KEY/);
  });

  test("has no column for messages", async () => {
    const columns = await sql.rows<{ name: string }>("PRAGMA table_xinfo(tickets)");
    expect(columns.map(({ name }) => name).join(" ")).toBe(
      "id account_id number subject department service_id status opened_at last_reply_at last_activity_at",
    );
    expect(await sql.count("sqlite_master WHERE type = 'table' AND sql LIKE '%REFERENCES tickets%'")).toBe(0);
  });
});
