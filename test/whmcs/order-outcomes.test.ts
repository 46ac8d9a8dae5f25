import { afterEach, describe, expect, test, vi } from "vitest";
import type { WhmcsOrder } from "../../dev/whmcs/order-tables.ts";
import type { SettledWrite } from "../../shared/billing-contract/writes.ts";
import { asks, codeOf, valueIn } from "../billing-contract/questions.ts";
import { useActingWhmcs } from "./support/use-whmcs.ts";

/*
 * Tests the outcome of an order after a restore of the Worker's database, after staff cancelled the order, and after
 * the operator settled it. write-faults.test.ts and addon-conformance.test.ts show that an order is sent only once,
 * even if a response is lost.
 */

const ACCOUNT = 1001;
const DAY_MS = 86_400_000;
const scene = await useActingWhmcs();
const { simulator, db, customer, clock, find, events, newestOrder } = scene;
const { state, faults, addon } = simulator;
afterEach(() => addon.orders.held.clear());

const order = (reference = scene.name) => customer().orderDomain(scene.name, {}, reference);
const fails = (kind: "html_500" | "html_500_after" = "html_500", action = "AddOrder") =>
  faults.plan({ kind }, { action, times: 1 });
const ordersOf = (name: string) => state.domains.filter((row) => row.name === name).length;
const invoiceOf = ({ invoiceId }: WhmcsOrder) =>
  state.invoices.find(({ id }) => id === invoiceId) ?? expect.fail("no invoice");
const rowOf = () => db.prepare("SELECT state, order_id FROM actions WHERE reference = ?").bind(scene.name).first();
const forget = () => db.prepare("DELETE FROM actions WHERE reference = ?").bind(scene.name).run();
const settle = (settled: Pick<SettledWrite, "outcome" | "orderId">) =>
  valueIn(customer().settleWrite(scene.name, { operation: "orderDomain", target: `domain:${scene.name}`, ...settled }));

/** Places an order and loses the response. */
async function orderedUnheard(): Promise<WhmcsOrder> {
  fails("html_500_after");
  expect(await codeOf(order())).toBe("billing_unavailable");
  return newestOrder();
}

function cancel(one: WhmcsOrder): void {
  one.status = "Cancelled";
  for (const domain of state.domains) if (domain.name === scene.name) domain.status = "Cancelled";
}

test("a request that is lost on the way is immediately reported as absent, and another reference can order without waiting", async () => {
  fails();
  expect(await codeOf(order())).toBe("billing_unavailable");
  expect(await find()).toEqual({ state: "absent", isFinal: true });
  expect(await codeOf(order(`${scene.name}-2`))).toBe("ok");
  expect(ordersOf(scene.name)).toBe(1);
});

test.each([
  ["its lookup", find],
  ["a lookup by a caller that does not know that it was sent", async () => valueIn(customer().findWrite(scene.name))],
])("a call that is slower than %s is withdrawn, and sends nothing", async (_, lookUp) => {
  const { slow, letGo } = scene.waiting("GetTLDPricing");
  const asked = codeOf(slow.orderDomain(scene.name, {}, scene.name));
  await vi.waitFor(async () => expect(await rowOf()).toBeTruthy());
  expect(await lookUp()).toEqual({ state: "absent", isFinal: true });
  letGo();
  expect(await asked).toBe("billing_unavailable");
  const sent = simulator.calls.filter(
    ({ action, parameters }) => action === "AddOrder" && String(parameters.domain) === scene.name,
  );
  expect([sent, ordersOf(scene.name)]).toEqual([[], 0]);
});

test("while another process holds the account's lock, nothing is sent and a lost order is reported as in progress", async () => {
  addon.orders.held.add(ACCOUNT);
  expect(await codeOf(order())).toBe("billing_unavailable");
  expect(events()).toContain("billing_addon_refused");
  addon.orders.held.clear();
  fails();
  expect(await codeOf(order())).toBe("billing_unavailable");
  addon.orders.held.add(ACCOUNT);
  expect(await find()).toEqual({ state: "under_way" });
  addon.orders.held.clear();
  expect(await find()).toMatchObject({ state: "absent" });
});

describe("a restored database that lacks the action", () => {
  test("returns an order's result to a lookup and to a repeated call", async () => {
    const placed = await valueIn(order());
    await forget();
    expect(await valueIn(order())).toEqual(placed);
    await forget();
    expect(await find()).toEqual({ state: "done", operation: "orderDomain", value: placed });
    expect(events()).toContain("billing_action_restored");
    expect(ordersOf(scene.name)).toBe(1);
    expect(await find("another-reference"), "even after other orders of the same name").toMatchObject({
      state: "absent",
    });
  });

  test("reports an order that was cancelled because of another price, with that price", async () => {
    faults.plan(
      { kind: "changed", change: (members) => ({ ...members, subtotal: "18.99" }) },
      { action: "GetInvoice" },
    );
    await order();
    await forget();
    expect(await find()).toMatchObject({ state: "refused", problem: { code: "refused", price: { amount: 1899 } } });
  });

  test("leaves a recent cancellation request to the operator, and ignores one that is 15 minutes old", async () => {
    const isCancelled = (id: number) => state.cancellations.some(({ serviceId }) => serviceId === id);
    const [first, second] = state.services.filter(
      ({ id, clientId, status }) => clientId === ACCOUNT && status === "Active" && !isCancelled(id),
    );
    if (!first || !second) throw new Error("no services to cancel");
    await valueIn(customer().cancelService(first.id, "end_of_period", null, scene.name));
    await forget();
    const found = (id: number) => {
      const sentAt = new Date(clock.now).toISOString();
      const sent = { operation: "cancelService", target: `service:${id}`, sentAt } as const;
      return valueIn(scene.billing.findWrite(asks(11, ACCOUNT), scene.name, sent));
    };
    expect(await found(first.id)).toEqual({ state: "several", count: 1 });
    expect(await found(second.id)).toMatchObject({ state: "absent" });
    clock.now += 900_000;
    expect(await found(first.id)).toMatchObject({ state: "absent" });
  });
});

