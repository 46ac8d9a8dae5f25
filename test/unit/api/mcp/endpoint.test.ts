import { Server } from "@modelcontextprotocol/server";
import { beforeEach, describe, expect, test, vi } from "vitest";
import type { Outcome } from "../../../../shared/api/pipeline/run-operation.ts";
import { done, type Rpc, refusal, refused, mcpServer as server } from "./endpoint-server.ts";

const RATE_HEADER = '"connection";r=7;t=60';
const JSON_HEADERS = {
  ...{ "content-type": "application/json", "cache-control": "no-store" },
  ...{ "x-content-type-options": "nosniff", "access-control-allow-origin": "*" },
};
const errors = vi.spyOn(console, "error");
beforeEach(() => void errors.mockReset().mockReturnValue(undefined));

const list = (id: unknown = 1) => ({ jsonrpc: "2.0", id, method: "tools/list" });
const call = (id: unknown = 1, name = "own_tool", more: object = {}) => ({
  ...{ jsonrpc: "2.0", id, method: "tools/call", params: { name, arguments: { b: 2 }, ...more } },
});
const NOTIFICATION = { jsonrpc: "2.0", method: "notifications/initialized" };
const namesIn = (rpc: Rpc | null) => (rpc?.result?.tools as { name: string }[] | undefined)?.map(({ name }) => name);
const ENVELOPE = { "MCP-Protocol-Version": "2026-07-28" };
const IN_ENVELOPE = {
  _meta: {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientInfo": { name: "a", version: "1" },
    "io.modelcontextprotocol/clientCapabilities": {},
  },
};

describe("an MCP request", () => {
  test("is admitted with its credential, runs, and disposes of its admission", async () => {
    const { seen, send } = server();
    const { status, headers, rpc } = await send(call(), { "CF-Connecting-IP": "192.0.2.7" });
    expect([status, rpc?.result?.structuredContent]).toEqual([200, { a: 1 }]);
    expect(seen.admitted).toMatchObject([[{ authorization: "Bearer t", requestId: "a-request" }, 1]]);
    expect(seen.calls).toMatchObject([{ caller: { via: "mcp", address: "192.0.2.7" }, sent: { arguments: { b: 2 } } }]);
    expect([seen.calls[0]?.admission?.client, seen.disposed]).toEqual(["oauth", 1]);
    expect(seen.calls[0]?.addresses.accountMcp).toBe(`http://localhost:8787/api/v1/account/mcp`);
    expect(headers.get("RateLimit")).toBe(RATE_HEADER);
    expect(Object.fromEntries(headers)).toMatchObject({ ...JSON_HEADERS, "x-request-id": "a-request" });
    seen.calls[0]?.waitUntil(Promise.resolve());
    expect(seen.background).toHaveLength(1);
  });

  test("for the list of tools returns the remaining rate", async () => {
    const { seen, send } = server();
    const { headers, rpc } = await send(list());
    expect(namesIn(rpc)).toEqual(["own_tool"]);
    expect([headers.get("RateLimit"), seen.disposed]).toEqual([RATE_HEADER, 1]);
    await send(list());
    expect(seen.made, "tools are created once").toBe(1);
    const open = await server({ isGated: false }).send(list());
    expect([open.status, open.headers.has("RateLimit")], "no admission without a gate").toEqual([200, false]);
  });

  test.each([
    ["GET", 405],
    ["OPTIONS", 204],
  ])("with the method %s gets %i and the allowed methods", async (method, status) => {
    const { seen, send } = server();
    const response = await send(null, {}, method);
    expect([response.status, response.headers.get("Allow")]).toEqual([status, "POST, OPTIONS"]);
    if (status === 405) {
      expect(response.rpc?.error).toMatchObject({ code: -32600, message: expect.stringContaining("POST") });
      expect(Object.fromEntries(response.headers)).toMatchObject(JSON_HEADERS);
    }
    expect(seen.admitted).toEqual([]);
  });

  test.each([
    ["https://a.example", 200],
    ["chrome-extension://abc", 200],
    ["null", 403],
    ["https://a.example/", 403],
    ["a:b://c", 403],
  ])("from the origin %j gets %i", async (Origin, status) => {
    const { send } = server();
    const response = await send(list(), { Origin });
    expect(response.status).toBe(status);
    if (status === 403) {
      expect(response.rpc?.error).toMatchObject({
        code: -32600,
        message: "The Origin header is not a well-formed origin.",
      });
      expect(response.headers.has("Allow")).toBe(false);
    }
  });

  test.each([
    ["not JSON", "{", {}, 400, -32700],
    ["too long", `"${"a".repeat(65_536)}"`, {}, 413, -32600],
    ["not a message", "5", {}, 400, -32600],
  ])("whose body is %s is refused before its credential is checked", async (_, body, headers, status, code) => {
    const { seen, send } = server();
    const { status: given, rpc } = await send(body, headers);
    expect([given, rpc?.error?.code, rpc?.id]).toEqual([status, code, null]);
    expect(seen.admitted).toEqual([]);
  });
});

