import { describe, expect, test } from "vitest";
import { ACCOUNT_TABLE, type TableRow } from "../../support/account-table.ts";
import { ERAS, NEWEST } from "../../system/mcp/exchange.ts";
import { callTool, eachWithNewAccount, postMessage } from "../support/account-api.ts";
import { records } from "../support/account-world.ts";
import type { TestGrant } from "../support/acting-application.ts";
import { script } from "../support/scripted-billing.ts";

eachWithNewAccount();

interface Result {
  isError?: boolean;
  structuredContent?: Record<string, unknown>;
  content: { text: string }[];
}

async function call(name: string, args: object, own: TestGrant = {}) {
  const response = await callTool(name, args, own);
  const { result } = (await response.json()) as { result: Result };
  const text = JSON.parse(result.content[0]?.text ?? "null") as Record<string, unknown>;
  return { response, result, text };
}

/** The tools of the contract's table. */
const toolsOf = (is: (row: TableRow) => boolean) => ACCOUNT_TABLE.filter(is).flatMap(({ tool }) => tool ?? []);

interface Tool {
  name: string;
  annotations: Record<string, boolean>;
  inputSchema: { properties: Record<string, unknown>; required?: string[] };
}

test("every tool, with every hint, and a key where one is needed", async () => {
  const response = await postMessage({ jsonrpc: "2.0", id: 1, method: "tools/list" });
  const { tools } = ((await response.json()) as { result: { tools: Tool[] } }).result;
  expect(tools.map(({ name }) => name).toSorted()).toEqual(toolsOf(() => true).toSorted());
  const named = (is: (tool: Tool) => boolean | undefined) => tools.filter(is).map(({ name }) => name);
  expect(named(({ annotations }) => annotations.destructiveHint)).toEqual([
    ...["set_domain_auto_renew", "change_plan", "cancel_service"],
    ...["set_domain_nameservers", "set_domain_lock", "transfer_domain_out"],
  ]);
  const orders = toolsOf(({ effect }) => effect === "order");
  expect(named(({ inputSchema }) => "idempotency_key" in inputSchema.properties)).toEqual(orders);
  expect(named(({ inputSchema }) => inputSchema.required?.includes("idempotency_key"))).not.toContain("cancel_service");
  for (const { name, annotations } of tools) {
    expect(annotations.idempotentHint, name).toBe(true);
    expect(annotations.readOnlyHint, name).toBe(/^(?:get|list|quote)_/.test(name));
  }
});

test("a tool orders as the HTTP operation does", async () => {
  const args = { domain: "free-garden.com", accept_terms: "2026-01-01", idempotency_key: "k" };
  const { response, result, text } = await call("order_domain", args);
  expect(response.status).toBe(200);
  expect(result.structuredContent).toEqual(text);
  expect(text).toMatchObject({ domain: "free-garden.com", order_id: 7001 });
  expect(response.headers.get("RateLimit")).toContain('"orders";r=19');
});

test.each<[string, object, string]>([
  ["without a key", {}, "idempotency_key_required"],
  ["with a key that is none", { idempotency_key: "a b" }, "invalid_parameter"],
  ["with a number as key", { idempotency_key: 7 }, "invalid_parameter"],
  ["with a bad argument", { idempotency_key: "k", years: "1" }, "invalid_body"],
  ["with one nobody knows", { idempotency_key: "k", colour: "red" }, "invalid_body"],
])("a tool %s", async (_, args, code) => {
  const { response, result, text } = await call("renew_domain", { domain: "studio-ana.ca", ...args });
  expect(response.status).toBe(200);
  expect(result.isError).toBe(true);
  expect(result.structuredContent).toBeUndefined();
  expect(text.code).toBe(code);
});

