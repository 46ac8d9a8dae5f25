import { expect, test } from "vitest";
import type { Caller } from "../../system/calls/access.ts";
import { McpJudge } from "../../system/calls/mcp-judge.ts";
import type { McpServerName, ServedApi } from "../../system/calls/served-api.ts";
import type { WireAnswer, WireRequest } from "../../system/calls/wire.ts";

const fits = () => [];
const operation = {
  id: "checkDomain",
  method: "GET",
  tool: "check_domain",
  answers: new Map([[429, { contentType: null, check: fits, codes: ["rate_limited"] }]]),
  checkProblem: fits,
  scopes: null,
};
const tool = { name: "check_domain", inputSchema: {}, checkInput: fits, checkOutput: fits };
const tools = [
  { ...tool, server: "catalogue" },
  { ...tool, server: "account" },
];
const judge = new McpJudge({ operations: [operation], tools, checkProblem: fits } as unknown as ServedApi, 1_000);
const caller: Caller = { kind: "full", authorization: [], grant: { permissions: null } as never };

const HEADERS = {
  "x-request-id": "1f8b8435-37a9-483f-a40f-b9bcb7d23b9a",
  "access-control-allow-origin": "*",
  "content-type": "application/json",
  "retry-after": "5",
  "www-authenticate": "Bearer x",
};
const json = { method: "POST", path: "/api/v1/mcp", headers: [["Content-Type", "application/json"]] };

interface Given {
  server?: McpServerName;
  status?: number;
  request?: Partial<WireRequest>;
  by?: Caller;
}

/** What is wrong with `answers` to `messages`; a list is a batch. */
function faults(
  messages: unknown,
  answers: unknown,
  { server = "account", status = 200, request, by = caller }: Given = {},
): string[] {
  const body = Buffer.from(answers === null ? "" : JSON.stringify(answers));
  const sent = { ...json, body: Buffer.from(JSON.stringify(messages)), ...request } as WireRequest;
  return judge.judge(server, sent, by, { status, headers: HEADERS, body, ms: 1 } as WireAnswer).faults;
}

const ping = (id: unknown) => ({ jsonrpc: "2.0", id, method: "ping" });
const done = (id: unknown) => ({ jsonrpc: "2.0", id, result: {} });
const error = (code: number, data?: object) => ({ jsonrpc: "2.0", id: 1, error: { code, message: "No.", data } });
const call = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "check_domain" } };
const refusal = (code: string) => ({
  ...{ jsonrpc: "2.0", id: 1 },
  result: { isError: true, content: [{ type: "text", text: JSON.stringify({ code }) }] },
});

test("a request is answered once, under its id", () => {
  expect(faults(ping(1), done(1))).toEqual([]);
  expect(faults([ping(1), ping("1")], [done("1"), done(1)])).toEqual([]);
  expect(faults([ping(1), ping(1)], [done(1), done(1)])).toEqual([]);
  expect(faults([ping(1)], [done(1), done(1)])).toEqual(["2 answers to 1"]);
  expect(faults([ping(1), ping(1)], [done(1)])).toEqual(["no answer to 1"]);
  expect(faults([ping(1), ping(2)], [done(1)])).toEqual(["no answer to 2"]);
  expect(faults(ping(1), done("1"))).toEqual(["no answer to 1", 'an answer to "1", which was not asked']);
});

test("a message after a byte order mark is one", () => {
  const body = Buffer.from(`\uFEFF${JSON.stringify(ping(1))}`);
  expect(faults(null, done(1), { request: { body } })).toEqual([]);
  expect(faults(null, done(2), { request: { body } })).toHaveLength(2);
});

test("what is refused as a whole may leave the ids out, and an element of a batch may not", () => {
  const nameless = { ...error(-32600), id: null };
  expect(faults([ping(1), ping(2)], nameless, { status: 400 })).toEqual([]);
  expect(faults([ping(1), ping(2)], [done(1), nameless])).toEqual(["no answer to 2"]);
});

test("only what asks for no answer has none", () => {
  const silent = (messages: unknown, status: number, request?: Given["request"]) =>
    faults(messages, null, { status, ...(request && { request }) });
  expect(silent({ jsonrpc: "2.0", method: "notifications/initialized" }, 202)).toEqual([]);
  expect(silent(ping(1), 202)).not.toEqual([]);
  expect(silent(ping(1), 204)).not.toEqual([]);
  expect(silent(ping(1), 202, { body: Buffer.from("{") })).not.toEqual([]);
  expect(silent(ping(1), 204, { method: "OPTIONS" })).toEqual([]);
  expect(silent(ping(1), 405, { method: "HEAD" })).toEqual([]);
  expect(silent(ping(1), 500, { method: "HEAD" })).not.toEqual([]);
});

