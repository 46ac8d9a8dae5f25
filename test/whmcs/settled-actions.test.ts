import { afterAll, afterEach, beforeEach, expect, test, vi } from "vitest";
import type { SentWrite, SettledWrite } from "../../shared/billing-contract/writes.ts";
import { contractCustomer } from "../billing-contract/customer.ts";
import { asks, codeOf, valueIn } from "../billing-contract/questions.ts";
import { logLines } from "./support/reading.ts";
import { startWhmcs } from "./support/whmcs-system.ts";

const clock = { now: Date.parse("2026-11-20T15:00:00Z") };
const whmcs = await startWhmcs({ profile: "8.13", now: () => clock.now });
const { simulator, db, billing } = whmcs;
const { state, faults } = simulator;
const ACCOUNT = 1001;
const QUERY = asks(11, ACCOUNT, "orders");
const customer = contractCustomer(billing, QUERY);

let lines: Record<string, unknown>[];
let names = 0;
let name: string;
beforeEach(async () => {
  clock.now += 3 * 86_400_000;
  name = `settled-${++names}.com`;
  lines = logLines();
  await db.prepare("DELETE FROM actions").run();
});
afterEach(() => {
  faults.clear();
  vi.restoreAllMocks();
});
afterAll(() => whmcs.stop());

const find = (reference: string) => {
  const sent: SentWrite = {
    operation: "orderDomain",
    target: `domain:${name}`,
    sentAt: new Date(clock.now).toISOString(),
  };
  return valueIn(billing.findWrite(QUERY, reference, sent));
};
const settle = (reference: string, settled: Pick<SettledWrite, "outcome" | "orderId">) =>
  valueIn(customer.settleWrite(reference, { operation: "orderDomain", target: `domain:${name}`, ...settled }));
const rowOf = (reference: string) =>
  db.prepare("SELECT state, order_id FROM actions WHERE reference = ?").bind(reference).first();

/** An order that WHMCS has made twice in one call. @returns the numbers of both */
async function orderedTwice(reference: string): Promise<[first: number, second: number]> {
  faults.plan({ kind: "write", times: 2, afterMs: 0, answer: { kind: "reset" } }, { action: "AddOrder", times: 1 });
  await customer.orderDomain(name, {}, reference);
  clock.now += 181_000;
  expect(await find(reference)).toEqual({ state: "several", count: 2 });
  const [first, second] = state.orders.slice(-2);
  if (!first || !second) throw new Error("not ordered twice");
  return [first.id, second.id];
}

test("the key of an order that the operator names is told that it was settled", async () => {
  const [first, second] = await orderedTwice(name);
  const cancelled = state.orders.find(({ id }) => id === second);
  if (cancelled) cancelled.status = "Cancelled";
  for (let time = 0; time < 2; time++) await settle(name, { outcome: "done", orderId: first });
  expect(await find(name)).toMatchObject({
    ...{ state: "refused" },
    problem: { code: "refused", reason: { en: expect.stringContaining(`it was done, as order ${first}`) } },
  });
  expect(await codeOf(customer.orderDomain(name, {}, name))).toBe("refused");
  expect(state.orders.at(-1)?.id, "nothing was sent again").toBe(second);
});

test("after nothing what was sent is looked for on", async () => {
  const [first, second] = await orderedTwice(name);
  for (const order of state.orders) if (order.id === first || order.id === second) order.status = "Cancelled";
  for (let time = 0; time < 2; time++) await settle(name, { outcome: "nothing", orderId: null });
  expect(await rowOf(name)).toEqual({ state: "lost", order_id: null });
});

test("an order at another price that was paid stays as it is, and holds nothing back once it is settled", async () => {
  faults.plan(
    { kind: "changed", change: (members) => ({ ...members, subtotal: "18.99", status: "Paid" }) },
    { action: "GetInvoice" },
  );
  expect(await codeOf(customer.orderDomain(name, {}, name))).toBe("billing_unavailable");
  expect(await find(name)).toEqual({ state: "under_way" });
  expect(await rowOf(name)).toMatchObject({ state: "sending" });
  const [order] = state.orders.slice(-1);
  await settle(name, { outcome: "done", orderId: order?.id ?? null });
  expect(await rowOf(name)).toEqual({ state: "refused", order_id: order?.id });
  lines.length = 0;
  await whmcs.runScheduledWork();
  expect(lines.map(({ event }) => event)).not.toContain("billing_order_not_taken_back");
  expect(order).toMatchObject({ status: "Pending" });
});

test("an order that is another reference's is not a second one's: the operator is told", async () => {
  const placed = await valueIn(customer.orderDomain(name, {}, `${name}-first`));
  name = `other-${name}`;
  faults.plan({ kind: "html_500" }, { action: "AddOrder", times: 1 });
  await customer.orderDomain(name, {}, name);
  await settle(name, { outcome: "done", orderId: placed.orderId });
  expect(await rowOf(name)).toEqual({ state: "refused", order_id: null });
  expect(lines).toContainEqual(
    expect.objectContaining({ event: "billing_settled_order_taken", order: placed.orderId }),
  );
  expect(await valueIn(billing.findWrite(QUERY, `${name.replace("other-", "")}-first`))).toMatchObject({
    state: "done",
  });
});

test("a row that was lost with the database comes back with the operator's word", async () => {
  const [first] = await orderedTwice(name);
  await db.prepare("DELETE FROM actions").run();
  await settle(name, { outcome: "done", orderId: first });
  expect(await rowOf(name)).toEqual({ state: "refused", order_id: first });
  expect(await find(name)).toMatchObject({ state: "refused" });
});

test("an order that was found late and that staff has cancelled is absent, so that it can be settled as nothing", async () => {
  faults.plan({ kind: "html_500_after" }, { action: "AddOrder", times: 1 });
  await customer.orderDomain(name, {}, name);
  expect(await find(name)).toMatchObject({ state: "done" });
  const order = state.orders.at(-1) ?? expect.fail("no order");
  order.status = "Cancelled";
  expect(await find(name)).toEqual({ state: "absent" });
  faults.plan({ kind: "html_500" }, { action: "find", times: 1 });
  expect(await find(name), "not read").toMatchObject({ state: "done" });
  const invoice = state.invoices.find(({ id }) => id === order.invoiceId) ?? expect.fail("no invoice");
  invoice.status = "Paid";
  expect(await find(name), "paid: not undone").toMatchObject({ state: "done" });
});
