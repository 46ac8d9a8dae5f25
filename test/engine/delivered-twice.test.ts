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

interface Counts {
  orders: number;
  invoices: number;
  cancellations: number;
}

const ordered: Counts = { orders: 1, invoices: 1, cancellations: 0 };

/** What an action of each round is about: another one, so that the first round leaves the second what it needs. */
const ROUNDS = {
  together: { word: "together", domain: "studio-ana.ca", serviceId: 2101, planId: "web-pro" },
  after: { word: "after", domain: "ana.dev", serviceId: 2102, planId: "wp-plus" },
};
type Subject = (typeof ROUNDS)["together"];

const price = { expectedPrice: null };
const transfer = { type: "transfer", availability: "taken", authCode: RIGHT_CODE } as const;
const plan = { planId: "web-plus", billingCycle: null, promotion: null, acceptTerms: TERMS, ...price };

type Act = (engine: BillingEngine, action: Action, subject: Subject) => Promise<{ ok: boolean }>;

/** Each action, and what it makes besides a mail. */
const ACTIONS: [operation: ActionOperation, makes: Counts, act: Act][] = [
  ["orderDomain", ordered, (e, action, { word }) => e.orderDomain(action, domainOrder(`free-${word}.com`))],
  ["orderDomain", ordered, (e, action, { word }) => e.orderDomain(action, domainOrder(`taken-${word}.com`, transfer))],
  ["orderPlan", ordered, (e, action, { word }) => e.orderPlan(action, { ...plan, domain: `${word}.example` })],
  ["renewDomain", ordered, (e, action, { domain }) => e.renewDomain(action, { domain, years: 1, ...price })],
  [
    "changePlan",
    ordered,
    (e, action, { serviceId, planId }) => e.changePlan(action, { serviceId, planId, billingCycle: null, ...price }),
  ],
  [
    "cancelService",
    { orders: 0, invoices: 0, cancellations: 1 },
    (e, action, { serviceId }) => e.cancelService(action, { serviceId, when: "end_of_period", reason: null }),
  ],
  [
    "transferDomainOut",
    { orders: 0, invoices: 0, cancellations: 0 },
    (e, action, { domain }) => e.prepareTransferOut(action, domain),
  ],
];

async function rows(): Promise<Counts> {
  const count = async (table: string) => (await sql.value<number>(`SELECT count(*) FROM ${table}`)) ?? 0;
  return {
    orders: await count("orders"),
    invoices: await count("invoices"),
    cancellations: await count("cancellations"),
  };
}

/** Two isolates on one database, with one registrar and each its mails. */
function twoEngines() {
  const one = actingEngine(db);
  const other = actingEngine(db, { registrar: one.registrar });
  for (const name of ["studio-ana.ca", "ana.dev"]) one.registrar.hold(name);
  return [one, other] as const;
}

describe.each(["together", "after"] as const)("one action that is delivered twice, %s", (round) => {
  test.each(ACTIONS)("%s: done once, mailed once, answered alike", async (operation, makes, act) => {
    const [one, other] = twoEngines();
    const permissions = ["orders", "products", "domains", "managedomains"] as const;
    const action = { ...acts(), ...asks(LOGINS.owner, 1001, ...permissions) };
    await forgetNotices(db);
    const before = await rows();
    const deliver = ({ engine }: typeof one) => act(engine, action, ROUNDS[round]);
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
    for (const table of ["orders", "invoices", "cancellations"] as const) {
      expect(after[table] - before[table], table).toBe(makes[table]);
    }
    expect(one.mails.sent.length + other.mails.sent.length).toBe(1);
    const results = await sql.rows("SELECT operation, state FROM actions WHERE reference = ?", action.reference);
    expect(results).toEqual([{ operation, state: "done" }]);
  });
});
