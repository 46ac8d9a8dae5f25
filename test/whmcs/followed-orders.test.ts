import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";
import type { WhmcsOrder } from "../../dev/whmcs/order-tables.ts";
import { NO_QUIRKS } from "../../dev/whmcs/quirks.ts";
import { productOf } from "../../dev/whmcs/seed.ts";
import type { CustomerOrder } from "../../shared/billing-contract/order.ts";
import { contractCustomer, TRANSFER } from "../billing-contract/customer.ts";
import { asks, codeOf, valueIn } from "../billing-contract/questions.ts";
import { registerDomain } from "./support/registered-domains.ts";
import { startWhmcs } from "./support/whmcs-system.ts";

const ACCOUNT = 1001;
const DAY_MS = 86_400_000;
const BY_CUSTOMER = { userId: 11 };
const PLAN = { productId: productOf("web-plus"), cycle: "Annually" };

const clock = { now: Date.parse("2026-11-20T15:00:00Z") };
const whmcs = await startWhmcs({ profile: "8.13", now: () => clock.now, timeZone: "America/Toronto" });
const { simulator, db } = whmcs;
const { state, control, installation, faults } = simulator;
const query = asks(11, ACCOUNT, "orders");
const owner = contractCustomer(whmcs.billing, query);

let count = 0;
let name: string;
beforeEach(async () => {
  clock.now += DAY_MS;
  name = `followed-${++count}.com`;
  await whmcs.runScheduledWork();
});
afterEach(() => {
  faults.clear();
  Object.assign(installation.quirks, NO_QUIRKS);
});
afterAll(() => whmcs.stop());

const follow = async (id: number | null) => (await valueIn(owner.readOrder(id))).order;
const orderOf = (id: number | null) => state.orders.find((order) => order.id === id) ?? expect.fail("no order");
const invoiceOf = ({ invoiceId }: WhmcsOrder) =>
  state.invoices.find(({ id }) => id === invoiceId) ?? expect.fail("no invoice");
const domainOf = (domain: string) => state.domains.findLast((row) => row.name === domain) ?? expect.fail("no domain");
const because = (words: string) => ({ en: expect.stringContaining(words), fr: expect.any(String) });

/** What staff or the registrar makes of an order, its invoice and the name that it is for. */
interface Statuses {
  order?: string;
  invoice?: string;
  domain?: string;
}

function set(order: WhmcsOrder, statuses: Statuses): void {
  if (statuses.order) order.status = statuses.order;
  if (statuses.invoice) invoiceOf(order).status = statuses.invoice;
  if (statuses.domain) domainOf(name).status = statuses.domain;
}

/** An order of a name through the contract. */
async function ordered(): Promise<WhmcsOrder> {
  return orderOf((await valueIn(owner.orderDomain(name))).orderId);
}

