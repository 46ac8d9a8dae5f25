import { describe, expect, test } from "vitest";
import { asks, LOGINS } from "../billing-contract/questions.ts";
import { engineAt } from "./support/engine.ts";
import { seededBilling } from "./support/seeded-billing.ts";

const NOW = Date.parse("2026-11-29T12:00:00Z");
const { db, sql } = await seededBilling(new Date(NOW));
const engine = engineAt(db, NOW);
const BIG = asks(LOGINS.big, 1005, "products", "domains", "invoices");
const OWNER = asks(LOGINS.owner, 1001, "products", "domains", "invoices");

const LISTS = {
  services: { list: engine.listAreaServices, day: "coalesce(next_due_on, '9999-12-31')", pages: ["current", "former"] },
  domains: { list: engine.listAreaDomains, day: "coalesce(expires_on, '9999-12-31')", pages: ["current", "former"] },
  invoices: { list: engine.listAreaInvoices, day: "due_on", pages: ["all", "unpaid"] },
} as const;

/** The statuses in the groups whose pages are tested, as SQL. */
const STATUSES: Record<string, string> = {
  "services current": "'pending', 'active', 'suspended'",
  "services former": "'terminated', 'cancelled', 'fraud', 'completed'",
  "domains current": "'pending', 'pending_registration', 'pending_transfer', 'active', 'grace', 'redemption'",
  "domains former": "'expired', 'transferred_away', 'cancelled', 'fraud'",
  "invoices all": "'unpaid', 'payment_pending', 'collections', 'paid', 'cancelled', 'refunded'",
  "invoices unpaid": "'unpaid', 'payment_pending', 'collections'",
};
const LATEST_FIRST = ["services former", "domains former", "invoices all"];

async function walk(name: keyof typeof LISTS, group: string, query = BIG): Promise<number[]> {
  const list = LISTS[name].list as typeof engine.listAreaDomains;
  const ids: number[] = [];
  let after: { day: string; id: number } | undefined;
  do {
    const read = await list(query, { group: group as "current", search: "", limit: 7, after });
    if (!read.ok) throw new Error(read.problem.code);
    ids.push(...read.value.items.map(({ id }) => id));
    after = read.value.next ?? undefined;
  } while (after);
  return ids;
}

describe("pages of seven items", () => {
  const all = Object.entries(LISTS).flatMap(([name, { day, pages }]) =>
    pages.map((group): [keyof typeof LISTS, string, string] => [name as keyof typeof LISTS, group, day]),
  );
  test.each(all)("contain each item of %s, group %s, once and in order", async (name, group, day) => {
    const direction = LATEST_FIRST.includes(`${name} ${group}`) ? "DESC" : "ASC";
    for (const query of [BIG, OWNER]) {
      const rows = await sql.rows<{ id: number }>(
        `SELECT id FROM ${name} WHERE account_id = ? AND status IN (${STATUSES[`${name} ${group}`]})
         ORDER BY ${day} ${direction}, id ${direction}`,
        query.accountId,
      );
      expect(await walk(name, group, query)).toEqual(rows.map(({ id }) => id));
    }
  });
});

test("the count of each group covers only the search results", async () => {
  const read = async (search: string) => {
    const found = await engine.listAreaDomains(OWNER, { group: "active", search, limit: 10 });
    if (!found.ok) throw new Error(found.problem.code);
    return { names: found.value.items.map(({ name }) => name), counts: found.value.counts };
  };
  const everything = await read("");
  const counted = (condition: string) => sql.count(`domains WHERE account_id = 1001 AND ${condition}`);
  expect(everything.counts).toEqual({
    current: await counted(`status IN (${STATUSES["domains current"]})`),
    active: await counted("status = 'active'"),
    soon: await counted("status = 'active' AND expires_on <= '2027-01-28'"),
    expired: await counted("status IN ('grace', 'redemption')"),
    pending: await counted("status LIKE 'pending%'"),
    former: await counted(`status IN (${STATUSES["domains former"]})`),
  });
  const one = await read("studio");
  expect(one.names.length).toBeGreaterThan(0);
  expect(one.names.every((name) => name.includes("studio"))).toBe(true);
  expect(one.counts.active).toBe(one.names.length);
  expect((await read("no_such%")).counts.current).toBe(0);
});

test("a service with a cancellation request is not counted as due soon", async () => {
  const soon = async () => {
    const read = await engine.listAreaServices(BIG, { group: "soon", search: "", limit: 1 });
    return read.ok ? read.value : null;
  };
  const before = await soon();
  await sql.run(
    "INSERT INTO cancellations (service_id, timing, effective_on, requested_at) VALUES (?, 'end_of_period', '2026-12-01', '2026-11-29T00:00:00Z')",
    before?.items[0]?.id,
  );
  expect((await soon())?.counts).toEqual({ ...before?.counts, soon: (before?.counts.soon ?? 0) - 1 });
});

test.each(["montréal", "ana-Montréal.ca", "montre\u0301al"])(
  "a search for %s finds domains and services in any spelling",
  async (search) => {
    await sql.run("UPDATE services SET domain = 'xn--atelier-ana-montral-rzb.ca' WHERE id = 2101");
    const list = { group: "current", search, limit: 5 } as const;
    const domains = await engine.listAreaDomains(OWNER, list);
    const services = await engine.listAreaServices(OWNER, list);
    expect(domains).toMatchObject({ value: { items: [{ id: 4108 }], counts: { current: 1 } } });
    expect(services).toMatchObject({ value: { items: [{ id: 2101 }], counts: { current: 1 } } });
  },
);

test("an unpaid invoice is overdue from the day after its due date", async () => {
  const insert =
    "INSERT INTO invoices (id, account_id, number, status, issued_on, due_on, subtotal) VALUES (?1, 1004, 'L-' || ?1, ?2, '2026-11-01', ?3, 1000)";
  await sql.run("DELETE FROM invoices WHERE account_id = 1004");
  await sql.run(insert, 7201, "unpaid", "2026-11-28");
  await sql.run(insert, 7202, "unpaid", "2026-11-29");
  await sql.run(insert, 7203, "payment_pending", "2026-11-01");
  await sql.run(insert, 7204, "draft", "2026-11-01");
  const query = asks(LOGINS.nocard, 1004, "invoices");
  const read = await engine.listAreaInvoices(query, { group: "overdue", search: "l-72", limit: 10 });
  expect(read).toMatchObject({
    value: { items: [{ id: 7201, overdue: true }], counts: { all: 3, unpaid: 3, overdue: 1, paid: 0, closed: 0 } },
  });
});

test("the engine refuses lists that the login cannot see", async () => {
  const list = { group: "current", search: "", limit: 5 } as const;
  expect(await engine.listAreaServices(asks(LOGINS.contact, 1001, "products"), list)).toMatchObject({
    problem: { code: "permission_denied" },
  });
  expect(await engine.listAreaDomains(asks(LOGINS.owner, 1005, "domains"), list)).toMatchObject({
    problem: { code: "access_lost" },
  });
});

test.each([
  ["en", "E-mail Plus"],
  ["fr", "Courriel Plus"],
] as const)("a page in %s lists and finds plans by their names in that language", async (language, plan) => {
  const query = { ...OWNER, language };
  const found = await engine.listAreaServices(query, { group: "current", search: plan, limit: 10 });
  expect(found).toMatchObject({ ok: true, value: { items: [{ id: 2103, plan }] } });
});
