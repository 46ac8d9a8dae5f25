import { beforeAll, describe, expect, test } from "vitest";
import type { Action, ActionOperation } from "../../shared/billing-contract/actions.ts";
import type { BillingEngine } from "../../workers/billing/engine/billing-engine.ts";
import { actingEngine, acts, domainOrder, forgetNotices, NOW, RIGHT_CODE, TERMS } from "./support/acting.ts";
import { asks, LOGINS } from "./support/questions.ts";
import { seededBilling } from "./support/seeded-billing.ts";

const { db, sql } = await seededBilling(new Date(NOW));
beforeAll(async () => {
  await sql.run("UPDATE services SET next_due_on = '2027-06-20' WHERE id IN (2101, 2102)");
});

type OutsideAction = (engine: BillingEngine, action: Action, round: string) => Promise<{ ok: boolean }>;

interface Counts {
  orders: number;
  invoices: number;
  cancellations: number;
  mails: number;
}

const ordered: Counts = { orders: 1, invoices: 1, cancellations: 0, mails: 1 };

/** Each action, and what it makes. */
const ACTIONS: [operation: ActionOperation, act: OutsideAction, makes: Counts][] = [
  ["orderDomain", (engine, action, round) => engine.orderDomain(action, domainOrder(`free-${round}.com`)), ordered],
  [
    "orderDomain",
    (engine, action, round) =>
      engine.orderDomain(
        action,
        domainOrder(`taken-${round}.com`, { type: "transfer", availability: "taken", authCode: RIGHT_CODE }),
      ),
    ordered,
  ],
  [
    "orderPlan",
    (engine, action, round) =>
      engine.orderPlan(action, {
        planId: "web-plus",
        billingCycle: null,
        domain: `${round}.example`,
        promotion: null,
        acceptTerms: TERMS,
        expectedPrice: null,
      }),
    ordered,
  ],
  [
    "renewDomain",
    (engine, action, round) =>
      engine.renewDomain(action, {
        domain: round === "together" ? "studio-ana.ca" : "ana.dev",
        years: 1,
        expectedPrice: null,
      }),
    ordered,
  ],
  [
    "changePlan",
    (engine, action, round) =>
      engine.changePlan(action, {
        serviceId: round === "together" ? 2101 : 2102,
        planId: round === "together" ? "web-pro" : "wp-plus",
        billingCycle: null,
        expectedPrice: null,
      }),
    ordered,
  ],
  [
    "cancelService",
    (engine, action, round) =>
      engine.cancelService(action, {
        serviceId: round === "together" ? 2101 : 2102,
        when: "end_of_period",
        reason: null,
      }),
    { orders: 0, invoices: 0, cancellations: 1, mails: 1 },
  ],
  [
    "transferDomainOut",
    (engine, action, round) => engine.prepareTransferOut(action, round === "together" ? "studio-ana.ca" : "ana.dev"),
    { orders: 0, invoices: 0, cancellations: 0, mails: 1 },
  ],
];

async function rows(): Promise<Omit<Counts, "mails">> {
  const count = (table: string) => sql.value<number>(`SELECT count(*) AS n FROM ${table}`);
  const [orders, invoices, cancellations] = await Promise.all(["orders", "invoices", "cancellations"].map(count));
  return { orders: orders ?? 0, invoices: invoices ?? 0, cancellations: cancellations ?? 0 };
}

/** Two isolates on one database, with one registrar and each its mails. */
function twoEngines() {
  const one = actingEngine(db);
  const other = actingEngine(db, { registrar: one.registrar });
  for (const name of ["studio-ana.ca", "ana.dev"]) one.registrar.hold(name);
  return [one, other] as const;
}

describe.each(["together", "after"] as const)("one action that is delivered twice, %s", (round) => {
  test.each(ACTIONS)("%s: done once, mailed once, answered alike", async (operation, command, makes) => {
    const [one, other] = twoEngines();
    const permissions = ["orders", "products", "domains", "managedomains"] as const;
    const action = { ...acts(), ...asks(LOGINS.owner, 1001, ...permissions) };
    await forgetNotices(db);
    const before = await rows();
    const deliver = ({ engine }: typeof one) => command(engine, action, round);
    const answers =
      round === "together"
        ? await Promise.all([deliver(one), deliver(other)])
        : [await deliver(one), await deliver(other)];
    await Promise.all([one.settled(), other.settled()]);

    // Of what is done at a registrar, the one that comes second may be told to ask again.
    const [done, ...rest] = answers.filter(({ ok }) => ok);
    expect(done, JSON.stringify(answers)).toBeDefined();
    for (const again of [...rest, await deliver(other)]) expect(again).toEqual(done);
    if (operation !== "transferDomainOut" || round === "after") expect(rest).toHaveLength(1);

    const after = await rows();
    expect({
      orders: after.orders - before.orders,
      invoices: after.invoices - before.invoices,
      cancellations: after.cancellations - before.cancellations,
      mails: one.mails.sent.length + other.mails.sent.length,
    }).toEqual(makes);
    const results = await sql.rows("SELECT operation, state FROM actions WHERE reference = ?", action.reference);
    expect(results).toEqual([{ operation, state: "done" }]);
  });
});
