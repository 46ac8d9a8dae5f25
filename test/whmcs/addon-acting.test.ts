import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { Bridge, directHost } from "../../workers/billing-whmcs/bridge/bridge.ts";
import { OutcomeAnswer } from "../../workers/billing-whmcs/bridge/messages.ts";
import { findOrder, sendOrder } from "../../workers/billing-whmcs/orders/addon-orders.ts";
import type { WhmcsContext } from "../../workers/billing-whmcs/whmcs-context.ts";
import { AddonServer, isInstalled } from "./support/addon-server.ts";
import { OWNER } from "./support/reading.ts";
import { RETURN_TO } from "./support/whmcs-system.ts";

const hasPhp = isInstalled("php");
const PLAN = { paymentmethod: "mail", pid: [7], billingcycle: ["monthly"] };

describe.skipIf(!hasPhp)(`the addon's orders under PHP${hasPhp ? "" : " (php is not installed)"}`, () => {
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
    OutcomeAnswer.parse(body);
    return body.outcome;
  }

  const done = (order: number) => ({
    ...{
      state: "done",
      order,
      invoice: 300 + order,
      subtotal: "12.00",
      differs: [],
      services: [100 + order],
      domains: [],
      memo: "a memo",
    },
  });

  test("an order is placed as the administrator, once per reference", async () => {
    const order = next();
    expect(await act()).toEqual(done(order));
    expect(await act()).toEqual(done(order));
    expect(await find()).toEqual(done(order));
    expect(orders()).toHaveLength(order);
    const [action, parameters, administrator] = addon.state.calls.find(([called]) => called === "AddOrder") ?? [];
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
    setFault("error before");
    expect(await act()).toEqual({ state: "refused", text: "said by AddOrder" });
    setFault("error after");
    expect(await act()).toEqual(done(order));
    setFault("twice");
    const several = { state: "several", orders: [order + 1, order + 2], memo: "a memo" };
    expect(await act({ reference: `${reference}-twice` })).toEqual(several);
    expect(await find({ reference: `${reference}-twice` })).toEqual(several);
  });

  test("what another reference's action does twice is not this one's, whose process was killed before", async () => {
    const other = { reference: `${reference}-other` };
    setFault("killed before");
    await expect(act()).rejects.toThrow();
    setFault("twice");
    expect(await act(other)).toMatchObject({ state: "several" });
    setFault("");
    expect(await find()).toEqual({ state: "absent" });
    expect(await find(other)).toMatchObject({ state: "several" });
  });

  const domain = { domain: ["kept.example"], domaintype: ["register"], regperiod: [2] };
  const renewal = { domainrenewals: { "kept.example": 1 } };
  const change = { serviceid: 9, type: "product", newproductid: 8, newproductbillingcycle: "annually" };
  test.each<[string, "AddOrder" | "UpgradeProduct", Record<string, unknown>, Record<string, unknown>]>([
    ["a plan", "AddOrder", { ...PLAN, domain: ["a.example"] }, { ...PLAN, domain: ["b.example"] }],
    ["a billing cycle", "AddOrder", PLAN, { ...PLAN, billingcycle: ["annually"] }],
    ["a registration", "AddOrder", domain, { ...domain, domaintype: ["transfer"] }],
    ["a renewal", "AddOrder", renewal, { domainrenewals: { "kept.example": 2 } }],
    ["a renewal and a registration", "AddOrder", renewal, domain],
    ["a change", "UpgradeProduct", change, { ...change, serviceid: 10 }],
    ["a change and a renewal", "UpgradeProduct", change, renewal],
  ])("%s is found among orders of something else by what was asked for", async (_, action, asked, other) => {
    await act({ reference: `${reference}-domain`, parameters: domain });
    const order = next();
    setFault("throws after", action);
    expect(await act({ action, parameters: { paymentmethod: "mail", ...asked } })).toBe("failed");
    setFault("", action);
    // The same administrator has ordered something else, which no reference has.
    const otherAction = "serviceid" in other ? "UpgradeProduct" : "AddOrder";
    await act({
      reference: `${reference}-other`,
      action: otherAction,
      parameters: { paymentmethod: "mail", ...other },
    });
    addon.change(({ tables }) => {
      const rows = tables.mod_frontdesk_actions ?? [];
      for (const row of rows.filter((one) => one.reference === reference)) row.state = "under_way";
      for (const row of rows.filter((one) => one.order_id === order)) row.order_id = null;
      tables.mod_frontdesk_actions = rows.filter((one) => one.reference !== `${reference}-other`);
    });
    expect(orders()).toHaveLength(order + 1);
    expect(await find()).toMatchObject({ state: "done", order });
  });

  test("another price is taken back, and a paid invoice is not", async () => {
    const order = next();
    addon.change((state) => (state.price = "15.00"));
    const other = { subtotal: "15.00", differs: ["price"] };
    const takenBack = { state: "taken_back", order, invoice: 300 + order, ...other, memo: "a memo" };
    expect(await act()).toEqual(takenBack);
    expect(await find()).toEqual(takenBack);
    expect(orders()[order - 1]).toMatchObject({ status: "Cancelled" });
    addon.change(({ answers }) => {
      const paid = { status: "Paid", subtotal: "15.00", credit: "0.00", total: "15.00", balance: "0.00" };
      answers.GetInvoice = { result: "success", userid: 1001, ...paid };
    });
    expect(await act({ reference: `${reference}-paid` })).toEqual({ ...done(order + 1), ...other });
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

  test("the front desk's own calls order and find, and give back what they keep with it", async () => {
    const host = directHost({ base: addon.url, key: await addon.key(), fetch }, Date.now);
    const context = { bridge: new Bridge(host) } as WhmcsContext;
    const order = next();
    const label = "Chaîne Été 東京 🍁";
    const row = {
      ...{ accountId: OWNER.accountId, reference },
      ...({ operation: "orderPlan", target: "plan:7", begunAt: "2026-11-20T15:00:00Z" } as const),
    };
    const line = { kind: "plan", productId: 7, billingCycle: "monthly", domain: null } as const;
    const stored = {
      kind: "order",
      line,
      price: { amount: 1_200, currency: "CAD" },
      value: { label },
    } as const;
    const call = { action: "AddOrder", parameters: { ...PLAN, noemail: true } } as const;
    const sent = await sendOrder(context, OWNER.loginId, row, call, stored);
    expect(sent).toMatchObject({ kind: "known", outcome: { state: "done", order, services: [100 + order] } });
    const memo = sent.kind === "known" && "memo" in sent.outcome ? sent.outcome.memo : "";
    expect(memo).toContain(label);
    expect(await findOrder(context, row)).toMatchObject({ state: "done", order, memo });
    // Tables of older installations do not take every character.
    expect(JSON.stringify(addon.state.tables.mod_frontdesk_actions)).toMatch(/^[\x20-\x7e]*$/);
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
    const rows = Object.entries(addon.state.tables).filter(([table]) => table.startsWith("mod_frontdesk_"));
    expect(JSON.stringify(rows)).not.toContain("planted-code");
  });

  test("what an order may not say is refused before anything is done", async () => {
    const before = addon.state.tables;
    expect(await act({ parameters: { ...PLAN, priceoverride: ["0.01"] } })).toBe("bad_parameters");
    expect(await act({ parameters: { ...PLAN, clientid: 1002 } })).toBe("foreign_account");
    expect(await act({ action: "AcceptOrder" })).toBe("unknown_call");
    // The settings have when a refusal was last logged.
    const { mod_frontdesk_settings: settings } = addon.state.tables;
    expect(addon.state.tables).toEqual({ ...before, mod_frontdesk_settings: settings });
    expect(addon.state.calls).toEqual([]);
  });

  test.each(["", "nobody", "gone"])(
    "with »%s« as administrator nothing is ordered, and what was is found",
    async (username) => {
      const asAdministrator = (value: string) =>
        addon.change(({ tables }) => Object.assign(tables.tbladdonmodules?.[1] ?? {}, { value }));
      const done = await act();
      asAdministrator(username);
      expect(await act({ reference: `${reference}-other` })).toBe("no_administrator");
      expect(await find()).toEqual(done);
      expect((await addon.call("status")).body).toMatchObject({ administrator: null });
      asAdministrator("frontdesk");
    },
  );

  test.each(["tblorders", "tblhosting", "tbldomains", "tblupgrades"])(
    "where %s does not read, nothing is ordered",
    async (table) => {
      const { [table]: rows } = addon.state.tables;
      addon.change(({ tables }) => delete tables[table]);
      expect(await act()).toBe("failed");
      addon.change(({ tables }) => Object.assign(tables, { [table]: rows }));
      expect(addon.state.calls).toEqual([]);
      expect(await find()).toEqual({ state: "absent" });
    },
  );

  test("a call that fails says so, and what failed is in the activity log alone", async () => {
    const { tblorders } = addon.state.tables;
    addon.change(({ tables }) => delete tables.tblorders);
    expect(await act()).toBe("failed");
    expect(addon.state.log).toEqual(["Frontdesk: a call failed (RuntimeException)"]);
    addon.change(({ tables }) => Object.assign(tables, { tblorders }));
  });
});
