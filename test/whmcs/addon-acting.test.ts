import { setTimeout as sleep } from "node:timers/promises";
import { beforeEach, expect, test } from "vitest";
import { WhmcsApi } from "../../workers/billing-whmcs/answers/whmcs-api.ts";
import { Bridge } from "../../workers/billing-whmcs/bridge/bridge.ts";
import { OutcomeAnswer } from "../../workers/billing-whmcs/bridge/messages.ts";
import { findOrder, sendOrder } from "../../workers/billing-whmcs/orders/addon-orders.ts";
import type { WhmcsContext } from "../../workers/billing-whmcs/whmcs-context.ts";
import { directHost } from "./support/direct-host.ts";
import { OWNER } from "./support/reading.ts";
import { describeUnderPhp } from "./support/use-addon.ts";

const PLAN = { paymentmethod: "mail", pid: [7], billingcycle: ["monthly"] };

/*
 * addon-conformance.test.ts covers the outcomes. This file covers simultaneous calls, processes that end, unreadable
 * tables, and Frontdesk's own calls.
 */
describeUnderPhp("the addon's orders under PHP", (addonOf) => {
  let count = 0;
  let reference: string;
  beforeEach(() => {
    reference = `reference-${++count}`;
    addonOf().change((state) => Object.assign(state, { faults: {}, calls: [], log: [] }));
  });

  const state = () => addonOf().state;
  const orders = () => state().tables.tblorders ?? [];
  /** Returns the id of the next order. */
  const next = () => orders().length + 1;
  const setFault = (fault: string, action = "AddOrder") => addonOf().change(({ faults }) => (faults[action] = fault));

  /** Orders the plan with changed fields. @returns the outcome, or the code of an error */
  async function act(changes: Record<string, unknown> = {}): Promise<unknown> {
    const order = { client: 1001, reference, action: "AddOrder", parameters: PLAN, subtotal: "12.00", take_back: true };
    const { status, body } = await addonOf().call("act", { ...order, memo: "a memo", ...changes });
    return status === 200 ? outcomeIn(body) : body.error;
  }

  async function find(changes: Record<string, unknown> = {}): Promise<unknown> {
    return outcomeIn((await addonOf().call("find", { client: 1001, reference, ...changes })).body);
  }

  /** Reads an outcome as Frontdesk does. */
  function outcomeIn(body: Record<string, unknown>): unknown {
    OutcomeAnswer.parse(body);
    return body.outcome;
  }

  const done = (order: number) => ({
    ...{ state: "done", order, invoice: 300 + order, subtotal: "12.00", differs: [], memo: "a memo" },
    ...{ services: [100 + order], domains: [] },
  });

  test("act places an order as the administrator and returns the ordered items", async () => {
    const order = next();
    expect(await act()).toEqual(done(order));
    const [action, parameters, administrator] = state().calls.find(([called]) => called === "AddOrder") ?? [];
    expect([action, administrator, parameters]).toEqual(["AddOrder", "frontdesk", { clientid: 1001, ...PLAN }]);
    // References are case-sensitive, so this call places another order.
    expect(await act({ reference: reference.toUpperCase() })).toEqual(done(order + 1));
  });

  test("simultaneous calls place one order per reference, and find reports a running call", async () => {
    const order = next();
    setFault("slow");
    const acting = act();
    while (state().calls.length === 0) await sleep(10);
    expect(await find()).toEqual({ state: "under_way" });
    const others = [act(), act({ reference: `${reference}-other` })];
    expect([await acting, ...(await Promise.all(others))]).toEqual([done(order), done(order), done(order + 1)]);
    expect(next()).toBe(order + 2);
  });

  test.each([
    ["is killed before it places the order frees the lock, and leaves no order", "killed before", 0],
    ["is killed after it placed the order frees the lock, and its order is found", "killed after", 1],
    ["fails in a hook after it placed the order loses its response but not the order", "throws after", 1],
  ])("a process that %s", async (_, fault, made) => {
    const order = next();
    setFault(fault);
    await act().catch(() => "lost");
    setFault("");
    const outcome = made === 1 ? done(order) : { state: "absent" };
    expect([await find(), await act(), next()]).toEqual([outcome, outcome, order + made]);
  });

  test("Frontdesk's own calls place and find an order, and return the memo stored with it", async () => {
    const host = directHost({ base: addonOf().url, key: await addonOf().key(), fetch });
    const bridge = new Bridge(host);
    const api = new WhmcsApi(bridge, { health: async () => ({ isOpen: false, answeredAt: null }) });
    const context = { bridge, api } as WhmcsContext;
    const order = next();
    const label = "Chaîne Été 東京 🍁";
    const sending = { operation: "orderPlan", target: "plan:7", begunAt: "2026-11-20T15:00:00Z" } as const;
    const row = { accountId: OWNER.accountId, reference, ...sending };
    const line = { kind: "plan", productId: 7, billingCycle: "monthly", domain: null } as const;
    const price = { amount: 1_200, currency: "CAD" } as const;
    const stored = { kind: "order", line, price, value: { label } } as const;
    const call = { action: "AddOrder", parameters: { ...PLAN, noemail: true } } as const;
    const sent = await sendOrder(context, OWNER.loginId, row, call, stored);
    expect(sent).toMatchObject({ kind: "known", outcome: { state: "done", order, services: [100 + order] } });
    const memo = sent.kind === "known" && "memo" in sent.outcome ? sent.outcome.memo : "";
    expect(memo).toContain(label);
    expect(await findOrder(context, row)).toMatchObject({ state: "done", order, memo });
    // Tables of older installations do not accept every character, so the addon stores only ASCII.
    expect(JSON.stringify(state().tables.mod_frontdesk_actions)).toMatch(/^[\x20-\x7e]*$/);
  });

  test("nothing is ordered if a table is unreadable, and only the activity log has the reason", async () => {
    const { tables } = state();
    for (const table of ["tblorders", "tblhosting", "tbldomains", "tblupgrades"]) {
      addonOf().change((all) => delete all.tables[table]);
      expect(await act()).toBe("failed");
      addonOf().change((all) => Object.assign(all.tables, { [table]: tables[table] }));
    }
    expect(state().calls).toEqual([]);
    expect(new Set(state().log)).toEqual(new Set(["Frontdesk: a call failed (RuntimeException)"]));
    expect(await find()).toEqual({ state: "absent" });
  });
});
