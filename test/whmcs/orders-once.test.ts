import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Fault } from "../../dev/whmcs/faults.ts";
import { placeOrder, type Requestor } from "../../dev/whmcs/provisioning/order-placement.ts";
import { NO_QUIRKS } from "../../dev/whmcs/quirks.ts";
import type { SentWrite, WriteOperation } from "../../shared/billing-contract/writes.ts";
import { contractCustomer } from "../billing-contract/customer.ts";
import { asks, codeOf, valueIn } from "../billing-contract/questions.ts";
import { CALL, logLines } from "./support/reading.ts";
import { startWhmcs } from "./support/whmcs-system.ts";

const START = Date.parse("2026-11-20T15:00:00Z");
const clock = { now: START };
const whmcs = await startWhmcs({ profile: "8.13", now: () => clock.now });
const { simulator, db } = whmcs;
const { state, faults, installation } = simulator;
/** The owner of an account with a plan to be changed and a name to be renewed. */
const ACCOUNT = 1001;
const customer = (billing = whmcs.again().billing) => contractCustomer(billing, asks(11, ACCOUNT, "orders"));

let lines: Record<string, unknown>[];
let names = 0;
beforeEach(() => {
  clock.now = START + ++names * 86_400_000;
  lines = logLines();
});
afterEach(async () => {
  faults.clear();
  vi.restoreAllMocks();
  Object.assign(installation.quirks, NO_QUIRKS);
  await db.prepare("DELETE FROM acting_stopped").run();
});
afterAll(() => whmcs.stop());

const events = () => lines.map(({ event }) => event);
const ordersOf = (name: string) =>
  state.orders.filter(({ lines: items }) =>
    items.some(
      (line) => line.kind === "domain" && state.domains.some((row) => row.id === line.domainId && row.name === name),
    ),
  );
/** An order of a name that did not come through the Worker. */
function orderedBy(name: string, by: Requestor): void {
  const client = state.clients.find(({ id }) => id === ACCOUNT);
  if (!client) throw new Error("no such account");
  const domains = [{ name, type: "Register" as const, years: 1 }];
  placeOrder(installation, { client, paymentMethod: "mailin", domains, nameservers: [] }, by);
}
const sent = (target: string, operation: WriteOperation = "orderDomain"): SentWrite => ({
  operation,
  target,
  sentAt: new Date(clock.now).toISOString(),
});
const find = (reference: string, what?: SentWrite) =>
  valueIn(whmcs.again().billing.findWrite(asks(11, ACCOUNT, "orders"), reference, what));

/** The answer is lost although the order is there. */
const LOST: [string, Fault][] = [["an error page after the order was made", { kind: "html_500_after" }]];
describe.each(LOST)("after %s", (_, fault) => {
  test("the order is found by its reference, which never orders again", async () => {
    const name = `lost-${names}.com`;
    faults.plan(fault, { action: "AddOrder", times: 1 });
    const owner = customer();
    expect(await codeOf(owner.orderDomain(name, {}, name))).toBe("billing_unavailable");
    const found = await find(name, sent(`domain:${name}`));
    expect(found).toMatchObject({ state: "done", operation: "orderDomain", value: { invoice: { subtotal: 1799 } } });
    expect(await valueIn(customer().orderDomain(name, {}, name))).toEqual("value" in found && found.value);
    expect(ordersOf(name)).toHaveLength(1);
  });

  test("an order of the same name by somebody else in the same minute is not taken for it", async () => {
    const name = `staff-${names}.com`;
    faults.plan({ kind: "html_500" }, { action: "AddOrder", times: 1 });
    expect(await codeOf(customer().orderDomain(name, {}, name))).toBe("billing_unavailable");
    for (const by of [{ userId: 11 }, { adminId: 99 }]) orderedBy(name, by);
    expect(await find(name, sent(`domain:${name}`))).toMatchObject({ state: "absent" });
  });
});

test.each([
  ["Client ID Not Found", "billing_unavailable"],
  ["Invalid Payment Method. Valid options include x", "billing_unavailable"],
  ["No items added to cart so order cannot proceed", "not_offered"],
  ["UNABLE TO ADD ORDER WHEN CLIENT STATUS IS CLOSED", "not_allowed"],
])("%s is a refusal without effect: %s, and the reference is free", async (text, code) => {
  const name = `refused-${names}.com`;
  faults.plan({ kind: "error", text }, { action: "AddOrder", times: 1 });
  expect(await codeOf(customer().orderDomain(name, {}, name))).toBe(code);
  expect(await find(name)).toMatchObject({ state: "absent" });
  expect(await codeOf(customer().orderDomain(name, {}, name))).toBe("ok");
});

test("a call that was slower than the lookup of it is withdrawn, and sends nothing", async () => {
  const name = `fence-${names}.com`;
  faults.plan({ kind: "slow", ms: 400 }, { action: "GetTLDPricing", times: 1 });
  const asked = codeOf(customer().orderDomain(name, {}, name));
  await vi.waitFor(async () =>
    expect(await db.prepare("SELECT 1 FROM actions WHERE reference = ?").bind(name).first()).toBeTruthy(),
  );
  expect(await find(name, sent(`domain:${name}`))).toEqual({ state: "absent", isFinal: true });
  expect(await asked).toBe("billing_unavailable");
  expect(ordersOf(name)).toEqual([]);
  expect(
    simulator.calls.some(({ action, parameters }) => action === "AddOrder" && parameters["domain[0]"] === name),
  ).toBe(false);
});

