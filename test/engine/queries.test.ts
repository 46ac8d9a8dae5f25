import { describe, expect, test } from "vitest";
import type { DataSubject } from "../../shared/operator-contract/erasure.ts";
import { exportSubject } from "../../workers/billing/operator/engine-operator.ts";
import { ACTING_QUESTIONS, asks, CALL, LOGINS, QUESTIONS, writes } from "../billing-contract/questions.ts";
import { actingEngine } from "./support/acting.ts";
import { customerOf } from "./support/customer.ts";
import { engineAt } from "./support/engine.ts";
import { seededBilling } from "./support/seeded-billing.ts";
import { type Statement, watchedDatabase } from "./support/watched-database.ts";

const BIG = asks(LOGINS.big, 1005, "products");

const { db, sql } = await seededBilling();
let statements: Statement[];
/** Number of statements in each batch. */
let trips: number[];
const watched = watchedDatabase(db, {
  executed: (statement) => statements.push(statement),
  batch(run, { length }) {
    trips.push(length);
    return run();
  },
});
const engine = engineAt(watched, Date.now());

async function statementsOf(ask: () => Promise<unknown>): Promise<Statement[]> {
  [statements, trips] = [[], []];
  expect(await ask()).toMatchObject({ ok: true });
  return statements;
}

test.each(Object.entries(QUESTIONS))(
  "%s binds each statement to the account and reads the data in one round trip",
  async (name, ask) => {
    for (const { sql, values } of await statementsOf(() => ask(engine, BIG))) {
      expect(sql).toMatch(/WHERE[\s\S]*(?:account_id|a\.id) = \?/);
      expect(values).toContain(1005);
    }
    // One batch reads the actor and the data together.
    expect(trips).toEqual([name === "authorize" ? 1 : 2]);
  },
);

/** Tables that do not grow with the number of customers. */
const SMALL = [
  ...["demonstration_clock", "terms"],
  ...["plan_texts", "plan_prices", "plans", "plan_discounts", "plan_discount_cycles"],
];

describe("statements of a customer's call", () => {
  const query = asks(LOGINS.owner, 1001, "orders", "domains", "managedomains", "products", "invoices");
  const acting = actingEngine(watched);
  for (const name of ["ana.dev", "studio-ana.ca"]) acting.registrar.hold(name);
  const owner = customerOf(acting.engine, query);
  const exported = async (kind: DataSubject["kind"], id: number) => {
    const { tables } = await exportSubject(watched, { kind, id }, null);
    return { ok: Object.keys(tables).length > 0 };
  };
  const all = Object.entries({ ...QUESTIONS, ...ACTING_QUESTIONS });

  test.each<[string, () => Promise<unknown>]>([
    ...all.map(([name, ask]): [string, () => Promise<unknown>] => [name, () => ask(acting.engine, query)]),
    ["listManagedAccounts", () => acting.engine.listManagedAccounts({ ...CALL, loginId: LOGINS.owner })],
    ["listAreaServices", () => acting.engine.listAreaServices(query, { group: "current", search: "web", limit: 5 })],
    ["listAreaDomains", () => acting.engine.listAreaDomains(query, { group: "former", search: "", limit: 5 })],
    ["listAreaInvoices", () => acting.engine.listAreaInvoices(query, { group: "unpaid", search: "", limit: 5 })],
    ["readRecipients", () => acting.engine.readRecipients(query)],
    ["quotePlanOrder for a site", () => owner.quotePlanOrder("web-plus", { domain: "scan.com" })],
    ["orderPlan", () => owner.orderPlan("web-plus", { domain: "scan.com" }, "scan")],
    ["orderDomain", () => owner.orderDomain("free-scan.com")],
    ["renewDomain", () => owner.renewDomain("ana.dev")],
    ["changePlan", () => owner.changePlan(2101, "web-pro")],
    ["cancelService", () => owner.cancelService(2102, "end_of_period")],
    ["setDomainAutoRenew, off", () => owner.setDomainAutoRenew("ana.dev", false)],
    ["setDomainNameservers", () => owner.setDomainNameservers("ana.dev", ["ns1.a.example", "ns2.a.example"])],
    ["setDomainLock", () => owner.setDomainLock("ana.dev", false)],
    ["transferDomainOut", () => owner.transferDomainOut("studio-ana.ca")],
    ["findWrite", () => owner.findWrite("scan")],
    ["export of the account", () => exported("account", 1001)],
    ["export of the login", () => exported("login", LOGINS.owner)],
    ["addSandboxCard", () => acting.engine.addSandboxCard(writes(query, true), null)],
    [
      "payInvoice",
      async () => {
        const registrations = "SELECT invoice_id FROM orders WHERE account_id = 1001 AND kind = 'register'";
        return owner.payInvoice((await sql.value<number>(`${registrations} ORDER BY id DESC`)) ?? 0);
      },
    ],
  ])("read no whole table: %s", async (_, ask) => {
    await statementsOf(ask);
    await acting.settled();
    expect(statements.length).toBeGreaterThan(0);
    const scans: string[] = [];
    for (const statement of statements) {
      for (const detail of await queryPlan(statement)) {
        const [, table] = /^SCAN (\w+)/.exec(detail) ?? [];
        const isFree =
          !table || /VIRTUAL TABLE|CONSTANT ROW/.test(detail) || SMALL.includes(table) || isNewest(detail, statement);
        if (!isFree) scans.push(`${detail}: ${statement.sql}`);
      }
    }
    expect(scans).toEqual([]);
  });
});

/**
 * Returns whether a statement reads only the last row of a table, with `max(id)` or `ORDER BY id DESC LIMIT 1`.
 */
function isNewest(detail: string, { sql }: Statement): boolean {
  const [, table] = /^SCAN (\w+)$/.exec(detail) ?? [];
  return (
    table !== undefined &&
    new RegExp(`max\\(id\\)[\\s\\S]*FROM ${table}\\)|FROM ${table} ORDER BY id DESC LIMIT 1`).test(sql)
  );
}

/** Returns the query plan of a statement. */
async function queryPlan({ sql: text, values }: Statement): Promise<string[]> {
  const explained = db.prepare(`EXPLAIN QUERY PLAN ${text}`).bind(...values);
  return (await explained.all<{ detail: string }>()).results.map(({ detail }) => detail);
}