describe("an order of the API", () => {
  const TO_PAY = { type: "pay_invoice" };

  test.each<[what: string, change: Statuses, expected: object]>([
    ["as it was placed", {}, { status: "awaiting_payment", actionRequired: TO_PAY, reason: null }],
    [
      "with a status of the provider's own",
      { order: "On Hold" },
      { status: "awaiting_payment", actionRequired: TO_PAY, reason: null },
    ],
    ["in collections", { invoice: "Collections" }, { status: "awaiting_payment", actionRequired: TO_PAY }],
    [
      "whose payment is pending",
      { invoice: "Payment Pending" },
      { status: "awaiting_payment", actionRequired: null, reason: because("under way") },
    ],
    [
      "whose invoice was cancelled",
      { invoice: "Cancelled" },
      { status: "cancelled", invoice: { status: "cancelled" }, reason: because("invoice was cancelled") },
    ],
    [
      "that was cancelled, with an invoice that stays",
      { order: "Cancelled" },
      { status: "cancelled", actionRequired: null, reason: because("need not be paid") },
    ],
    ["that is fraud", { order: "Fraud" }, { status: "refused", actionRequired: null, reason: because("refused it") }],
    [
      "that staff accepted before it was paid, and whose name is there",
      { order: "Active", domain: "Active" },
      { status: "completed", invoice: { status: "unpaid" }, actionRequired: TO_PAY },
    ],
    [
      "whose name was cancelled before it was paid",
      { domain: "Cancelled" },
      { status: "cancelled", actionRequired: null, reason: because("whether it is to be paid") },
    ],
  ])("%s", async (_, statuses, expected) => {
    const order = await ordered();
    set(order, statuses);
    expect(await follow(order.id)).toMatchObject({ subject: { kind: "registration", domain: name }, ...expected });
  });

  test.each<[what: string, change: Statuses, expected: object]>([
    ["and waits", {}, { status: "paid", reason: null }],
    ["and is with the registrar", { domain: "Pending Registration" }, { status: "in_progress" }],
    ["and is there, though still Pending", { domain: "Active" }, { status: "completed" }],
    ["and has left since", { domain: "Transferred Away" }, { status: "completed" }],
    ["and was given back", { invoice: "Refunded" }, { status: "refused", reason: null }],
    [
      "and was cancelled and given back",
      { order: "Cancelled", invoice: "Refunded" },
      { status: "cancelled", reason: because("gave back") },
    ],
    [
      "and was cancelled, with the money kept",
      { order: "Cancelled" },
      { status: "cancelled", reason: because("was paid") },
    ],
    [
      "and was cancelled while another payment was under way",
      { order: "Cancelled", invoice: "Payment Pending" },
      { status: "cancelled", reason: because("still under way") },
    ],
    [
      "and whose name was cancelled, nobody knows when",
      { domain: "Cancelled" },
      { status: "cancelled", reason: because("cannot be told") },
    ],
    ["and whose name is cancelled, accepted before", { order: "Active", domain: "Cancelled" }, { status: "completed" }],
    ["and whose name is fraud", { domain: "Fraud" }, { status: "refused" }],
    ["and whose name has a status that nobody knows", { domain: "Parked" }, { status: "paid", reason: null }],
  ])("that was paid %s", async (_, statuses, expected) => {
    installation.quirks.setsUpPaidOrders = false;
    const order = await ordered();
    control.pay(order.invoiceId ?? 0);
    set(order, statuses);
    expect(await follow(order.id)).toMatchObject({ ...expected, actionRequired: null });
  });

  test("of a change of plan is not to be paid once its service is being cancelled at once", async () => {
    const { serviceId } = await valueIn(owner.orderPlan("web-plus", { domain: name }));
    const service = state.services.find(({ id }) => id === serviceId) ?? expect.fail("no service");
    Object.assign(service, { status: "Active", nextDueOn: "2027-06-20" });
    const { dueNow } = await valueIn(owner.quotePlanChange(service.id, "web-pro"));
    const { orderId } = await valueIn(owner.changePlan(service.id, "web-pro", { expectedPrice: dueNow.amount }));
    expect(await follow(orderId)).toMatchObject({ status: "awaiting_payment", actionRequired: TO_PAY });
    await valueIn(owner.cancelService(service.id, "immediately"));
    const ending = { actionRequired: null, reason: because("would not bring it about") };
    expect(await follow(orderId)).toMatchObject({ status: "awaiting_payment", ...ending });
    service.status = "Cancelled";
    expect(await follow(orderId)).toMatchObject({ status: "cancelled", actionRequired: null });
  });

  test("whose invoice was deleted says that it cannot be read", async () => {
    const order = await ordered();
    state.invoices.splice(state.invoices.indexOf(invoiceOf(order)), 1);
    const gone = { invoice: null, actionRequired: null, reason: because("cannot be read") };
    expect(await follow(order.id)).toMatchObject({ status: "in_progress", ...gone });
  });

  test("that the registrar refuses stays paid: WHMCS keeps the money until staff has looked", async () => {
    const order = await ordered();
    installation.registrar.hold(name, { registeredOn: "2026-01-01", expiresOn: "2027-01-01" });
    control.pay(order.invoiceId ?? 0);
    expect(await follow(order.id)).toMatchObject({ status: "paid", invoice: { status: "paid" } });
  });

  test("of a transfer is completed once the registrar has ended it", async () => {
    const { orderId, invoice } = await valueIn(owner.orderDomain(name, TRANSFER));
    control.pay(invoice?.id ?? 0);
    expect(await follow(orderId)).toMatchObject({ subject: { kind: "transfer" }, status: "in_progress" });
    clock.now += DAY_MS;
    control.runDay();
    expect(await follow(orderId)).toMatchObject({ status: "completed" });
  });

  test("of a renewal is told by the expiry; without one that was kept, by whoever accepts the order", async () => {
    registerDomain(simulator, ACCOUNT, name);
    installation.quirks.setsUpPaidOrders = false;
    const { orderId, invoice } = await valueIn(owner.renewDomain(name));
    control.pay(invoice?.id ?? 0);
    expect(await follow(orderId)).toMatchObject({ subject: { kind: "renewal", domain: name }, status: "paid" });
    domainOf(name).expiresOn = "2028-06-19";
    expect(await follow(orderId)).toMatchObject({ status: "completed" });

    await db
      .prepare("UPDATE actions SET request = json_remove(request, '$.expiredOn') WHERE order_id = ?")
      .bind(orderId)
      .run();
    expect(await follow(orderId), "of the version before").toMatchObject({ status: "paid" });
    orderOf(orderId).status = "Active";
    expect(await follow(orderId)).toMatchObject({ status: "completed" });
  });

  test("of a renewal that is not paid is not completed by another renewal of the name", async () => {
    registerDomain(simulator, ACCOUNT, name);
    const { orderId } = await valueIn(owner.renewDomain(name));
    domainOf(name).expiresOn = "2028-06-20";
    expect(await follow(orderId)).toMatchObject({ status: "awaiting_payment" });
  });

  test("of a plan is completed though its service has ended since", async () => {
    const { orderId, serviceId, invoice } = await valueIn(owner.orderPlan("web-plus", { domain: name }));
    control.pay(invoice?.id ?? 0);
    const service = state.services.find(({ id }) => id === serviceId) ?? expect.fail("no service");
    service.status = "Terminated";
    expect(await follow(orderId)).toMatchObject({ subject: { kind: "plan", serviceId }, status: "completed" });
  });

  test("is followed after orders were stopped; where none are taken nothing is asked of WHMCS", async () => {
    const { id } = await ordered();
    await db.prepare("INSERT INTO acting_stopped VALUES (1, '2026-11-20T15:00:00Z', 'order_was_paid', 1, 1)").run();
    expect(await follow(id)).toMatchObject({ status: "awaiting_payment" });
    await db.prepare("DELETE FROM acting_stopped").run();

    const before = simulator.calls.length;
    const reading = contractCustomer(whmcs.again({ WHMCS_ORDER_GATEWAY: "" }).billing, query);
    expect(await codeOf(reading.readOrder(id))).toBe("not_offered");
    expect(simulator.calls.slice(before).map(({ action }) => action)).not.toContain("GetOrders");
  });

  test.each(["GetOrders", "GetClientsDomains", "GetInvoice"])(
    "without an answer to %s says nothing",
    async (action) => {
      const { id } = await ordered();
      faults.plan({ kind: "html_500" }, { action });
      expect(await codeOf(owner.readOrder(id))).toBe("billing_unavailable");
    },
  );
});

