import { describe, expect, test } from "vitest";
import { seedStatements } from "../../dev/seed/statements.ts";
import type { Placed } from "../../shared/billing-contract/order.ts";
import type { QuoteResult } from "../../shared/billing-contract/writes.ts";
import { TRANSFER } from "../billing-contract/customer.ts";
import { LOGINS, valueIn } from "../billing-contract/questions.ts";
import { DAY_MS, NOW } from "./support/acting.ts";
import { actingScene } from "./support/scene.ts";

const { db, sql, owner, customer, registrar, at, pass } = await actingScene(...seedStatements(new Date(NOW)));

/** Lets some days pass, then runs the scheduled jobs. */
const days = (count: number) => pass(count * DAY_MS);
const status = (table: "invoices" | "orders", id: number | null | undefined) =>
  sql.value<string>(`SELECT status FROM ${table} WHERE id = ?`, id);
/** Returns the result of a status query on each day that `expected` names, in the form `1 grace, 45 redemption`. */
async function statesOn(expected: string, query: string, id: number): Promise<string> {
  const seen: string[] = [];
  for (const state of expected.split(", ")) {
    const day = Number.parseInt(state, 10);
    at.now = NOW;
    await days(day);
    seen.push(`${day} ${await sql.value(query, id)}`);
  }
  return seen.join(", ");
}
const setDomain = (change: string) => sql.run(`UPDATE domains SET ${change} WHERE id = 4101`);
const renewals = () =>
  sql.rows<{ status: string; years: number; subtotal: number }>(
    `SELECT o.status, o.years, i.subtotal FROM orders o JOIN invoices i ON i.id = o.invoice_id
       WHERE o.domain_id = 4101 ORDER BY o.id`,
  );
const everything = async () => {
  const tables = ["services", "domains", "invoices", "orders", "accounts", "paid_terms"];
  const results = await db.batch(tables.map((table) => db.prepare(`SELECT * FROM ${table}`)));
  return results.map(({ results: rows }) => rows);
};

test("on the day of the seed, scheduled jobs leave the demonstration data unchanged", async () => {
  const before = await everything();
  await days(0);
  expect(await everything()).toEqual(before);
});

describe("a service", () => {
  test("is invoiced 14 days before its due date, suspended once it is more than 7 days overdue, and active again after payment", async () => {
    const payer = customer(LOGINS.totp, 1003);
    // The service is due 21 days after the day of the seed.
    const service = () => payer.service(2301);
    const renewal = () => sql.rows<{ id: number }>("SELECT invoice_id AS id FROM orders WHERE service_id = 2301");
    await days(6);
    expect(await renewal()).toEqual([]);
    await days(1);
    const [{ id } = { id: 0 }, ...others] = await renewal();
    expect(others).toEqual([]);
    const dates = { issuedOn: "2026-11-27", dueOn: "2026-12-11" };
    expect(await payer.invoice(id)).toMatchObject({ ...dates, status: "unpaid" });

    await days(14 + 7);
    expect(await service()).toMatchObject({ status: "active" });
    await days(1);
    expect(await service()).toMatchObject({ status: "suspended" });
    await valueIn(payer.payInvoice(id));
    expect(await service()).toMatchObject({ status: "active", nextDueDate: "2027-01-11" });
  });

  /** SQL: a service's status and the status of its newest order's invoice. */
  const STATES = `SELECT s.status || ' ' || coalesce((SELECT i.status FROM orders o JOIN invoices i ON i.id = o.invoice_id
    WHERE o.service_id = s.id ORDER BY o.id DESC), 'uninvoiced') FROM services s WHERE s.id = ?`;
  test.each([
    // The service is suspended. Its invoice was due 40 days before the day of the seed.
    ["unpaid ends once it is more than 60 days overdue", 2103, "20 suspended unpaid, 21 terminated cancelled"],
    ["never paid lapses", 2107, "30 cancelled cancelled"],
    ["being cancelled ends on its cancellation date", 2105, "16 active uninvoiced, 17 cancelled uninvoiced"],
  ])("that is %s, and is never due again: %i", async (_, id, expected) => {
    expect(await statesOn(expected, STATES, id)).toBe(expected);
    expect(await owner.service(id)).toMatchObject({ nextDueDate: null });
  });
});

