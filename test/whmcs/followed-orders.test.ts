import { describe, expect, test } from "vitest";
import type { WhmcsOrder } from "../../dev/whmcs/order-tables.ts";
import { productOf } from "../../dev/whmcs/seed.ts";
import { codeOf, valueIn } from "../billing-contract/questions.ts";
import { registerDomain } from "./support/registered-domains.ts";
import { useActingWhmcs } from "./support/use-whmcs.ts";

const ACCOUNT = 1001;
const BY_CUSTOMER = { userId: 11 };
const PLAN = { productId: productOf("web-plus"), cycle: "Annually" };
const scene = await useActingWhmcs({ timeZone: "America/Toronto" });
const { simulator, db, clock } = scene;
const { state, control, installation, faults } = simulator;
const owner = scene.customer();

const follow = async (id: number | null) => (await valueIn(owner.readOrder(id))).order;
const orderOf = (id: number | null) => state.orders.find((order) => order.id === id) ?? expect.fail("no order");
const invoiceOf = ({ invoiceId }: WhmcsOrder) =>
  state.invoices.find(({ id }) => id === invoiceId) ?? expect.fail("no invoice");
const serviceOf = (id: number | null | undefined) =>
  state.services.find((service) => service.id === id) ?? expect.fail("no service");
const domainOf = (name = scene.name) => state.domains.findLast((row) => row.name === name) ?? expect.fail("no domain");
const because = (words: string) => ({ en: expect.stringContaining(words), fr: expect.any(String) });
/** Orders a domain through the billing contract. */
const ordered = async () => orderOf((await valueIn(owner.orderDomain(scene.name))).orderId);

/** The statuses that staff or the registrar set for an order, its invoice and its domain. */
type Statuses = Partial<Record<"order" | "invoice" | "domain", string>>;

function set(one: WhmcsOrder, { order, invoice, domain }: Statuses): void {
  if (order) one.status = order;
  if (invoice) invoiceOf(one).status = invoice;
  if (domain) domainOf().status = domain;
}

