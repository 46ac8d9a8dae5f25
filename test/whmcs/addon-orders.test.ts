import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Fault } from "../../dev/whmcs/faults.ts";
import { NO_QUIRKS } from "../../dev/whmcs/quirks.ts";
import type { SentWrite, WriteOperation } from "../../shared/billing-contract/writes.ts";
import { contractCustomer } from "../billing-contract/customer.ts";
import { asks, codeOf, valueIn } from "../billing-contract/questions.ts";
import { logLines } from "./support/reading.ts";
import { startWhmcs } from "./support/whmcs-system.ts";

const START = Date.parse("2026-11-20T15:00:00Z");
const clock = { now: START };
const whmcs = await startWhmcs({ profile: "8.13", now: () => clock.now });
const { simulator, db } = whmcs;
const { state, faults, installation, addon } = simulator;
await whmcs.runScheduledWork();
/** The owner of an account with a plan to be changed and a name to be renewed. */
const ACCOUNT = 1001;
const customer = (billing = whmcs.again().billing) => contractCustomer(billing, asks(11, ACCOUNT, "orders"));

let lines: Record<string, unknown>[];
let names = 0;
beforeEach(() => {
  clock.now = START + ++names * 86_400_000;
  lines = logLines();
});
afterEach(() => {
  faults.clear();
  vi.restoreAllMocks();
  Object.assign(installation.quirks, NO_QUIRKS);
});
afterAll(() => whmcs.stop());

const events = () => lines.map(({ event }) => event);
const callsOf = (action: string) => simulator.calls.filter((call) => call.action === action).length;
const ordersOf = (name: string) =>
  state.orders.filter(({ lines: items }) =>
    items.some(
      (line) => line.kind === "domain" && state.domains.some((row) => row.id === line.domainId && row.name === name),
    ),
  );
const sent = (target: string, operation: WriteOperation = "orderDomain"): SentWrite => ({
  operation,
  target,
  sentAt: new Date(clock.now).toISOString(),
});
const find = (reference: string, what?: SentWrite) =>
  valueIn(whmcs.again().billing.findWrite(asks(11, ACCOUNT, "orders"), reference, what));

test("an order goes with its reference, and is answered again under it", async () => {
  const before = callsOf("AddOrder");
  const placed = await valueIn(customer().orderDomain(`new-${names}.com`, {}, `new-${names}`));
  expect(placed).toMatchObject({ invoice: { subtotal: 1799, status: "unpaid" } });
  expect(callsOf("AddOrder")).toBe(before + 1);
  expect(await valueIn(customer().orderDomain(`new-${names}.com`, {}, `new-${names}`))).toEqual(placed);
  expect(callsOf("AddOrder")).toBe(before + 1);
});

/** Nothing was done, and no answer says so. */
const NOTHING: [string, Fault][] = [
  ["a page with 200", { kind: "html_200" }],
  ["a page with 500", { kind: "html_500" }],
  ["an empty answer", { kind: "empty" }],
  ["a connection that breaks", { kind: "reset" }],
  ["a process that ends", { kind: "write", times: 0, afterMs: 0, answer: { kind: "html_500" } }],
];

test.each(NOTHING)(
  "after %s it is absent at once, and another reference orders it without a wait",
  async (_, fault) => {
    const name = `nothing-${names}.com`;
    faults.plan(fault, { action: "AddOrder", times: 1 });
    expect(await codeOf(customer().orderDomain(name, {}, `${name}-1`))).toBe("billing_unavailable");
    expect(await find(`${name}-1`, sent(`domain:${name}`))).toMatchObject({ state: "absent" });
    expect(await codeOf(customer().orderDomain(name, {}, `${name}-2`))).toBe("ok");
    expect(ordersOf(name)).toHaveLength(1);
  },
);

test.each<[string, Fault]>([
  ["an error that is not listed", { kind: "error", text: "Something went wrong" }],
  ["a warning", { kind: "warning" }],
])("%s without an order has certainly done nothing: the same reference is free", async (_, fault) => {
  const name = `free-${names}.com`;
  faults.plan(fault, { action: "AddOrder", times: 1 });
  expect(await codeOf(customer().orderDomain(name, {}, name))).toBe("billing_unavailable");
  expect(await codeOf(customer().orderDomain(name, {}, name))).toBe("ok");
  expect(ordersOf(name)).toHaveLength(1);
});

test("a call that comes late, after its reference was found absent, orders nothing", async () => {
  const name = `late-${names}.com`;
  faults.plan(
    { kind: "write", times: 1, afterMs: 60_000, answer: { kind: "reset" } },
    { action: "AddOrder", times: 1 },
  );
  expect(await codeOf(customer().orderDomain(name, {}, name))).toBe("billing_unavailable");
  expect(await find(name, sent(`domain:${name}`))).toMatchObject({ state: "absent" });
  clock.now += 61_000;
  simulator.late.runDue();
  expect(ordersOf(name)).toEqual([]);
  expect(await find(name, sent(`domain:${name}`))).toMatchObject({ state: "absent" });
});

