import { afterAll, beforeAll, expect, test } from "vitest";
import { readSerialized } from "../../dev/whmcs/php-serialized.ts";
import { holdRegistered } from "../../dev/whmcs/provisioning/fulfilment.ts";
import { NO_QUIRKS, type Quirks } from "../../dev/whmcs/quirks.ts";
import { productOf, seededState } from "../../dev/whmcs/seed.ts";
import { WhmcsSimulator } from "../../dev/whmcs/whmcs-simulator.ts";

const NOW = Date.parse("2026-11-20T15:00:00Z");
const CLIENT = { clientid: "1001", paymentmethod: "mailin" };

let simulator: WhmcsSimulator;
beforeAll(async () => {
  simulator = await WhmcsSimulator.start({ now: () => NOW });
});
afterAll(() => simulator.stop());

const ask = (action: string, parameters: Record<string, string | number>) => simulator.ask(action, parameters);

/** The demonstration's customers as they were, in an installation with these quirks. */
function installation(quirks: Partial<Quirks> = {}): void {
  const { installation } = simulator;
  Object.assign(installation.state, seededState(new Date(NOW)));
  Object.assign(installation.quirks, NO_QUIRKS, quirks);
  installation.registrar.names.clear();
  holdRegistered(installation);
  installation.journal.length = 0;
}

const pay = ({ invoiceid }: Record<string, unknown>) => simulator.control.pay(Number(invoiceid));
const rowOf = <Row extends { id: number }>(rows: Row[], id: unknown) => rows.find((row) => row.id === Number(id));
const registration = (name: string, years = 1) => ({
  ...{ ...CLIENT, "domain[0]": name, "domaintype[0]": "register", "regperiod[0]": years },
  ...{ nameserver1: "ns1.other.example", nameserver2: "ns2.other.example", noemail: "true", noinvoiceemail: "true" },
});
const hosting = (more = {}) => ({
  ...{ ...CLIENT, "pid[0]": productOf("web-plus"), "billingcycle[0]": "annually", "domain[0]": "site.ca" },
  ...more,
});

test("a registration is pending with its invoice, registered once it is paid, and its order stays pending", async () => {
  installation();
  const { state, registrar } = simulator.installation;
  const fields = Buffer.from('a:1:{s:10:"Legal Type";s:3:"CCT";}').toString("base64");
  const placed = await ask("AddOrder", { ...registration("new-name.ca", 3), "domainfields[0]": fields });
  expect(placed).toMatchObject({ result: "success", serviceids: "", addonids: "" });
  const domain = rowOf(state.domains, placed.domainids);
  expect(domain).toMatchObject({ name: "new-name.ca", status: "Pending", years: 3, fields: { "Legal Type": "CCT" } });
  // 15.99 and twice 18.99, with 5 % and 9.975 %.
  expect(await ask("GetInvoice", { invoiceid: String(placed.invoiceid) })).toMatchObject({
    ...{ subtotal: "53.97", tax: "2.70", tax2: "5.38", total: "62.05", balance: "62.05", status: "Unpaid" },
    ...{ ccgateway: false, paymentmethod: "mailin" },
  });
  const items = [{ type: "DomainRegister", relatedId: Number(placed.domainids), amount: 5_397 }];
  expect(rowOf(state.invoices, placed.invoiceid)).toMatchObject({ items });
  expect(state.mails).toEqual([]);
  pay(placed);
  expect(() => pay(placed)).toThrow("is not to be paid");
  expect(domain).toMatchObject({ status: "Active", registeredOn: "2026-11-20", expiresOn: "2029-11-20" });
  expect(registrar.names.get("new-name.ca")?.nameservers).toEqual(["ns1.other.example", "ns2.other.example"]);
  expect(await ask("GetOrders", { id: Number(placed.orderid) })).toMatchObject({
    orders: { order: [{ status: "Pending", invoiceid: placed.invoiceid }] },
  });
  expect(rowOf(state.orders, placed.orderid)).toMatchObject({ adminRequestorId: 7, requestorId: 0, amount: 6_205 });
});

test("the same order again is another order: nothing is looked up and no name is checked", async () => {
  installation();
  const first = await ask("AddOrder", registration("twice.ca"));
  const second = await ask("AddOrder", registration("twice.ca"));
  expect(Number(second.orderid)).toBe(Number(first.orderid) + 1);
  expect(simulator.state.domains.filter(({ name }) => name === "twice.ca")).toHaveLength(2);
  expect(
    simulator.installation.journal.map(({ action, parameters, members }) => [
      action,
      parameters["domain[0]"],
      members.orderid,
    ]),
  ).toEqual([
    ["AddOrder", "twice.ca", first.orderid],
    ["AddOrder", "twice.ca", second.orderid],
  ]);
});

