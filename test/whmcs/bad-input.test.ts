import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { NO_QUIRKS } from "../../dev/whmcs/quirks.ts";
import { type ContractCustomer, contractCustomer } from "../billing-contract/customer.ts";
import { asks, codeOf, valueIn } from "../billing-contract/questions.ts";
import { logLines } from "./support/reading.ts";
import { registerDomain } from "./support/registered-domains.ts";
import { startWhmcs } from "./support/whmcs-system.ts";

const clock = { now: Date.parse("2026-11-20T15:00:00Z") };
const whmcs = await startWhmcs({ profile: "8.13", now: () => clock.now });
const { simulator, db, billing } = whmcs;
const { state, faults, installation } = simulator;
const ACCOUNT = 1001;
const QUERY = asks(11, ACCOUNT, "orders");
const owner = contractCustomer(billing, QUERY);
const client = state.clients.find(({ id }) => id === ACCOUNT) ?? expect.fail("no such account");
const CREDIT = client.credit;
const seeded = structuredClone({
  products: state.products,
  promotions: state.promotions,
  extensions: state.extensions,
});

let lines: Record<string, unknown>[];
let names = 0;
let name: string;
beforeEach(async () => {
  clock.now += 3_600_000;
  name = `bad-${++names}.com`;
  lines = logLines();
  await whmcs.runScheduledWork();
});
afterEach(async () => {
  faults.clear();
  vi.restoreAllMocks();
  Object.assign(installation.quirks, NO_QUIRKS);
  Object.assign(state, structuredClone(seeded));
  client.credit = CREDIT;
  await db.prepare("UPDATE plan_products SET pro_rata = 0").run();
});
afterAll(() => whmcs.stop());

const events = () => lines.map(({ event }) => event);
const timesSent = (action: string) =>
  simulator.calls.filter((call) => call.action === action && !call.parameters.calconly).length;
const find = (reference: string) => valueIn(billing.findWrite(QUERY, reference));
const plan = (more: Parameters<ContractCustomer["orderPlan"]>[1] = {}, planId = "web-start") =>
  owner.orderPlan(planId, { domain: name, ...more }, name);
const productOf = async (planId: string) => {
  const id = await db
    .prepare("SELECT product_id FROM plan_products WHERE plan_id = ?")
    .bind(planId)
    .first("product_id");
  return state.products.find((one) => one.id === id) ?? expect.fail("no such product");
};
/** A service of the account that may go to another plan. */
function serviceOf(): number {
  const like = state.services.find((row) => row.billingCycle === "Annually" && row.name === "Web Plus");
  if (!like) throw new Error("the demonstration has none");
  const id = Math.max(...state.services.map((row) => row.id)) + 1;
  state.services.push({ ...like, id, clientId: ACCOUNT, domain: name, nextDueOn: "2027-06-20", orderId: 0 });
  return id;
}

type Act = (reference: string) => Promise<string>;

describe("an error that came before any effect", () => {
  const renew = (): Act => {
    registerDomain(simulator, ACCOUNT, name);
    return (reference) => codeOf(owner.renewDomain(name, {}, reference));
  };
  const change = (): Act => {
    const id = serviceOf();
    return (reference) => codeOf(owner.changePlan(id, "web-pro", {}, reference));
  };
  const cancel = (): Act => {
    const id = serviceOf();
    return (reference) => codeOf(owner.cancelService(id, "end_of_period", null, reference));
  };

  test.each<[string, string, string, () => Act]>([
    ["AddOrder", "Domain status is set to 'Cancelled' and cannot be renewed", "not_renewable", renew],
    ["AddOrder", "Domain not owned by Client ID provided", "not_found", renew],
    ["UpgradeProduct", "Service ID Not Found", "not_found", change],
    [
      ...([
        "UpgradeProduct",
        "Unable to accept upgrade order. Previous upgrade invoice for service is still unpaid.",
      ] as const),
      ...(["already_requested", change] as const),
    ],
    ["UpgradeProduct", "Invalid Payment Method. Valid options include x", "billing_unavailable", change],
    ["UpgradeProduct", "Invalid Upgrade Type", "billing_unavailable", change],
    ["UpgradeProduct", "Invalid Billing Cycle Requested", "billing_unavailable", change],
    ["AddCancelRequest", "Service ID Not Found", "not_found", cancel],
    ["AddCancelRequest", "Existing Cancellation Request Exists", "already_requested", cancel],
  ])("of %s, %s, is %s, and the reference is free", async (action, text, code, prepared) => {
    const act = prepared();
    // The price is asked for by the same action.
    if (action === "UpgradeProduct")
      faults.plan({ kind: "changed", change: (members) => members }, { action, times: 1 });
    faults.plan({ kind: "error", text }, { action, times: 1 });
    expect(await act(name)).toBe(code);
    expect(await find(name)).toMatchObject({ state: "absent" });
    expect(await act(name)).toBe("ok");
  });
});