describe("an order placed through Frontdesk", () => {
  const TO_PAY = { type: "pay_invoice" };
  const waits = { status: "awaiting_payment", actionRequired: TO_PAY };
  const over = (status: string, words?: string) => ({
    ...{ status, actionRequired: null, reason: words === undefined ? null : because(words) },
  });

  test.each<[change: Statuses, expected: object]>([
    [{ order: "On Hold" }, { ...waits, reason: null }],
    [{ invoice: "Collections" }, waits],
    [{ invoice: "Payment Pending" }, over("awaiting_payment", "in progress")],
    [{ invoice: "Cancelled" }, over("cancelled", "invoice was cancelled")],
    [{ order: "Cancelled" }, over("cancelled", "do not have to pay it")],
    [{ order: "Fraud" }, over("refused", "refused it")],
    [{ domain: "Cancelled" }, over("cancelled", "whether to pay it")],
    [
      { order: "Active", domain: "Active" },
      { status: "completed", actionRequired: TO_PAY },
    ],
  ])("reports the status for %j", async (statuses, expected) => {
    const order = await ordered();
    set(order, statuses);
    expect(await follow(order.id)).toMatchObject({
      ...{ subject: { kind: "registration", domain: scene.name } },
      ...expected,
    });
  });

  test.each<[change: Statuses, expected: object]>([
    [{}, over("paid")],
    [{ domain: "Pending Registration" }, over("in_progress")],
    [{ domain: "Transferred Away" }, over("completed")],
    [{ domain: "Parked" }, over("paid")],
    [{ domain: "Fraud" }, over("refused", "refused it")],
    [{ domain: "Cancelled" }, over("cancelled", "There is no record of whether")],
    [{ order: "Active", domain: "Cancelled" }, over("completed")],
    [{ invoice: "Refunded" }, over("refused")],
    [{ order: "Cancelled" }, over("cancelled", "was paid")],
    [{ order: "Cancelled", invoice: "Refunded" }, over("cancelled", "refunded its payment")],
    [{ order: "Cancelled", invoice: "Payment Pending" }, over("cancelled", "still in progress")],
  ])("reports the status for %j after it was paid", async (statuses, expected) => {
    installation.quirks.setsUpPaidOrders = false;
    const order = await ordered();
    control.pay(order.invoiceId ?? 0);
    set(order, statuses);
    expect(await follow(order.id)).toMatchObject(expected);
  });

  test("for a plan change requires no payment once its service is cancelled immediately", async () => {
    const { serviceId } = await valueIn(owner.orderPlan("web-plus", { domain: scene.name }));
    const service = Object.assign(serviceOf(serviceId), { status: "Active", nextDueOn: "2027-06-20" });
    const { orderId } = await valueIn(owner.changePlan(service.id, "web-pro"));
    expect(await follow(orderId)).toMatchObject(waits);
    await valueIn(owner.cancelService(service.id, "immediately"));
    expect(await follow(orderId)).toMatchObject(over("awaiting_payment", "would have no effect"));
    service.status = "Cancelled";
    expect(await follow(orderId)).toMatchObject({ status: "cancelled", actionRequired: null });
  });

  test("states that its invoice is unreadable if the invoice was deleted", async () => {
    const order = await ordered();
    state.invoices.splice(state.invoices.indexOf(invoiceOf(order)), 1);
    expect(await follow(order.id)).toMatchObject({ ...over("in_progress", "no longer be read"), invoice: null });
  });

  test("for a renewal is completed when the expiry date moves, or when staff accept it if no date was stored", async () => {
    registerDomain(simulator, ACCOUNT, scene.name);
    installation.quirks.setsUpPaidOrders = false;
    const { orderId, invoice } = await valueIn(owner.renewDomain(scene.name));
    domainOf().expiresOn = "2028-06-19";
    expect(await follow(orderId), "by another renewal").toMatchObject({ status: "awaiting_payment" });
    domainOf().expiresOn = "2027-06-20";
    control.pay(invoice?.id ?? 0);
    expect(await follow(orderId)).toMatchObject({ subject: { kind: "renewal", domain: scene.name }, status: "paid" });
    domainOf().expiresOn = "2028-06-19";
    expect(await follow(orderId)).toMatchObject({ status: "completed" });
    const forgotten = "UPDATE actions SET request = json_remove(request, '$.expiredOn') WHERE order_id = ?";
    await db.prepare(forgotten).bind(orderId).run();
    expect(await follow(orderId)).toMatchObject({ status: "paid" });
    orderOf(orderId).status = "Active";
    expect(await follow(orderId)).toMatchObject({ status: "completed" });
  });

  test("for a plan stays completed after its service has ended", async () => {
    const { orderId, serviceId, invoice } = await valueIn(owner.orderPlan("web-plus", { domain: scene.name }));
    control.pay(invoice?.id ?? 0);
    serviceOf(serviceId).status = "Terminated";
    expect(await follow(orderId)).toMatchObject({ subject: { kind: "plan", serviceId }, status: "completed" });
  });

  test("is omitted from the list and logged if its item is unreadable", async () => {
    const { orderId } = await valueIn(owner.orderPlan("web-plus", { domain: scene.name }));
    expect((await owner.orders())[0]?.id).toBe(orderId);
    orderOf(orderId).lines = [];
    await db.prepare("UPDATE actions SET made = NULL WHERE order_id = ?").bind(orderId).run();
    expect(await codeOf(owner.readOrder(orderId))).toBe("billing_unavailable");
    expect((await owner.orders()).map(({ id }) => id)).not.toContain(orderId);
    const unread = { event: "billing_row_unread", action: "GetOrders", row: orderId };
    expect(scene.lines).toContainEqual(expect.objectContaining(unread));
  });

  test("is readable after orders stop, but not on a system that never accepts orders", async () => {
    const { id } = await ordered();
    await db.prepare("INSERT INTO acting_stopped VALUES (1, '2026-11-20T15:00:00Z', 'order_was_paid', 1, 1)").run();
    expect(await follow(id)).toMatchObject({ status: "awaiting_payment" });
    const before = scene.callsOf("GetOrder");
    const reading = scene.customer({ WHMCS_ORDER_GATEWAY: "" });
    expect(await codeOf(reading.readOrder(id))).toBe("not_offered");
    await expect(reading.orders()).rejects.toThrow("not_offered");
    expect(scene.callsOf("GetOrder")).toBe(before);
  });

  test.each(["GetOrder", "GetClientsDomains", "GetInvoice"])("cannot be read if %s fails", async (action) => {
    const { id } = await ordered();
    faults.plan({ kind: "html_500" }, { action });
    expect(await codeOf(owner.readOrder(id))).toBe("billing_unavailable");
  });
});

