import { expect, test } from "vitest";
import { seedStatements } from "../../dev/seed/statements.ts";
import { Holds } from "../../shared/holds/holds.ts";
import { engineOperator } from "../../workers/billing/operator/engine-operator.ts";
import { acts } from "../billing-contract/customer.ts";
import { memoryHolds } from "../support/memory-holds.ts";
import { NOW } from "./support/acting.ts";
import { engineAt } from "./support/engine.ts";
import { actingScene } from "./support/scene.ts";

const { db } = await actingScene(...seedStatements(new Date(NOW)));
const holds = new Holds(memoryHolds(), () => NOW);
const engine = engineAt(db, NOW, "UTC", { holds });
const operator = engineOperator(db, () => NOW, holds);

const SETTLED = {
  operation: "renewDomain",
  target: null,
  outcome: "nothing",
  orderId: null,
} as const;
const RENEWAL = { domain: "studio-ana.ca", years: 1, expectedPrice: null };

/** Returns the rows of five tables that actions and scheduled runs change. */
const written = async () =>
  JSON.stringify(
    await Promise.all(
      ["orders", "actions", "accounts", "invoices", "notices"].map(
        async (table) => (await db.prepare(`SELECT * FROM ${table}`).all()).results,
      ),
    ),
  );

test("a database on hold refuses actions and scheduled work, but allows queries", async () => {
  expect(await operator.hold()).toMatchObject({ isDone: true });
  expect(await operator.held()).toMatchObject([{ store: "billing-database" }]);
  const before = await written();
  const query = acts("one");
  const refused = { ok: false, problem: { code: "changes_held", retryAfter: 60 } };
  expect(await engine.renewDomain(query, RENEWAL)).toEqual(refused);
  expect(await engine.payInvoice(query, 1)).toEqual(refused);
  expect(await engine.addSandboxCard(query, null)).toEqual(refused);
  await engine.runScheduledJobs();
  expect(await written()).toBe(before);
  expect(await engine.readAccount(query)).toMatchObject({ ok: true });
  expect(await engine.findWrite(query, "one")).toEqual({ ok: true, value: { state: "absent" } });

  expect(await operator.resume(false)).toMatchObject({ isDone: true });
  expect(await engine.renewDomain(query, RENEWAL)).toMatchObject({ ok: true });
});

test("a database on hold reports an earlier reference as unavailable, never as not done", async () => {
  const query = acts("known");
  await engine.renewDomain(query, RENEWAL);
  await operator.hold();
  expect(await engine.renewDomain(query, RENEWAL)).toMatchObject({ problem: { code: "billing_unavailable" } });
  expect(await engine.settleWrite(query, SETTLED)).toMatchObject({ problem: { code: "billing_unavailable" } });
  await operator.resume(false);
});

test("while the list of holds cannot be read, the engine changes nothing and runs no scheduled work", async () => {
  const before = await written();
  const away = { isHeld: () => Promise.reject(new Error("the object is away")) };
  const unknown = engineAt(db, NOW + 400 * 86_400_000, "UTC", { holds: away });
  await expect(unknown.runScheduledJobs()).rejects.toThrow("away");
  const undone = { problem: { code: "billing_unavailable", isUndone: true } };
  expect(await unknown.renewDomain(acts("three"), RENEWAL)).toMatchObject(undone);
  expect(await written()).toBe(before);
});

test("after a restore, new ids are greater than any id that may have been used before", async () => {
  const plan = {
    planId: "web-start",
    billingCycle: null,
    promotion: null,
    expectedPrice: null,
    acceptTerms: "2026-09-01",
  };
  const order = async (reference: string) => {
    const ordered = await engine.orderPlan(acts(reference), { ...plan, domain: `${reference}.example.com` });
    if (!ordered.ok) throw new Error(ordered.problem.code);
    return ordered.value;
  };
  const before = await order("before-restore");
  await operator.hold();
  await operator.resume(true);
  const after = await order("after-restore");
  for (const [one, other] of [
    [before.orderId, after.orderId],
    [before.serviceId, after.serviceId],
    [before.invoice?.id, after.invoice?.id],
  ])
    expect(other).toBeGreaterThanOrEqual(Number(one) + 100_000);
  expect((await order("next")).orderId).toBe(Number(after.orderId) + 1);
});
