import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { WhmcsDomain } from "../../dev/whmcs/state.ts";
import { preEffectError } from "../../workers/billing-whmcs/orders/pre-effect-errors.ts";
import { codeOf, valueIn } from "../billing-contract/questions.ts";
import { CALL } from "./support/reading.ts";
import { registerDomain } from "./support/registered-domains.ts";
import { useActingWhmcs } from "./support/use-whmcs.ts";

/* Tests what customers and the operator learn about an order. The addon's tests cover what WHMCS cancels, and when. */

const ACCOUNT = 1001;
const scene = await useActingWhmcs();
const { simulator, db, customer, find, events, newestOrder } = scene;
const { state, faults, installation } = simulator;
const client = state.clients.find(({ id }) => id === ACCOUNT) ?? expect.fail("no such account");
const { credit } = client;
const extensions = structuredClone(state.extensions);

beforeEach(() => scene.runScheduledWork());
afterEach(() => {
  state.extensions = structuredClone(extensions);
  client.credit = credit;
  delete client.groupId;
});

const register = (more?: Partial<WhmcsDomain>) => registerDomain(simulator, ACCOUNT, scene.name, more);
const order = (more = {}) => customer().orderDomain(scene.name, more, scene.name);
const renew = (more = {}) => customer().renewDomain(scene.name, more, scene.name);
const withInvoice = (more: object) =>
  faults.plan({ kind: "changed", change: (members) => ({ ...members, ...more }) }, { action: "GetInvoice" });

/** Adds a service whose plan can be changed. Returns its id. */
function serviceOf(): number {
  const like = state.services.find((row) => row.billingCycle === "Annually" && row.name === "Web Plus");
  const id = Math.max(...state.services.map((row) => row.id)) + 1;
  const own = { clientId: ACCOUNT, domain: scene.name, nextDueOn: "2027-06-20", orderId: 0 };
  state.services.push({ ...(like ?? expect.fail("no such service")), id, ...own });
  return id;
}

describe("an error before any effect", () => {
  const unpaid = "Unable to accept upgrade order. Previous upgrade invoice for service is still unpaid.";

  test.each<[action: string, text: string, told: string]>([
    ["AddOrder", "Client ID Not Found", "operator"],
    ["AddOrder", "Invalid Payment Method. Valid options include x", "operator"],
    ["AddOrder", "No items added to cart so order cannot proceed", "not_offered"],
    ["AddOrder", "UNABLE TO ADD ORDER WHEN CLIENT STATUS IS CLOSED", "not_allowed"],
    ["AddOrder", "Domain status is set to 'Cancelled' and cannot be renewed", "not_renewable"],
    ["AddOrder", "Domain not owned by Client ID provided", "not_found"],
    ["UpgradeProduct", "Service ID Not Found", "not_found"],
    ["UpgradeProduct", unpaid, "already_requested"],
    ["UpgradeProduct", "Invalid Payment Method. Valid options include x", "operator"],
    ["UpgradeProduct", "Invalid Billing Cycle Requested", "operator"],
    ["AddCancelRequest", "Service ID Not Found", "not_found"],
    ["AddCancelRequest", "Existing Cancellation Request Exists", "already_requested"],
  ])("from %s with the text “%s” becomes %s", (action, text, told) => {
    const error = preEffectError(action, text);
    expect(typeof error === "string" ? error : error?.code).toBe(told);
  });

  const cancel = () => customer().cancelService(serviceOf(), "end_of_period", null, scene.name);
  test.each<[what: string, action: string, text: string, code: string, act: () => Parameters<typeof codeOf>[0]]>([
    ["an order", "AddOrder", "No items added to cart so order cannot proceed", "not_offered", order],
    ["an order with an unlisted text", "AddOrder", "Something that is not listed", "billing_unavailable", order],
    ["a cancellation", "AddCancelRequest", "Service ID Not Found", "not_found", cancel],
  ])("from %s leaves the reference usable", async (_, action, text, code, act) => {
    faults.plan({ kind: "error", text }, { action, times: 1 });
    expect(await codeOf(act())).toBe(code);
    // This lookup does not state that the write was sent, so it leaves the reference usable.
    expect(await valueIn(customer().findWrite(scene.name))).toMatchObject({ state: "absent" });
    expect(await codeOf(act())).toBe("ok");
  });
});

