import { expect, test } from "vitest";
import { type ContractCustomer, TRANSFER } from "../customer.ts";
import { codeOf, valueIn } from "../questions.ts";
import { type BillingUnderTest, newOwner } from "../scene.ts";
import { subjectOf } from "./subjects.ts";

/** Matches the time of the scene's clock, with any seconds. */
const PLACED_AT = expect.stringMatching(/^2026-11-20T15:00:\d\dZ$/);

export function followedOrderCases(system: BillingUnderTest): void {
  const { scene } = system;

  const follow = async (by: ContractCustomer, id: number | null) => (await valueIn(by.readOrder(id))).order;
  const pay = (by: ContractCustomer, placed: { invoice: { id: number } | null }) =>
    scene.pay(by.query.loginId, by.query.accountId, placed.invoice?.id ?? 0);

  test("returns not_found for another account's order, an unknown id and an impossible id", async () => {
    const [owner, other] = [await newOwner(system), await newOwner(system)];
    const { orderId } = await valueIn(owner.orderDomain("free-own-order.com"));
    expect(await codeOf(owner.readOrder(orderId))).toBe("ok");
    for (const id of [orderId, 99_999_999, 0]) {
      expect(await other.readOrder(id)).toEqual({ ok: false, problem: { code: "not_found" } });
    }
  });

  test("a domain order waits for the payment of its invoice and then completes", async () => {
    const owner = await newOwner(system);
    const placed = await valueIn(owner.orderDomain("free-followed.com"));
    expect(await valueIn(owner.readOrder(placed.orderId))).toEqual({
      account: placed.account,
      order: {
        id: placed.orderId,
        subject: { kind: "registration", domain: "free-followed.com" },
        status: "awaiting_payment",
        placedAt: PLACED_AT,
        invoice: placed.invoice,
        actionRequired: placed.actionRequired,
        reason: null,
      },
    });
    await pay(owner, placed);
    const done = { status: "completed", invoice: { status: "paid" }, actionRequired: null, reason: null };
    expect(await follow(owner, placed.orderId)).toMatchObject(done);
  });

  test("a transfer order is in progress once it is paid and the registrar has it", async () => {
    const owner = await newOwner(system);
    const placed = await valueIn(owner.orderDomain("taken-followed.com", TRANSFER));
    const subject = { kind: "transfer", domain: "taken-followed.com" };
    expect(await follow(owner, placed.orderId)).toMatchObject({ subject, status: "awaiting_payment" });
    await pay(owner, placed);
    expect(await follow(owner, placed.orderId)).toMatchObject({ subject, status: "in_progress", actionRequired: null });
  });

  test("a plan order names the service that it creates", async () => {
    const owner = await newOwner(system);
    const placed = await valueIn(owner.orderPlan("web-plus", { domain: `followed-${owner.query.accountId}.com` }));
    const subject = { kind: "plan", serviceId: placed.serviceId };
    const waiting = { subject, status: "awaiting_payment", invoice: placed.invoice };
    expect(await follow(owner, placed.orderId)).toMatchObject(waiting);
    await pay(owner, placed);
    expect(await follow(owner, placed.orderId)).toMatchObject({ subject, status: "completed" });
    expect(await owner.service(placed.serviceId)).toMatchObject({ status: "active" });
  });

  test("a renewal order completes once it is paid and the domain expires later", async () => {
    const owner = await newOwner(system);
    const { domain } = await subjectOf(system, owner);
    const placed = await valueIn(owner.renewDomain(domain, { years: 2 }));
    const subject = { kind: "renewal", domain };
    expect(await follow(owner, placed.orderId)).toMatchObject({ subject, status: "awaiting_payment" });
    await pay(owner, placed);
    expect(await follow(owner, placed.orderId)).toMatchObject({ subject, status: "completed" });
    expect(await owner.domain(domain)).toMatchObject({ expiresOn: "2029-06-20" });
  });

  test("a plan change order names its service, and completes once it is paid", async () => {
    const owner = await newOwner(system);
    const { serviceId } = await subjectOf(system, owner);
    const { dueNow } = await valueIn(owner.quotePlanChange(serviceId, "web-pro"));
    const placed = await valueIn(owner.changePlan(serviceId, "web-pro", { expectedPrice: dueNow.amount }));
    const subject = { kind: "plan_change", serviceId };
    expect(await follow(owner, placed.orderId)).toMatchObject({ subject, status: "awaiting_payment" });
    await pay(owner, placed);
    expect(await follow(owner, placed.orderId)).toMatchObject({ subject, status: "completed" });
  });

  test("an order with nothing to pay completes immediately, without an invoice", async () => {
    const owner = await newOwner(system);
    const { serviceId } = await subjectOf(system, owner);
    const { orderId } = await valueIn(owner.changePlan(serviceId, "web-start", { expectedPrice: 0 }));
    const done = { status: "completed", invoice: null, actionRequired: null, reason: null };
    expect(await follow(owner, orderId)).toMatchObject({ subject: { kind: "plan_change", serviceId }, ...done });
  });
}

export function orderListCases(system: BillingUnderTest): void {
  const { billing, scene } = system;

  test("lists the account's orders as readOrder returns them, newest first", async () => {
    const [owner, other] = [await newOwner(system), await newOwner(system)];
    const { domain, serviceId } = await subjectOf(system, owner);
    const paid = await valueIn(owner.orderDomain("free-listed.com"));
    await scene.pay(owner.query.loginId, owner.query.accountId, paid.invoice?.id ?? 0);
    await valueIn(owner.renewDomain(domain));
    const { dueNow } = await valueIn(owner.quotePlanChange(serviceId, "web-pro"));
    await valueIn(owner.changePlan(serviceId, "web-pro", { expectedPrice: dueNow.amount }));
    await valueIn(owner.orderPlan("web-plus", { domain: `listed-${owner.query.accountId}.com` }));
    const orders = await owner.orders();
    expect(orders.map(({ subject }) => subject.kind)).toEqual(["plan", "plan_change", "renewal", "registration"]);
    for (const order of orders) expect((await valueIn(owner.readOrder(order.id))).order).toEqual(order);
    expect(orders.at(-1)).toMatchObject({ id: paid.orderId, status: "completed" });
    expect(await owner.orders({ status: "open" })).toEqual(orders.slice(0, 3));
    expect(await other.orders()).toEqual([]);
  });

  test("each page continues the previous one, even if an order is placed in between", async () => {
    const owner = await newOwner(system);
    for (const name of ["a", "b", "c"]) await valueIn(owner.orderDomain(`free-page-${name}.com`));
    const [newest, ...rest] = await owner.orders();
    const first = await valueIn(billing.listOrders(owner.query, { status: "all", limit: 1 }));
    expect(first.items).toEqual([newest]);
    const after = first.next ?? expect.fail("no next page");
    await valueIn(owner.orderDomain("free-page-d.com"));
    expect(await valueIn(billing.listOrders(owner.query, { status: "all", limit: 2, after }))).toMatchObject({
      ...{ items: rest, next: null },
    });
  });
}
