import { request } from "node:http";
import { json } from "node:stream/consumers";
import { beforeEach, describe, expect, test } from "vitest";
import { ACCOUNT_MCP_PATH, API_PATH } from "../../../shared/platform/addresses.ts";
import type { McpAnswer } from "../../support/account-client.ts";
import { useWorld } from "../../support/world.ts";

const TERMS = "2026-09-01";
const PATH = `${API_PATH}/account/orders/domain`;

const world = useWorld();
const { api } = world;
let token: string;
let before: number;
beforeEach(async () => {
  token = await api.connect();
  before = await orders();
});

let names = 0;
const newName = (extension = "com") => `free-bad-input-${++names}.${extension}`;
const order = (more: Record<string, unknown> = {}) => ({ domain: newName(), accept_terms: TERMS, ...more });
const orders = async () => (await world.billing.prepare("SELECT count(*) AS n FROM orders").first<number>("n")) ?? 0;

interface Said {
  status: number;
  /** Of a problem, or of the order. */
  body: Record<string, unknown>;
}

/** Exactly these header lines and bytes, on the order's own path or the MCP server's. */
function raw(path: string, body: string, keys: string[] = []): Promise<Said> {
  const { hostname, port } = new URL(world.origin);
  const lines = {
    Host: `${hostname}:${port}`,
    "Content-Length": String(Buffer.byteLength(body)),
    Authorization: `Bearer ${token}`,
    "Content-Type": "application/json",
    Accept: "application/json, text/event-stream",
  };
  const headers = [...Object.entries(lines).flat(), ...keys.flatMap((key) => ["Idempotency-Key", key])];
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, path, method: "POST", headers }, (response) => {
      json(response).then((said) => resolve({ status: response.statusCode ?? 0, body: said as Said["body"] }), reject);
    });
    sent.on("error", reject);
    sent.end(body);
  });
}

async function tool(name: string, input: Record<string, unknown>): Promise<Said> {
  const { status, value } = await api.tool(name, input, token);
  return { status, body: value };
}

/** The same call over both transports: what it says. */
async function both(name: string, input: Record<string, unknown>): Promise<Record<string, unknown>[]> {
  const response = await api.callTool(name, input, token);
  return [(await response.json()) as Record<string, unknown>, (await tool(name, input)).body];
}

describe("a key in its header", () => {
  test.each<[string, string[], string]>([
    ["of blanks", ["   "], "idempotency_key_required"],
    ["in two lines", ["one", "two"], "invalid_parameter"],
    ["in two equal lines", ["one", "one"], "invalid_parameter"],
  ])("%s is refused, and nothing is ordered", async (_, keys, code) => {
    const { status, body } = await raw(PATH, JSON.stringify(order()), keys);
    expect([status, body.code]).toEqual([400, code]);
    expect(await orders()).toBe(before);
  });

  test("in quotes is the same key without them, over either transport", async () => {
    const input = order();
    const first = await raw(PATH, JSON.stringify(input), ['"a-quoted-key"']);
    expect(first.status).toBe(201);
    expect(await raw(PATH, JSON.stringify(input), ["a-quoted-key"])).toEqual(first);
    expect((await tool("order_domain", { ...input, idempotency_key: "a-quoted-key" })).body).toEqual(first.body);
    expect(await orders()).toBe(before + 1);
  });
});

test.each<[string, unknown, string]>([
  ["null", null, "idempotency_key_required"],
  ["a list", ["one"], "invalid_parameter"],
])("a tool's key %s is refused, and nothing is ordered", async (_, key, code) => {
  expect((await tool("order_domain", { ...order(), idempotency_key: key })).body.code).toBe(code);
  expect(await orders()).toBe(before);
});