test("the demonstration's plan order has the documented number and is completed when it is paid", async () => {
  const waiting = { subject: { kind: "plan", serviceId: 2107 }, status: "awaiting_payment", invoice: { id: 6110 } };
  expect(await follow(6110)).toMatchObject(waiting);
  control.pay(6110);
  expect(await follow(6110)).toMatchObject({ status: "completed", actionRequired: null });
});

describe("an order placed in WHMCS", () => {
  const DOMAIN = { type: "Register", years: 1 } as const;
  const placed = (items: Partial<Parameters<typeof control.order>[0]>, by: { userId: number } | { adminId: number }) =>
    control.order({ clientId: ACCOUNT, ...items }, by).id;

  test("by the customer or by staff can be read like an order placed through Frontdesk", async () => {
    const byCustomer = placed({ domains: [{ ...DOMAIN, name: scene.name }] }, BY_CUSTOMER);
    expect(await follow(byCustomer)).toMatchObject({
      ...{ id: byCustomer, subject: { kind: "registration", domain: scene.name }, status: "awaiting_payment" },
      placedAt: new Date(clock.now).toISOString().replace(".000", ""),
      actionRequired: { path: `/viewinvoice.php?id=${orderOf(byCustomer).invoiceId}` },
    });
    control.pay(orderOf(byCustomer).invoiceId ?? 0);
    expect(await follow(byCustomer)).toMatchObject({ status: "completed", invoice: { status: "paid" } });

    const byStaff = placed({ products: [{ ...PLAN, domain: scene.name }] }, { adminId: 1 });
    const [line] = orderOf(byStaff).lines;
    const serviceId = line?.kind === "product" ? line.serviceId : null;
    expect((await follow(byStaff)).subject).toEqual({ kind: "plan", serviceId });
  });

  test("for a renewal can be read", async () => {
    const domain = registerDomain(simulator, ACCOUNT, scene.name);
    const id = placed({ renewals: [{ domain, years: 2 }] }, BY_CUSTOMER);
    expect((await follow(id)).subject).toEqual({ kind: "renewal", domain: scene.name });
  });

  test("with nothing due waits for the provider, and is completed once it and its domain are active", async () => {
    const id = placed({ domains: [{ ...DOMAIN, name: scene.name }], isWithoutInvoice: true }, BY_CUSTOMER);
    const waiting = {
      status: "in_progress",
      invoice: null,
      actionRequired: null,
      reason: because("must still accept"),
    };
    expect(await follow(id)).toMatchObject(waiting);
    orderOf(id).status = "Active";
    domainOf().status = "Active";
    expect(await follow(id)).toMatchObject({ status: "completed", invoice: null, reason: null });
  });

  test("is not found if it has several items, an unknown plan or an upgrade, or belongs to another account", async () => {
    const products = [{ ...PLAN, domain: scene.name }];
    const domains = [{ ...DOMAIN, name: scene.name }];
    const other = placed({ products }, BY_CUSTOMER);
    const [line] = orderOf(other).lines;
    serviceOf(line?.kind === "product" ? line.serviceId : 0).productId = 99_999;
    control.upgrade(2101, productOf("web-pro"), "annually");
    const upgrade = scene.newestOrder().id;
    const foreign = control.order({ clientId: 1003, domains }, { adminId: 1 }).id;
    const listed = (await owner.orders()).map(({ id }) => id);
    for (const id of [placed({ products, domains }, BY_CUSTOMER), other, upgrade, foreign]) {
      expect(await codeOf(owner.readOrder(id))).toBe("not_found");
      expect(listed).not.toContain(id);
    }
  });
});
