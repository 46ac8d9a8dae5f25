import { beforeEach, describe, expect, test } from "vitest";
import { extensions } from "../../dev/seed/extensions.ts";
import { seedStatements } from "../../dev/seed/statements.ts";
import { GRACE_DAYS, REDEMPTION_DAYS } from "../../shared/domain-names/registry-rules.ts";
import { addDays } from "../../workers/billing/engine/clock/days.ts";
import { DAILY_TRANSITIONS } from "../../workers/billing/engine/jobs/daily-transitions.ts";
import { type ActingEngine, actingEngine, acts, domainOrder, NOW } from "./support/acting.ts";
import { asks, LOGINS, valueIn } from "./support/questions.ts";
import { seededBilling } from "./support/seeded-billing.ts";

const DAY_MS = 86_400_000;

const { db, sql } = await seededBilling(new Date(NOW));
let acting: ActingEngine;
beforeEach(async () => {
  acting = actingEngine(db);
  await db.batch(seedStatements(new Date(NOW)).map((statement) => db.prepare(statement)));
});

/** Lets so many days pass, and then what is due happen. */
async function days(count: number): Promise<void> {
  await acting.pass(count * DAY_MS);
}
const status = (table: "services" | "domains" | "invoices" | "orders", id: number) =>
  sql.value<string>(`SELECT status FROM ${table} WHERE id = ?`, id);
const everything = async () => {
  const tables = ["services", "domains", "invoices", "orders", "invoice_lines", "accounts", "paid_terms"];
  const results = await db.batch(tables.map((table) => db.prepare(`SELECT * FROM ${table}`)));
  return results.map(({ results: rows }) => rows);
};

test("on the day of the seed nothing is due: the demonstration stays as it was made", async () => {
  const before = await everything();
  await acting.engine.runScheduledJobs();
  expect(await everything()).toEqual(before);
});

test("running twice, or twice at once, does nothing twice", async () => {
  acting.at.now += 30 * DAY_MS;
  const other = actingEngine(db);
  other.at.now = acting.at.now;
  await Promise.all([acting.engine.runScheduledJobs(), other.engine.runScheduledJobs()]);
  const after = await everything();
  await acting.engine.runScheduledJobs();
  expect(await everything()).toEqual(after);
  const doubles =
    "SELECT 1 FROM orders WHERE status IN ('open', 'paid') GROUP BY kind, domain_id, service_id HAVING count(*) > 1";
  expect(await sql.rows(doubles)).toEqual([]);
});

describe("a service", () => {
  // 2301 of account 1003 renews on the 21st day after the seed's.
  const renewal = () =>
    sql.rows<{ id: number; issued_on: string; due_on: string; subtotal: number }>(
      "SELECT i.* FROM orders o JOIN invoices i ON i.id = o.invoice_id WHERE o.service_id = 2301",
    );

  test("is invoiced 14 days before, suspended 7 days after, and active again once paid", async () => {
    await days(6);
    expect(await renewal()).toEqual([]);
    await days(1);
    const [invoice, ...others] = await renewal();
    expect(others).toEqual([]);
    expect(invoice).toMatchObject({ issued_on: "2026-11-27", due_on: "2026-12-11", status: "unpaid" });

    await days(14 + 7);
    expect(await status("services", 2301)).toBe("active");
    await days(1);
    expect(await status("services", 2301)).toBe("suspended");
    await valueIn(acting.engine.payInvoice(asks(LOGINS.totp, 1003), invoice?.id ?? 0));
    const service = await sql.row("SELECT status, next_due_on FROM services WHERE id = 2301");
    expect(service).toEqual({ status: "active", next_due_on: "2027-01-11" });
  });

  test("that is not paid for ends 60 days after, and its invoice is withdrawn", async () => {
    // 2103 is suspended; its invoice was due 40 days before the seed's day.
    await days(20);
    expect([await status("services", 2103), await status("invoices", 6107)]).toEqual(["suspended", "unpaid"]);
    await days(1);
    expect([await status("services", 2103), await status("invoices", 6107)]).toEqual(["terminated", "cancelled"]);
  });

  test("that was never paid lapses, and is due no more", async () => {
    await days(30);
    const lapsed = await sql.row("SELECT status, next_due_on FROM services WHERE id = 2107");
    expect(lapsed).toEqual({ status: "cancelled", next_due_on: null });
  });

  test("that is being cancelled ends on its day and is not renewed", async () => {
    await days(16);
    expect(await status("services", 2105)).toBe("active");
    await days(1);
    expect(await status("services", 2105)).toBe("cancelled");
    const orders = await sql.rows("SELECT 1 FROM orders WHERE service_id = 2105");
    expect(orders).toEqual([]);
  });
});