describe("a price that changed between quote and order", () => {
  test("of a name is told, and nothing is sent", async () => {
    const { price } = await valueIn(owner.quoteDomainOrder(name));
    const com = state.extensions.find(({ tld }) => tld === "com")?.prices.CAD ?? expect.fail("not sold");
    com.register += 100;
    const sent = timesSent("AddOrder");
    expect(await owner.orderDomain(name, { expectedPrice: price.amount }, name)).toMatchObject({
      problem: { code: "price_changed", price: { amount: price.amount + 100 } },
    });
    expect(timesSent("AddOrder")).toBe(sent);
  });

  test("of a plan is told, and nothing is sent", async () => {
    const { firstPayment } = await valueIn(owner.quotePlanOrder("web-start", { domain: name }));
    const product = await productOf("web-start");
    for (const prices of Object.values(product.prices)) if (prices.annually) prices.annually += 100;
    const now = (await valueIn(owner.quotePlanOrder("web-start", { domain: name }))).firstPayment;
    expect(now.amount).toBeGreaterThan(firstPayment.amount);
    const sent = timesSent("AddOrder");
    expect(await plan({ expectedPrice: firstPayment.amount })).toMatchObject({
      problem: { code: "price_changed", price: { amount: now.amount } },
    });
    expect(timesSent("AddOrder")).toBe(sent);
  });
});

describe("a product that is billed pro rata", () => {
  test("and marked so is not offered, and nothing is sent", async () => {
    await db.prepare("UPDATE plan_products SET pro_rata = 1").run();
    const sent = timesSent("AddOrder");
    expect(await codeOf(owner.quotePlanOrder("web-start", { domain: name }))).toBe("not_offered");
    expect(await codeOf(plan())).toBe("not_offered");
    expect(timesSent("AddOrder")).toBe(sent);
  });

  test("and not marked so is taken back by its invoice", async () => {
    (await productOf("web-start")).proRataDay = 1;
    expect(await codeOf(plan())).toBe("refused");
    expect(state.orders.at(-1)).toMatchObject({ status: "Cancelled" });
    expect(events()).toContain("billing_order_taken_back");
  });
});

describe("a promotion", () => {
  const promotionOf = async () => {
    const code = await db.prepare("SELECT promotion FROM plan_products WHERE plan_id = 'web-pro'").first("promotion");
    return state.promotions.find((one) => one.code === code) ?? expect.fail("no such promotion");
  };

  test("that has ended since it was quoted is told by its price, and the customer's own code is refused", async () => {
    const { firstPayment, discount } = await valueIn(owner.quotePlanOrder("web-pro", { domain: name }));
    expect(discount).not.toBeNull();
    const promotion = await promotionOf();
    promotion.expiresOn = "2026-11-01";
    const sent = timesSent("AddOrder");
    expect(await codeOf(plan({ expectedPrice: firstPayment.amount }, "web-pro"))).toBe("price_changed");
    expect(await codeOf(plan({ promotion: promotion.code }, "web-pro"))).toBe("invalid_body");
    expect(timesSent("AddOrder")).toBe(sent);
  });

  test("that ends as it is ordered is taken back by its invoice", async () => {
    const { firstPayment } = await valueIn(owner.quotePlanOrder("web-pro", { domain: name }));
    (await promotionOf()).expiresOn = "2026-11-01";
    const text = (members: Record<string, unknown>) => JSON.stringify(members).replaceAll("2026-11-01", "2027-11-01");
    faults.plan({ kind: "changed", change: (members) => JSON.parse(text(members)) }, { action: "GetPromotions" });
    expect(await codeOf(plan({ expectedPrice: firstPayment.amount }, "web-pro"))).toBe("refused");
    expect(state.orders.at(-1)).toMatchObject({ status: "Cancelled" });
  });
});

describe("credit that pays by itself", () => {
  test.each([
    ["all of it", 10_000_000, "paid", 0],
    ["a part", 100, "unpaid", 1],
  ])("%s: the order stands, and the operator is told", async (_, credit, status, required) => {
    client.credit = credit;
    installation.quirks.appliesCredit = true;
    const placed = await valueIn(owner.orderDomain(name, {}, name));
    expect(placed.invoice).toMatchObject({ status, creditApplied: expect.any(Number) });
    expect(Number(placed.actionRequired !== null)).toBe(required);
    expect(events()).toContain("billing_order_paid_itself");
  });

  test("an order at another price stays under way: money was taken for it", async () => {
    client.credit = 100;
    installation.quirks.appliesCredit = true;
    (await productOf("web-start")).proRataDay = 1;
    expect(await codeOf(plan())).toBe("billing_unavailable");
    expect(await find(name)).toEqual({ state: "under_way" });
    expect(state.orders.at(-1)).toMatchObject({ status: "Pending" });
    expect(events()).toContain("billing_order_not_taken_back");
  });
});

describe("an order that is to be taken back", () => {
  const REFUSED = "Order ID not found or Status not Pending";

  test("and whose cancellation is refused stays under way, until it is cancelled", async () => {
    (await productOf("web-start")).proRataDay = 1;
    faults.plan({ kind: "error", text: REFUSED }, { action: "CancelOrder", times: 2 });
    expect(await codeOf(plan())).toBe("billing_unavailable");
    expect(await find(name)).toEqual({ state: "under_way" });
    expect(await find(name)).toMatchObject({ state: "refused", problem: { code: "refused" } });
    expect(state.orders.at(-1)).toMatchObject({ status: "Cancelled" });
  });
});

test("AcceptOrder is never asked for: what is paid is carried out by WHMCS itself", async () => {
  const placed = await valueIn(owner.orderDomain(name, {}, name));
  simulator.control.pay(placed.invoice?.id ?? 0);
  await whmcs.runScheduledWork();
  expect(state.domains.find((row) => row.name === name)).toMatchObject({ status: "Active" });
  expect(simulator.calls.filter(({ action }) => action === "AcceptOrder")).toEqual([]);
});
