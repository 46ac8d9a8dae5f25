import { expect, test } from "vitest";
import type { Caller } from "../../system/calls/access.ts";
import { McpJudge } from "../../system/calls/mcp-judge.ts";
import type { McpServerName, ServedApi } from "../../system/calls/served-api.ts";
import type { WireAnswer, WireRequest } from "../../system/calls/wire.ts";

const fits = () => [];
const operation = {
  ...{ id: "checkDomain", method: "GET", tool: "check_domain", checkProblem: fits, scopes: null },
  answers: new Map([[429, { contentType: null, check: fits, codes: ["rate_limited"] }]]),
};
const tool = { name: "check_domain", inputSchema: {}, checkInput: fits, checkOutput: fits };
const tools = (["catalogue", "account"] as const).map((server) => ({ ...tool, server }));
const judge = new McpJudge({ operations: [operation], tools, checkProblem: fits } as unknown as ServedApi, 1_000);
const caller: Caller = { kind: "full", authorization: [], grant: { permissions: null } as never };
const HEADERS = {
  "x-request-id": "1f8b8435-37a9-483f-a40f-b9bcb7d23b9a",
  "access-control-allow-origin": "*",
  "content-type": "application/json",
  ...{ "retry-after": "5", "www-authenticate": "Bearer x" },
};
const json = { method: "POST", path: "/api/v1/mcp", headers: [["Content-Type", "application/json"]] };

interface Given {
  server?: McpServerName;
  status?: number;
  request?: Partial<WireRequest>;
}

/** Returns the faults in the responses to messages. An array is a batch. */
function faults(
  messages: unknown,
  answers: unknown,
  { server = "account", status = 200, request }: Given = {},
): string[] {
  const body = Buffer.from(answers === null ? "" : JSON.stringify(answers));
  const sent = { ...json, body: Buffer.from(JSON.stringify(messages)), ...request } as WireRequest;
  return judge.judge(server, sent, caller, { status, headers: HEADERS, body, ms: 1 } as WireAnswer).faults;
}

const ping = (id: unknown) => ({ jsonrpc: "2.0", id, method: "ping" });
const done = (id: unknown) => ({ jsonrpc: "2.0", id, result: {} });
const error = (code: number, data?: object) => ({ jsonrpc: "2.0", id: 1, error: { code, message: "No.", data } });
const nameless = { ...error(-32_600), id: null };
const call = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "check_domain" } };
const problemOf = (code: string) => ({ code, type: `/problems/${code}`, request_id: "r", instance: "urn:uuid:r" });
const refusal = (code: string) => ({
  ...{ jsonrpc: "2.0", id: 1 },
  result: { isError: true, content: [{ type: "text", text: JSON.stringify(problemOf(code)) }] },
});

test.each<[what: string, messages: unknown, answers: unknown, given?: Given]>([
  ["two responses to one request", [ping(1)], [done(1), done(1)]],
  ["a missing response", [ping(1), ping(2)], [done(1)]],
  ["a response with another id", ping(1), done("1")],
  ["a batch element without its id", [ping(1), ping(2)], [done(1), nameless]],
  ["an accepted request without a response", ping(1), null, { status: 202 }],
  ["an accepted body that is not JSON", null, null, { status: 202, request: { body: Buffer.from("{") } }],
  ["a problem code that the tool does not declare", call, refusal("outside_limit")],
  ["a credential refused by the catalogue's server", call, refusal("unauthorized"), { server: "catalogue" }],
  ["another problem in an error", ping(1), error(-32_600, { code: "not_found" })],
  [
    "unavailable tools of another Worker on the catalogue's server",
    ping(1),
    error(-32_603),
    { status: 503, server: "catalogue" },
  ],
  ["a server error", ping(1), error(-32_600), { status: 500 }],
])("the checks of a response find %s", (_, messages, answers, given) => {
  expect(faults(messages, answers, given)).not.toEqual([]);
});