describe("a domain", () => {
  const set = (change: string) => sql.run(`UPDATE domains SET ${change} WHERE id = 4101`);

  test.each([
    ["lost.ca", "1 grace, 45 grace, 46 redemption, 75 redemption, 76 expired"],
    // No grace: a quarantine of 40 days.
    ["lost.eu", "1 redemption, 40 redemption, 41 expired"],
    ["lost.es", "1 redemption, 10 redemption, 11 expired"],
    ["lost.africa", "5 grace, 6 redemption, 25 redemption, 26 expired"],
    ["lost.co.uk", "30 grace, 31 redemption, 90 redemption, 91 expired"],
    ["lost.co.nz", "1 redemption, 90 redemption, 91 expired"],
    // Nothing is known of it.
    ["lost.example", "30 grace, 31 redemption, 60 redemption, 61 expired"],
  ])("%s goes as its registry lets it: %s", async (name, expected) => {
    await set(`name = '${name}', auto_renew = 0, expires_on = '2026-11-20', next_due_on = '2026-11-20'`);
    const seen: string[] = [];
    let before = 0;
    for (const [, day] of expected.matchAll(/(\d+) \w+/g)) {
      await days(Number(day) - before);
      before = Number(day);
      seen.push(`${day} ${await status("domains", 4101)}`);
    }
    expect(seen.join(", ")).toBe(expected);
    expect(await sql.value("SELECT next_due_on FROM domains WHERE id = 4101")).toBeNull();
  });

  test("of every extension sold leaves its grace and its redemption on the table's days", async () => {
    const insert = db.prepare(
      "INSERT INTO domains (account_id, name, status, expires_on, auto_renew) VALUES (1004, ?, ?, '2026-01-01', 0)",
    );
    const sold = extensions.map(({ tld }) => tld);
    await db.batch(
      sold.flatMap((tld) => [insert.bind(`of-grace${tld}`, "grace"), insert.bind(`of-redemption${tld}`, "redemption")]),
    );
    const ends = new Map<string, number>();
    for (let day = 0; day <= 140; day++) {
      const today = addDays("2026-01-01", day);
      for (const { due } of DAILY_TRANSITIONS.filter((step) => step.due.includes("FROM domains d"))) {
        const results = await sql.rows<{ name: string }>(
          `SELECT name FROM (${due}) due JOIN domains USING (id) WHERE name LIKE 'of-%'`,
          today,
        );
        for (const { name } of results) if (!ends.has(name)) ends.set(name, day);
      }
    }
    const seen = sold.map((tld) => [tld, ends.get(`of-grace${tld}`), ends.get(`of-redemption${tld}`)]);
    expect(seen).toEqual(
      sold.map((tld) => [tld, GRACE_DAYS.of(tld) + 1, GRACE_DAYS.of(tld) + REDEMPTION_DAYS.of(tld) + 1]),
    );
  });

  test("of a registry that takes two years at a time is renewed for two, whatever was agreed", async () => {
    await set(
      `name = 'two-years.ai', renewal_price = 13999, renewal_years = 1, auto_renew = 1, expires_on = '2026-12-01', next_due_on = '2026-12-01'`,
    );
    await acting.engine.runScheduledJobs();
    const order = await sql.row(
      "SELECT o.years, i.subtotal FROM orders o JOIN invoices i ON i.id = o.invoice_id WHERE o.domain_id = 4101",
    );
    expect(order).toEqual({ years: 2, subtotal: 27_998 });
  });

  test.each([
    [1, 1],
    [0, 0],
  ])("with auto-renewal %i has %i renewal invoice 14 days before", async (autoRenew, count) => {
    await set(`auto_renew = ${autoRenew}, expires_on = '2026-12-05', next_due_on = '2026-12-05'`);
    await acting.engine.runScheduledJobs();
    const orders = () => sql.rows("SELECT id FROM orders WHERE domain_id = 4101");
    expect(await orders()).toHaveLength(0);
    await days(1);
    expect(await orders()).toHaveLength(count);
    await days(3);
    expect(await orders()).toHaveLength(count);
  });
});