describe("the same key", () => {
  test("fifty times at the same moment over both transports is one order", async () => {
    const input = { ...order(), idempotency_key: crypto.randomUUID() };
    const { idempotency_key: key, ...body } = input;
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        n % 2 === 0 ? raw(PATH, JSON.stringify(body), [key]) : tool("order_domain", input),
      ),
    );
    const placed = answers.filter((answer) => "order_id" in answer.body);
    expect(new Set(placed.map((answer) => JSON.stringify(answer.body))).size).toBe(1);
    const others = answers.filter((answer) => !placed.includes(answer));
    for (const answer of others) expect(answer.body.code).toBe("idempotency_in_progress");
    expect(await orders()).toBe(before + 1);
  });

  test.each<[string, Record<string, unknown>]>([
    ["one character of the name", { domain: "free-bad-input-o.com" }],
    ["one year more", { years: 2 }],
    ["one character of the terms", { accept_terms: "2026-09-02" }],
    ["one cent of the price", { expected_price: 17.98 }],
    ["one field", { fields: { legal_type: "CCO" } }],
    ["a code", { auth_code: "x" }],
  ])("with %s changed is refused", async (_, change) => {
    const input = { ...order(), expected_price: 17.99, idempotency_key: crypto.randomUUID() };
    expect(await both("order_domain", input)).toMatchObject([{ invoice: {} }, { invoice: {} }]);
    const refused = { code: "idempotency_key_reused" };
    expect(await both("order_domain", { ...input, ...change })).toMatchObject([refused, refused]);
    expect(await orders()).toBe(before + 1);
  });
});

describe("a body", () => {
  const deep = "[".repeat(33) + "]".repeat(33);
  test.each<[string, string]>([
    ["a member twice", '"years":1,"years":2'],
    ["a member twice in a member", '"fields":{"a":"1","a":"2"}'],
    ["1e400", '"years":1e400'],
    ["33 levels", `"years":${deep}`],
    ["0 years", '"years":0'],
    ["11 years", '"years":11'],
    ["half a year", '"years":1.5'],
    ["years as text", '"years":"1"'],
    ["a member nobody knows", '"colour":"red"'],
    ["a prototype", '"__proto__":{"years":2}'],
  ])("with %s is refused over both transports, and nothing is ordered", async (_, member) => {
    const body = `{"domain":"${newName()}","accept_terms":"${TERMS}",${member}}`;
    const overHttp = await raw(PATH, body, ["key"]);
    expect([overHttp.status, overHttp.body.code]).toEqual([400, "invalid_body"]);
    const input = `{"idempotency_key":"key",${body.slice(1)}`;
    const params = `{"name":"order_domain","arguments":${input}}`;
    const overMcp = await raw(ACCOUNT_MCP_PATH, `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":${params}}`);
    const { result, error } = overMcp.body as unknown as McpAnswer;
    const said = error ?? JSON.parse(result?.content?.[0]?.text ?? "{}");
    expect(["invalid_body", -32_700, -32_600]).toContain(said.code);
    expect(await orders()).toBe(before);
  });
});

describe("a registry's fields", () => {
  test.each<[string, Record<string, string>, string]>([
    ["missing", {}, "/fields/legal_type"],
    ["out of the list", { legal_type: "XXX" }, "/fields/legal_type"],
    ["unknown", { legal_type: "CCO", colour: "red" }, "/fields/colour"],
  ])("%s are refused by their place, over both transports", async (_, fields, pointer) => {
    const input = { ...order({ domain: newName("ca") }), fields };
    const refused = { code: "invalid_body", errors: [{ pointer }] };
    const said = await both("order_domain", { ...input, idempotency_key: crypto.randomUUID() });
    expect(said).toMatchObject([refused, refused]);
    expect(await orders()).toBe(before);
  });
});

test("terms that came into force since the quote are asked for, and ordered under once they are accepted", async () => {
  const input = { ...order(), idempotency_key: crypto.randomUUID() };
  const version = new Date().toISOString().slice(0, 10);
  const terms = world.billing.prepare(
    "INSERT INTO terms VALUES ('', ?, 'New', 'Nouvelles', 'https://maple.example/t')",
  );
  for (const quote of await both("quote_domain_order", { domain: input.domain })) {
    expect(quote).toMatchObject({ terms: { version: TERMS } });
  }
  await terms.bind(version).run();
  const refused = { code: "terms_not_accepted", terms: { version } };
  expect(await both("order_domain", input)).toMatchObject([refused, refused]);
  expect(await orders()).toBe(before);
  const placed = { terms_version: version };
  expect(await both("order_domain", { ...input, accept_terms: version })).toMatchObject([placed, placed]);
  expect(await orders()).toBe(before + 1);
});
