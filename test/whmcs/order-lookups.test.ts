import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { SentAction } from "../../shared/billing-contract/actions.ts";
import { contractCustomer } from "../billing-contract/customer.ts";
import { asks, codeOf, valueIn } from "../billing-contract/questions.ts";
import { logLines } from "./support/reading.ts";
import { startWhmcs } from "./support/whmcs-system.ts";

const START = Date.parse("2026-11-20T15:00:00Z");
const clock = { now: START };
const whmcs = await startWhmcs({ profile: "8.13", now: () => clock.now });
const { simulator, db } = whmcs;
const { faults } = simulator;
const actor = asks(11, 1001, "orders");
const customer = () => contractCustomer(whmcs.again().billing, actor);

let names = 0;
beforeEach(() => {
  clock.now = START + ++names * 86_400_000;
  logLines();
});
afterEach(() => {
  faults.clear();
  vi.restoreAllMocks();
});
afterAll(() => whmcs.stop());

const sent = (name: string): SentAction => ({
  ...{ operation: "orderDomain", target: `domain:${name}` },
  sentAt: new Date(clock.now).toISOString(),
});
const find = (reference: string, name = reference) => whmcs.again().billing.findAction(actor, reference, sent(name));
const orderCalls = (name: string) =>
  simulator.calls.filter(({ action, parameters }) => action === "AddOrder" && parameters["domain[0]"] === name);
async function orderWithLostAnswer(name: string): Promise<void> {
  faults.plan({ kind: "html_500_after" }, { action: "AddOrder", times: 1 });
  expect(await codeOf(customer().orderDomain(name, {}, name))).toBe("billing_unavailable");
}

test("a lookup during which another one notes the order says done, never absent", async () => {
  const name = `noted-${names}.com`;
  await orderWithLostAnswer(name);
  clock.now += 181_000;
  // Both have read the row as it was sent; this one reads which orders are taken after the other has noted its order.
  let isNoted = false;
  const later: Pick<D1Database, "prepare"> = {
    prepare(sql) {
      const statement = db.prepare(sql);
      if (isNoted || !sql.startsWith("SELECT order_id FROM actions")) return statement;
      isNoted = true;
      const noted = find(name);
      const bind = statement.bind.bind(statement);
      vi.spyOn(statement, "bind").mockImplementation((...values) => {
        const bound = bind(...values);
        const all = bound.all.bind(bound);
        vi.spyOn(bound, "all").mockImplementation(async () => {
          await noted;
          return all();
        });
        return bound;
      });
      return statement;
    },
  };
  const DB: D1Database = Object.assign(Object.create(db), later);
  expect(await whmcs.again({ DB }).billing.findAction(actor, name, sent(name))).toMatchObject({
    ok: true,
    value: { state: "done" },
  });
  expect(isNoted).toBe(true);
});

test("what began longer than 30 seconds ago is not sent, though nobody has looked for it", async () => {
  const name = `slow-${names}.com`;
  faults.plan({ kind: "slow", ms: 400 }, { action: "GetOrders", times: 1 });
  const asked = codeOf(customer().orderDomain(name, {}, name));
  await vi.waitFor(async () =>
    expect(await db.prepare("SELECT 1 FROM actions WHERE reference = ?").bind(name).first()).toBeTruthy(),
  );
  clock.now += 31_000;
  expect(await asked).toBe("billing_unavailable");
  expect(orderCalls(name)).toEqual([]);
  expect(await find(name)).toEqual({ ok: true, value: { state: "absent" } });
});

describe("a reference without a row that says it was sent", () => {
  test("whose row was restored to before it was sent shows its order to a person, at each lookup", async () => {
    const name = `unsent-${names}.com`;
    await valueIn(customer().orderDomain(name, {}, name));
    await db
      .prepare(
        `UPDATE actions SET state = 'begun', sent_at = NULL, request = NULL, watermark = NULL, order_id = NULL, made = NULL,
           answer = NULL WHERE reference = ?`,
      )
      .bind(name)
      .run();
    clock.now += 31_000;
    const several = { ok: true, value: { state: "several", count: 1 } };
    expect(await find(name)).toEqual(several);
    expect(await find(name)).toEqual(several);
  });

  test("is not known while another action on its target is being sent", async () => {
    const name = `another-${names}.com`;
    await orderWithLostAnswer(name);
    expect(await find("never-arrived", name)).toMatchObject({ ok: false, problem: { code: "billing_unavailable" } });
    expect(await find(name)).toMatchObject({ ok: true, value: { state: "done" } });
    expect(await find("never-arrived", name)).toEqual({ ok: true, value: { state: "absent" } });
  });
});
