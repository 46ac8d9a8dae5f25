import { describe, expect, test } from "vitest";
import { authCodeElsewhere } from "../../../dev/sandbox/names.ts";
import { readAvailability } from "../../../shared/billing-contract/availability.ts";
import { toolCall } from "../../support/account-client.ts";
import { type Choices, ConnectingApplication } from "../../support/connecting-application.ts";
import { everyRow } from "../../support/every-row.ts";
import { PageVisitor } from "../../support/page-visitor.ts";
import { useWorld } from "../../support/world.ts";
import { type Act, done, type PlacedOrder, refused } from "./acting/act.ts";

const TERMS = "2026-09-01";
const SCOPES = ["billing:write", "domains:write"];

const world = useWorld();
const { api } = world;

async function connect(choices: Choices = {}) {
  const application = await ConnectingApplication.register(world.origin);
  const visitor = new PageVisitor(world.origin);
  const { access_token: token } = await application.tokens({ scopes: SCOPES, ...choices }, visitor);
  const ask = (tool: string, input?: Record<string, unknown>) => api.callTool(tool, input, token);
  const act: Act = async (tool, input) => {
    const response = await ask(tool, input);
    return { ok: response.ok, value: await response.json() };
  };
  return { application, visitor, token, ask, act };
}
let keys = 0;
const key = () => ({ idempotency_key: `refused-${++keys}` });
const order = (domain: string, more: Record<string, unknown> = {}) => ({
  domain,
  accept_terms: TERMS,
  ...key(),
  ...more,
});
const countOf = async (table: "orders" | "invoices") =>
  (await world.billing.prepare(`SELECT count(*) AS count FROM ${table}`).first("count")) as number;
const statusOf = (name: string) =>
  world.billing.prepare("SELECT status FROM domains WHERE name = ? ORDER BY id DESC").bind(name).first("status");

test("without its scope a tool is refused with the scopes to ask for; connected again with the tick, it works", async () => {
  const { application, visitor, token, ask } = await connect({ scopes: [] });
  const call = { domain: "studio-ana.ca", ...key() };
  const overHttp = await ask("renew_domain", call);
  const overMcp = await api.post(toolCall("renew_domain", call), token);
  for (const response of [overHttp, overMcp]) {
    expect(response.status).toBe(403);
    const challenge = response.headers.get("WWW-Authenticate") ?? "";
    expect(challenge).toContain('scope="account:read billing:write"');
    expect(challenge).toContain('error="insufficient_scope"');
  }
  const before = await countOf("orders");
  const again = await application.tokens({ scopes: ["billing:write"] }, visitor);
  const domains = await api.callTool("set_domain_lock", { domain: "ana.dev", locked: true }, again.access_token);
  expect(domains.status, "what was not ticked stays closed").toBe(403);
  expect((await api.callTool("renew_domain", call, again.access_token)).status).toBe(201);
  expect(await countOf("orders")).toBe(before + 1);
});

test("a connection for one name renews it, sees no order and no invoice, and reaches nothing else", async () => {
  const { act } = await connect({ limit: "domain:ana.dev" });
  const renewed = await done<PlacedOrder>(act("renew_domain", { domain: "ana.dev", ...key() }));
  expect(renewed).toMatchObject({ order_id: null, invoice: null, action_required: { type: "pay_invoice" } });
  const beyond = [
    act("renew_domain", { domain: "studio-ana.ca", ...key() }),
    act("set_domain_lock", { domain: "studio-ana.ca", locked: false }),
    act("transfer_domain_out", { domain: "studio-ana.ca", confirm_domain: "studio-ana.ca", ...key() }),
    act("order_domain", order("one-more.com")),
    act("cancel_service", { id: 2101 }),
    act("list_my_invoices"),
  ];
  for (const answer of beyond) expect((await refused(answer)).code).toBe("outside_limit");
  await world.pay(renewed.action_required.url);
  expect(world.registry.changes("ana.dev").map(({ kind }) => kind)).toContain("renew");
});

test("a name in redemption is quoted as not to be had, and its transfer is refused", async () => {
  const { act } = await connect();
  const name = "redemption-journey.com";
  for (const type of ["register", "transfer"]) {
    const quoted = await done<{ available: boolean; note: string }>(act("quote_domain_order", { domain: name, type }));
    expect(quoted).toMatchObject({ available: false, note: expect.stringContaining("in its redemption period") });
  }
  const before = await countOf("orders");
  const problem = await refused(act("order_domain", { ...order(name), type: "transfer", auth_code: "any" }));
  expect(problem).toMatchObject({ code: "not_available", detail: expect.stringContaining("in its redemption period") });
  expect(await countOf("orders")).toBe(before);
});

test("a word that the catalogue of another version gives for a name promises nothing", () => {
  expect(["taken", "redemption", "leased", null].map(readAvailability)).toEqual([
    "taken",
    "redemption",
    "unknown",
    "unknown",
  ]);
});

test("one key is one order, over HTTP and MCP", async () => {
  const { ask, token, act } = await connect();
  const request = order("same-key.com");
  const first = await ask("order_domain", request);
  expect([first.status, first.headers.get("Idempotent-Replayed")]).toEqual([201, null]);
  const placed = await first.json();
  const replayed = await ask("order_domain", request);
  expect([replayed.status, replayed.headers.get("Idempotent-Replayed")]).toEqual([201, "true"]);
  expect(await replayed.json()).toEqual(placed);
  const overMcp = await api.tool("order_domain", request, token);
  expect(overMcp).toMatchObject({ status: 200, isError: false, value: placed });
  expect((await refused(act("order_domain", { ...request, years: 2 }))).code).toBe("idempotency_key_reused");
  expect((await refused(act("order_domain", { ...request, ...key() }))).code).toBe("already_requested");
  const rows = world.billing.prepare("SELECT count(*) AS count FROM domains WHERE name = 'same-key.com'");
  expect(await rows.first("count")).toBe(1);
});