describe("an invoice whose price differs from the preview", () => {
  test("leads to a cancelled order, and the customer gets the new price", async () => {
    withInvoice({ subtotal: "18.99" });
    const problem = { code: "refused", price: { amount: 1899, currency: "CAD" } };
    expect(await order()).toMatchObject({ problem });
    expect(newestOrder()).toMatchObject({ status: "Cancelled" });
    expect(await find()).toMatchObject({ state: "refused", problem });
    expect(events()).toContain("billing_order_taken_back");
  });

  test("leaves a paid order in place, and the operator gets an alert", async () => {
    withInvoice({ subtotal: "18.99", status: "Paid" });
    expect(await codeOf(order())).toBe("billing_unavailable");
    expect(newestOrder()).toMatchObject({ status: "Pending" });
    expect(await find()).toEqual({ state: "under_way" });
    expect(events()).toContain("billing_order_not_taken_back");
  });

  test("leaves a renewal order in place, because existing items are never cancelled", async () => {
    register();
    withInvoice({ subtotal: "99.00" });
    const problem = { code: "refused", price: { amount: 9_900 }, reason: { en: expect.stringContaining("99.00 CAD") } };
    expect(await renew()).toMatchObject({ problem });
    expect(newestOrder()).toMatchObject({ status: "Pending" });
    faults.clear();
    expect(await codeOf(customer().renewDomain(scene.name))).toBe("already_requested");
  });
});

test.each([
  ["all of an order", 10_000_000, "paid", 0],
  ["a part of it", 100, "unpaid", 1],
])(
  "an order remains if credit pays %s automatically, and the operator gets an alert",
  async (_, given, status, required) => {
    client.credit = given;
    installation.quirks.appliesCredit = true;
    const placed = await valueIn(order());
    expect(placed.invoice).toMatchObject({ status, creditApplied: expect.any(Number) });
    expect(Number(placed.actionRequired !== null)).toBe(required);
    expect(events()).toContain("billing_order_paid_itself");
  },
);

describe("an invoice that a stored card can pay automatically", () => {
  const stopped = () => db.prepare("SELECT reason FROM acting_stopped").first("reason");

  test("leads to a cancelled order, and the system stops accepting orders", async () => {
    withInvoice({ ccgateway: true });
    expect(await codeOf(order())).toBe("refused");
    expect(newestOrder()).toMatchObject({ status: "Cancelled" });
    expect([events().includes("billing_acting_stopped"), await stopped()]).toEqual([true, "order_may_be_captured"]);
    expect(await valueIn(scene.again().billing.describe(CALL))).toMatchObject({ acts: false });
    expect(await codeOf(customer().orderDomain(`after-${scene.name}`))).toBe("not_offered");
  });

  test.each([
    ["the agreed price", {}, /^(?!.*(?:another price|need not be paid)).*may charge a stored card/],
    ["another price", { subtotal: "99.00" }, /^(?!.*need not be paid).*another price.*may charge a stored card/],
  ])("remains for a renewal at %s, and the customer and the operator get a warning", async (_, more, words) => {
    register();
    withInvoice({ ccgateway: true, ...more });
    const refused = await renew();
    expect(refused).toMatchObject({ problem: { code: "refused", price: { currency: "CAD" } } });
    expect(JSON.stringify(refused)).toMatch(words);
    const { id, invoiceId: invoice } = newestOrder();
    const line = { event: "billing_invoice_may_be_charged", account: ACCOUNT, order: id, invoice };
    expect(scene.lines).toContainEqual(expect.objectContaining(line));
    const left = { event: "billing_unpaid_invoice_left", order: id };
    expect(scene.lines).not.toContainEqual(expect.objectContaining(left));
    expect(await stopped()).toBe("order_may_be_captured");
  });

  test("stops new orders if it is already paid, and its order remains", async () => {
    withInvoice({ ccgateway: true, status: "Paid" });
    expect(await valueIn(order())).toMatchObject({ invoice: { status: "paid" } });
    expect([await stopped(), newestOrder().status]).toEqual(["order_was_paid", "Pending"]);
  });

  test("does not stop orders if the customer has since chosen that gateway", async () => {
    withInvoice({ ccgateway: true, paymentmethod: "stripe" });
    expect(await valueIn(order())).toMatchObject({ invoice: { status: "unpaid" } });
    expect([await stopped(), events().includes("billing_order_gateway_changed")]).toEqual([null, true]);
  });
});