test("the demonstration's plan on order has the number that the documents name, and its payment sets it up", async () => {
  const waiting = { subject: { kind: "plan", serviceId: 2107 }, status: "awaiting_payment", invoice: { id: 6110 } };
  expect(await follow(6110)).toMatchObject(waiting);
  control.pay(6110);
  expect(await follow(6110)).toMatchObject({ status: "completed", actionRequired: null });
  expect(state.services.find(({ id }) => id === 2107)).toMatchObject({ status: "Active" });
});

describe("an order that was placed elsewhere", () => {
  const DOMAIN = { type: "Register", years: 1 } as const;
  const placed = (items: Partial<Parameters<typeof control.order>[0]>, by: { userId: number } | { adminId: number }) =>
    control.order({ clientId: ACCOUNT, ...items }, by).id;
  const subjectOf = async (id: number): Promise<CustomerOrder["subject"]> => (await follow(id)).subject;

  test("by the customer or by staff is followed like one of the API", async () => {
    const byCustomer = placed({ domains: [{ ...DOMAIN, name }] }, BY_CUSTOMER);
    expect(await follow(byCustomer)).toMatchObject({
      ...{ id: byCustomer, subject: { kind: "registration", domain: name }, status: "awaiting_payment" },
      placedAt: new Date(clock.now).toISOString().replace(".000", ""),
      actionRequired: { path: `/viewinvoice.php?id=${orderOf(byCustomer).invoiceId}` },
    });
    control.pay(orderOf(byCustomer).invoiceId ?? 0);
    expect(await follow(byCustomer)).toMatchObject({ status: "completed", invoice: { status: "paid" } });

    const byStaff = placed({ products: [{ ...PLAN, domain: name }] }, { adminId: 1 });
    const [line] = orderOf(byStaff).lines;
    const serviceId = line?.kind === "product" ? line.serviceId : null;
    expect(await subjectOf(byStaff)).toEqual({ kind: "plan", serviceId });
  });

  test.each(["text", "by_type", "line_alone"] as const)("of a renewal, which stands as %s", async (tellsRenewals) => {
    installation.quirks.tellsRenewals = tellsRenewals;
    const domain = registerDomain(simulator, ACCOUNT, name);
    const id = placed({ renewals: [{ domain, years: 2 }] }, BY_CUSTOMER);
    expect(await subjectOf(id)).toEqual({ kind: "renewal", domain: name });
  });

  test("without anything due waits for the provider, and is completed once it is there", async () => {
    const id = placed({ domains: [{ ...DOMAIN, name }], isWithoutInvoice: true }, BY_CUSTOMER);
    const waiting = { status: "in_progress", invoice: null, actionRequired: null, reason: because("by hand") };
    expect(await follow(id)).toMatchObject(waiting);
    Object.assign(orderOf(id), { status: "Active" });
    domainOf(name).status = "Active";
    expect(await follow(id)).toMatchObject({ status: "completed", invoice: null, reason: null });
  });

  test("of several things, of what is no plan, or of an upgrade is not found: nothing says what it is", async () => {
    const both = placed({ products: [{ ...PLAN, domain: name }], domains: [{ ...DOMAIN, name }] }, BY_CUSTOMER);
    const other = placed({ products: [{ ...PLAN, domain: name }] }, BY_CUSTOMER);
    const [line] = orderOf(other).lines;
    const service = state.services.find(({ id }) => line?.kind === "product" && id === line.serviceId);
    Object.assign(service ?? {}, { productId: 99_999 });
    control.upgrade(2101, productOf("web-pro"), "annually");
    const upgrade = state.orders.at(-1)?.id ?? 0;
    for (const id of [both, other, upgrade]) expect(await codeOf(owner.readOrder(id))).toBe("not_found");
  });

  test("in another account is not found, whatever WHMCS lists", async () => {
    const id = control.order({ clientId: 1003, domains: [{ ...DOMAIN, name }] }, { adminId: 1 }).id;
    installation.quirks.ignores = (parameter, action) => action === "GetOrders" && ["id", "userid"].includes(parameter);
    expect(await codeOf(owner.readOrder(id))).toBe("not_found");
  });
});