test("a plan with its promotion is half in the first year, and runs from its payment", async () => {
  installation();
  const { state } = simulator;
  const placed = await ask("AddOrder", hosting({ promocode: "FIRST-WEB-PLUS" }));
  expect(rowOf(state.invoices, placed.invoiceid)).toMatchObject({
    subtotal: 5_394,
    items: [
      { type: "Hosting", amount: 10_788 },
      { type: "PromoHosting", amount: -5_394 },
    ],
  });
  pay(placed);
  const active = { status: "Active", amount: 10_788, nextDueOn: "2027-11-20" };
  expect(rowOf(state.services, placed.serviceids)).toMatchObject(active);
});

test("what is paid is not set up where the installation waits for its staff", async () => {
  installation({ setsUpPaidOrders: false });
  const placed = await ask("AddOrder", hosting());
  pay(placed);
  expect(rowOf(simulator.state.services, placed.serviceids)).toMatchObject({ status: "Pending" });
});

test("a renewal runs from the present expiry once it is paid, and is told by its order", async () => {
  installation();
  const { state } = simulator;
  const domain = state.domains.find(({ name }) => name === "studio-ana.ca");
  const before = domain?.expiresOn ?? "";
  const placed = await ask("AddOrder", { ...CLIENT, "domainrenewals[studio-ana.ca]": 2 });
  expect(placed).toMatchObject({ result: "success", domainids: "" });
  pay(placed);
  expect(domain?.expiresOn).toBe(`${Number(before.slice(0, 4)) + 2}${before.slice(4)}`);
  const listed = await ask("GetOrders", { id: Number(placed.orderid) });
  expect(listed).toMatchObject({ orders: { order: [{ renewals: `${domain?.id}=2` }] } });
});

test.each([false, true])(
  "a renewal is priced by the list, or at the domain's own amount: %s",
  async (renewsAtOwnAmount) => {
    installation({ renewsAtOwnAmount });
    const { state } = simulator;
    const domain = state.domains.find(({ name }) => name === "studio-ana.ca");
    Object.assign(domain ?? {}, { amount: 1_000 });
    const priceOf = async (years: number) => {
      const { invoiceid } = await ask("AddOrder", { ...CLIENT, "domainrenewals[studio-ana.ca]": years });
      return rowOf(state.invoices, invoiceid)?.subtotal;
    };
    expect([await priceOf(1), await priceOf(2)]).toEqual([renewsAtOwnAmount ? 1_000 : 1_899, 3_798]);
    Object.assign(domain ?? {}, { status: "Redemption" });
    expect(await priceOf(2)).toBe(3_798 + 12_000);
  },
);

test("CancelOrder of a renewal ends the domain", async () => {
  installation();
  const { domains } = simulator.state;
  const placed = await ask("AddOrder", { ...CLIENT, "domainrenewals[studio-ana.ca]": 1 });
  expect(await ask("CancelOrder", { orderid: Number(placed.orderid) })).toEqual({ result: "success" });
  expect(domains.find(({ name }) => name === "studio-ana.ca")).toMatchObject({ status: "Cancelled" });
  expect(rowOf(simulator.state.invoices, placed.invoiceid)).toMatchObject({ status: "Cancelled" });
});

test("an upgrade is calculated without an order, ordered once, and made when it is paid", async () => {
  installation();
  const { state } = simulator;
  const placed = await ask("AddOrder", hosting());
  pay(placed);
  const serviceid = Number(placed.serviceids);
  const upgrade = {
    ...{ serviceid, type: "product", paymentmethod: "mailin" },
    ...{ newproductid: productOf("web-pro"), newproductbillingcycle: "annually" },
  };
  const cost = { price: "$72.00 CAD" };
  expect(await ask("UpgradeProduct", { ...upgrade, calconly: "true" })).toMatchObject({
    ...cost,
    upgradeinprogress: 0,
  });
  expect(state.orders.at(-1)?.id).toBe(placed.orderid);
  expect(simulator.installation.journal.map(({ action }) => action)).toEqual(["AddOrder"]);
  const ordered = await ask("UpgradeProduct", upgrade);
  expect(ordered).toMatchObject({ ...cost, result: "success" });
  const unpaid = "Unable to accept upgrade order. Previous upgrade invoice for service is still unpaid.";
  expect(await ask("UpgradeProduct", upgrade)).toMatchObject({ result: "error", message: unpaid });
  expect(rowOf(state.services, serviceid)).toMatchObject({ productId: productOf("web-plus") });
  pay(ordered);
  expect(rowOf(state.services, serviceid)).toMatchObject({ productId: productOf("web-pro"), nextDueOn: "2027-11-20" });
});

test("a downgrade has no invoice, is made at once, and its price becomes credit", async () => {
  installation({ hasBareUpgradePrice: true });
  const { state } = simulator;
  const placed = await ask("AddOrder", hosting());
  pay(placed);
  const client = rowOf(state.clients, 1001);
  const before = client?.credit ?? 0;
  const downgrade = {
    ...{ serviceid: Number(placed.serviceids), type: "product", paymentmethod: "mailin" },
    newproductid: productOf("web-start"),
  };
  const made = await ask("UpgradeProduct", { ...downgrade, newproductbillingcycle: "Annually" });
  expect(made).toMatchObject({ result: "success", invoiceid: null, price: expect.stringMatching(/^-\d+\.\d\d$/) });
  expect(client?.credit).toBe(before - Math.round(Number(made.price) * 100));
});

