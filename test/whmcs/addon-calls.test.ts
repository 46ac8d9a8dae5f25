import { beforeAll, expect, test } from "vitest";
import { AddonStatus } from "../../workers/billing-whmcs/bridge/messages.ts";
import type { AddonServer } from "./support/addon-server.ts";
import { describeUnderPhp } from "./support/use-addon.ts";

const OWN_TABLES = ["mod_frontdesk_settings", "mod_frontdesk_codes", "mod_frontdesk_actions", "mod_frontdesk_events"];

/*
 * The addon's PHP tests cover the calls. This file covers the values that Frontdesk reads, and calls that need WHMCS.
 */
describeUnderPhp("the addon's calls under PHP", (addonOf) => {
  let addon: AddonServer;
  beforeAll(() => {
    addon = addonOf();
  });

  test("status returns the software versions and the administrator", async () => {
    const administrator = { id: 5, username: "frontdesk" };
    const { body } = await addon.call("status");
    expect(body).toMatchObject({ result: "success", whmcs: "8.13.1", php: expect.stringMatching(/^\d+\.\d+$/) });
    expect(AddonStatus.parse(body)).toMatchObject({ version: 1, hooks: true, orders: true, administrator });
  });

  test("catalogue returns the fields that WHMCS's API lacks", async () => {
    const told = { hidden: false, retired: false, prorata: false, upgrades_to: [], translations: {} };
    const plain = { group: "Hosting", ...told };
    const french = { name: "Départ", description: null };
    const { products, installation } = (await addon.call("catalogue")).body;
    expect(installation).toEqual({
      ...{ system_url: "", time_zone: "UTC", nameservers: ["ns1.maple.example"] },
      ...{ language: "", tax_enabled: "", tax_type: "", taxes: [{ level: 2, taxrate: "9.975", name: "QST" }] },
      currencies: [{ id: 1, code: "CAD" }],
      client_groups: [{ id: 3, discountpercent: "10.00" }],
      departments: [{ id: 4, name: "Support" }],
    });
    expect(products).toEqual([
      { ...plain, id: 7, upgrades_to: [8], translations: { french } },
      { ...plain, id: 8, hidden: true, prorata: true },
      { ...plain, id: 9, group: null, retired: true },
    ]);
  });

  test("ask adds fields from WHMCS's own tables that its API lacks", async () => {
    const orders = await addon.call("act", {
      ...{ client: 1001, reference: "read-back", action: "AddOrder", subtotal: null, take_back: false, memo: "" },
      parameters: { paymentmethod: "mail", pid: [7], billingcycle: ["monthly"] },
    });
    const { order: id, invoice } = orders.body.outcome as { order: number; invoice: number };
    addon.change((state) => {
      state.tables.tblaccounts = [
        { userid: 1001, invoiceid: invoice, amountin: "5.00", amountout: "0.00" },
        { userid: 1001, invoiceid: invoice, amountin: "0.00", amountout: "1.50" },
      ];
      const row = { id: invoice, subtotal: "12.00", tax: "0.60", tax2: "0.00", credit: "1.00", notes: "planted" };
      const line = { userid: 1001, relid: 12 };
      state.tables.tblinvoiceitems = [
        { ...line, id: 1, invoiceid: 41, type: "DomainRegister" },
        { ...line, id: 2, invoiceid: 42, type: "Domain" },
        { ...line, id: 3, invoiceid: 43, type: "DomainRenew" },
      ];
      const own = { userid: 1001, invoicenum: "" };
      state.tables.tblinvoices = [
        { ...own, id: 41, status: "Unpaid" },
        { ...own, id: 42, status: "Paid" },
        { ...own, id: 43, status: "Payment Pending" },
      ];
      state.tables.tblcancelrequests = ["Immediate", "End of Billing Period", "Sometime"].map((type, index) => ({
        ...{ id: index + 1, relid: 100 + id, date: "2026-11-20 15:00:00", type },
      }));
      state.answers.GetInvoices = { result: "success", invoices: { invoice: [row] } };
      state.answers.UpgradeProduct = { result: "success", price: "$-8.67 CAD" };
    });
    const calls = [
      { action: "GetClientsDetails" },
      { action: "GetOrder", parameters: { id } },
      { action: "GetOrders" },
      { action: "GetInvoices" },
      { action: "UpgradeProduct", parameters: { serviceid: 100 + id, calconly: true } },
      { action: "GetOpenRenewal", parameters: { domainid: 12 } },
      { action: "GetCancelledPackages" },
    ];
    const { access, answers } = (await addon.call("ask", { client: 1001, user: 11, calls })).body;
    expect(access).toEqual({ owner: true, permissions: [] });
    const service = { id: 100 + id, product: 7, cycle: "Monthly", domain: "" };
    const made = { services: [service], domains: [], renewals: [], changes: [] };
    const order = { id, date: "2026-11-20T15:00:00Z", status: "Pending", invoice, ...made };
    expect(answers).toMatchObject([
      { client: { id: 1001, users: [11], owner: { id: 11, email: "owner@maple.example", language: "english" } } },
      { order },
      { rows: [order] },
      { rows: [{ id: invoice, balance: "8.10" }] },
      { price: "-8.67" },
      { invoice: { id: 43, number: "43" } },
      { rows: ["immediately", "end_of_period", "Sometime"].map((when) => ({ relid: 100 + id, when })) },
    ]);
    expect(JSON.stringify(answers)).not.toContain("planted");
  });

  test("hooks record a price change without its values, and a failing hook does not break the page", async () => {
    const hook = (name: string, values: string) => addon.page(`/index.php?m=hook&name=${name}&${values}`);
    const changed = async () => (await addon.call("status")).body.prices_changed;
    expect(await changed()).toBe(0);
    await hook("TopLevelDomainAdd", "values[tld]=planted");
    const first = await changed();
    await hook("ProductEdit", "values[pid]=7");
    expect(await changed()).toBeGreaterThan(Number(first));
    const { mod_frontdesk_settings: table } = addon.state.tables;
    expect(JSON.stringify(table)).not.toContain("planted");
    addon.change(({ tables }) => delete tables.mod_frontdesk_settings);
    expect(await (await hook("ProductEdit", "values[pid]=7")).json()).toEqual({ printed: "" });
    addon.change(({ tables }) => Object.assign(tables, { mod_frontdesk_settings: table }));
  });

  test("hooks record account events, which are kept for 30 days", async () => {
    const hook = (name: string, values: string) => addon.page(`/index.php?m=hook&name=${name}&${values}`);
    addon.change(({ tables }) => {
      tables.tblinvoices = [
        { id: 41, userid: 1001 },
        { id: 42, userid: 1002 },
      ];
      tables.tbldomains = [{ id: 12, userid: 1001, domain: "Own.Example" }];
      tables.tblhosting = [{ id: 9, userid: 1001 }];
      tables.tblorders = [{ id: 3, userid: 1001 }];
      tables.mod_frontdesk_events = [{ id: 1, client_id: 1001, type: "invoice.paid", subject: "40" }];
    });
    await hook("InvoiceCreated", "values[invoiceid]=41");
    await hook("InvoicePaid", "values[invoiceid]=42");
    await hook("InvoicePaid", "values[invoiceid]=99");
    await hook("OrderPaid", "values[orderId]=3");
    await hook("AfterRegistrarRegistration", "values[params][domainid]=12");
    await hook("DomainTransferFailed", "values[domainId]=12");
    await hook("AfterModuleCreate", "values[params][serviceid]=9");
    await hook("DailyCronJob", "");
    const { mod_frontdesk_events: noted } = addon.state.tables;
    expect(noted?.map(({ client_id, type, subject }) => [client_id, type, subject])).toEqual([
      [1001, "invoice.issued", "41"],
      [1002, "invoice.paid", "42"],
      [1001, "order.paid", "3"],
      [1001, "domain.registered", "own.example"],
      [1001, "domain.transfer_failed", "own.example"],
      [1001, "service.activated", "9"],
    ]);
    const ids = noted?.map(({ id }) => Number(id)) ?? [];
    expect(ids).toEqual([...new Set(ids)].toSorted((one, other) => one - other));
    const asked = async (after: number, limit: number) => {
      const calls = [{ action: "GetEvents", parameters: { after, limit } }];
      const { answers } = (await addon.call("ask", { client: 1001, user: null, calls })).body;
      return (answers as { rows: { id: number }[] }[])[0]?.rows.map(({ id }) => id);
    };
    expect(await asked(0, 100), "of the present moment, in which more may be noted").toEqual([]);
    addon.change(({ tables }) => {
      for (const row of tables.mod_frontdesk_events ?? []) row.id = Number(row.id) - 3_000_000;
      tables.mod_frontdesk_events?.push({ id: 1, client_id: 1001, type: "invoice.paid", subject: "40" });
    });
    const own = ids.filter((_, index) => index !== 1).map((id) => id - 3_000_000);
    expect(await asked(0, 100), "of the last 30 days").toEqual(own);
    expect(await asked(own[0] ?? 0, 2)).toEqual(own.slice(1, 3));
  });

  test.each([
    ["when an administrator opens it", async () => void (await addon.page("/index.php?m=upgrade"))],
    ["when Frontdesk requests its status", async () => void (await addon.call("status"))],
  ])("an upgraded addon creates missing tables %s, and keeps the key and the codes", async (how, upgrade) => {
    const key = await addon.key();
    const { mod_frontdesk_codes: codes } = addon.state.tables;
    addon.change((state) => void delete state.tables.mod_frontdesk_actions);
    await upgrade();
    expect(OWN_TABLES.filter((table) => !(table in addon.state.tables))).toEqual([]);
    expect([await addon.key(), addon.state.tables.mod_frontdesk_codes]).toEqual([key, codes]);
    const found = await addon.call("find", { client: 1001, reference: how.replaceAll(" ", "-") });
    expect(found.body.outcome).toEqual({ state: "absent" });
  });
});
