import { describe, expect, test } from "vitest";
import { PROTOCOL_VERSIONS, refusalBody, requestsIn, routeOf } from "../../../../shared/api/mcp/json-rpc.ts";

const NEWEST = "2026-07-28";
const VERSION = "io.modelcontextprotocol/protocolVersion";
const list = (more: object = {}) => ({ jsonrpc: "2.0", id: 1, method: "tools/list", ...more });
const call = (params: unknown, more: object = {}) => ({ jsonrpc: "2.0", id: 1, method: "tools/call", params, ...more });
const initialize = (params: unknown) => ({ jsonrpc: "2.0", id: 1, method: "initialize", params });
const CLIENT = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "a", version: "1" } };

/** Returns how a body is handled: its kind, or the code and text of its refusal. */
function served(body: unknown, version: string | null = null, maxBatch = 10) {
  const route = routeOf(body, version, maxBatch);
  return route.kind === "refused" ? [route.refusal.code, route.refusal.message] : route.kind;
}

describe("a JSON-RPC message", () => {
  const NO_MESSAGE = [-32600, "The body is not a JSON-RPC 2.0 message."];

  test.each<[body: unknown, kind: string | typeof NO_MESSAGE]>([
    [list(), "initialized"],
    [list({ id: 0, params: {} }), "initialized"],
    [list({ id: undefined }), NO_MESSAGE],
    [{ jsonrpc: "2.0", method: "notifications/initialized" }, "accepted"],
    [{ jsonrpc: "2.0", id: 1, result: {} }, "accepted"],
    [{ jsonrpc: "2.0", id: 1, error: {} }, "accepted"],
    [{ jsonrpc: "2.0", id: 1 }, NO_MESSAGE],
    [list({ jsonrpc: "1.0" }), NO_MESSAGE],
    [list({ id: 1.5 }), NO_MESSAGE],
    [list({ id: 2 ** 53 }), NO_MESSAGE],
    [list({ params: [] }), NO_MESSAGE],
    [null, NO_MESSAGE],
  ])("%j is %s", (body, kind) => {
    expect(served(body)).toEqual(kind);
  });

  test("with null as params, cursor or arguments is read as if they were absent", () => {
    const messageOf = (body: unknown) => {
      const route = routeOf(body, null, 10);
      return "message" in route ? route.message : null;
    };
    expect(messageOf(list({ params: null }))).toEqual(list());
    expect(messageOf(list({ params: { cursor: null, _meta: {} } }))).toEqual(list({ params: { _meta: {} } }));
    expect(messageOf(call({ name: "a", arguments: null }))).toEqual(call({ name: "a" }));
    expect(messageOf(call({ name: "a", arguments: null, cursor: null, x: null }))).toEqual(
      call({ name: "a", x: null }),
    );
    expect(messageOf(call({ name: "a", arguments: {}, cursor: null }))).toEqual(call({ name: "a", arguments: {} }));
    expect(messageOf(call({ name: "a", x: null }))).toEqual(call({ name: "a", x: null }));
    expect(messageOf(call({ name: "a", arguments: null, cursor: "b" }))).toEqual(call({ name: "a", cursor: "b" }));
    expect(served(call({ name: null, arguments: null }))).toEqual([-32602, "name must be a string."]);
  });

  test("keeps only its known fields", () => {
    const route = routeOf(list({ params: {}, trace: "7", result: 1, error: 2 }), null, 10);
    expect(route).toEqual({ kind: "initialized", message: list({ params: {}, result: 1, error: 2 }) });
  });

  test.each<[body: object, misfit: string | null]>([
    [list({ params: { cursor: 5 } }), "cursor must be a string."],
    [list({ params: { _meta: 5 } }), "_meta must be an object."],
    [call({}), "name must be a string."],
    [call({ name: "a", arguments: [] }), "arguments must be an object."],
    [initialize(CLIENT), null],
    [initialize({ ...CLIENT, protocolVersion: 5 }), "protocolVersion must be a string."],
    [initialize({ ...CLIENT, capabilities: [] }), "capabilities must be an object."],
    ...[{ version: "1" }, { name: "a", version: 1 }].map((clientInfo): [object, string] => [
      initialize({ ...CLIENT, clientInfo }),
      "clientInfo must have name and version.",
    ]),
  ])("%j has these invalid params: %s", (body, misfit) => {
    expect(served(body)).toEqual(misfit ? [-32602, misfit] : "initialized");
  });

  test("is refused with its own id if it has one", () => {
    expect(routeOf(call({}), null, 10)).toEqual({
      kind: "refused",
      refusal: { status: 400, code: -32602, message: "name must be a string.", id: 1, data: undefined },
    });
    expect(routeOf({ id: 1.5 }, null, 10)).toMatchObject({ refusal: { status: 400 } });
    const { refusal } = routeOf({ id: 1.5 }, null, 10) as { refusal: object };
    expect("id" in refusal).toBe(false);
  });
});

