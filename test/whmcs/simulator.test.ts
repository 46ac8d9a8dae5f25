import { beforeEach, describe, expect, test } from "vitest";
import { productOf } from "../../dev/whmcs/seed.ts";
import { useWhmcs } from "./support/use-whmcs.ts";

/*
 * Tests effects in the simulated installation that no response shows: the effects of errors, cancellations and the
 * daily run.
 */

const DAY_MS = 86_400_000;
const NOW = Date.parse("2026-11-20T15:00:00Z");
const at = { now: NOW };
const { simulator } = await useWhmcs({ now: () => at.now });
const { state, control, installation } = simulator;
const CLIENT = { clientid: "1001", paymentmethod: "mailin" };
const RENEWAL = { ...CLIENT, domainrenewals: { "studio-ana.ca": 1 } };

beforeEach(() => {
  at.now = NOW;
  installation.journal.length = 0;
});

const ask = (action: string, parameters: object) => simulator.ask(action, { ...parameters });
const registration = (name: string) => ({ ...CLIENT, domain: [name], domaintype: ["register"], regperiod: [1] });
const invoiceOf = (id: unknown) => state.invoices.find((row) => row.id === Number(id));

test.each<[string, string, object, string]>([
  [
    "without a payment method",
    "AddOrder",
    { ...registration("a.ca"), paymentmethod: "" },
    "Invalid Payment Method. Valid options include mailin,stripe",
  ],
  [
    "for an extension that is not sold",
    "AddOrder",
    registration("a.notsold"),
    "No items added to cart so order cannot proceed",
  ],
  [
    "for the renewal of another account's domain",
    "AddOrder",
    { ...CLIENT, domainrenewals: { "second-step.com": 1 } },
    "Domain not owned by Client ID provided",
  ],
  ["for an unknown service", "UpgradeProduct", { serviceid: 9 }, "Service ID Not Found"],
  ["for an unknown service", "AddCancelRequest", { serviceid: 9 }, "Service ID Not Found"],
])("a request %s is refused by %s and changes nothing", async (_, action, parameters, message) => {
  const before = state.orders.length;
  expect(await ask(action, parameters)).toEqual({ result: "error", message });
  expect([state.orders.length, installation.journal]).toEqual([before, []]);
});

test("CancelOrder for a renewal cancels the domain", async () => {
  const placed = await ask("AddOrder", RENEWAL);
  expect(await ask("CancelOrder", { orderid: Number(placed.orderid) })).toEqual({ result: "success" });
  expect(state.domains.find(({ name }) => name === "studio-ana.ca")).toMatchObject({ status: "Cancelled" });
  expect(invoiceOf(placed.invoiceid)).toMatchObject({ status: "Cancelled" });
});

test("unpaid invoices remain after a repeated order and after a cancellation", async () => {
  const plan = { ...CLIENT, pid: [productOf("web-plus")], billingcycle: ["annually"] };
  const orders = [await ask("AddOrder", RENEWAL), await ask("AddOrder", RENEWAL), await ask("AddOrder", plan)];
  await ask("AddCancelRequest", { serviceid: Number(orders[2]?.serviceids), type: "Immediate" });
  expect(orders.map(({ invoiceid }) => invoiceOf(invoiceid)?.status)).toEqual(["Unpaid", "Unpaid", "Unpaid"]);
});

describe("the daily run", () => {
  const passDays = (count: number) => {
    for (let day = 0; day < count; day++) {
      at.now += DAY_MS;
      control.runDay();
    }
  };
  /** Creates a service with a paid plan. */
  function paidPlan() {
    const products = [{ productId: productOf("web-plus"), cycle: "monthly", domain: "run.ca" }];
    const { id, invoiceId } = control.order({ clientId: 1001, products }, { userId: 11 });
    control.pay(invoiceId ?? 0);
    const service = state.services.find(({ orderId }) => orderId === id) ?? expect.fail("no service");
    return { service, invoiceId };
  }

  test("ends cancelled services immediately or at the end of their term", async () => {
    const [{ service: atOnce }, { service: atEnd }] = [paidPlan(), paidPlan()];
    await ask("AddCancelRequest", { serviceid: atOnce.id, type: "Immediate" });
    await ask("AddCancelRequest", { serviceid: atEnd.id, type: "End of Billing Period" });
    passDays(1);
    expect([atOnce.status, atEnd.status]).toEqual(["Cancelled", "Active"]);
    passDays(29);
    expect(atEnd.status).toBe("Cancelled");
  });

  test("invoices a renewal once, and renews the service when it is paid", () => {
    const { service, invoiceId } = paidPlan();
    passDays(20);
    const renewals = state.invoices.filter(
      ({ id, items }) => id !== invoiceId && items?.some(({ relatedId }) => relatedId === service.id),
    );
    expect(renewals).toMatchObject([{ status: "Unpaid", dueOn: "2026-12-20" }]);
    control.pay(renewals[0]?.id ?? 0);
    expect(service).toMatchObject({ status: "Active", nextDueOn: "2027-01-20" });
  });

  test("charges stored cards for invoices on a gateway that captures, and no other invoices", () => {
    const domains = [{ name: "captured.ca", type: "Register" as const, years: 1 }];
    const captured = control.order({ clientId: 1001, domains, paymentMethod: "stripe" }, { adminId: 1 });
    const left = control.order({ clientId: 1001, domains }, { adminId: 1 });
    passDays(1);
    expect([captured, left].map(({ invoiceId }) => invoiceOf(invoiceId)?.status)).toEqual(["Paid", "Unpaid"]);
  });
});
