import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { ActionAnswer } from "../../workers/billing-whmcs/bridge/action-outcome.ts";
import { AddonStatus } from "../../workers/billing-whmcs/bridge/addon-use.ts";
import { AddonServer, isInstalled } from "./support/addon-server.ts";
import { RETURN_TO } from "./support/whmcs-system.ts";

const hasPhp = isInstalled("php");
const PLAN = { paymentmethod: "mail", pid: [7], billingcycle: ["monthly"] };
const OWN_TABLES = ["mod_frontdesk_settings", "mod_frontdesk_codes", "mod_frontdesk_actions", "mod_frontdesk_events"];

describe.skipIf(!hasPhp)(`the addon's calls under PHP${hasPhp ? "" : " (php is not installed)"}`, () => {
  let addon: AddonServer;
  let count = 0;
  let reference: string;

  beforeAll(async () => {
    addon = await AddonServer.start(RETURN_TO);
  });
  afterAll(() => addon.stop());
  beforeEach(() => {
    reference = `reference-${++count}`;
    addon.change((state) => {
      state.faults = {};
      state.price = "12.00";
      state.calls = [];
      state.log = [];
    });
  });

  const orders = () => addon.state.tables.tblorders ?? [];
  /** The number that the next order gets. */
  const next = () => orders().length + 1;
  const setFault = (fault: string, action = "AddOrder") => addon.change(({ faults }) => (faults[action] = fault));

  /** What became of an order of the plan; a changed member is sent in place of its own. */
  async function act(changes: Record<string, unknown> = {}): Promise<unknown> {
    const order = { client: 1001, reference, action: "AddOrder", parameters: PLAN, subtotal: "12.00", take_back: true };
    const { status, body } = await addon.call("act", { ...order, memo: "a memo", ...changes });
    return status === 200 ? outcomeIn(body) : body.error;
  }

  async function find(changes: Record<string, unknown> = {}): Promise<unknown> {
    return outcomeIn((await addon.call("find", { client: 1001, reference, ...changes })).body);
  }

  /** As it is, once the front desk has read it. */
  function outcomeIn(body: Record<string, unknown>): unknown {
    ActionAnswer.parse(body);
    return body.outcome;
  }

  const done = (order: number) => ({
    ...{
      state: "done",
      order,
      invoice: 300 + order,
      subtotal: "12.00",
      services: [100 + order],
      domains: [],
      memo: "a memo",
    },
  });

  test("status says what it runs on, and as whom", async () => {
    const administrator = { id: 5, username: "frontdesk" };
    const { body } = await addon.call("status");
    expect(body).toMatchObject({ result: "success", version: 2, whmcs: "8.13.1", hooks: true, administrator });
    expect(body.php).toMatch(/^\d+\.\d+$/);
    expect(AddonStatus.parse(body)).toMatchObject({ version: 2, hooks: true, administrator });
  });

  test("an order is placed as the administrator, once per reference", async () => {
    const order = next();
    expect(await act()).toEqual(done(order));
    expect(await act()).toEqual(done(order));
    expect(await find()).toEqual(done(order));
    expect(orders()).toHaveLength(order);
    const [action, parameters, administrator] = addon.state.calls[0] ?? [];
    expect([action, administrator, parameters]).toEqual(["AddOrder", "frontdesk", { clientid: 1001, ...PLAN }]);
  });

  test("two calls of one reference at once make one order", async () => {
    const order = next();
    setFault("slow");
    expect(await Promise.all([act(), act()])).toEqual([done(order), done(order)]);
    expect(orders()).toHaveLength(order);
  });

  test("two references of one account wait for each other, and each has its own order", async () => {
    const order = next();
    setFault("slow");
    const both = await Promise.all([act(), act({ reference: `${reference}-other` })]);
    expect(both).toEqual(expect.arrayContaining([done(order), done(order + 1)]));
  });

  test("what is under way is said to be, at once", async () => {
    const order = next();
    setFault("slow");
    const acting = act();
    while (addon.state.calls.length === 0) await sleep(10);
    expect(await find()).toEqual({ state: "under_way" });
    expect(orders()).toHaveLength(order - 1);
    expect(await acting).toEqual(done(order));
    expect(await find()).toEqual(done(order));
  });

  test("a process that is killed before it ordered frees the lock, and has done nothing for good", async () => {
    const order = next();
    setFault("killed before");
    await expect(act()).rejects.toThrow();
    setFault("");
    expect(await find()).toEqual({ state: "absent" });
    expect(await act()).toEqual({ state: "absent" });
    expect(next()).toBe(order);
  });

  test("a process that is killed after it ordered frees the lock, and its order is found", async () => {
    const order = next();
    setFault("killed after");
    await expect(act()).rejects.toThrow();
    setFault("");
    expect(await find()).toEqual(done(order));
    expect(await act()).toEqual(done(order));
    expect(orders()).toHaveLength(order);
  });

  test.each([
    ["a hook that ends the page after the order", "ended after"],
    ["a hook that fails after the order", "throws after"],
  ])("%s loses the answer, and not the order", async (_, fault) => {
    const order = next();
    setFault(fault);
    await act().catch(() => "lost");
    setFault("");
    expect(await find()).toEqual(done(order));
    expect(await act()).toEqual(done(order));
  });

  test("an error without an order was nothing, with one it was the order, and two are several", async () => {
    const order = next();
    setFault("error");
    expect(await act()).toEqual({ state: "refused", text: "Invalid Payment Method" });
    setFault("error after");
    expect(await act()).toEqual(done(order));
    setFault("twice");
    const several = { state: "several", orders: [order + 1, order + 2], memo: "a memo" };
    expect(await act({ reference: `${reference}-twice` })).toEqual(several);
    expect(await find({ reference: `${reference}-twice` })).toEqual(several);
  });

  test("another price is taken back, and a paid invoice is not", async () => {
    const order = next();
    addon.change((state) => (state.price = "15.00"));
    const takenBack = { state: "taken_back", order, invoice: 300 + order, subtotal: "15.00", memo: "a memo" };
    expect(await act()).toEqual(takenBack);
    expect(await find()).toEqual(takenBack);
    expect(orders()[order - 1]).toMatchObject({ status: "Cancelled" });
    addon.change(({ answers }) => {
      const paid = { status: "Paid", subtotal: "15.00", credit: "0.00", total: "15.00", balance: "0.00" };
      answers.GetInvoice = { result: "success", userid: 1001, ...paid };
    });
    expect(await act({ reference: `${reference}-paid` })).toEqual({ ...done(order + 1), subtotal: "15.00" });
    addon.change(({ answers }) => delete answers.GetInvoice);
    expect(orders()[order]).toMatchObject({ status: "Pending" });
  });

  test("a reference that was asked for first never acts", async () => {
    const order = next();
    expect(await find()).toEqual({ state: "absent" });
    expect(await act()).toEqual({ state: "absent" });
    expect(await act({ reference: reference.toUpperCase() })).toEqual(done(order));
    expect(orders()).toHaveLength(order);
    const looked = { reference: `${reference}-looked` };
    expect(await find({ ...looked, withdraw: false })).toEqual({ state: "absent" });
    expect(await act(looked)).toEqual(done(order + 1));
  });

  test("an auth code is in no table", async () => {
    const transfer = {
      ...PLAN,
      pid: undefined,
      billingcycle: undefined,
      domain: ["a.example"],
      domaintype: ["transfer"],
    };
    const parameters = { ...transfer, eppcode: ["planted-code"], regperiod: [1] };
    expect(await act({ parameters })).toMatchObject({ state: "done", services: [] });
    const rows = OWN_TABLES.flatMap((table) => addon.state.tables[table] ?? []);
    expect(JSON.stringify(rows)).not.toContain("planted-code");
  });

  test("what an order may not say is refused before anything is done", async () => {
    const before = addon.state.tables;
    expect(await act({ parameters: { ...PLAN, priceoverride: ["0.01"] } })).toBe("bad_parameters");
    expect(await act({ parameters: { ...PLAN, clientid: 1002 } })).toBe("foreign_account");
    expect(await act({ action: "AcceptOrder" })).toBe("unknown_call");
    expect(addon.state.tables).toEqual(before);
    expect(addon.state.calls).toEqual([]);
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

  test.each(["", "nobody", "gone"])("with »%s« as administrator nothing is ordered or asked", async (username) => {
    const asAdministrator = (value: string) =>
      addon.change(({ tables }) => Object.assign(tables.tbladdonmodules?.[1] ?? {}, { value }));
    asAdministrator(username);
    expect(await act()).toBe("no_administrator");
    const ask = await addon.call("ask", { client: 1001, calls: [{ action: "GetTickets", parameters: {} }] });
    expect([ask.status, ask.body.error]).toEqual([403, "no_administrator"]);
    expect(await find()).toEqual({ state: "absent" });
    expect((await addon.call("status")).body).toMatchObject({ administrator: null });
    asAdministrator("frontdesk");
  });

  test("the catalogue has what the API does not tell", async () => {
    const group = { id: 1, name: "Hosting", order: 2, hidden: false };
    const plain = { group, order: 0, hidden: false, retired: false, prorata: null, upgrades_to: [], translations: {} };
    const french = { name: "Départ", description: null };
    expect((await addon.call("catalogue")).body.products).toEqual([
      { ...plain, id: 7, name: "Starter", upgrades_to: [8], translations: { french } },
      { ...plain, id: 8, name: "Business", hidden: true, prorata: { date: 15, next_month_from: 20 } },
      { ...plain, id: 9, name: "Old", group: null, retired: true },
    ]);
  });

  test("hooks are told as events, and one that fails neither fails nor prints anything", async () => {
    const hook = (name: string, values: string) => addon.page(`/index.php?m=hook&name=${name}&${values}`);
    await hook("CancellationRequest", "values[userid]=1001&values[relid]=101&values[reason]=planted");
    await hook("ProductEdit", "values[pid]=7");
    const read = async (after: number) => (await addon.call("events", { after })).body;
    const { events, last } = await read(0);
    expect(events).toMatchObject([
      { id: 1, kind: "cancellation", client: 1001, subject: 101 },
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

  test("a call that fails says so, and what failed is in the activity log alone", async () => {
    const { tblorders } = addon.state.tables;
    addon.change(({ tables }) => delete tables.tblorders);
    expect(
      await addon.call("act", {
        ...{ client: 1001, reference, action: "AddOrder" },
        parameters: PLAN,
        take_back: true,
        memo: "",
      }),
    ).toEqual({ status: 500, body: { result: "error", error: "failed", message: "Internal Failure" } });
    expect(addon.state.log).toEqual(["Frontdesk: a call failed (RuntimeException)"]);
    addon.change(({ tables }) => Object.assign(tables, { tblorders }));
  });

  test.each([
    ["when an administrator opens it", async () => void (await addon.page("/index.php?m=upgrade"))],
    ["when the front desk asks for its status", async () => void (await addon.call("status"))],
  ])("after an upgrade from 1.0 the new tables are made %s, and key and codes stay", async (_, upgrade) => {
    const { tables } = addon.state;
    addon.change((state) => {
      delete state.tables.mod_frontdesk_actions;
      delete state.tables.mod_frontdesk_events;
    });
    await upgrade();
    expect(OWN_TABLES.filter((table) => !(table in addon.state.tables))).toEqual([]);
    expect(addon.state.tables.mod_frontdesk_settings).toEqual(tables.mod_frontdesk_settings);
    expect(await act({ reference: `after-${reference}` })).toMatchObject({ state: "done" });
  });

  test("only its own tables were written to, and deactivated it keeps none", async () => {
    expect((await addon.call("status")).status).toBe(200);
    await addon.page("/index.php?m=deactivate");
    expect(Object.keys(addon.state.tables).filter((table) => table.startsWith("mod_"))).toEqual([]);
  });
});