describe.each(ERAS)("in $era", ({ era, ask }) => {
  const send = async (name: string, args: object, headers: Record<string, string> = {}) => {
    const message = ask("tools/call", { name, arguments: args });
    const response = await postMessage(message.body, { headers: { ...message.headers, ...headers } });
    const text = await response.text();
    return { response, text, result: (JSON.parse(text) as { result: Record<string, unknown> }).result };
  };
  const resultType = era === NEWEST ? "complete" : undefined;

  test("a replay says so in the one _meta of its result", async () => {
    const args = { domain: "studio-ana.ca", idempotency_key: "k" };
    const [first, again] = [await send("renew_domain", args), await send("renew_domain", args)];
    expect(first.result._meta ?? {}).not.toHaveProperty(["frontdesk/idempotentReplayed"]);
    expect(again.result._meta).toMatchObject({ "frontdesk/idempotentReplayed": true });
    expect(again.text.match(/"_meta":/g)).toHaveLength(1);
    expect(again.result.structuredContent).toEqual(first.result.structuredContent);
    expect(again.result.resultType).toBe(resultType);
    if (era === NEWEST) expect(again.result._meta).toHaveProperty(["io.modelcontextprotocol/serverInfo"]);
  });

  test("a refusal that stays is replayed like an answer", async () => {
    const args = { domain: "studio-ana.ca", idempotency_key: "k" };
    script.moods = [{ refuses: { code: "refused", reason: { en: "No.", fr: "Non." } } }];
    await send("renew_domain", args);
    const again = await send("renew_domain", args);
    expect(again.result).toMatchObject({ isError: true, _meta: { "frontdesk/idempotentReplayed": true } });
    expect(again.text.match(/"_meta":/g)).toHaveLength(1);
  });

  test("what is refused before any tool is asked has the revision's form", async () => {
    const { response, result } = await send("renew_domain", {}, { Authorization: "none" });
    expect(response.status).toBe(401);
    expect(result).toMatchObject({ isError: true });
    expect(result.resultType).toBe(resultType);
  });
});

test("a cancellation takes two steps", async () => {
  const first = await call("cancel_service", { id: 2101, reason: "Moving.", idempotency_key: "unused" });
  expect(first.text).toMatchObject({ done: false, confirm: expect.any(String) });
  expect(first.response.headers.get("RateLimit")).not.toContain("orders");
  expect(records.at(-1)).toMatchObject({ operation: "quoteCancellation", target: "service:2101", status: 200 });
  const { confirm } = first.text;
  expect((await call("cancel_service", { id: 2101, confirm })).text.code).toBe("idempotency_key_required");
  const second = await call("cancel_service", { id: 2101, confirm, reason: "Moving.", idempotency_key: "k" });
  expect(second.text).toMatchObject({ done: true, confirm: null });
  // The first step needs what the tool needs.
  const reader = await call("cancel_service", { id: 2101 }, { scopes: ["account:read"] });
  expect(reader.response.status).toBe(403);
  const token = { scopes: ["account:read" as const, "billing:write" as const], operations: ["cancelService" as const] };
  expect((await call("cancel_service", { id: 2101 }, token)).text).toMatchObject({ done: false });
});

test("a scope that is wanting is asked for, and told to a client that only refreshes", async () => {
  const args = { domain: "studio-ana.ca", idempotency_key: "k" };
  const reader = { scopes: ["account:read" as const] };
  const first = await call("renew_domain", args, reader);
  expect(first.response.status).toBe(403);
  expect(first.response.headers.get("WWW-Authenticate")).toContain('scope="account:read billing:write"');
  const refreshed = await call("renew_domain", args, { ...reader, isChallenged: true });
  expect(refreshed.response.status).toBe(200);
  expect(refreshed.response.headers.get("WWW-Authenticate")).toBeNull();
  expect(refreshed.result.isError).toBe(true);
  expect(refreshed.text).toMatchObject({ code: "insufficient_scope", detail: expect.stringContaining("tick") });
});

test("a scope that one call of a batch lacks refuses the whole batch", async () => {
  const asks = (id: number, name: string, args: object) => {
    return { jsonrpc: "2.0", id, method: "tools/call", params: { name, arguments: args } };
  };
  const batch = [asks(1, "get_my_account", {}), asks(2, "renew_domain", { domain: "ana.dev", idempotency_key: "k" })];
  const response = await postMessage(batch, { own: { scopes: ["account:read"] } });
  expect(response.status).toBe(403);
  expect(response.headers.get("WWW-Authenticate")).toContain('scope="account:read billing:write"');
  const answers = (await response.json()) as { id: number; result: Result }[];
  const codeIn = ({ content: [said] }: Result) => JSON.parse(said?.text ?? "").code;
  expect(answers.map(({ id, result }) => [id, codeIn(result)])).toEqual([
    [1, "insufficient_scope"],
    [2, "insufficient_scope"],
  ]);
});

test.each<[policy: string, quota: number, name: string, args: (n: number) => object]>([
  ["settings", 60, "set_domain_lock", (n) => ({ domain: "studio-ana.ca", locked: n % 2 === 0 })],
  ["orders", 20, "renew_domain", (n) => ({ domain: `name-${n}.com`, idempotency_key: `k${n}` })],
])("the hour of %s over MCP is HTTP's 429 after %i", async (policy, quota, name, args) => {
  for (let n = 0; n < quota; n++) expect((await call(name, args(n))).response.status).toBe(200);
  const { response, text } = await call(name, args(quota));
  expect(response.status).toBe(429);
  expect(response.headers.get("Retry-After")).toBe(String(text.retry_after));
  expect(response.headers.get("RateLimit")).toContain(`"${policy}";r=0`);
});
