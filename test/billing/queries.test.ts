import { afterAll, beforeAll, expect, test } from "vitest";
import type { BillingSystem } from "../../shared/billing.ts";
import { type BillingWorker, startBilling } from "./support/billing-worker.ts";
import { engineAt } from "./support/engine.ts";
import { asks, EVERYTHING, LOGINS, QUESTIONS } from "./support/questions.ts";

interface Statement {
  sql: string;
  values: unknown[];
}

const BIG = asks(LOGINS.big, 1005, "products");

let worker: BillingWorker;
let statements: Statement[];
/** Trips to the database, each with its number of statements. */
let trips: number[];
let engine: BillingSystem;

beforeAll(async () => {
  worker = await startBilling();
  engine = engineAt(watched(worker.db), Date.now());
});
afterAll(() => worker.close());

/** The database, with what it is asked written down. */
function watched(db: D1Database): D1Database {
  return {
    prepare: (sql: string) => ({
      bind: (...values: unknown[]) => {
        statements.push({ sql, values });
        return db.prepare(sql).bind(...values);
      },
    }),
    batch: (prepared: D1PreparedStatement[]) => {
      trips.push(prepared.length);
      return db.batch(prepared);
    },
  } as unknown as D1Database;
}

async function planOf({ sql, values }: Statement): Promise<string[]> {
  const { results } = await worker.db
    .prepare(`EXPLAIN QUERY PLAN ${sql}`)
    .bind(...values)
    .all<{ detail: string }>();
  return results.map(({ detail }) => detail);
}

async function statementsOf(ask: () => Promise<unknown>): Promise<Statement[]> {
  [statements, trips] = [[], []];
  expect(await ask()).toMatchObject({ ok: true });
  return statements;
}

test.each(Object.entries(QUESTIONS))("%s: one trip, who asks and the data together", async (name, ask) => {
  await statementsOf(() => ask(engine, BIG));
  expect(trips).toEqual([name === "authorize" ? 1 : 2]);
});

test.each(Object.entries(QUESTIONS))("%s: each statement is bound to the account", async (_, ask) => {
  for (const { sql, values } of await statementsOf(() => ask(engine, BIG))) {
    expect(sql).toMatch(/WHERE[\s\S]*(?:account_id|a\.id) = \?/);
    expect(values).toContain(1005);
  }
});

const domainKey = { name: "portfolio-500.com", id: 4600 };
const reach = EVERYTHING;
const LISTS: [index: string, what: string, ask: (billing: BillingSystem) => Promise<unknown>][] = [
  ["services_of_account", "all", (b) => b.listServices(BIG, { status: "all", limit: 25, reach })],
  [
    "services_of_account",
    "after",
    (b) => b.listServices(BIG, { status: "all", limit: 25, reach, after: { id: 2510 } }),
  ],
  ["services_in_use", "active", (b) => b.listServices(BIG, { status: "active", limit: 25, reach })],
  ["domains_of_account", "all", (b) => b.listDomains(BIG, { status: "all", limit: 25, reach })],
  ["domains_of_account", "after", (b) => b.listDomains(BIG, { status: "all", limit: 25, reach, after: domainKey })],
  ["domains_in_use", "active", (b) => b.listDomains(BIG, { status: "active", limit: 25, reach, after: domainKey })],
  ["invoices_issued", "all", (b) => b.listInvoices(BIG, { status: "all", limit: 25 })],
  ["invoices_unpaid", "unpaid", (b) => b.listInvoices(BIG, { status: "unpaid", limit: 25 })],
  [
    "invoices_paid",
    "paid after",
    (b) => b.listInvoices(BIG, { status: "paid", limit: 25, after: { issuedOn: "2026-01-01", id: 6600 } }),
  ],
  ["tickets_of_account", "all", (b) => b.listTickets(BIG, { status: "all", limit: 25 })],
  [
    "tickets_open",
    "open after",
    (b) => b.listTickets(BIG, { status: "open", limit: 25, after: { lastActivityAt: "2026-01-01T00:00:00Z", id: 1 } }),
  ],
];

test.each(LISTS)(
  "%s serves its list in order (%s): nothing is sorted, no table is read whole",
  async (index, _, ask) => {
    const data = (await statementsOf(() => ask(engine))).find(({ sql }) => sql.includes("ORDER BY"));
    const plan = await planOf(data as Statement);
    expect(plan.join("\n")).toMatch(new RegExp(`SEARCH \\w+ USING (?:COVERING )?INDEX ${index} \\(account_id=\\?`));
    expect(plan.filter((detail) => /TEMP B-TREE FOR ORDER BY|^SCAN/.test(detail))).toEqual([]);
  },
);