test.each<[code: string, status: number, server: McpServerName, isRight: boolean]>([
  ["unauthorized", 401, "account", true],
  ["unauthorized", 200, "account", false],
  ["unauthorized", 401, "catalogue", false],
  ["rate_limited", 429, "account", true],
  ["rate_limited", 429, "catalogue", true],
  ["rate_limited", 200, "catalogue", false],
  ["server_unavailable", 503, "account", true],
  ["server_unavailable", 200, "catalogue", false],
  ["insufficient_scope", 403, "account", false],
  ["outside_limit", 200, "account", false],
])("a catalogue tool's %s with status %i on the %s server: right is %s", (code, status, server, isRight) => {
  expect(faults(call, refusal(code), { server, status }).length === 0).toBe(isRight);
});

test.each<[code: number, status: number, isRight: boolean]>([
  [-32700, 400, true],
  [-32700, 200, false],
  [-32600, 400, true],
  [-32600, 403, false],
  [-32600, 405, false],
  [-32600, 413, false],
  [-32600, 415, false],
  [-32601, 404, true],
  [-32601, 401, false],
  [-32603, 503, true],
  [-32603, 200, false],
  [-32000, 400, false],
])("the error %i with status %i: right is %s", (code, status, isRight) => {
  expect(faults(ping(1), error(code), { status }).length === 0).toBe(isRight);
});

test("what is refused before the message is read has the status of its reason", () => {
  const refused = (status: number, request: Given["request"] = {}) =>
    faults(ping(1), error(-32600), { status, request });
  expect(refused(405, { method: "GET" })).toEqual([]);
  expect(refused(400, { method: "GET" })).not.toEqual([]);
  expect(refused(415, { headers: [["Content-Type", "text/plain"]] })).toEqual([]);
  expect(refused(403, { headers: [...json.headers, ["Origin", "x"]] as [string, string][] })).toEqual([]);
  const large = Buffer.from(JSON.stringify(ping(1)).padEnd(65_537));
  expect(refused(413, { body: large })).toEqual([]);
});

test("a credential is refused by the account's server alone, with its problem and nothing else", () => {
  expect(faults(ping(1), error(-32600, { code: "unauthorized" }), { status: 401 })).toEqual([]);
  expect(faults(ping(1), error(-32600, { code: "unauthorized" }), { status: 401, server: "catalogue" })).toHaveLength(
    1,
  );
  expect(faults(ping(1), error(-32600, { code: "not_found" }), { status: 200 })).toHaveLength(1);
});

test("the catalogue's server does not say that tools cannot be asked for", () => {
  expect(faults(ping(1), error(-32603), { status: 503, server: "catalogue" })).not.toEqual([]);
});

test("one request of a batch over its rate does not change the batch's status", () => {
  expect(faults([call], [refusal("rate_limited")])).toEqual([]);
  expect(faults([call], [refusal("unauthorized")])).not.toEqual([]);
});

test.each([
  ["of 65,537 bytes", JSON.stringify(ping(1)).padEnd(65_537)],
  ["with a member twice", '{"id":1,"jsonrpc":"2.0","id":1,"method":"ping"}'],
])("a body %s has no result", (_, body) => {
  expect(faults(null, done(1), { request: { body: Buffer.from(body) } })).toHaveLength(1);
});

test("a batch is refused as a whole for a scope that one of its calls lacks", () => {
  const lacking = error(-32600, { code: "insufficient_scope" });
  expect(faults([ping(1)], [lacking], { status: 403 })).toEqual([]);
  expect(faults(ping(1), lacking, { status: 403 })).not.toEqual([]);
});

test("what is refused in a batch that is refused as a whole has the batch's status", () => {
  const other = { ...error(-32602), id: 2 };
  expect(faults([call, ping(2)], [refusal("server_unavailable"), other], { status: 503 })).toEqual([]);
  expect(faults([call, ping(2)], [done(1), other], { status: 503 })).not.toEqual([]);
  const nobody: Caller = { kind: "none", authorization: [], grant: null };
  expect(faults([ping(1)], [error(-32602)], { status: 401, by: nobody })).toEqual([]);
  expect(faults([ping(1)], [error(-32602)], { status: 401 })).not.toEqual([]);
  expect(faults(ping(1), error(-32602), { status: 401, by: nobody })).not.toEqual([]);
});
