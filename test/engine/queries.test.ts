import { describe, expect, test } from "vitest";
import { type ActingEngine, actingEngine, domainOrder, TERMS } from "./support/acting.ts";
import { queryPlan } from "./support/database-contract.ts";
import { engineAt } from "./support/engine.ts";
import { ACTING_QUESTIONS, asks, LOGINS, QUESTIONS } from "./support/questions.ts";
import { seededBilling } from "./support/seeded-billing.ts";
import { type Statement, watchedDatabase } from "./support/watched-database.ts";

const PLAN = { planId: "web-plus", billingCycle: null, promotion: null, acceptTerms: TERMS, expectedPrice: null };
const BIG = asks(LOGINS.big, 1005, "products");

const { db, sql } = await seededBilling();
let statements: Statement[];
/** Trips to the database, each with its number of statements. */
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

/** Tables that have a row for each thing that is sold or once alone, however many customers there are. */
const SMALL = [
  "demonstration_clock",
  "terms",
  "plan_texts",
  "plan_prices",
  "plans",
  "plan_discounts",
  "plan_discount_cycles",
];

describe("no statement of a customer's question reads a table whole", () => {
  const owner = (reference: string) => ({
    ...asks(LOGINS.owner, 1001, "orders", "domains", "managedomains", "products", "invoices"),
    reference,
  });
  const asked: Record<string, (acting: ActingEngine) => Promise<unknown>> = {
    ...Object.fromEntries(
      Object.entries({ ...QUESTIONS, ...ACTING_QUESTIONS }).map(([name, ask]) => [
        name,
        ({ engine }: ActingEngine) => ask(engine, owner("")),
      ]),
    ),
    listManagedAccounts: ({ engine }) => engine.listManagedAccounts(LOGINS.owner),
    readRecipients: ({ engine }) => engine.readRecipients(owner("")),
    quotePlanOrder: ({ engine }) => engine.quotePlanOrder(owner(""), { ...PLAN, domain: "scan.com" }),
    orderPlan: ({ engine }) => engine.orderPlan(owner("scan-1"), { ...PLAN, domain: "scan.com" }),
    orderDomain: ({ engine }) => engine.orderDomain(owner("scan-2"), domainOrder("free-scan.com")),
    renewDomain: ({ engine }) =>
      engine.renewDomain(owner("scan-3"), { domain: "ana.dev", years: 1, expectedPrice: null }),
    changePlan: ({ engine }) =>
      engine.changePlan(owner("scan-4"), {
        serviceId: 2101,
        planId: "web-pro",
        billingCycle: null,
        expectedPrice: null,
      }),
    cancelService: ({ engine }) =>
      engine.cancelService(owner("scan-5"), { serviceId: 2102, when: "end_of_period", reason: null }),
    setDomainAutoRenew: ({ engine }) => engine.setDomainAutoRenew(owner(""), { domain: "ana.dev", autoRenew: false }),
    setDomainNameservers: ({ engine }) =>
      engine.setDomainNameservers(owner(""), { domain: "ana.dev", nameservers: ["ns1.a.example", "ns2.a.example"] }),
    setDomainLock: ({ engine }) => engine.setDomainLock(owner(""), { domain: "ana.dev", locked: false }),
    prepareTransferOut: ({ engine }) => engine.prepareTransferOut(owner("scan-6"), "studio-ana.ca"),
    findAction: ({ engine }) => engine.findAction(owner(""), "scan-1"),
    setPaymentMethodOnFile: ({ engine }) => engine.setPaymentMethodOnFile(owner(""), true),
    payInvoice: async ({ engine }) => {
      const invoice = await sql.value<number>(
        "SELECT invoice_id FROM orders WHERE account_id = 1001 AND kind = 'register' ORDER BY id DESC",
      );
      return engine.payInvoice(owner(""), invoice ?? 0);
    },
  };

  test.each(Object.entries(asked))("%s", async (_, ask) => {
    const acting = actingEngine(watched);
    for (const name of ["ana.dev", "studio-ana.ca"]) acting.registrar.hold(name);
    [statements, trips] = [[], []];
    expect(await ask(acting)).toMatchObject({ ok: true });
    await acting.settled();
    expect(statements.length).toBeGreaterThan(0);
    const scans: string[] = [];
    for (const statement of statements) {
      for (const detail of await queryPlan(db, statement)) {
        const [, table] = /^SCAN (\w+)/.exec(detail) ?? [];
        const isFree =
          !table || /VIRTUAL TABLE|CONSTANT ROW/.test(detail) || SMALL.includes(table) || isNewest(detail, statement);
        if (!isFree) scans.push(`${detail}: ${statement.sql}`);
      }
    }
    expect(scans).toEqual([]);
  });
});

/** The last row of an index or of a table by its id, which is one step: `max(id)`, `ORDER BY id DESC LIMIT 1`. */
function isNewest(detail: string, { sql }: Statement): boolean {
  const [, table] = /^SCAN (\w+)$/.exec(detail) ?? [];
  return (
    table !== undefined &&
    new RegExp(`max\\(id\\)[\\s\\S]*FROM ${table}\\)|FROM ${table} ORDER BY id DESC LIMIT 1`).test(sql)
  );
}