describe("a domain", () => {
  test.each([
    ["lost.ca", "1 grace, 45 grace, 46 redemption, 75 redemption, 76 expired"],
    // This registry has no grace period, and a quarantine of 40 days.
    ["lost.eu", "1 redemption, 40 redemption, 41 expired"],
    ["lost.es", "1 redemption, 10 redemption, 11 expired"],
    ["lost.africa", "5 grace, 6 redemption, 25 redemption, 26 expired"],
    ["lost.co.uk", "30 grace, 31 redemption, 90 redemption, 91 expired"],
    ["lost.co.nz", "1 redemption, 90 redemption, 91 expired"],
    // The engine has no data for this registry, so it uses default stages.
    ["lost.example", "30 grace, 31 redemption, 60 redemption, 61 expired"],
  ])("%s passes through its registry's stages: %s", async (name, expected) => {
    await setDomain(`name = '${name}', auto_renew = 0, expires_on = '2026-11-20', next_due_on = '2026-11-20'`);
    expect(await statesOn(expected, "SELECT status FROM domains WHERE id = ?", 4101)).toBe(expected);
    expect(await owner.domain(name)).toMatchObject({ nextDueDate: null });
  });

  test("keeps its status while a paid renewal waits for the registrar", async () => {
    await setDomain("name = 'waits.ca', auto_renew = 0, expires_on = '2026-11-20', next_due_on = '2026-11-20'");
    const placed = await valueIn(owner.renewDomain("waits.ca"));
    registrar.available = false;
    await valueIn(owner.payInvoice(placed));
    const expected = "1 active, 76 active";
    expect(await statesOn(expected, "SELECT status FROM domains WHERE id = ?", 4101)).toBe(expected);
  });

  test("is not invoiced after its grace period, even if its status could not be changed", async () => {
    const expired =
      "name = 'late.ca', status = 'grace', auto_renew = 1, expires_on = '2026-09-01', next_due_on = '2026-09-01'";
    await setDomain(expired);
    await sql.run("CREATE TRIGGER broken BEFORE UPDATE OF status ON domains BEGIN SELECT RAISE(FAIL, 'broken'); END");
    try {
      await days(0);
      expect(await renewals()).toEqual([]);
    } finally {
      await sql.run("DROP TRIGGER broken");
    }
    await setDomain(expired.replaceAll("2026-09-01", "2026-11-01"));
    await days(0);
    expect(await renewals(), "in its grace").toHaveLength(1);
  });

  test("renews for two years if the registry has two-year terms, whatever number of years is stored", async () => {
    await setDomain(
      `name = 'two-years.ai', renewal_price = 13999, renewal_years = 1, auto_renew = 1, expires_on = '2026-12-01', next_due_on = '2026-12-01'`,
    );
    await days(0);
    expect(await renewals()).toMatchObject([{ years: 2, subtotal: 27_998 }]);
  });

  test.each([
    [1, 1],
    [0, 0],
  ])("with auto-renewal %i has this many renewal invoices 14 days before it expires: %i", async (autoRenew, count) => {
    await setDomain(`auto_renew = ${autoRenew}, expires_on = '2026-12-05', next_due_on = '2026-12-05'`);
    const counts: number[] = [];
    for (const passed of [0, 1, 3]) {
      await days(passed);
      counts.push((await renewals()).length);
    }
    expect(counts).toEqual([0, count, count]);
  });
});

describe("an unpaid order", () => {
  test.each<[string, () => Promise<QuoteResult<Placed>>]>([
    ["transfer", () => owner.orderDomain("free-lapse.com", TRANSFER)],
    ["renewal that was ordered early", () => owner.renewDomain("studio-ana.ca")],
  ])("lapses once it is more than a week overdue, and can be placed again: %s", async (_, order) => {
    await setDomain("auto_renew = 1, expires_on = '2027-08-01', next_due_on = '2027-08-01'");
    const { orderId, invoice } = await valueIn(order());
    const statuses = async () => [await status("orders", orderId), await status("invoices", invoice?.id)];
    await days(14);
    expect(await statuses()).toEqual(["open", "unpaid"]);
    await days(1);
    expect(await statuses()).toEqual(["cancelled", "cancelled"]);
    expect(await sql.count("orders WHERE auth_code IS NOT NULL")).toBe(0);
    const again = await valueIn(order());
    expect(await status("orders", again.orderId)).toBe("open");
  });

  test.each([
    [1, "open"],
    [0, "cancelled"],
  ])(
    "for a renewal shortly before the domain expires, with auto-renewal %i, is %s, and no second order is placed",
    async (autoRenew, expected) => {
      await setDomain(`auto_renew = ${autoRenew}, expires_on = '2026-12-10', next_due_on = '2026-12-10'`);
      await valueIn(owner.renewDomain("studio-ana.ca"));
      await days(15);
      expect(await renewals()).toMatchObject([{ status: expected }]);
      await days(3);
      expect(await renewals()).toMatchObject([{ status: expected }]);
    },
  );
});

test("the demonstration clock makes invoices overdue and dates new invoices", async () => {
  const overdue = async () =>
    (await customer(LOGINS.nocard, 1004).invoices("unpaid")).map((invoice) => invoice.overdue);
  expect(await overdue()).toEqual([false]);
  await sql.run("INSERT INTO demonstration_clock VALUES (1, ?)", 30 * DAY_MS);
  expect(await overdue()).toEqual([true]);
  const { invoice } = await valueIn(owner.orderDomain("free-clock.com"));
  expect(invoice?.issuedOn).toBe("2026-12-20");
});