test("an order of the same thing by the same administrator is not taken for it", async () => {
  const name = `hand-${names}.com`;
  faults.plan({ kind: "html_500_after" }, { action: "AddOrder", times: 1 });
  expect(await codeOf(customer().orderDomain(name, {}, name))).toBe("billing_unavailable");
  simulator.control.order(
    { clientId: ACCOUNT, domains: [{ name, type: "Register", years: 1 }] },
    { adminId: installation.adminId },
  );
  expect(await find(name, sent(`domain:${name}`))).toMatchObject({ state: "done" });
});

describe("while another process has the account's lock", () => {
  afterEach(() => addon.orders.held.clear());

  test("nothing is sent, and it is to be tried again", async () => {
    const name = `busy-${names}.com`;
    addon.orders.held.add(ACCOUNT);
    expect(await codeOf(customer().orderDomain(name, {}, name))).toBe("billing_unavailable");
    expect(events()).toContain("billing_addon_refused");
    addon.orders.held.clear();
    expect(await codeOf(customer().orderDomain(name, {}, name))).toBe("ok");
  });

  test("a lost answer is under way", async () => {
    const name = `held-${names}.com`;
    faults.plan({ kind: "html_500" }, { action: "AddOrder", times: 1 });
    expect(await codeOf(customer().orderDomain(name, {}, name))).toBe("billing_unavailable");
    addon.orders.held.add(ACCOUNT);
    expect(await find(name, sent(`domain:${name}`))).toEqual({ state: "under_way" });
    addon.orders.held.clear();
    expect(await find(name, sent(`domain:${name}`))).toMatchObject({ state: "absent" });
  });
});

describe("an invoice with another price than was judged", () => {
  const otherPrice = (subtotal: string, more: object = {}) =>
    faults.plan(
      { kind: "changed", change: (members) => ({ ...members, subtotal, ...more }) },
      { action: "GetInvoice" },
    );

  test("takes the order back inside the one call", async () => {
    const name = `price-${names}.com`;
    otherPrice("18.99");
    const price = { amount: 1899, currency: "CAD" };
    expect(await customer().orderDomain(name, {}, name)).toMatchObject({ problem: { code: "refused", price } });
    expect(ordersOf(name)).toMatchObject([{ status: "Cancelled" }]);
    expect(await find(name)).toMatchObject({ state: "refused", problem: { code: "refused" } });
  });

  test("is taken back though the answer is lost: found, it is the new price", async () => {
    const name = `lost-price-${names}.com`;
    otherPrice("18.99");
    faults.plan({ kind: "html_500_after" }, { action: "AddOrder", times: 1 });
    expect(await codeOf(customer().orderDomain(name, {}, name))).toBe("billing_unavailable");
    expect(ordersOf(name)).toMatchObject([{ status: "Cancelled" }]);
    expect(await find(name, sent(`domain:${name}`))).toMatchObject({
      state: "refused",
      problem: { code: "refused" },
    });
  });

  test("is not taken back where something was paid: the operator is told", async () => {
    const name = `paid-${names}.com`;
    otherPrice("18.99", { status: "Paid" });
    expect(await codeOf(customer().orderDomain(name, {}, name))).toBe("billing_unavailable");
    expect(ordersOf(name)).toMatchObject([{ status: "Pending" }]);
    expect(events()).toContain("billing_order_not_taken_back");
  });
});

describe("with a database that was restored to before the order", () => {
  const restored = (reference: string) => db.prepare("DELETE FROM actions WHERE reference = ?").bind(reference).run();

  test("what was done is found with its answer", async () => {
    const name = `restored-${names}.com`;
    const placed = await valueIn(customer().orderDomain(name, {}, name));
    await restored(name);
    expect(await find(name, sent(`domain:${name}`))).toEqual({
      state: "done",
      operation: "orderDomain",
      value: placed,
    });
    expect(events()).toContain("billing_action_restored");
    expect(await valueIn(customer().orderDomain(name, {}, name))).toEqual(placed);
  });

  test("what was not done is absent, whatever else was ordered of the same thing", async () => {
    const name = `restored-absent-${names}.com`;
    await valueIn(customer().orderDomain(name, {}, name));
    await restored(name);
    clock.now += 900_000;
    expect(await find(`${name}-other`, sent(`domain:${name}`))).toMatchObject({ state: "absent" });
  });

  test("the same reference is answered again, and orders nothing", async () => {
    const name = `again-${names}.com`;
    const placed = await valueIn(customer().orderDomain(name, {}, name));
    await restored(name);
    expect(await valueIn(customer().orderDomain(name, {}, name))).toEqual(placed);
    expect(ordersOf(name)).toHaveLength(1);
  });

  test("what was taken back is found with the price that it had", async () => {
    const name = `restored-price-${names}.com`;
    faults.plan(
      { kind: "changed", change: (members) => ({ ...members, subtotal: "18.99" }) },
      { action: "GetInvoice" },
    );
    await customer().orderDomain(name, {}, name);
    await restored(name);
    expect(await find(name, sent(`domain:${name}`))).toMatchObject({
      state: "refused",
      problem: { code: "refused" },
    });
  });
});
