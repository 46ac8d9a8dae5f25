import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { WhmcsOrder } from "../../dev/whmcs/order-tables.ts";
import { NO_QUIRKS } from "../../dev/whmcs/quirks.ts";
import type { SentWrite } from "../../shared/billing-contract/writes.ts";
import { contractCustomer } from "../billing-contract/customer.ts";
import { asks, codeOf, valueIn } from "../billing-contract/questions.ts";
import { logLines } from "./support/reading.ts";
import { registerDomain } from "./support/registered-domains.ts";
import { startWhmcs } from "./support/whmcs-system.ts";

const ACCOUNT = 1001;
const DAY_MS = 86_400_000;
const LATER_MS = 200_000;

describe("an order", async () => {
  const clock = { now: Date.parse("2026-11-20T15:00:00Z") };
  const whmcs = await startWhmcs({ profile: "8.13", now: () => clock.now });
  const { simulator, db } = whmcs;
  const { state, faults, installation } = simulator;
  const QUERY = asks(11, ACCOUNT, "orders");

  let lines: Record<string, unknown>[];
  let name: string;
  let days = 0;
  beforeEach(async () => {
    clock.now += 3 * DAY_MS;
    name = `placed-${++days}.com`;
    await whmcs.runScheduledWork();
    lines = logLines();
  });
  afterEach(async () => {
    faults.clear();
    vi.restoreAllMocks();
    Object.assign(installation.quirks, NO_QUIRKS);
    await db.prepare("DELETE FROM acting_stopped").run();
  });
  afterAll(() => whmcs.stop());

  const customer = () => contractCustomer(whmcs.again().billing, QUERY);
  const events = () => lines.map(({ event }) => event);
  const find = () => {
    const sent: SentWrite = { operation: "orderDomain", target: `domain:${name}`, sentAt: new Date().toISOString() };
    return valueIn(whmcs.again().billing.findWrite(QUERY, name, sent));
  };
  const newest = () => state.orders.at(-1) ?? expect.fail("no order");
  const invoiceOf = ({ invoiceId }: WhmcsOrder) =>
    state.invoices.find(({ id }) => id === invoiceId) ?? expect.fail("no invoice");
  const withInvoice = (more: object) =>
    faults.plan({ kind: "changed", change: (members) => ({ ...members, ...more }) }, { action: "GetInvoice" });
  const stopped = () => db.prepare("SELECT reason FROM acting_stopped").first("reason");

  /** An order whose answer was lost. */
  async function orderedUnheard(): Promise<WhmcsOrder> {
    faults.plan({ kind: "html_500_after" }, { action: "AddOrder", times: 1 });
    expect(await codeOf(customer().orderDomain(name, {}, name))).toBe("billing_unavailable");
    return newest();
  }

  function deleteInvoice(order: WhmcsOrder): void {
    state.invoices.splice(state.invoices.indexOf(invoiceOf(order)), 1);
  }

  function cancel(order: WhmcsOrder): void {
    order.status = "Cancelled";
    for (const domain of state.domains) if (domain.name === name) domain.status = "Cancelled";
  }

  describe("an order whose invoice cannot be read any more", () => {
    test("is refused once staff has cancelled it, and holds its name back no longer", async () => {
      const order = await orderedUnheard();
      deleteInvoice(order);
      expect(await find()).toEqual({ state: "under_way" });
      expect(events()).toContain("billing_invoice_gone");
      expect(await codeOf(customer().orderDomain(name, {}, `${name}-2`))).toBe("already_requested");
      cancel(order);
      clock.now += LATER_MS;
      await whmcs.endActions();
      expect(await find()).toMatchObject({ state: "refused", problem: { code: "refused" } });
      expect(await codeOf(customer().orderDomain(name, {}, `${name}-3`))).toBe("ok");
    });

    test("is a person's after a day, and ends as nothing by their word", async () => {
      deleteInvoice(await orderedUnheard());
      expect(await find()).toEqual({ state: "under_way" });
      clock.now += DAY_MS;
      expect(await find()).toEqual({ state: "several", count: 1 });
      const settled = { operation: "orderDomain", target: `domain:${name}` } as const;
      for (let time = 0; time < 2; time++)
        await valueIn(customer().settleWrite(name, { ...settled, outcome: "nothing", orderId: null }));
      expect(await find()).toMatchObject({ state: "refused" });
      cancel(newest());
      expect(await codeOf(customer().orderDomain(name, {}, `${name}-2`))).toBe("ok");
    });

    test("at another price that was paid ends by the operator's word too", async () => {
      withInvoice({ subtotal: "18.99", status: "Paid" });
      expect(await codeOf(customer().orderDomain(name, {}, name))).toBe("billing_unavailable");
      expect(await find()).toEqual({ state: "under_way" });
      const settled = { operation: "orderDomain", target: `domain:${name}` } as const;
      await valueIn(customer().settleWrite(name, { ...settled, outcome: "nothing", orderId: null }));
      expect(await find()).toMatchObject({ state: "refused" });
      cancel(newest());
    });
  });

  test("an order that staff cancelled with its invoice before it was answered is refused, not done", async () => {
    const order = await orderedUnheard();
    cancel(order);
    invoiceOf(order).status = "Cancelled";
    const found = await find();
    expect(["refused", "absent"]).toContain(found.state);
    expect(await codeOf(customer().orderDomain(name, {}, name))).toBe("refused");
  });

  test("an order that staff cancelled before it was answered is not said to have another price", async () => {
    await valueIn(customer().orderDomain(name, {}, name));
    cancel(newest());
    await db.prepare("UPDATE actions SET state = 'sending', answer = NULL WHERE reference = ?").bind(name).run();
    expect(await find()).toMatchObject({ state: "refused", problem: { code: "refused" } });
    expect(events()).not.toContain("billing_order_taken_back");
  });

  describe("an invoice that a stored card can be charged for", () => {
    const renewal = async (more: object) => {
      registerDomain(simulator, ACCOUNT, name);
      withInvoice({ ccgateway: true, ...more });
      return customer().renewDomain(name, {}, name);
    };

    test("of a renewal at the agreed price is said to be dangerous, not to have another price", async () => {
      const refused = await renewal({});
      expect(refused).toMatchObject({
        problem: { code: "refused", price: { amount: expect.any(Number), currency: "CAD" } },
      });
      const text = JSON.stringify(refused);
      expect(text).toContain("may charge a stored card");
      expect(text).not.toMatch(/another price|need not be paid/);
      const { id, invoiceId: invoice } = newest();
      expect(lines).toContainEqual(
        expect.objectContaining({ event: "billing_invoice_may_be_charged", account: ACCOUNT, order: id, invoice }),
      );
      expect(events()).not.toContain("billing_unpaid_invoice_left");
      expect(await stopped()).toBe("order_may_be_captured");
      expect(invoiceOf(newest())).toMatchObject({ status: "Unpaid" });
    });

    test("of a renewal at another price is said to be both", async () => {
      const text = JSON.stringify(await renewal({ subtotal: "99.00" }));
      expect(text).toMatch(/another price.*may charge a stored card/);
      expect(text).not.toContain("need not be paid");
    });

    test("and that is paid already stops orders; the order stands", async () => {
      withInvoice({ ccgateway: true, status: "Paid" });
      expect(await valueIn(customer().orderDomain(name, {}, name))).toMatchObject({ invoice: { status: "paid" } });
      expect(await stopped()).toBe("order_was_paid");
      expect(newest()).toMatchObject({ status: "Pending" });
      expect(await codeOf(customer().orderDomain(`after-${name}`))).toBe("not_offered");
    });

    test("since its customer chose another gateway on its page stops nothing", async () => {
      withInvoice({ ccgateway: true, paymentmethod: "stripe" });
      expect(await valueIn(customer().orderDomain(name, {}, name))).toMatchObject({ invoice: { status: "unpaid" } });
      expect(await stopped()).toBeNull();
      expect(events()).toContain("billing_order_gateway_changed");
    });

    test("on a gateway that is not told stops orders", async () => {
      withInvoice({ ccgateway: true, paymentmethod: undefined });
      expect(await codeOf(customer().orderDomain(name, {}, name))).toBe("refused");
      expect(await stopped()).toBe("order_may_be_captured");
    });
  });

  test("a renewal whose invoice asks another price is refused with that price", async () => {
    registerDomain(simulator, ACCOUNT, name);
    withInvoice({ subtotal: "99.00" });
    const price = { amount: 9_900, currency: "CAD" };
    expect(await customer().renewDomain(name, {}, name)).toMatchObject({ problem: { code: "refused", price } });
  });

  describe("an order with nothing due", () => {
    const waiting = () => lines.filter(({ event }) => event === "billing_order_waits");
    const downgrade = async () => {
      const service = (await customer().services()).find(({ planId }) => planId === "web-plus");
      return customer().changePlan(service?.id ?? expect.fail("no service"), "web-start", {}, name);
    };

    test("that waits for its acceptance is told so to its customer and to the operator", async () => {
      installation.quirks.makesFreeUpgrades = false;
      const placed = await valueIn(downgrade());
      expect(placed).toMatchObject({ invoice: null, waitsForProvider: true, service: { planId: "web-plus" } });
      expect(waiting()).toMatchObject([{ account: ACCOUNT, order: newest().id }]);
      newest().status = "Active";
    });

    test("of a plan that costs nothing waits as well", async () => {
      const product = state.products.find(({ name: own }) => own === "Web Start") ?? expect.fail("no plan");
      const { prices } = product;
      product.prices = { ...prices, CAD: { annually: 0 } };
      await whmcs.runScheduledWork();
      const placed = await valueIn(customer().orderPlan("web-start", { domain: name }, name));
      product.prices = prices;
      expect(placed).toMatchObject({ invoice: null, waitsForProvider: true });
      expect(waiting()).toMatchObject([{ order: newest().id }]);
    });

    test("whose service is not read stays under way until it is, and is then said to be done", async () => {
      // The price is asked for by the same action.
      faults.plan({ kind: "changed", change: (members) => members }, { action: "UpgradeProduct", times: 1 });
      faults.plan({ kind: "html_500_after" }, { action: "UpgradeProduct", times: 1 });
      expect(await codeOf(downgrade())).toBe("billing_unavailable");
      faults.plan({ kind: "html_500" }, { action: "GetClientsProducts" });
      expect(await find()).toEqual({ state: "under_way" });
      faults.clear();
      const found = await find();
      expect(found).toMatchObject({ state: "done", value: { service: { planId: "web-start" } } });
      expect(found).not.toHaveProperty("value.waitsForProvider");
      expect(waiting()).toEqual([]);
    });
  });
});
