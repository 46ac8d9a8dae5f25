import { beforeAll, describe, expect, test } from "vitest";
import type { Fault } from "../../../dev/whmcs/faults.ts";
import { ConnectingApplication } from "../../support/connecting-application.ts";
import type { SearchedWorld } from "../attacks/support/searched-world.ts";
import {
  canary,
  nameElsewhere,
  newKey,
  type Ordering,
  refusedTransfers,
  transferOf,
  waysToOrder,
} from "../attacks/support/transfer-codes.ts";
import type { PlacedOrder } from "../journeys/acting/act.ts";

const SCOPES = ["billing:write", "domains:write"];

/**
 * Defines the tests that plant secrets in actions: in the codes and fields of requests, and in texts and rows from
 * WHMCS.
 */
export function actingSecrets(world: SearchedWorld, planted: Map<string, string>): void {
  let application: ConnectingApplication;
  let token: string;
  let european: string;
  beforeAll(async () => {
    application = await ConnectingApplication.register(world.origin);
    token = (await application.directTokens({ scopes: SCOPES })).access_token;
    european = (await application.directTokens({ scopes: SCOPES, account: 1002 })).access_token;
    const { state } = world.whmcs;
    planted.set("name of a gateway", "planted-gateway-text");
    for (const gateway of state.gateways) gateway.name = "planted-gateway-text";
    planted.set("promotion that is not in the plan map", "PLANTEDPROMOTION");
    const [promotion] = state.promotions;
    if (promotion) state.promotions.push({ ...promotion, id: 9_901, code: "PLANTEDPROMOTION", percent: 77 });
    await world.tick();
  });
  const ordering: Ordering = {
    ...{ world, planted },
    get application() {
      return application;
    },
    get token() {
      return token;
    },
  };
  const act = async (tool: string, input: Record<string, unknown>, by = european) => {
    const response = await world.api.callTool(tool, input, by);
    return (await response.json()) as Record<string, unknown>;
  };
  const ordersOf = (name: string) =>
    world.whmcs.state.domains.filter((row) => row.name === name).map(({ status, authCode }) => ({ status, authCode }));

  describe.each(waysToOrder(ordering))("the auth code of a transfer in, sent over $way", ({ way, order }) => {
    refusedTransfers(ordering, way, order, "ana.dev");

    test("reaches WHMCS once, even if WHMCS repeats it in an error, and the transfer completes", async () => {
      const fails: Fault = { kind: "write", times: 1, afterMs: 0, answer: { kind: "error", text: "" } };
      for (const isLost of [false, true]) {
        const { domain, auth_code } = nameElsewhere(planted, `${way} ${isLost ? "lost" : "answered"}`);
        const input = transferOf(domain, auth_code);
        if (isLost) {
          const answer: Fault = { kind: "error", text: `Unexpected Error at eppcode ${auth_code}` };
          world.whmcs.faults.plan({ ...fails, answer }, { action: "AddOrder", times: 1 });
        }
        await expect.poll(async () => Number((await order(input, european)).order_id)).toBeGreaterThan(0);
        expect(ordersOf(domain)).toEqual([{ status: "Pending", authCode: auth_code }]);
        const placed = (await order(input, european)) as unknown as PlacedOrder;
        await world.pay(placed.action_required.url);
        world.whmcs.control.runDay();
        expect(ordersOf(domain)).toMatchObject([{ status: "Active" }]);
      }
      await world.tick();
    });
  });

  test("the registrant fields that a registry requires reach WHMCS", async () => {
    const fields = { intended_use: canary(planted, "registrant's field"), eligibility_confirmed: "true" };
    const order = { domain: "canary-sings.quebec", fields, accept_terms: "2026-09-01", idempotency_key: newKey() };
    expect(await act("order_domain", order)).toMatchObject({ order_id: expect.any(Number) });
    const [, sent] = world.whmcs.state.domains.filter(({ name }) => name.endsWith(".quebec"));
    expect(JSON.stringify(sent?.fields)).toContain(planted.get("registrant's field"));
  });

  test.each([
    ["DomainUpdateNameservers", "set_domain_nameservers", { nameservers: ["ns1.other.example", "ns2.other.example"] }],
    ["DomainRequestEPP", "transfer_domain_out", { confirm_domain: "ana-europe.eu", idempotency_key: "canary-leaves" }],
    ["DomainGetNameservers", "get_domain_registrar_settings", {}],
    ["AddOrder", "order_plan", { plan: "web-start", accept_terms: "2026-09-01", idempotency_key: "canary-plan" }],
    ["AddCancelRequest", "cancel_service", { id: 2202, when: "end_of_period", idempotency_key: "canary-ends" }],
  ])("a secret can be planted in an error of the WHMCS action %s", async (action, tool, more) => {
    const domain = tool.includes("domain") ? { domain: "ana-europe.eu" } : {};
    const { confirm } = tool === "cancel_service" ? await act(tool, { id: 2202, when: "end_of_period" }) : {};
    const text = canary(planted, `error of ${action}`);
    world.whmcs.faults.plan({ kind: "error", text: `Registrar Error Message: ${text}` }, { action, times: 1 });
    const before = world.whmcs.calls.length;
    await act(tool, { ...domain, ...more, ...(confirm ? { confirm } : {}) });
    expect(world.whmcs.calls.slice(before).map((call) => call.action)).toContain(action);
    world.whmcs.faults.clear();
  });
}
