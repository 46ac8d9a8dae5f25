import { expect, test } from "vitest";
import { authCodeElsewhere } from "../../../../dev/sandbox/names.ts";
import { toolCall } from "../../../support/account-client.ts";
import { type Choices, ConnectingApplication } from "../../../support/connecting-application.ts";
import { PageVisitor } from "../../../support/page-visitor.ts";
import { type Act, done, type PlacedOrder, refused } from "./act.ts";
import { type ActingSystem, storesOf } from "./acting-system.ts";

const TERMS = "2026-09-01";
const SCOPES = ["billing:write", "domains:write"];

/** An account of which fewer orders are asked for elsewhere: each takes twenty an hour. */
const BIG = { login: "big", account: 1005 };

let keys = 0;
export const newKey = () => ({ idempotency_key: `refused-${++keys}` });

/** An order of a name with the terms accepted, under a key of its own. */
export function orderOf(domain: string, more: Record<string, unknown> = {}): Record<string, unknown> {
  return { domain, accept_terms: TERMS, ...newKey(), ...more };
}

/** An application that a customer gave the scopes of what acts, or what is chosen. */
export async function connectTo({ origin, api }: ActingSystem, choices: Choices = {}) {
  const application = await ConnectingApplication.register(origin);
  const visitor = new PageVisitor(origin);
  const { access_token: token } = await application.tokens({ scopes: SCOPES, ...choices }, visitor);
  const ask = (tool: string, input?: Record<string, unknown>) => api.callTool(tool, input, token);
  const act: Act = async (tool, input) => {
    const response = await ask(tool, input);
    return { ok: response.ok, value: await response.json() };
  };
  return { application, visitor, token, ask, act };
}