test("a database that was restored to before a request to cancel shows it to a person", async () => {
  const [first, second] = state.services.filter(
    ({ id, clientId, status }) =>
      clientId === ACCOUNT && status === "Active" && !state.cancellations.some(({ serviceId }) => serviceId === id),
  );
  if (!first || !second) throw new Error("no services to cancel");
  const reference = `cancelled-${names}`;
  await valueIn(customer().cancelService(first.id, "end_of_period", null, reference));
  await db.prepare("DELETE FROM actions WHERE reference = ?").bind(reference).run();
  const found = (id: number) => find(reference, sent(`service:${id}`, "cancelService"));
  expect(await found(first.id)).toEqual({ state: "several", count: 1 });
  expect(await found(second.id)).toMatchObject({ state: "absent" });
  clock.now += 900_000;
  expect(await found(first.id), "one of long before is another").toMatchObject({ state: "absent" });
});

describe("an invoice with another price than was judged", () => {
  const otherPrice = (subtotal: string, more: object = {}) =>
    faults.plan(
      { kind: "changed", change: (members) => ({ ...members, subtotal, ...more }) },
      { action: "GetInvoice" },
    );

  test("takes a new name's order back before the customer hears of it", async () => {
    const name = `price-${names}.com`;
    otherPrice("18.99");
    const price = { amount: 1899, currency: "CAD" };
    expect(await customer().orderDomain(name, {}, name)).toMatchObject({ problem: { code: "refused", price } });
    expect(ordersOf(name)).toMatchObject([{ status: "Cancelled" }]);
    expect(await find(name)).toMatchObject({ state: "refused", problem: { code: "refused" } });
  });

  test("is not taken back where something was paid: the operator is told", async () => {
    const name = `paid-${names}.com`;
    otherPrice("18.99", { status: "Paid" });
    expect(await codeOf(customer().orderDomain(name, {}, name))).toBe("billing_unavailable");
    expect(ordersOf(name)).toMatchObject([{ status: "Pending" }]);
    expect(await find(name)).toEqual({ state: "under_way" });
    expect(events()).toContain("billing_order_not_taken_back");
  });

  test("that cannot be cancelled now is taken back by the schedule", async () => {
    const name = `later-${names}.com`;
    otherPrice("18.99");
    faults.plan({ kind: "html_500" }, { action: "CancelOrder", times: 1 });
    expect(await codeOf(customer().orderDomain(name, {}, name))).toBe("billing_unavailable");
    expect(await find(name)).toMatchObject({ state: "refused" });
    expect(ordersOf(name)).toMatchObject([{ status: "Cancelled" }]);
  });

  test("of a renewal stays, unpaid: nothing that exists is cancelled", async () => {
    const owner = customer();
    const domain = (await owner.domains()).find(({ status, autoRenew }) => status === "active" && autoRenew !== null);
    if (!domain) throw new Error("no name to renew");
    const before = state.orders.length;
    otherPrice("99.00");
    const refused = await owner.renewDomain(domain.name, {}, `renew-${names}`);
    expect(refused).toMatchObject({
      problem: { code: "refused", reason: { en: expect.stringContaining("99.00 CAD") } },
    });
    expect(state.orders.length).toBe(before + 1);
    expect(state.orders.at(-1)).toMatchObject({ status: "Pending" });
    faults.clear();
    expect(await codeOf(owner.renewDomain(domain.name, {}, `renew-again-${names}`))).toBe("already_requested");
  });
});

test("an invoice that stored cards can be charged for is taken back, and no more orders are taken", async () => {
  const name = `capture-${names}.com`;
  faults.plan({ kind: "changed", change: (members) => ({ ...members, ccgateway: true }) }, { action: "GetInvoice" });
  expect(await codeOf(customer().orderDomain(name, {}, name))).toBe("refused");
  expect(ordersOf(name)).toMatchObject([{ status: "Cancelled" }]);
  expect(events()).toContain("billing_acting_stopped");
  const { billing } = whmcs.again();
  expect(await valueIn(billing.describe(CALL))).toMatchObject({ acts: false });
  faults.clear();
  expect(await codeOf(customer(billing).orderDomain(`after-${name}`))).toBe("not_offered");
});

test("the invoice is mailed once its price was compared, and not where the order was taken back", async () => {
  const mailed = () =>
    state.mails.filter(({ template }) => template === "Invoice Created").map((mail) => mail.relatedId);
  const before = mailed().length;
  const placed = await valueIn(customer().orderDomain(`mailed-${names}.com`, {}, `mailed-${names}`));
  await vi.waitFor(() => expect(mailed().slice(before)).toEqual([placed.invoice?.id]));
  await valueIn(customer().orderDomain(`mailed-${names}.com`, {}, `mailed-${names}`));
  faults.plan({ kind: "changed", change: (members) => ({ ...members, subtotal: "1.00" }) }, { action: "GetInvoice" });
  await customer().orderDomain(`unmailed-${names}.com`);
  expect(mailed().slice(before)).toEqual([placed.invoice?.id]);
});

describe("a client group's discount", () => {
  test("is in the price that is judged, and in its invoice", async () => {
    const client = state.clients.find(({ id }) => id === ACCOUNT);
    if (!client) throw new Error("no such account");
    client.groupId = 1;
    const owner = customer();
    const { price } = await valueIn(owner.quoteDomainOrder(`group-${names}.com`));
    // 17.99 less 10 %
    expect(price.amount).toBe(1619);
    const placed = await valueIn(owner.orderDomain(`group-${names}.com`, { expectedPrice: price.amount }));
    expect(placed.invoice?.subtotal).toBe(1619);
    const plan = await valueIn(owner.quotePlanOrder("web-pro", { domain: `group-${names}.com` }));
    expect(await codeOf(owner.orderPlan("web-pro", { domain: `group-${names}.com` }))).toBe("ok");
    expect(plan.discount).not.toBeNull();
    delete client.groupId;
  });
});
