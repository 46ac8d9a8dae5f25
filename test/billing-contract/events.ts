import { afterEach, expect, test } from "vitest";
import type { ResourceLimit } from "../../shared/billing-contract/call.ts";
import { EVENTS_KEPT_MS, eventIdAt } from "../../shared/billing-contract/events.ts";
import type { ContractCustomer } from "./customer.ts";
import { EVERYTHING, valueIn } from "./questions.ts";
import { type BillingUnderTest, NOW, newOwner } from "./scene.ts";

const DAY_MS = 86_400_000;

/** The events that every billing system reports. Each system's own tests cover its other events. */
const TOLD_BY_ALL = ["invoice.issued", "invoice.paid", "order.paid", "domain.registered", "service.activated"];

export function eventCases(system: BillingUnderTest): void {
  const { billing, scene } = system;
  afterEach(() => scene.setTime(NOW));

  const read = (by: ContractCustomer, after = 0, { limit = 100, within = EVERYTHING as ResourceLimit } = {}) =>
    valueIn(billing.listEvents(by.query, { after, limit, within }));
  const told = async (by: ContractCustomer, within?: ResourceLimit) =>
    (await read(by, 0, within && { within })).events
      .filter(({ type }) => TOLD_BY_ALL.includes(type))
      .map(({ type, subject }) => [type, subject]);
  /** Orders a domain and a plan for it, and pays for both. */
  const ordered = async (by: ContractCustomer, name: string) => {
    const domain = await valueIn(by.orderDomain(name));
    const plan = await valueIn(by.orderPlan("web-plus", { domain: name }));
    for (const { invoice } of [domain, plan]) await scene.pay(by.query.loginId, by.query.accountId, invoice?.id ?? 0);
    return { domain, plan };
  };

  test("returns the events of an order only to its account, in the order in which they happened", async () => {
    const [owner, other] = [await newOwner(system), await newOwner(system)];
    const name = "free-told.com";
    const { domain, plan } = await ordered(owner, name);
    expect(await told(owner)).toEqual([
      ["invoice.issued", domain.invoice?.id],
      ["invoice.issued", plan.invoice?.id],
      ["invoice.paid", domain.invoice?.id],
      ["order.paid", domain.orderId],
      ["domain.registered", name],
      ["invoice.paid", plan.invoice?.id],
      ["order.paid", plan.orderId],
      ["service.activated", plan.serviceId],
    ]);
    expect(await told(other)).toEqual([]);
  });

  test("continues after the last position, without duplicates or gaps", async () => {
    const owner = await newOwner(system);
    await ordered(owner, "free-paged.com");
    const whole = await read(owner);
    expect(whole.hasMore).toBe(false);
    const pages = [await read(owner, 0, { limit: 1 })];
    while (pages.at(-1)?.hasMore && pages.length <= whole.events.length)
      pages.push(await read(owner, pages.at(-1)?.next, { limit: 1 }));
    expect(pages.flatMap(({ events }) => events)).toEqual(whole.events);
    expect((await read(owner, whole.next)).events).toEqual([]);
    const { invoice } = await valueIn(owner.orderDomain("free-later.com"));
    expect((await read(owner, whole.next)).events).toMatchObject([{ type: "invoice.issued", subject: invoice?.id }]);
  });

  test("omits events that the login cannot read and events outside the limit", async () => {
    const owner = await newOwner(system);
    const { plan } = await ordered(owner, "free-limited.com");
    const serviceId = plan.serviceId ?? 0;
    const registered = ["domain.registered", "free-limited.com"];
    const activated = ["service.activated", serviceId];
    expect(await told(owner, { kind: "service", id: serviceId })).toEqual([activated]);
    expect(await told(owner, { kind: "service", id: serviceId + 1 })).toEqual([]);
    expect(await told(owner, { kind: "domain", name: "free-limited.com" })).toEqual([registered, activated]);
    expect(await told(owner, { kind: "domain", name: "limited.com" })).toEqual([]);

    const contact = { ...owner, query: { ...owner.query, loginId: await scene.login() } };
    for (const [permission, types] of [
      ["domains", ["domain.registered"]],
      ["products", ["service.activated"]],
      ["orders", ["order.paid", "order.paid"]],
      ["invoices", ["invoice.issued", "invoice.issued", "invoice.paid", "invoice.paid"]],
      ["tickets", []],
    ] as const) {
      await scene.grant(contact.query.loginId, owner.query.accountId, [permission]);
      expect((await told(contact)).map(([type]) => type)).toEqual(types);
    }
  });

  test("reports a page as truncated only if the caller's position is too old", async () => {
    const owner = await newOwner(system);
    await ordered(owner, "free-late.com");
    const { next, truncated } = await read(owner);
    expect(truncated, "of who begins").toBe(false);
    scene.setTime(NOW + EVENTS_KEPT_MS + DAY_MS);
    const later = await read(owner, next);
    expect([later.truncated, later.events]).toEqual([true, []]);
    expect(later.next, "even without new events").toBeGreaterThan(eventIdAt(NOW));
    expect((await read(owner, later.next)).truncated).toBe(false);
  });
}