/** What is not done, and what is done once: scopes, limits, keys, prices, names that are gone, the hour. */
export function refusing(system: ActingSystem): void {
  const { api, records } = system;
  const connect = (choices?: Choices) => connectTo(system, choices);

  test("without its scope a tool is refused with the scopes to ask for; connected again with the tick, it works", async () => {
    const { application, visitor, token, ask } = await connect({ scopes: [] });
    const call = { domain: "xn--atelier-ana-montral-rzb.ca", ...newKey() };
    const overHttp = await ask("renew_domain", call);
    const overMcp = await api.post(toolCall("renew_domain", call), token);
    for (const response of [overHttp, overMcp]) {
      expect(response.status).toBe(403);
      const challenge = response.headers.get("WWW-Authenticate") ?? "";
      expect(challenge).toContain('scope="account:read billing:write"');
      expect(challenge).toContain('error="insufficient_scope"');
    }
    const before = await records.countOrders();
    const again = await application.tokens({ scopes: ["billing:write"] }, visitor);
    const domains = await api.callTool("set_domain_lock", { domain: "ana.dev", locked: true }, again.access_token);
    expect(domains.status, "what was not ticked stays closed").toBe(403);
    expect((await api.callTool("renew_domain", call, again.access_token)).status).toBe(201);
    expect(await records.countOrders()).toBe(before + 1);
  });

  test("a connection for one name renews it, sees no order and no invoice, and reaches nothing else", async () => {
    const { act } = await connect({ limit: "domain:ana.dev" });
    const renewed = await done<PlacedOrder>(act("renew_domain", { domain: "ana.dev", ...newKey() }));
    expect(renewed).toMatchObject({ order_id: null, invoice: null, action_required: { type: "pay_invoice" } });
    const beyond = [
      act("renew_domain", { domain: "studio-ana.ca", ...newKey() }),
      act("set_domain_lock", { domain: "studio-ana.ca", locked: false }),
      act("transfer_domain_out", { domain: "studio-ana.ca", confirm_domain: "studio-ana.ca", ...newKey() }),
      act("order_domain", orderOf("one-more.com")),
      act("cancel_service", { id: 2101 }),
      act("list_my_invoices"),
    ];
    for (const answer of beyond) expect((await refused(answer)).code).toBe("outside_limit");
    const before = (await records.atRegistrar("ana.dev"))?.expiresOn ?? "";
    await system.pay(renewed.action_required.url);
    expect((await records.atRegistrar("ana.dev"))?.expiresOn.slice(0, 4)).toBe(String(Number(before.slice(0, 4)) + 1));
  });

  test("a name in redemption is quoted as not to be had, and its transfer is refused", async () => {
    const { act } = await connect();
    const name = "redemption-journey.com";
    for (const type of ["register", "transfer"]) {
      const quoted = await done<{ available: boolean; note: string }>(
        act("quote_domain_order", { domain: name, type }),
      );
      expect(quoted).toMatchObject({ available: false, note: expect.stringContaining("in its redemption period") });
    }
    const before = await records.countOrders();
    const problem = await refused(act("order_domain", orderOf(name, { type: "transfer", auth_code: "any" })));
    expect(problem).toMatchObject({
      code: "not_available",
      detail: expect.stringContaining("in its redemption period"),
    });
    expect(await records.countOrders()).toBe(before);
  });

  test("one key is one order, over HTTP and MCP", async () => {
    const { ask, token, act } = await connect(BIG);
    const request = orderOf("same-key.io");
    const before = await records.countOrders();
    const first = await ask("order_domain", request);
    expect([first.status, first.headers.get("Idempotent-Replayed")]).toEqual([201, null]);
    const placed = await first.json();
    const replayed = await ask("order_domain", request);
    expect([replayed.status, replayed.headers.get("Idempotent-Replayed")]).toEqual([201, "true"]);
    expect(await replayed.json()).toEqual(placed);
    const overMcp = await api.tool("order_domain", request, token);
    expect(overMcp).toMatchObject({ status: 200, isError: false, value: placed });
    expect((await refused(act("order_domain", { ...request, years: 2 }))).code).toBe("idempotency_key_reused");
    expect((await refused(act("order_domain", { ...request, ...newKey() }))).code).toBe("already_requested");
    expect(await records.countOrders()).toBe(before + 1);
  });

  test("four keys for one name at the same moment: one order", async () => {
    const { act } = await connect(BIG);
    const before = await records.countOrders();
    const answers = await Promise.all([1, 2, 3, 4].map(() => act("order_domain", orderOf("same-moment.org"))));
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    const codes = answers.filter(({ ok }) => !ok).map(({ value }) => (value as { code: string }).code);
    expect(codes).toEqual(["already_requested", "already_requested", "already_requested"]);
    expect(await records.countOrders()).toBe(before + 1);
  });

  test("a name that somebody took after the quote is not ordered", async () => {
    const { act } = await connect();
    expect(await done(act("quote_domain_order", { domain: "soon-gone.dev" }))).toMatchObject({ available: true });
    system.registry.register("soon-gone.dev");
    const before = await records.countOrders();
    expect((await refused(act("order_domain", orderOf("soon-gone.dev")))).code).toBe("not_available");
    expect(await records.countOrders()).toBe(before);
  });

  test("a price that is another than the one expected is said, and nothing is ordered", async () => {
    const { act } = await connect();
    const { price } = await done<{ price: { amount: number } }>(act("quote_domain_order", { domain: "dearer.app" }));
    const before = await records.countOrders();
    const stale = orderOf("dearer.app", { expected_price: price.amount - 1 });
    expect(await refused(act("order_domain", stale))).toMatchObject({ code: "refused", price });
    expect(await records.countOrders()).toBe(before);
    await done(act("order_domain", { ...stale, expected_price: price.amount }));
  });

  test("a transfer in arrives once it is paid, and its code is in no database", async () => {
    const { act } = await connect();
    const domain = "taken-arriving.com";
    const auth_code = authCodeElsewhere(domain);
    const placed = await done<PlacedOrder>(act("order_domain", orderOf(domain, { type: "transfer", auth_code })));
    await system.pay(placed.action_required.url);
    await records.passDay();
    const { domains } = await done<{ domains: { status: string }[] }>(act("list_my_domains", { domain }));
    expect(domains).toMatchObject([{ status: "active" }]);
    for (const [store, held, known] of await storesOf(system, 1001)) {
      expect(held, store).toContain(known);
      expect(held.includes(auth_code), store).toBe(false);
    }
  });

  test("an hour takes twenty orders of an account: replays are free, and the next one is told when", async () => {
    const by = { login: "totp", account: 1003, scopes: ["billing:write"] };
    const connectDirectly = async () =>
      (await (await ConnectingApplication.register(system.origin)).directTokens(by)).access_token;
    const first = await connectDirectly();
    const order = (number: number, token = first) =>
      api.callTool("order_plan", { plan: "web-start", accept_terms: TERMS, idempotency_key: `hour-${number}` }, token);
    const remaining: string[] = [];
    for (let number = 0; number < 20; number++) {
      const answer = await order(number);
      expect(answer.status, await answer.clone().text()).toBe(201);
      remaining.push(/"orders";r=(\d+)/.exec(answer.headers.get("RateLimit") ?? "")?.[1] ?? "none");
      const replayed = await order(0);
      expect([replayed.status, replayed.headers.get("Idempotent-Replayed")]).toEqual([201, "true"]);
    }
    expect(remaining).toEqual(Array.from({ length: 20 }, (_, number) => String(19 - number)));
    const before = await records.countOrders();
    const over = await order(20, await connectDirectly());
    expect(over.status).toBe(429);
    const seconds = Number(over.headers.get("Retry-After"));
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(3_600);
    expect(await over.json()).toMatchObject({ code: "rate_limited", retry_after: seconds });
    expect((await order(0)).headers.get("Idempotent-Replayed")).toBe("true");
    expect(await records.countOrders()).toBe(before);
  });
}