test.each<[string, string, Record<string, string | number>, string]>([
  ["of nobody", "AddOrder", { ...registration("a.ca"), clientid: 9 }, "Client ID Not Found"],
  [
    "by no method",
    "AddOrder",
    { ...registration("a.ca"), paymentmethod: "" },
    "Invalid Payment Method. Valid options include mailin,stripe",
  ],
  ["with a bare value", "AddOrder", { ...CLIENT, pid: 41 }, "Expecting parameter 'pid' to be an array"],
  ["of nothing that is sold", "AddOrder", registration("a.notsold"), "No items added to cart so order cannot proceed"],
  [
    "to renew another's",
    "AddOrder",
    { ...CLIENT, "domainrenewals[second-step.com]": 1 },
    "Domain not owned by Client ID provided",
  ],
  ["that is not there", "CancelOrder", { orderid: 99 }, "Order ID not found or Status not Pending"],
  ["of no service", "UpgradeProduct", { serviceid: 9 }, "Service ID Not Found"],
  ["of no service", "AddCancelRequest", { serviceid: 9 }, "Service ID Not Found"],
])("an order %s is refused by %s, and nothing is done", async (_, action, parameters, message) => {
  installation();
  const before = simulator.state.orders.length;
  expect(await ask(action, parameters)).toEqual({ result: "error", message });
  expect([simulator.state.orders.length, simulator.installation.journal]).toEqual([before, []]);
});

test("a client's group, credit that is used at once and pro rata change what an invoice says", async () => {
  installation({ appliesCredit: true });
  const { state } = simulator;
  const client = rowOf(state.clients, 1001);
  const product = rowOf(state.products, productOf("web-plus"));
  if (!client || !product) throw new Error("the demonstration has changed");
  Object.assign(client, { groupId: 1, credit: 1_000 });
  const grouped = await ask("AddOrder", registration("grouped.ca"));
  expect(rowOf(state.invoices, grouped.invoiceid)).toMatchObject({ subtotal: 1439, credit: 1_000, status: "Unpaid" });
  expect(client.credit).toBe(0);
  Object.assign(client, { groupId: undefined, credit: 100_000 });
  const paid = await ask("AddOrder", registration("paid-by-credit.ca"));
  expect(rowOf(state.invoices, paid.invoiceid)).toMatchObject({ status: "Paid" });
  expect(rowOf(state.domains, paid.domainids)).toMatchObject({ status: "Active" });
  client.credit = 0;
  product.proRataDay = 1;
  const proRata = await ask("AddOrder", hosting());
  // Eleven days of 365.
  expect(rowOf(state.invoices, proRata.invoiceid)).toMatchObject({ subtotal: 325 });
});

test("prices that include taxes leave an invoice's total as the price, and extensions come in the client's currency", async () => {
  installation();
  const { settings } = simulator.installation;
  settings.TaxType = "Inclusive";
  const placed = await ask("AddOrder", registration("inclusive.ca"));
  settings.TaxType = "Exclusive";
  expect(await ask("GetInvoice", { invoiceid: Number(placed.invoiceid) })).toMatchObject({
    ...{ subtotal: "13.90", tax: "0.70", tax2: "1.39", total: "15.99" },
  });
  const prices = await ask("GetTLDPricing", { clientid: 1002, currencyid: 1 });
  expect(prices).toMatchObject({
    currency: { code: "EUR" },
    pricing: { ca: { register: { 1: "11.99", 3: "39.97" } } },
  });
});

test("older unpaid invoices stay, whatever is ordered again or cancelled", async () => {
  installation();
  const renew = () => ask("AddOrder", { ...CLIENT, "domainrenewals[studio-ana.ca]": 1 });
  const ordered = await ask("AddOrder", hosting());
  const placed = [await renew(), await renew(), ordered];
  await ask("AddCancelRequest", { serviceid: Number(ordered.serviceids), type: "Immediate" });
  const statuses = placed.map(({ invoiceid }) => rowOf(simulator.state.invoices, invoiceid)?.status);
  expect(statuses).toEqual(["Unpaid", "Unpaid", "Unpaid"]);
});

test.each([
  ['a:2:{s:7:"Prénom";s:4:"Ana";i:1;b:1;}', null],
  ['a:2:{s:7:"Prénom";s:3:"Ana";i:1;b:1;}', { Prénom: "Ana", 1: "1" }],
  ['a:1:{s:1:"a";s:1:"b";}x', null],
  ['a:1:{s:1:"a";a:0:{}}', null],
  ["", null],
])("additional fields are read as PHP reads them: %s", (serialized, fields) => {
  expect(readSerialized(Buffer.from(serialized))).toEqual(fields);
});
