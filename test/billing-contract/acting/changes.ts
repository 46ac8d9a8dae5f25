import { describe, expect, test } from "vitest";
import { type CustomerDomain, DOMAIN_STATUSES } from "../../../shared/billing-contract/customer.ts";
import type { PlanChange } from "../../../shared/billing-contract/plan-orders.ts";
import type { ContractCustomer } from "../customer.ts";
import { codeOf, valueIn } from "../questions.ts";
import { type BillingUnderTest, NOW, newOwner, type SceneService } from "../scene.ts";
import { checkedBefore } from "./checked-before.ts";

const DUE = "2027-06-20";
const PLAN = { planId: "web-plus", billingCycle: "annually", price: 10_788, nextDueOn: DUE } as const;
const RENEWABLE: CustomerDomain["status"][] = ["active", "grace", "redemption"];
const REQUESTED_AT = "2026-11-19T10:00:00Z";
const AT_END = { when: "end_of_period", effectiveOn: DUE, requestedAt: REQUESTED_AT } as const;

export function renewalCases(system: BillingUnderTest): void {
  const { scene } = system;
  const checked = checkedBefore(system);
  const withDomain = async (name: string, status: CustomerDomain["status"]) => {
    const owner = await newOwner(checked);
    const held = { registeredOn: "2024-06-20", expiresOn: DUE, nextDueOn: DUE, renewalPrice: 1899 };
    await scene.domain(owner.query.accountId, { name, status, ...(status === "active" ? held : {}) });
    scene.registered(name, { registeredOn: "2024-06-20", expiresOn: DUE });
    return owner;
  };

  test("returns refusals in the contract's order", async () => {
    const owner = await withDomain("renew-ladder.ca", "active");
    const { accountId } = owner.query;
    await scene.paymentMethod(accountId, false);
    const renew = (domain: string, expectedPrice: number | null, years = 1) =>
      codeOf(owner.renewDomain(domain, { years, expectedPrice }));
    expect(await renew("second-step.com", 1)).toBe("not_found");
    expect(await renew("nobody.example", 1)).toBe("not_found");
    // The domain expires in seven months. Ten more years exceed the registry's maximum of ten years from today.
    expect(await renew("renew-ladder.ca", 1, 10)).toBe("not_renewable");
    expect(await renew("renew-ladder.ca", 1)).toBe("price_changed");
    expect(await renew("renew-ladder.ca", null)).toBe("payment_method_missing");
    expect(await owner.invoices()).toEqual([]);
    await scene.paymentMethod(accountId, true);
    expect(await renew("renew-ladder.ca", 1899)).toBe("ok");
    expect(await renew("renew-ladder.ca", 1899)).toBe("already_requested");
    expect(await owner.invoices("unpaid")).toMatchObject([{ subtotal: 1899 }]);
  });

  test.each(DOMAIN_STATUSES.filter((status) => !RENEWABLE.includes(status)))(
    "refuses to renew a domain that is %s",
    async (status) => {
      const owner = await withDomain(`renew-${status.replaceAll("_", "-")}.ca`, status);
      const [domain] = await owner.domains();
      expect(await codeOf(owner.renewDomain(domain?.name ?? ""))).toBe("not_renewable");
    },
  );
}