test("two keys for one name at the same moment: one order", async () => {
  const { act } = await connect();
  const answers = await Promise.all([1, 2, 3, 4].map(() => act("order_domain", order("same-moment.com"))));
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
  const codes = answers.filter(({ ok }) => !ok).map(({ value }) => (value as { code: string }).code);
  expect(codes).toEqual(["already_requested", "already_requested", "already_requested"]);
});

test("a name that somebody took after the quote is not ordered", async () => {
  const { act } = await connect();
  expect(await done(act("quote_domain_order", { domain: "soon-gone.com" }))).toMatchObject({ available: true });
  world.registry.register("soon-gone.com");
  const before = await countOf("orders");
  expect((await refused(act("order_domain", order("soon-gone.com")))).code).toBe("not_available");
  expect(await countOf("orders")).toBe(before);
});

test("a price that is another than the one expected is said, and nothing is ordered", async () => {
  const { act } = await connect();
  const { price } = await done<{ price: { amount: number } }>(act("quote_domain_order", { domain: "dearer.com" }));
  const before = await countOf("invoices");
  const stale = order("dearer.com", { expected_price: price.amount - 1 });
  expect(await refused(act("order_domain", stale))).toMatchObject({ code: "refused", price });
  expect(await countOf("invoices")).toBe(before);
  await done(act("order_domain", { ...stale, expected_price: price.amount }));
});

describe("a transfer in", () => {
  const transfer = (domain: string, auth_code: string) => order(domain, { type: "transfer", auth_code });

  test("with the right code arrives once it is paid", async () => {
    const { act } = await connect();
    const code = authCodeElsewhere("taken-arriving.com");
    const placed = await done<PlacedOrder>(act("order_domain", transfer("taken-arriving.com", code)));
    await world.pay(placed.action_required.url);
    await world.tick();
    expect(await statusOf("taken-arriving.com")).toBe("active");
    expect(await everyRow(world.billing)).not.toContain(code);
    expect(await everyRow(world.accounts)).not.toContain(code);
  });

  test("with a wrong one fails at the registry, and the customer's money is not kept", async () => {
    const { act } = await connect();
    const placed = await done<PlacedOrder>(act("order_domain", transfer("taken-staying.com", "wrong-code-1f9")));
    const before = await creditOf(1001);
    await world.pay(placed.action_required.url);
    await world.tick();
    expect(await statusOf("taken-staying.com")).not.toBe("active");
    expect(await statusOf("taken-staying.com")).not.toBe("pending_transfer");
    const paidByCredit = Math.min(before, Math.round(placed.invoice.total * 100));
    expect(await creditOf(1001)).toBe(before - paidByCredit + Math.round(placed.invoice.total * 100));
    expect(await everyRow(world.billing)).not.toContain("wrong-code-1f9");
  });

  const creditOf = async (account: number) =>
    (await world.billing.prepare("SELECT credit FROM accounts WHERE id = ?").bind(account).first("credit")) as number;
});

test("time passes: what was cancelled for the end of its period ends on that day", async () => {
  const { act } = await connect();
  const { confirm } = await done<{ confirm: string }>(act("cancel_service", { id: 2102 }));
  await done(act("cancel_service", { id: 2102, confirm, ...key() }));
  const status = async () => {
    const { services } = await done<{ services: { id: number; status: string }[] }>(
      act("list_my_services", { status: "all", limit: 100 }),
    );
    return services.find(({ id }) => id === 2102)?.status;
  };
  await world.tick();
  expect(await status()).toBe("active");
  await world.billing
    .prepare("INSERT INTO demonstration_clock VALUES (1, ?1) ON CONFLICT (only_row) DO UPDATE SET offset_ms = ?1")
    .bind(10 * 86_400_000)
    .run();
  await world.tick();
  expect(await status()).toBe("cancelled");
});

test("twenty orders an hour, by account: replays are free, and the next one is told when", async () => {
  const { ask } = await connect({ login: "big", account: 1005 });
  const { domains } = (await (await ask("list_my_domains", { limit: 100, status: "active" })).json()) as {
    domains: { domain: string }[];
  };
  const remaining: string[] = [];
  const first = { domain: domains[0]?.domain, idempotency_key: "hour-0" };
  let placed = 0;
  for (const { domain } of domains) {
    if (placed === 20) break;
    const answer = await ask("renew_domain", { domain, idempotency_key: `hour-${placed}` });
    expect(answer.status, await answer.clone().text()).toBe(201);
    placed++;
    remaining.push(/"orders";r=(\d+)/.exec(answer.headers.get("RateLimit") ?? "")?.[1] ?? "none");
    const replayed = await ask("renew_domain", first);
    expect([replayed.status, replayed.headers.get("Idempotent-Replayed")]).toEqual([201, "true"]);
  }
  expect(remaining).toEqual(Array.from({ length: 20 }, (_, number) => String(19 - number)));
  const other = await connect({ login: "big", account: 1005 });
  const over = await other.ask("renew_domain", { domain: domains[20]?.domain, ...key() });
  expect(over.status).toBe(429);
  const seconds = Number(over.headers.get("Retry-After"));
  expect(seconds).toBeGreaterThan(0);
  expect(seconds).toBeLessThanOrEqual(3_600);
  expect(await over.json()).toMatchObject({ code: "rate_limited", retry_after: seconds });
  expect((await ask("renew_domain", first)).headers.get("Idempotent-Replayed")).toBe("true");
});
