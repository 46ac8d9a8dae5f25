import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { AddonStatus } from "../../workers/billing-whmcs/bridge/messages.ts";
import { AddonServer, isInstalled } from "./support/addon-server.ts";
import { RETURN_TO } from "./support/whmcs-system.ts";

const hasPhp = isInstalled("php");
const OWN_TABLES = ["mod_frontdesk_settings", "mod_frontdesk_codes", "mod_frontdesk_actions", "mod_frontdesk_events"];

describe.skipIf(!hasPhp)(`the addon's calls under PHP${hasPhp ? "" : " (php is not installed)"}`, () => {
  let addon: AddonServer;

  beforeAll(async () => {
    addon = await AddonServer.start(RETURN_TO);
  });
  afterAll(() => addon.stop());
  beforeEach(() => addon.change((state) => (state.calls = [])));

  test("status says what it runs on, and as whom", async () => {
    const administrator = { id: 5, username: "frontdesk" };
    const { body } = await addon.call("status");
    expect(body).toMatchObject({
      result: "success",
      version: 1,
      whmcs: "8.13.1",
      hooks: true,
      orders: true,
      administrator,
    });
    expect(body.php).toMatch(/^\d+\.\d+$/);
    expect(AddonStatus.parse(body)).toMatchObject({ version: 1, hooks: true, orders: true, administrator });
  });

  test.each(["", "off"])("orders are placed by an addon whose settings say so, not with %j", async (value) => {
    const set = (to: string) =>
      addon.change(({ tables }) => Object.assign(tables.tbladdonmodules?.[2] ?? {}, { value: to }));
    set(value);
    expect((await addon.call("status")).body.orders).toBe(false);
    const order = { action: "AddOrder", parameters: {}, subtotal: null, take_back: false, memo: "" };
    const act = await addon.call("act", { client: 1001, reference: "r", ...order });
    expect([act.status, act.body.error]).toEqual([403, "not_allowed"]);
    expect(addon.state.calls).toEqual([]);
    const find = await addon.call("find", { client: 1001, reference: "r", withdraw: false });
    expect(find.body).toMatchObject({ outcome: { state: "absent" } });
    set("on");
  });

  test("the reads of one question come in one answer, with who may see what", async () => {
    const calls = [
      { action: "GetClientsProducts", parameters: { limitnum: 25 } },
      { action: "GetTLDPricing", parameters: { clientid: 1001 } },
    ];
    const { body } = await addon.call("ask", { client: 1001, user: 11, calls });
    expect(body).toEqual({
      result: "success",
      access: { owner: true, permissions: [] },
      answers: [
        { result: "success", action: "GetClientsProducts", parameters: { clientid: 1001, limitnum: 25 } },
        { result: "success", action: "GetTLDPricing", parameters: { clientid: 1001 } },
      ],
    });
    expect(addon.state.calls.map(([, , administrator]) => administrator)).toEqual(["frontdesk", "frontdesk"]);
    const other = await addon.call("ask", { client: 1002, user: 12, calls: calls.slice(0, 1) });
    expect(other.body.access).toEqual({ owner: false, permissions: ["tickets", "products"] });
    const nobody = await addon.call("ask", { client: 1002, user: 11, calls: calls.slice(0, 1) });
    expect(nobody.body).toEqual({ result: "success", access: null, answers: [] });
  });

  test("changes are made for the account that has the service or the domain", async () => {
    addon.change(({ tables }) => {
      tables.tblhosting = [{ id: 9, userid: 1001 }];
      tables.tbldomains = [{ id: 12, userid: 1001, domain: "own.example" }];
    });
    const cancel = (client: number) =>
      addon.call("act", { client, action: "AddCancelRequest", parameters: { serviceid: 9, type: "Immediate" } });
    expect((await cancel(1001)).body).toMatchObject({ result: "success", answer: { result: "success" } });
    expect((await cancel(1002)).body).toMatchObject({ result: "error", error: "foreign_account" });
    const read = { action: "DomainGetNameservers", parameters: { domainid: 12 } };
    const { body } = await addon.call("ask", { client: 1002, user: null, calls: [read] });
    expect(body.answers).toEqual([{ result: "error", message: "Domain ID Not Found" }]);
    expect(addon.state.calls.map(([action]) => action)).toEqual(["AddCancelRequest"]);
  });

  test("a transfer code is mailed to the owner, in one mail that no log keeps, and is in no answer", async () => {
    addon.change((state) => {
      state.tables.tbldomains = [{ id: 12, userid: 1001, domain: "own.example" }];
      state.answers.DomainRequestEPP = { result: "success", eppcode: "a&lt;code" };
    });
    const ask = () => addon.call("act", { client: 1001, action: "DomainRequestEPP", parameters: { domainid: 12 } });
    expect((await ask()).body).toEqual({
      result: "success",
      answer: { result: "success", sent_to: "owner@maple.example" },
    });
    const [mail] = addon.state.mails;
    expect(mail).toMatchObject({ id: 1001, customtype: "general", isLogged: false, cc: [] });
    expect(Buffer.from(String(mail?.customvars), "base64").toString()).toContain('"a&lt;code"');
    addon.change(({ tables }) => Object.assign(tables.tblclients?.[0] ?? {}, { email: "office@maple.example" }));
    expect((await ask()).body).toMatchObject({
      answer: { result: "error", message: "Transfer Code Has No Recipient" },
    });
    expect(addon.state.mails).toHaveLength(1);
  });

  test("without an administrator nothing is asked", async () => {
    const asAdministrator = (value: string) =>
      addon.change(({ tables }) => Object.assign(tables.tbladdonmodules?.[1] ?? {}, { value }));
    asAdministrator("");
    const ask = await addon.call("ask", { client: 1001, calls: [{ action: "GetTickets", parameters: {} }] });
    expect([ask.status, ask.body.error]).toEqual([403, "no_administrator"]);
    asAdministrator("frontdesk");
  });

  test("the catalogue has what the API does not tell", async () => {
    const group = { id: 1, name: "Hosting", order: 2, hidden: false };
    const plain = { group, order: 0, hidden: false, retired: false, prorata: null, upgrades_to: [], translations: {} };
    const french = { name: "Départ", description: null };
    const { products, installation } = (await addon.call("catalogue")).body;
    expect(installation).toEqual({
      ...{ system_url: "", time_zone: "UTC", nameservers: ["ns1.maple.example"] },
      ...{ language: "", tax_enabled: "", tax_type: "", taxes: [{ level: 2, taxrate: "9.975", name: "QST" }] },
      currencies: [{ id: 1, code: "CAD", prefix: "$", suffix: " CAD", format: 1 }],
      client_groups: [{ id: 3, discountpercent: "10.00" }],
      departments: [{ id: 4, name: "Support" }],
    });
    expect(products).toEqual([
      { ...plain, id: 7, name: "Starter", upgrades_to: [8], translations: { french } },
      { ...plain, id: 8, name: "Business", hidden: true, prorata: { date: 15, next_month_from: 20 } },
      { ...plain, id: 9, name: "Old", group: null, retired: true },
    ]);
  });

  test("hooks are told as events, and one that fails neither fails nor prints anything", async () => {
    const hook = (name: string, values: string) => addon.page(`/index.php?m=hook&name=${name}&${values}`);
    await hook("TopLevelDomainAdd", "values[tld]=planted");
    await hook("ProductEdit", "values[pid]=7");
    const read = async (after: number) => (await addon.call("events", { after })).body;
    const { events, last } = await read(0);
    expect(events).toMatchObject([
      { id: 1, kind: "prices", client: null, subject: null },
      { id: 2, kind: "prices", client: null, subject: 7 },
    ]);
    expect(await read(Number(last))).toEqual({ result: "success", events: [], last: 2 });
    expect(JSON.stringify(addon.state.tables.mod_frontdesk_events)).not.toContain("planted");
    const { mod_frontdesk_events: table } = addon.state.tables;
    addon.change(({ tables }) => delete tables.mod_frontdesk_events);
    expect(await (await hook("ProductEdit", "values[pid]=7")).json()).toEqual({ printed: "" });
    addon.change(({ tables }) => Object.assign(tables, { mod_frontdesk_events: table }));
  });

  test.each([
    ["its account's owner", "5", "user=11", "viewticket.php?tid=ABC-12&c=code5"],
    ["a user with the permission", "6", "user=12", "viewticket.php?tid=DEF-34&c=code6"],
    ["a user of another account", "6", "user=11", null],
    ["a guest", "5", "", null],
    ["an administrator in the customer's place", "5", "user=11; admin=1", null],
    ["the owner, for no ticket", "9", "user=11", null],
  ])("a ticket's page leads %s", async (_, ticket, cookie, address) => {
    const answer = await addon.page(`/index.php?m=frontdesk&ticket=${ticket}`, cookie);
    expect([answer.status, answer.headers.get("Location")]).toEqual([address ? 303 : 200, address]);
    if (!address) expect(await answer.text()).not.toMatch(/code[56]/);
  });

  test.each([
    ["when an administrator opens it", async () => void (await addon.page("/index.php?m=upgrade"))],
    ["when the front desk asks for its status", async () => void (await addon.call("status"))],
  ])("tables that are missing after an upgrade are made %s, and key and codes stay", async (how, upgrade) => {
    const key = await addon.key();
    const { mod_frontdesk_codes: codes } = addon.state.tables;
    addon.change((state) => {
      delete state.tables.mod_frontdesk_actions;
      delete state.tables.mod_frontdesk_events;
    });
    await upgrade();
    expect(OWN_TABLES.filter((table) => !(table in addon.state.tables))).toEqual([]);
    expect([await addon.key(), addon.state.tables.mod_frontdesk_codes]).toEqual([key, codes]);
    const found = await addon.call("find", { client: 1001, reference: how.replaceAll(" ", "-") });
    expect(found.body.outcome).toEqual({ state: "absent" });
  });

  test("only its own tables were written to, and deactivated it keeps the references of orders alone", async () => {
    expect((await addon.call("status")).status).toBe(200);
    await addon.page("/index.php?m=deactivate");
    expect(Object.keys(addon.state.tables).filter((table) => table.startsWith("mod_"))).toEqual([
      "mod_frontdesk_actions",
    ]);
  });
});