describe("a protocol version", () => {
  test.each([null, ...PROTOCOL_VERSIONS.slice(1)])("%s can be initialized", (version) => {
    expect(served(list(), version)).toBe("initialized");
  });

  test("2026-07-28 comes from the header or from the message, without an initialization", () => {
    expect(served(list(), NEWEST)).toBe("envelope");
    expect(served(list({ params: { _meta: { [VERSION]: "2099-01-01" } } }))).toBe("envelope");
    expect(served({ jsonrpc: "2.0", method: "notifications/x" }, NEWEST)).toBe("envelope");
    expect(served(call({ name: 5 }), NEWEST)).toEqual([-32602, "name must be a string."]);
    expect(served(initialize({}), NEWEST), "the SDK reports none").toBe("envelope");
    expect(served(initialize({}))).toEqual([-32602, "protocolVersion must be a string."]);
  });

  test("is refused with the list of supported ones if it is unknown, unless the client negotiates", () => {
    const route = routeOf(list(), `2099-01-01${"x".repeat(99)}`, 10);
    const data = { supported: PROTOCOL_VERSIONS, requested: `2099-01-01${"x".repeat(30)}` };
    const refusal = { status: 400, code: -32022, message: "Unsupported protocol version.", id: 1, data };
    expect(route).toEqual({ kind: "refused", refusal });
    expect(served(initialize(CLIENT), "2099-01-01")).toBe("initialized");
    expect(served({ jsonrpc: "2.0", method: "notifications/x" }, "2099-01-01")).toEqual([
      ...[-32022, "Unsupported protocol version."],
    ]);
  });
});

describe("a batch of messages", () => {
  const ofAnother = [-32600, "A batch can have only messages of protocol version 2025-03-26."];

  test("requires version 2025-03-26 and contains one to ten messages", () => {
    expect(served([list()])).toBe("batch");
    expect(served([list()], "2025-03-26")).toBe("batch");
    for (const version of [NEWEST, "2025-06-18", "2025-11-25"])
      expect(served([list()], version)).toEqual([-32600, "Only protocol version 2025-03-26 has batches."]);
    expect(served([])).toEqual([-32600, "The batch is empty."]);
    expect(served(Array.from({ length: 10 }, () => list()))).toBe("batch");
    expect(served(Array.from({ length: 11 }, () => list()))).toEqual([-32600, "A batch holds at most 10 messages."]);
  });

  test.each<[element: unknown, expected: unknown]>([
    [list(), "initialized"],
    [{ jsonrpc: "2.0", method: "notifications/x" }, "accepted"],
    [{ jsonrpc: "2.0", id: 1, result: {} }, "accepted"],
    [5, [-32600, "The body is not a JSON-RPC 2.0 message."]],
    [call({}), [-32602, "name must be a string."]],
    [initialize(CLIENT), [-32600, "initialize cannot be part of a batch."]],
    [[], ofAnother],
    [[list()], ofAnother],
    [list({ params: { _meta: { [VERSION]: NEWEST } } }), ofAnother],
  ])("handles the element %j as %s", (element, expected) => {
    const route = routeOf([element], null, 10);
    const [first] = route.kind === "batch" ? route.elements : [];
    expect(first?.kind === "refused" ? [first.refusal.code, first.refusal.message] : first?.kind).toEqual(expected);
  });
});

test("only messages that expect a response are counted as requests", () => {
  const counted = (body: unknown, version: string | null = null) =>
    requestsIn(routeOf(body, version, 10)).map(({ method, id }) => [method, id]);
  const notification = { jsonrpc: "2.0", method: "notifications/x" };
  expect(counted(list())).toEqual([["tools/list", 1]]);
  expect(counted(list(), NEWEST)).toEqual([["tools/list", 1]]);
  expect(counted(notification, NEWEST)).toEqual([]);
  expect(counted({ jsonrpc: "2.0", id: 1, result: {} }, NEWEST)).toEqual([]);
  expect(counted(notification)).toEqual([]);
  expect(counted(5)).toEqual([]);
  expect(counted([list(), notification, 5, list({ id: 2 })])).toEqual([
    ["tools/list", 1],
    ["tools/list", 2],
  ]);
});

test("a refusal has the id of its message or null, and includes its data if there is any", () => {
  const error = { code: -32600, message: "No." };
  expect(refusalBody({ status: 400, ...error, id: 0 })).toStrictEqual({ jsonrpc: "2.0", id: 0, error });
  expect(refusalBody({ status: 400, ...error })).toEqual({ jsonrpc: "2.0", id: null, error });
  expect(refusalBody({ status: 400, ...error, data: 5 })).toEqual({
    jsonrpc: "2.0",
    id: null,
    error: { ...error, data: 5 },
  });
});