test("an order that is not paid lapses a week after its due date, and the name is free again", async () => {
  const order = domainOrder("free-lapse.com", { type: "transfer", availability: "taken", authCode: "code" });
  const placed = await valueIn(acting.engine.orderDomain(acts("lapse"), order));
  const { orderId, invoice } = placed;
  await days(14);
  expect(await status("orders", orderId ?? 0)).toBe("open");
  await days(1);
  expect(await status("orders", orderId ?? 0)).toBe("cancelled");
  expect(await status("invoices", invoice?.id ?? 0)).toBe("cancelled");
  expect(await sql.value("SELECT count(*) AS n FROM orders WHERE auth_code IS NOT NULL")).toBe(0);
  const again = domainOrder("free-lapse.com", { type: "transfer", availability: "taken", authCode: "code" });
  expect(await acting.engine.orderDomain(acts("lapse-again"), again)).toMatchObject({ ok: true });
});

describe("a renewal that was asked for and is not paid", () => {
  const renew = async (reference: string) => {
    const request = { domain: "studio-ana.ca", years: 1, expectedPrice: null };
    const placed = await valueIn(acting.engine.renewDomain(acts(reference), request));
    return { order: placed.orderId ?? 0, invoice: placed.invoice?.id ?? 0 };
  };
  const set = (change: string) => sql.run(`UPDATE domains SET ${change} WHERE id = 4101`);
  const ofTheName = () =>
    sql.rows<{ status: string }>("SELECT id, status FROM orders WHERE domain_id = 4101 ORDER BY id");

  test("lapses a week after its due date, and the name can be renewed again", async () => {
    await set("auto_renew = 1, expires_on = '2027-08-01', next_due_on = '2027-08-01'");
    const first = await renew("early");
    await days(14);
    expect(await status("orders", first.order)).toBe("open");
    await days(1);
    expect([await status("orders", first.order), await status("invoices", first.invoice)]).toEqual([
      "cancelled",
      "cancelled",
    ]);
    const again = await renew("early-again");
    expect(await status("orders", again.order)).toBe("open");
  });

  test.each([
    [1, ["open"]],
    [0, ["cancelled"]],
  ])("with auto-renewal %i in its last days: %j, and no second one", async (autoRenew, statuses) => {
    await set(`auto_renew = ${autoRenew}, expires_on = '2026-12-10', next_due_on = '2026-12-10'`);
    await renew(`late-${autoRenew}`);
    await days(15);
    expect((await ofTheName()).map((order) => order.status)).toEqual(statuses);
    await days(3);
    expect((await ofTheName()).map((order) => order.status)).toEqual(statuses);
  });
});

test("the demonstration's clock moves what is overdue, and nothing of who may sign in", async () => {
  const query = asks(LOGINS.nocard, 1004);
  const list = { status: "unpaid", limit: 10 } as const;
  const overdue = async () =>
    (await valueIn(acting.engine.listInvoices(query, list))).items.map((item) => item.overdue);
  expect(await overdue()).toEqual([false]);
  await sql.run("INSERT INTO demonstration_clock VALUES (1, ?)", 30 * DAY_MS);
  expect(await overdue()).toEqual([true]);
  const placed = await valueIn(acting.engine.orderDomain(acts("clock"), domainOrder("free-clock.com")));
  expect(placed.invoice?.issuedOn).toBe("2026-12-20");
});