describe("an order with nothing due", () => {
  const waiting = () => scene.lines.filter(({ event }) => event === "billing_order_waits");
  const downgrade = () => customer().changePlan(serviceOf(), "web-start", {}, scene.name);

  test("is reported to the customer and the operator if it waits for acceptance", async () => {
    installation.quirks.makesFreeUpgrades = false;
    const placed = await valueIn(downgrade());
    expect(placed).toMatchObject({ invoice: null, waitsForProvider: true, service: { planId: "web-plus" } });
    expect(waiting()).toMatchObject([{ account: ACCOUNT, order: newestOrder().id }]);
  });

  test("stays in progress until its service can be read", async () => {
    faults.plan({ kind: "changed", change: (members) => members }, { action: "UpgradeProduct", times: 1 });
    faults.plan({ kind: "html_500_after" }, { action: "UpgradeProduct", times: 1 });
    expect(await codeOf(downgrade())).toBe("billing_unavailable");
    faults.plan({ kind: "html_500" }, { action: "GetClientsProducts" });
    expect(await find()).toEqual({ state: "under_way" });
    faults.clear();
    const found = await find();
    expect(found).toMatchObject({ state: "done", value: { service: { planId: "web-start" } } });
    expect(found).not.toHaveProperty("value.waitsForProvider");
  });
});

describe("renewal prices", () => {
  const LISTED = 2_199;
  const OWN = 1_234;
  let names = 0;
  /** Adds a domain with its own recurring amount. */
  function nameOf(more: Partial<WhmcsDomain> = {}): string {
    const name = `renewed-${++names}.com`;
    Object.assign(registerDomain(simulator, ACCOUNT, name), { amount: OWN, years: 1, ...more });
    return name;
  }
  const renewed = (name: string, more = {}) => customer().renewDomain(name, more);
  const priceOf = (name: string, years = 1) =>
    valueIn(renewed(name, { years })).then(({ invoice }) => invoice?.subtotal);

  const pricedBy = () => db.prepare("SELECT priced_by FROM renewal_pricing").first("priced_by");

  beforeEach(() => void db.prepare("DELETE FROM renewal_pricing").run());

  test("are those of the price list by default, and equal prices record nothing", async () => {
    expect([await priceOf(nameOf({ amount: LISTED })), await pricedBy()]).toEqual([LISTED, null]);
    const name = nameOf();
    expect(await customer().domain(name)).toMatchObject({ renewalPrice: OWN });
    expect(await renewed(name, { expectedPrice: OWN })).toMatchObject({
      problem: { code: "price_changed", price: { amount: LISTED, currency: "CAD" } },
    });
    expect(await priceOf(name)).toBe(LISTED);
  });

  test("follow the latest invoice, which shows whether WHMCS charges the domain's own amount", async () => {
    installation.quirks.renewsAtOwnAmount = true;
    const reason = { en: expect.stringContaining("12.34 CAD") };
    expect(await renewed(nameOf())).toMatchObject({ problem: { code: "refused", reason } });
    const orders = state.orders.length;
    expect(await renewed(nameOf(), { expectedPrice: LISTED })).toMatchObject({
      problem: { code: "price_changed", price: { amount: OWN } },
    });
    expect(state.orders).toHaveLength(orders);
    expect([await priceOf(nameOf()), await priceOf(nameOf(), 2)]).toEqual([OWN, 2 * LISTED]);
    const expiresOn = new Date(scene.clock.now - 864_000_000).toISOString().slice(0, 10);
    (state.extensions.find(({ tld }) => tld === "com") ?? expect.fail("not sold")).graceFee = { CAD: 500 };
    await scene.runScheduledWork();
    expect(await priceOf(nameOf({ status: "Grace", expiresOn }))).toBe(OWN + 500);

    installation.quirks.renewsAtOwnAmount = false;
    expect([await codeOf(renewed(nameOf())), await pricedBy()]).toEqual(["refused", "list"]);
    expect(await priceOf(nameOf())).toBe(LISTED);
  });
});

test("an account gets quotes in its own currency, even if the catalogue does not have that currency", async () => {
  const { currency } = client;
  state.currencies.push({ id: 9, code: "GBP" });
  client.currency = "GBP";
  const start = state.products.find(({ name }) => name === "Web Start") ?? expect.fail("no such product");
  start.prices.GBP = { annually: 5_000 };
  await scene.runScheduledWork();
  const { renewal } = await valueIn(customer().quotePlanOrder("web-start", { billingCycle: "annually" }));
  expect(renewal).toEqual({ amount: 5_000, currency: "GBP", billingCycle: "annually" });
  client.currency = currency;
  state.currencies.pop();
  // All installations share the seed's rows.
  delete start.prices.GBP;
});

test("the previewed price and the invoice include the client group's discount", async () => {
  client.groupId = 1;
  const { price } = await valueIn(customer().quoteDomainOrder(scene.name));
  // 10 % off 17.99
  expect(price.amount).toBe(1619);
  expect((await valueIn(order({ expectedPrice: price.amount }))).invoice?.subtotal).toBe(1619);
  expect(await codeOf(customer().orderPlan("web-pro", { domain: scene.name })), "with a promotion").toBe("ok");
});
