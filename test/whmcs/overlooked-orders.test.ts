import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { ActionOperation, SentAction } from "../../shared/billing-contract/actions.ts";
import { contractCustomer } from "../billing-contract/customer.ts";
import { asks, codeOf } from "../billing-contract/questions.ts";
import { logLines } from "./support/reading.ts";
import { startWhmcs } from "./support/whmcs-system.ts";

const BRIDGE = "/modules/addons/frontdesk/bridge.php";
const SEVERAL = { ok: true, value: { state: "several", count: 1 } };

describe.each([1, 2] as const)("an order that is there, with the addon's version %s,", async (addonVersion) => {
  const clock = { now: Date.parse("2026-11-20T15:00:00Z") };
  const whmcs = await startWhmcs({ profile: "8.13", now: () => clock.now, addonVersion });
  const { state, faults, pages } = whmcs.simulator;
  await whmcs.runScheduledWork();
  let days = 0;
  let lines: Record<string, unknown>[] = [];
  beforeEach(() => {
    clock.now += ++days * 86_400_000;
    lines = logLines();
  });
  afterEach(async () => {
    faults.clear();
    vi.restoreAllMocks();
    pages.clear();
    await whmcs.again().runScheduledWork();
  });
  afterAll(() => whmcs.stop());

  const actor = () => asks(11, 1001, "orders");
  const customer = () => contractCustomer(whmcs.again().billing, actor());
  const find = (reference: string, target: string, operation: ActionOperation = "orderDomain") => {
    const sent: SentAction = { operation, target, sentAt: new Date(clock.now).toISOString() };
    return whmcs.again().billing.findAction(actor(), reference, sent);
  };
  const loseAnswer = () => faults.plan({ kind: "html_500_after" }, { action: "AddOrder", times: 1 });
  const newest = () => {
    const order = state.orders.at(-1);
    if (!order) throw new Error("nothing was ordered");
    return order;
  };

  test("noted for nobody, is several without the addon, and named by the sweep where it is too many", async () => {
    const name = `nobody-${days}-${addonVersion}.com`;
    loseAnswer();
    await customer().orderDomain(name, {}, name);
    newest().adminRequestorId = 0;
    pages.set(BRIDGE, { status: 404, headers: {}, body: "Not Found" });
    await whmcs.again().runScheduledWork();
    expect(await find(name, `domain:${name}`)).toEqual(SEVERAL);
    state.orders.push({ ...newest(), id: newest().id + 1 });
    clock.now += 200_000;
    await whmcs.again().endActions();
    expect(lines).toContainEqual(expect.objectContaining({ event: "billing_order_unaccounted", order: newest().id }));
    state.orders.pop();
  });

  test("of a customer, is not named once an order here was noted for the administrator", async () => {
    const name = `noted-${days}-${addonVersion}.com`;
    expect(await codeOf(customer().orderDomain(name, {}, name))).toBe("ok");
    state.orders.push({ ...newest(), id: newest().id + 1, adminRequestorId: 0 });
    clock.now += 200_000;
    await whmcs.again().endActions();
    expect(lines.filter(({ order }) => order === newest().id)).toEqual([]);
    state.orders.pop();
  });

  if (addonVersion === 1) {
    test("with one more line than was ordered, is several", async () => {
      const site = `lines-${days}.com`;
      loseAnswer();
      await customer().orderPlan("web-pro", { domain: site }, site);
      newest().lines.push({ kind: "domain", domainId: state.domains[0]?.id } as never);
      expect(await find(site, `plan:web-pro ${site}`, "orderPlan")).toEqual(SEVERAL);
    });

    test.each([
      ["a type that is not known", { type: "bundle" }],
      ["no product", { product: "" }],
      ["a product in another language", { product: "Enregistrement de domaine" }],
    ])("with a line of %s, is several", async (_, changed) => {
      const name = `odd-${days}.com`;
      loseAnswer();
      await customer().orderDomain(name, {}, name);
      const { id } = newest();
      const change = (members: Record<string, unknown>) => withLine(members, id, changed);
      faults.plan({ kind: "changed", change }, { action: "GetOrders" });
      expect(await find(name, `domain:${name}`)).toEqual(SEVERAL);
    });
  }

  if (addonVersion === 2) {
    test("and not in the addon's table any more, is several", async () => {
      const name = `lost-${days}.com`;
      loseAnswer();
      await customer().orderDomain(name, {}, name);
      state.addonActions = [];
      expect(await find(name, `domain:${name}`)).toEqual(SEVERAL);
      clock.now += 900_000;
      expect(await find(name, `domain:${name}`)).toEqual(SEVERAL);
    });

    test.each([
      [408, '{"error":"timeout"}'],
      [429, '{"result":"error","error":"slow_down","message":"Slow down"}'],
      [409, '{"error":"busy"}'],
    ])("whose answer is %s %s of what stands before the addon, keeps its reference", async (status, body) => {
      const name = `proxied-${status}.com`;
      const answer = { kind: "answer", status, body } as const;
      faults.plan({ kind: "write", times: 1, afterMs: 0, answer }, { action: "AddOrder", times: 1 });
      expect(await codeOf(customer().orderDomain(name, {}, name))).toBe("billing_unavailable");
      expect(await find(name, `domain:${name}`)).toMatchObject({ value: { state: "done" } });
    });
  }
});

/** An answer of GetOrders in which the lines of one order have other members. */
function withLine(members: Record<string, unknown>, id: number, changed: object): Record<string, unknown> {
  const copy = structuredClone(members);
  const { order: orders } = copy.orders as { order: { id: number; lineitems: { lineitem: object[] } }[] };
  for (const line of orders.find((one) => Number(one.id) === id)?.lineitems.lineitem ?? [])
    Object.assign(line, changed);
  return copy;
}
