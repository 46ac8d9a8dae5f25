import { expect, test } from "vitest";
import { everyRow } from "../support/every-row.ts";
import { actingEngine, acts, domainOrder, NOW, RIGHT_CODE } from "./support/acting.ts";
import { LOGINS, valueIn } from "./support/questions.ts";
import { seededBilling } from "./support/seeded-billing.ts";
import { watchedDatabase } from "./support/watched-database.ts";

const { db, billing, sql } = await seededBilling(new Date(NOW));
const acting = actingEngine(db);

const count = (from: string) => sql.value(`SELECT count(*) FROM ${from}`);

test("the same reference fifty times at once, over the binding, is one order with one answer", async () => {
  const order = domainOrder("free-fifty.com");
  const results = await Promise.all(Array.from({ length: 50 }, () => billing.orderDomain(acts("fifty"), order)));
  expect(new Set(results.map((result) => JSON.stringify(result))).size).toBe(1);
  expect(results[0]).toMatchObject({ ok: true });
  expect(await count("domains WHERE name = 'free-fifty.com'")).toBe(1);
  expect(await count("orders o JOIN domains d ON d.id = o.domain_id WHERE d.name = 'free-fifty.com'")).toBe(1);
  expect(await count("invoice_lines WHERE description_en LIKE '%free-fifty.com%'")).toBe(1);
});

test("many references for one name at once are one order, the others already requested", async () => {
  const order = domainOrder("free-race.com");
  const results = await Promise.all(
    Array.from({ length: 12 }, (_, index) => billing.orderDomain(acts(`race-${index}`), order)),
  );
  const codes = results.map((result) => (result.ok ? "done" : result.problem.code)).toSorted();
  expect(codes).toEqual([...Array(11).fill("already_requested"), "done"]);
  expect(await count("domains WHERE name = 'free-race.com'")).toBe(1);
});

test("two accounts that want one name: an unpaid order holds it for neither", async () => {
  const order = domainOrder("free-duel.com");
  const results = await Promise.all([
    billing.orderDomain(acts("duel"), order),
    billing.orderDomain(acts("duel", LOGINS.totp, 1003), order),
  ]);
  expect(results.map((result) => (result.ok ? "done" : result.problem.code))).toEqual(["done", "done"]);
});

test("two accounts that want one name at no cost: one has it", async () => {
  const order = domainOrder("taken-duel.uk", {
    type: "transfer",
    availability: "taken",
    acceptTerms: "2026-09-01+uk.2024-01-01",
  });
  const results = await Promise.all([
    billing.orderDomain(acts("free-duel"), order),
    billing.orderDomain(acts("free-duel", LOGINS.totp, 1003), order),
  ]);
  const codes = results.map((result) => (result.ok ? "done" : result.problem.code)).toSorted();
  expect(codes).toEqual(["done", "not_available"]);
});

test("an answer that was lost is found; what was never asked is absent; another operation does not get it", async () => {
  const { engine } = acting;
  const placed = await valueIn(engine.orderDomain(acts("lost"), domainOrder("free-lost.com")));
  const actor = { loginId: LOGINS.owner, accountId: 1001 };
  expect(await engine.findAction(actor, "lost")).toEqual({
    ok: true,
    value: { state: "done", operation: "orderDomain", value: placed },
  });
  expect(await engine.findAction(actor, "never")).toEqual({ ok: true, value: { state: "absent" } });
  expect(await engine.findAction({ loginId: LOGINS.owner, accountId: 1002 }, "lost")).toMatchObject({
    value: { state: "absent" },
  });
  const other = engine.renewDomain(acts("lost"), { domain: "ana.dev", years: 1, expectedPrice: null });
  expect(await other).toMatchObject({ problem: { code: "refused" } });
});

test("a permission that goes between reading and writing stops the action", async () => {
  await sql.run("INSERT INTO account_login_permissions VALUES (12, 1001, 'orders')");
  let batches = 0;
  const watched = watchedDatabase(db, {
    batch: async (run) => {
      if (++batches === 2) await sql.run("DELETE FROM account_login_permissions WHERE permission = 'orders'");
      return run();
    },
  });
  const order = domainOrder("free-gone.com");
  const result = await actingEngine(watched).engine.orderDomain(acts("gone", LOGINS.contact), order);
  expect(result).toEqual({ ok: false, problem: { code: "permission_denied", permission: "orders" } });
  expect(batches).toBe(3);
  expect(await count("domains WHERE name = 'free-gone.com'")).toBe(0);
});

test.each([
  ["before anything was written", false, "absent"],
  ["after everything was written", true, "done"],
])("a database that fails %s: the answer is unknown, the reference says what is so", async (_, written, state) => {
  let batches = 0;
  const failing = watchedDatabase(db, {
    batch: async (run) => {
      if (++batches !== 2) return run();
      if (written) await run();
      throw new Error("D1_ERROR: Network connection lost.");
    },
  });
  const order = domainOrder(`free-${state}.com`);
  const result = await actingEngine(failing).engine.orderDomain(acts(`fails-${state}`), order);
  expect(result).toMatchObject({ problem: { code: "billing_unavailable" } });
  const actor = { loginId: LOGINS.owner, accountId: 1001 };
  expect(await valueIn(acting.engine.findAction(actor, `fails-${state}`))).toMatchObject({ state });
  expect(await acting.engine.orderDomain(acts(`fails-${state}`), order)).toMatchObject({ ok: true });
  expect(await count(`domains WHERE name = 'free-${state}.com'`)).toBe(1);
});

test("a transfer's code is kept sealed with its order, and nowhere in the answer", async () => {
  const more = { type: "transfer", availability: "taken", authCode: RIGHT_CODE } as const;
  const placed = await acting.engine.orderDomain(acts("transfer"), domainOrder("taken-kept.com", more));
  expect(placed).toMatchObject({ ok: true });
  expect(JSON.stringify(placed)).not.toContain(RIGHT_CODE);
  expect(
    await count("orders o JOIN domains d ON d.id = o.domain_id WHERE d.name = 'taken-kept.com' AND auth_code <> ''"),
  ).toBe(1);
  expect(await everyRow(db)).toContain("taken-kept.com");
  expect(await everyRow(db)).not.toContain(RIGHT_CODE);
});

test("what was done is found when the login that did it is gone", async () => {
  const actor = { loginId: LOGINS.totp, accountId: 1003 };
  await valueIn(acting.engine.orderDomain(acts("gone", LOGINS.totp, 1003), domainOrder("free-gone.com")));
  await sql.run("DELETE FROM account_logins WHERE login_id = ? AND account_id = 1003", LOGINS.totp);
  expect(await acting.engine.findAction(actor, "gone")).toMatchObject({ ok: true, value: { state: "done" } });
  expect(await acting.engine.findAction(actor, "never")).toEqual({ ok: true, value: { state: "absent" } });
});
