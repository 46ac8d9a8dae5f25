import { expect, test } from "vitest";
import { seedStatements } from "../../dev/seed/statements.ts";
import { acts } from "../billing-contract/customer.ts";
import { NOW } from "./support/acting.ts";
import { engineAt } from "./support/engine.ts";
import { actingScene } from "./support/scene.ts";

const { db, sql } = await actingScene(...seedStatements(new Date(NOW)));
let isHeld = false;
let changes = 0;
const engine = engineAt(db, NOW, "UTC", { generation: { compare: async () => isHeld, compareSoon: () => changes++ } });

async function hold(held: boolean): Promise<void> {
  isHeld = held;
  await sql.run(held ? "INSERT INTO held_stores VALUES ('billing-database', 1)" : "DELETE FROM held_stores");
}

const SETTLED = {
  operation: "renewDomain",
  target: null,
  reference: "lost",
  outcome: "nothing",
  orderId: null,
} as const;

/** Everything that there is of orders, actions and revisions. */
const written = async () =>
  JSON.stringify(
    await Promise.all(
      ["orders", "actions", "account_revisions", "invoices", "notices"].map(
        async (table) => (await db.prepare(`SELECT * FROM ${table}`).all()).results,
      ),
    ),
  );

test("a database that went back takes no action, makes nothing due, and goes on answering questions", async () => {
  await hold(true);
  const before = await written();
  const query = acts("one");
  const renewal = { domain: "studio-ana.ca", years: 1, expectedPrice: null };
  const refused = { ok: false, problem: { code: "changes_held", retryAfter: 60 } };
  expect(await engine.renewDomain(query, renewal)).toEqual(refused);
  const plan = { planId: "web-plus", billingCycle: null, promotion: null, expectedPrice: null };
  expect(await engine.orderPlan(query, { ...plan, domain: null, acceptTerms: null })).toEqual(refused);
  expect(await engine.changePlan(query, { ...plan, serviceId: 2101 })).toEqual(refused);
  expect(await engine.cancelService(query, { serviceId: 2101, when: "end_of_period", reason: null })).toEqual(refused);
  expect(await engine.setDomainAutoRenew(query, { domain: "studio-ana.ca", autoRenew: false })).toEqual(refused);
  expect(await engine.payInvoice(query, 1)).toEqual(refused);
  await engine.runScheduledJobs();
  expect(await written()).toBe(before);
  expect(await engine.readAccount(query)).toMatchObject({ ok: true });
  expect(await engine.findAction(query, "one")).toEqual({ ok: true, value: { state: "absent" } });

  expect(changes).toBe(0);
  await hold(false);
  expect(await engine.renewDomain(query, renewal)).toMatchObject({ ok: true });
  expect(changes).toBe(1);
});

test("a held database never calls a reference undone that it knows", async () => {
  const query = acts("known");
  const renewal = { domain: "studio-ana.ca", years: 1, expectedPrice: null };
  await engine.renewDomain(query, renewal);
  await hold(true);
  expect(await engine.renewDomain(query, renewal)).toMatchObject({ problem: { code: "billing_unavailable" } });
  expect(await engine.settleAction(query, SETTLED)).toMatchObject({
    problem: { code: "billing_unavailable" },
  });
  await hold(false);
});

test("what is due waits while it is not known whether the database went back", async () => {
  const before = await written();
  const unknown = engineAt(db, NOW + 400 * 86_400_000, "UTC", {
    generation: { compare: () => Promise.reject(new Error("the object is away")), compareSoon: () => undefined },
  });
  await expect(unknown.runScheduledJobs()).rejects.toThrow("away");
  expect(await written()).toBe(before);
});