export function planChangeCases(system: BillingUnderTest): void {
  const { scene } = system;
  const checked = checkedBefore(system);
  const withService = async (more: SceneService = {}) => {
    const owner = await newOwner(checked);
    return { owner, serviceId: await scene.service(owner.query.accountId, { ...PLAN, ...more }) };
  };

  test.each<[string, SceneService, string, Partial<PlanChange>]>([
    ["to the same plan", {}, "web-plus", {}],
    ["to a plan in another line", {}, "vps-1", { billingCycle: "monthly" }],
    ["of a suspended service", { status: "suspended" }, "web-pro", {}],
  ])("refuses a change %s, and the quote states the obstacle", async (_, service, planId, more) => {
    const { owner, serviceId } = await withService(service);
    const quote = await valueIn(owner.quotePlanChange(serviceId, planId, more));
    expect(quote.obstacle).toEqual({ en: expect.any(String), fr: expect.any(String) });
    expect(await codeOf(owner.changePlan(serviceId, planId, { ...more, expectedPrice: 1 }))).toBe("not_changeable");
  });

  test("refuses to change a service that is being cancelled, and the quote states the obstacle", async () => {
    const { owner, serviceId } = await withService();
    await scene.cancellation(serviceId, AT_END);
    expect((await valueIn(owner.quotePlanChange(serviceId, "web-pro"))).obstacle?.en).toContain("cancelled");
    expect(await codeOf(owner.changePlan(serviceId, "web-pro"))).toBe("not_changeable");
  });

  test("returns not_found for another account's service, and not_offered for a plan that is not sold", async () => {
    const { owner, serviceId } = await withService();
    for (const [id, planId, code] of [
      [2201, "web-pro", "not_found"],
      [99_999_999, "none", "not_found"],
      [serviceId, "none", "not_offered"],
    ] as const) {
      expect(await codeOf(owner.quotePlanChange(id, planId))).toBe(code);
      expect(await codeOf(owner.changePlan(id, planId))).toBe(code);
    }
  });

  test("an upgrade takes effect when it is paid, and keeps the due date", async () => {
    const { owner, serviceId } = await withService();
    const { dueNow } = await valueIn(owner.quotePlanChange(serviceId, "web-pro"));
    expect(dueNow.amount).toBeGreaterThan(0);
    const change = (expectedPrice: number) => owner.changePlan(serviceId, "web-pro", { expectedPrice });
    const changed = { code: "price_changed", price: dueNow };
    expect(await change(dueNow.amount - 1)).toEqual({ ok: false, problem: changed });
    const placed = await valueIn(change(dueNow.amount));
    const due = { planId: "web-pro", invoice: { subtotal: dueNow.amount }, actionRequired: { type: "pay_invoice" } };
    expect(placed).toMatchObject(due);
    expect(await owner.service(serviceId)).toMatchObject({ planId: "web-plus" });
    expect(await codeOf(change(dueNow.amount))).toBe("already_requested");
    expect(await codeOf(owner.changePlan(serviceId, "web-max"))).toBe("not_changeable");
    expect((await valueIn(owner.quotePlanChange(serviceId, "web-max"))).obstacle?.en).toContain("unpaid");

    await scene.pay(owner.query.loginId, owner.query.accountId, placed.invoice?.id ?? 0);
    const now = { planId: "web-pro", plan: "Web Pro", recurringPrice: 17_988, nextDueDate: DUE };
    expect(await owner.service(serviceId)).toMatchObject(now);
  });

  test("makes a change without an invoice immediately, and returns the changed service", async () => {
    const { owner, serviceId } = await withService();
    const placed = await valueIn(owner.changePlan(serviceId, "web-start", { expectedPrice: 0 }));
    expect(placed).toMatchObject({ invoice: null, actionRequired: null, service: { planId: "web-start" } });
    expect(placed.waitsForProvider).toBeUndefined();
    expect(await owner.service(serviceId)).toMatchObject({ planId: "web-start" });
  });
}

export function cancellationCases(system: BillingUnderTest): void {
  const { scene } = system;
  const checked = checkedBefore(system);

  describe("a cancellation", () => {
    const both = async (owner: ContractCustomer, serviceId: number) => [
      await codeOf(owner.stateCancellation(serviceId, "immediately")),
      await codeOf(owner.cancelService(serviceId, "immediately")),
    ];

    test.each<[string, SceneService]>([
      ["terminated", { status: "terminated" }],
      ["pending", { status: "pending" }],
      ["one-time", { status: "completed", billingCycle: "one_time" }],
      ["one-time and active", { billingCycle: "one_time" }],
    ])("of a service that is %s is refused as not_cancellable", async (_, service) => {
      const owner = await newOwner(checked);
      const serviceId = await scene.service(owner.query.accountId, { ...PLAN, ...service });
      expect(await both(owner, serviceId)).toEqual(["not_cancellable", "not_cancellable"]);
    });

    test("is refused for another account's service, an unknown service and a service that is already being cancelled", async () => {
      const owner = await newOwner(checked);
      for (const id of [2201, 99_999_999]) expect(await both(owner, id)).toEqual(["not_found", "not_found"]);
      const serviceId = await scene.service(owner.query.accountId, PLAN);
      await scene.cancellation(serviceId, AT_END);
      expect(await both(owner, serviceId)).toEqual(["already_requested", "already_requested"]);
    });
  });

  test("a cancellation at the end of the period does what its statement says, and a repeat is refused", async () => {
    const owner = await newOwner(checked);
    const serviceId = await scene.service(owner.query.accountId, PLAN);
    const statement = await valueIn(owner.stateCancellation(serviceId, "end_of_period"));
    expect(statement).toMatchObject({ effectiveOn: DUE, when: "end_of_period", service: { cancellation: null } });
    expect(statement.consequences.length).toBeGreaterThan(0);
    const done = await valueIn(owner.cancelService(serviceId, "end_of_period", "too big", "end"));
    expect(done.consequences).toEqual(statement.consequences);
    const requestedAt = new Date(NOW).toISOString().replace(".000Z", "Z");
    const cancellation = { when: "end_of_period", effectiveOn: DUE, requestedAt };
    expect(done.service.cancellation).toEqual(cancellation);
    expect(await owner.service(serviceId)).toMatchObject({ status: "active", cancellation });
    expect(await codeOf(owner.cancelService(serviceId, "end_of_period"))).toBe("already_requested");
  });

  test("only one of twenty simultaneous requests with different references cancels the service", async () => {
    const owner = await newOwner(system);
    const serviceId = await scene.service(owner.query.accountId, PLAN);
    const asked = Array.from({ length: 20 }, () => codeOf(owner.cancelService(serviceId, "end_of_period")));
    expect((await Promise.all(asked)).toSorted()).toEqual([...Array(19).fill("already_requested"), "ok"]);
  });
}