describe("an order with an unreadable invoice", () => {
  const deleteInvoice = (one: WhmcsOrder) => void state.invoices.splice(state.invoices.indexOf(invoiceOf(one)), 1);

  test("is refused once staff have cancelled it, and its domain can be ordered again", async () => {
    const one = await orderedUnheard();
    deleteInvoice(one);
    expect(await find()).toEqual({ state: "under_way" });
    expect(events()).toContain("billing_invoice_gone");
    expect(await codeOf(order("second"))).toBe("already_requested");
    cancel(one);
    clock.now += 200_000;
    await scene.endActions();
    expect(await find()).toMatchObject({ state: "refused", problem: { code: "refused" } });
    expect(await codeOf(order("third"))).toBe("ok");
  });

  test("needs the operator after a day, and ends when the operator settles it as nothing", async () => {
    deleteInvoice(await orderedUnheard());
    expect(await find()).toEqual({ state: "under_way" });
    clock.now += DAY_MS;
    expect(await find()).toEqual({ state: "several", count: 1 });
    for (let time = 0; time < 2; time++) await settle({ outcome: "nothing", orderId: null });
    expect(await find()).toMatchObject({ state: "refused" });
  });
});

describe("an order that staff cancelled", () => {
  test("before its response arrived is not reported as an order at another price", async () => {
    await valueIn(order());
    cancel(newestOrder());
    await db.prepare("UPDATE actions SET state = 'sending', answer = NULL WHERE reference = ?").bind(scene.name).run();
    expect(await find()).toMatchObject({ state: "refused", problem: { code: "refused" } });
    expect(events()).not.toContain("billing_order_taken_back");
  });

  test("becomes absent even if a lookup had found it, but stays done if it is paid or unreadable", async () => {
    const one = await orderedUnheard();
    expect(await find()).toMatchObject({ state: "done" });
    one.status = "Cancelled";
    expect(await find()).toEqual({ state: "absent" });
    fails("html_500", "find");
    expect(await find(), "not read").toMatchObject({ state: "done" });
    invoiceOf(one).status = "Paid";
    expect(await find(), "paid: not undone").toMatchObject({ state: "done" });
  });
});

describe("the operator's settlement", () => {
  /** Makes WHMCS create two orders in one call. @returns the ids of both */
  async function orderedTwice(): Promise<[first: number, second: number]> {
    faults.plan({ kind: "write", times: 2, afterMs: 0, answer: { kind: "reset" } }, { action: "AddOrder", times: 1 });
    await order();
    expect(await find()).toEqual({ state: "several", count: 2 });
    expect(await rowOf(), "it reserves its name while more may arrive").toMatchObject({ state: "sending" });
    clock.now += 181_000;
    expect(await find()).toEqual({ state: "several", count: 2 });
    const [first, second] = state.orders.slice(-2).map(({ id }) => id);
    return [first ?? 0, second ?? 0];
  }

  test("as done becomes the result for its reference, even if the row was lost", async () => {
    const [first, second] = await orderedTwice();
    for (let time = 0; time < 2; time++) await settle({ outcome: "done", orderId: first });
    const reason = { en: expect.stringContaining(`was done, as order ${first}`) };
    expect(await find()).toMatchObject({ state: "refused", problem: { code: "refused", reason } });
    expect(await codeOf(order())).toBe("refused");
    expect(newestOrder().id, "nothing was sent again").toBe(second);
    await forget();
    await settle({ outcome: "done", orderId: first });
    expect(await rowOf()).toEqual({ state: "refused", order_id: first });
  });

  test("as nothing marks an action as lost if staff cancelled its orders", async () => {
    await orderedTwice();
    for (const one of state.orders.slice(-2)) one.status = "Cancelled";
    for (let time = 0; time < 2; time++) await settle({ outcome: "nothing", orderId: null });
    expect(await rowOf()).toEqual({ state: "lost", order_id: null });
  });

  test.each(["done", "nothing"] as const)(
    "as %s leaves a paid order at another price in place, which is not reported again",
    async (outcome) => {
      const change = (members: object) => ({ ...members, subtotal: "18.99", status: "Paid" });
      faults.plan({ kind: "changed", change }, { action: "GetInvoice" });
      expect(await codeOf(order())).toBe("billing_unavailable");
      expect(await rowOf()).toMatchObject({ state: "sending" });
      await settle({ outcome, orderId: outcome === "done" ? newestOrder().id : null });
      expect(await rowOf()).toMatchObject({ state: "refused" });
      scene.lines.length = 0;
      await scene.runScheduledWork();
      expect(events()).not.toContain("billing_order_not_taken_back");
      expect(newestOrder()).toMatchObject({ status: "Pending" });
    },
  );

  test("with the order of another reference does not record that order, and the operator gets an alert", async () => {
    const placed = await valueIn(order("first"));
    scene.name = `other-${scene.name}`;
    fails();
    await order();
    await settle({ outcome: "done", orderId: placed.orderId });
    expect(await rowOf()).toEqual({ state: "refused", order_id: null });
    const line = { event: "billing_settled_order_taken", order: placed.orderId };
    expect(scene.lines).toContainEqual(expect.objectContaining(line));
    expect(await find("first")).toMatchObject({ state: "done" });
  });
});