test("a subscription gets an event stream that ends immediately", async () => {
  const { send } = server();
  const listen = { ...list(), method: "subscriptions/listen", params: { ...IN_ENVELOPE, notifications: {} } };
  const headers = { ...ENVELOPE, "Mcp-Method": "subscriptions/listen", Accept: "application/json, text/event-stream" };
  const response = await send(listen, headers);
  expect([response.status, response.headers.get("Content-Type")]).toEqual([200, "text/event-stream"]);
});

test("an interrupted body throws an error to the endpoint's caller", async () => {
  const { send } = server();
  const body = new ReadableStream({ pull: (controller) => controller.error(new Error("broken off")) });
  await expect(send(body)).rejects.toThrow("broken off");
});

test.each<[outcome: Outcome, status: number, asked: (string | null)[], result: object]>([
  [done({ a: 1 }), 200, [null, null], { structuredContent: { a: 1 } }],
  [{ ...done({}), isReplayed: true }, 200, [null, null], { _meta: { "frontdesk/idempotentReplayed": true } }],
  [refused(refusal("insufficient_scope", 9), "a scope"), 403, ["9", "a scope"], { isError: true }],
  [refused(refusal("rate_limited", 9)), 429, ["9", null], { isError: true }],
  [refused(refusal("outside_limit", 9)), 200, [null, null], { isError: true }],
])("a call with the outcome %j has the status %i and the headers %j", async (outcome, status, asked, result) => {
  const { says, send } = server();
  says.outcome = outcome;
  const { rpc, headers, ...given } = await send(call());
  expect([given.status, headers.get("Retry-After"), headers.get("WWW-Authenticate")]).toEqual([status, ...asked]);
  expect(rpc?.result).toMatchObject(result);
});

test("the SDK handles a request that is not plain, and each request in a batch", async () => {
  const connected = vi.spyOn(Server.prototype, "connect");
  const { send } = server();
  await send(list(7));
  await send(call());
  expect(connected).not.toHaveBeenCalled();
  const { rpc } = await send([list(8), { ...list(9), params: { cursor: "x" } }]);
  expect(rpc?.map(({ id, error }) => [id, error?.code])).toEqual([
    [8, undefined],
    [9, -32602],
  ]);
  expect(connected).toHaveBeenCalledTimes(2);
});

describe("a refused credential", () => {
  test("is reported as the result of a call or as the error of any other request, with a challenge and a wait time", async () => {
    const { seen, says, send } = server();
    says.admission = refusal("unauthorized", 7);
    const called = await send(call(5));
    expect(called.status).toBe(401);
    expect(called.headers.get("WWW-Authenticate")).toBe("asks for unauthorized");
    expect(called.headers.get("Retry-After")).toBe("7");
    expect(called.rpc).toMatchObject({ jsonrpc: "2.0", id: 5, result: { isError: true } });
    expect(called.rpc?.result).not.toHaveProperty("resultType");
    const listed = await send(list("a"));
    expect(listed.rpc).toMatchObject({
      ...{ jsonrpc: "2.0", id: "a" },
      error: { code: -32600, message: "No.", data: { code: "unauthorized" } },
    });
    const accepted = await send(NOTIFICATION);
    expect([accepted.status, accepted.rpc?.id, accepted.rpc?.error?.code]).toEqual([401, null, -32600]);
    expect(seen.calls).toEqual([]);
    expect(seen.challenged[0]).toMatchObject({ code: "unauthorized", via: "mcp", authorization: "Bearer t" });
  });

  test("gives a result marked as complete in the protocol version that requires it", async () => {
    const { says, send } = server();
    says.admission = refusal("unauthorized");
    const { rpc, headers } = await send(call(5, "own_tool", IN_ENVELOPE), ENVELOPE);
    expect(rpc?.result).toMatchObject({ resultType: "complete", isError: true });
    expect(headers.has("Retry-After")).toBe(false);
  });

  test("gives one response per request of a batch", async () => {
    const { says, send } = server();
    says.admission = refusal("unauthorized");
    const { status, rpc } = await send([call(1), NOTIFICATION, list(2)]);
    expect([status, rpc?.map(({ id }) => id), rpc?.map(({ error }) => error?.code)]).toEqual([
      401,
      [1, 2],
      [undefined, -32600],
    ]);
    const misfit = await send([call(1), { ...list(2), params: { cursor: 5 } }]);
    expect(misfit.rpc?.map(({ id, error }) => [id, error?.code])).toEqual([
      [1, undefined],
      [2, -32602],
    ]);
    const nothing = await send([NOTIFICATION]);
    expect([nothing.status, nothing.rpc?.id, Array.isArray(nothing.rpc)]).toEqual([401, null, false]);
  });

  test("is logged if it could not be checked", async () => {
    const { says, send } = server();
    says.admission = refusal("server_unavailable");
    expect((await send(list())).status).toBe(503);
    expect(JSON.parse(errors.mock.calls[0]?.[0])).toMatchObject({ operation: "mcp", code: "server_unavailable" });
  });
});

describe("a request over the rate limit", () => {
  test("is refused with the remaining rate", async () => {
    const { seen, says, send } = server();
    says.refusals = [refusal("rate_limited", 9)];
    const { status, headers, rpc } = await send(call(3));
    expect([status, headers.get("Retry-After"), headers.get("RateLimit")]).toEqual([429, "9", RATE_HEADER]);
    expect(rpc).toMatchObject({ id: 3, result: { isError: true } });
    expect((await send(list())).rpc?.error).toMatchObject({ code: -32600, data: { code: "rate_limited" } });
    expect([seen.calls, seen.disposed]).toEqual([[], 2]);
  });

  test("gets its own response in a batch, and the headers show the rate after the last request", async () => {
    const { seen, says, send } = server();
    says.refusals = [null, refusal("rate_limited", 9)];
    const { status, headers, rpc } = await send([call(1), call(2), NOTIFICATION]);
    expect(status).toBe(200);
    expect(rpc?.map(({ id, result }) => [id, result?.isError ?? false])).toEqual([
      [1, false],
      [2, true],
    ]);
    expect([headers.get("RateLimit"), headers.has("Retry-After")]).toEqual(['"connection";r=6;t=60', false]);
    expect([seen.calls.length, seen.disposed]).toEqual([1, 2]);
  });
});

describe("a batch of messages", () => {
  test("gets an array, or no body if no message expects a response", async () => {
    const { send } = server();
    const { rpc, headers } = await send([list(1), 5]);
    expect(rpc?.map(({ id, error }) => [id, error?.code])).toEqual([
      [1, undefined],
      [null, -32600],
    ]);
    expect(headers.get("RateLimit")).toBe(RATE_HEADER);
    expect((await send([NOTIFICATION])).status).toBe(202);
    const open = server({ isGated: false });
    expect((await open.send([list(1)])).headers.has("RateLimit")).toBe(false);
  });

  test("can contain fifty messages if they count towards a rate limit, and otherwise ten", async () => {
    const notifications = (count: number) => Array.from({ length: count }, () => NOTIFICATION);
    for (const [isGated, most] of [
      [true, 50],
      [false, 10],
    ] as const) {
      const { send } = server({ isGated });
      expect((await send(notifications(most))).status).toBe(202);
      expect((await send(notifications(most + 1))).rpc?.error?.message).toContain(`at most ${most}`);
    }
  });

  test("gets at most 256 KiB without a credential, and all responses beyond that become errors with their id", async () => {
    const { says, send } = server({ isGated: false });
    says.outcome = ({ sent }) => done({ text: "x".repeat((sent as { arguments: { b: number } }).arguments.b) });
    const ofLength = (id: number, b: number) => call(id, "own_tool", { arguments: { b } });
    const codesOf = async (...batch: unknown[]) =>
      (await send(batch)).rpc?.map(({ id, error }) => [id, error?.code ?? null]);
    // Each text occurs twice in its response. The remaining bytes are the same fields each time and the brackets of the
    // batch.
    const { text } = await send([ofLength(1, 0)]);
    const rest = 262_144 / 2 - (text.length - 2) - 1_000;
    expect(await codesOf(ofLength(1, 1_000), NOTIFICATION, ofLength(2, rest))).toEqual([
      [1, null],
      [2, null],
    ]);
    expect(await codesOf(ofLength(1, 1_000), ofLength(2, rest + 1), 5, ofLength(3, 0))).toEqual([
      [1, null],
      ...[2, null, 3].map((id) => [id, -32600]),
    ]);
  });

  test("is refused as a whole if one call lacks a scope that the client can request", async () => {
    const { seen, says, send } = server();
    says.authorize = refusal("insufficient_scope");
    says.outcome = refused(refusal("insufficient_scope"), "a scope");
    const { status, headers, rpc } = await send([list(1), call(2)]);
    expect([status, headers.get("WWW-Authenticate"), rpc?.map(({ id }) => id)]).toEqual([403, "a scope", [1, 2]]);
    expect(seen.calls).toMatchObject([{ sent: { arguments: {} }, caller: { via: "mcp" } }]);
    expect(seen.calls[0]?.admission).toBeDefined();
    const asked = { code: "insufficient_scope", via: "mcp", operation: { id: "own_tool" } };
    expect(seen.challenged).toMatchObject([asked]);
    expect(seen.disposed).toBe(2);
  });

  test.each<[string, calls: number, Partial<ReturnType<typeof server>["says"]>]>([
    ["a refusal without a challenge", 2, { authorize: refusal("outside_limit") }],
    ["an internal error", 2, { authorize: new TypeError("a mistake") }],
    ["a call that later succeeds", 4, { authorize: refusal("insufficient_scope") }],
    [
      "requests over the rate limit",
      0,
      { authorize: refusal("insufficient_scope"), refusals: [refusal("rate_limited"), refusal("rate_limited")] },
    ],
  ])("runs its calls individually for %s, with %i calls", async (_, calls, said) => {
    const { seen, says, send } = server();
    Object.assign(says, said);
    const { status, rpc } = await send([call(1), call(2)]);
    expect([status, rpc?.map(({ id }) => id), seen.calls.length]).toEqual([200, [1, 2], calls]);
    expect(seen.challenged.filter(({ code }) => code === undefined)).toEqual([]);
  });

  test("can contain a single call, while a call outside a batch goes directly to its operation", async () => {
    const { seen, says, send } = server();
    says.authorize = refusal("insufficient_scope");
    await send(call(1));
    expect(seen.challenged).toEqual([]);
    await send([call(1, "no_such_tool")]);
    expect(seen.challenged, "an unknown tool needs no scope").toEqual([]);
  });
});
