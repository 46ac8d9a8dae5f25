import { describe, expect, test } from "vitest";
import {
  EARLIER,
  EITHER,
  ERAS,
  earlier,
  exchange,
  META,
  type Message,
  NEWEST,
  newest,
  REVISIONS,
  refused,
  result,
} from "./exchange.ts";

const CLIENT = { capabilities: {}, clientInfo: { name: "frontdesk-tests", version: "1.0.0" } };

const NAME = expect.stringMatching(/\/catalogue$/);
const SERVER = { "io.modelcontextprotocol/serverInfo": { name: NAME } };
const BRIEF_SERVER = {
  "io.modelcontextprotocol/serverInfo": { name: NAME, title: expect.any(String), version: expect.any(String) },
};

/** A request of 2026-07-28 with other headers; null leaves one out. */
function withHeaders(message: ReturnType<typeof newest>, changes: Record<string, string | null>): Message {
  const headers = Object.entries({ ...message.headers, ...changes }).filter(([, value]) => value !== null);
  return { ...message, headers: Object.fromEntries(headers) as Record<string, string> };
}

/** `tools/list` of 2026-07-28 with other metadata; undefined leaves a member out. */
function withMeta(changes: Record<string, unknown>): Message {
  const { headers, body } = newest("tools/list");
  return { headers, body: { ...body, params: { _meta: { ...META, ...changes } } } };
}

describe("initialize", () => {
  test.each(EARLIER)("%s is taken as asked", async (protocolVersion) => {
    const answer = await result(earlier("initialize", { protocolVersion, ...CLIENT }));
    expect(answer).toMatchObject({
      protocolVersion,
      capabilities: { tools: {} },
      serverInfo: { name: NAME, version: expect.any(String) },
      instructions: expect.any(String),
    });
    expect(Object.keys(answer.capabilities as object), "nothing that is not there").toEqual(["tools"]);
    expect(answer.capabilities).not.toHaveProperty("tools.listChanged", true);
  });

  test.each(["2024-11-05", "2024-10-07", NEWEST, "2099-01-01", "2025-11-26", "1", "x", ""])(
    "'%s' is answered with 2025-11-25",
    async (protocolVersion) => {
      const answer = await result(earlier("initialize", { protocolVersion, ...CLIENT }));
      expect(answer.protocolVersion).toBe("2025-11-25");
    },
  );

  test.each<[string, Record<string, unknown>]>([
    ["no version", { protocolVersion: undefined }],
    ["a version that is none", { protocolVersion: 20251125 }],
    ["a list of versions", { protocolVersion: ["2025-11-25"] }],
    ["no capabilities", { capabilities: undefined }],
    ["nobody's name", { clientInfo: { version: "1.0.0" } }],
    ["nobody at all", { clientInfo: undefined }],
  ])("with %s has invalid params", async (_, changes) => {
    await refused(earlier("initialize", { protocolVersion: "2025-11-25", ...CLIENT, ...changes }), EITHER, -32602, 1);
  });
});

describe("discovery and lists of 2026-07-28", () => {
  test("server/discover names every revision", async () => {
    const answer = await result(newest("server/discover"));
    expect(answer).toMatchObject({
      resultType: "complete",
      supportedVersions: REVISIONS,
      capabilities: { tools: {} },
      instructions: expect.any(String),
      cacheScope: "public",
      _meta: SERVER,
    });
    expect(answer.ttlMs).toBeGreaterThan(0);
    expect(Object.keys(answer.capabilities as object)).toEqual(["tools"]);
  });

  test("tools/list may be kept and shared", async () => {
    const answer = await result(newest("tools/list"));
    expect(answer).toMatchObject({ resultType: "complete", cacheScope: "public" });
    expect(Number.isInteger(answer.ttlMs)).toBe(true);
    expect(answer.ttlMs).toBeGreaterThan(0);
  });

  test("a call says that it is complete and who answers, in name, title and version alone", async () => {
    const answer = await result(newest("tools/call", { name: "get_plan", arguments: { id: "web-start" } }));
    expect(answer.resultType).toBe("complete");
    expect(answer._meta).toEqual(BRIEF_SERVER);
    expect((await result(newest("tools/list")))._meta).toEqual(BRIEF_SERVER);
  });
});

describe("versions that are not spoken", () => {
  test.each(["2099-01-01", "2024-11-05", "2026-07-27", "DRAFT-2026-v1", "x"])(
    "%s, in the envelope",
    async (version) => {
      const message = withHeaders(newest("tools/list"), { "MCP-Protocol-Version": version });
      const params = { _meta: { ...META, "io.modelcontextprotocol/protocolVersion": version } };
      const refusal = await refused({ ...message, body: { ...(message.body as object), params } }, 400, -32022, 1);
      expect(refusal.error?.data).toEqual({ supported: REVISIONS, requested: version });
    },
  );

  test.each(["2024-11-05", "2024-10-07", "2099-01-01", "garbage", "2025-11-25, 2025-06-18", "2025-6-18"])(
    "'%s', in the header alone",
    async (version) => {
      const refusal = await refused(earlier("tools/list", {}, { version, id: 3 }), 400, -32022, 3);
      expect(refusal.error?.data).toMatchObject({ supported: REVISIONS });
    },
  );

  test("also for a notification", async () => {
    const headers = { "MCP-Protocol-Version": "2024-11-05" };
    const answer = await exchange({ headers, body: { jsonrpc: "2.0", method: "notifications/initialized" } });
    expect(answer.status).toBe(400);
  });
});

describe("the headers of 2026-07-28 say what the body says", () => {
  const call = newest("tools/call", { name: "get_plan", arguments: { id: "web-start" } });
  const base64 = (text: string) => `=?base64?${Buffer.from(text).toString("base64")}?=`;

  test.each<[string, Record<string, string | null>]>([
    ["no MCP-Protocol-Version", { "MCP-Protocol-Version": null }],
    ["an earlier MCP-Protocol-Version", { "MCP-Protocol-Version": "2025-11-25" }],
    ["no Mcp-Method", { "Mcp-Method": null }],
    ["another Mcp-Method", { "Mcp-Method": "tools/list" }],
    ["the Mcp-Method in capitals", { "Mcp-Method": "TOOLS/CALL" }],
    ["no Mcp-Name", { "Mcp-Name": null }],
    ["another Mcp-Name", { "Mcp-Name": "list_plans" }],
    ["the Mcp-Name in capitals", { "Mcp-Name": "GET_PLAN" }],
    ["another Mcp-Name in Base64", { "Mcp-Name": base64("list_plans") }],
    ["an Mcp-Name in broken Base64", { "Mcp-Name": "=?base64?%%%?=" }],
    ["a non-ASCII Mcp-Name", { "Mcp-Name": "get_plan\u00e9" }],
  ])("%s is refused", async (_, changes) => {
    await refused(withHeaders(call, changes), 400, -32020, 1);
  });

  test.each<[string, Record<string, string | null>]>([
    ["as they are", {}],
    ["the name in Base64", { "Mcp-Name": base64("get_plan") }],
    ["with space around", { "Mcp-Name": "  get_plan ", "Mcp-Method": " tools/call" }],
    ["parameters of nobody's beside them", { "Mcp-Param-Region": "us-west1" }],
    ["with a session and a last event of somebody else's", { "Mcp-Session-Id": "abc", "Last-Event-ID": "7" }],
  ])("%s is served", async (_, changes) => {
    expect(await result(withHeaders(call, changes))).toHaveProperty("structuredContent");
  });

  test("no name is needed where the method has none", async () => {
    expect(await result(newest("tools/list"))).toHaveProperty("tools");
  });
});

describe("the metadata of 2026-07-28", () => {
  const VERSION = "io.modelcontextprotocol/protocolVersion";
  const CAPABILITIES = "io.modelcontextprotocol/clientCapabilities";

  test.each<[string, Message]>([
    ["no params", { headers: newest("tools/list").headers, body: { jsonrpc: "2.0", id: 1, method: "tools/list" } }],
    ["no _meta", { headers: newest("tools/list").headers, body: earlier("tools/list", {}).body }],
    ["a _meta that is none", { headers: newest("tools/list").headers, body: earlier("tools/list", { _meta: 5 }).body }],
    ["no version", withMeta({ [VERSION]: undefined })],
    ["a version that is none", withMeta({ [VERSION]: 20260728 })],
    ["no capabilities", withMeta({ [CAPABILITIES]: undefined })],
    ["capabilities that are none", withMeta({ [CAPABILITIES]: "all" })],
  ])("%s is refused", async (_, message) => {
    await refused(message, 400, -32602, 1);
  });

  test("who the client is may stay unsaid", async () => {
    expect(await result(withMeta({ "io.modelcontextprotocol/clientInfo": undefined }))).toHaveProperty("tools");
  });
});

describe("methods that are not there", () => {
  const METHODS = [
    ...["resources/list", "prompts/get", "completion/complete", "logging/setLevel"],
    ...["no/such", "constructor", "__proto__", ""],
  ];

  test.each([...METHODS, "ping", "initialize", "resources/subscribe"])("'%s' in 2026-07-28: 404", async (method) => {
    await refused(newest(method), 404, -32601, 1);
  });

  test.each([...METHODS, "server/discover", "subscriptions/listen"])("'%s' before: 200", async (method) => {
    for (const version of EARLIER) await refused(earlier(method, {}, { version }), 200, -32601, 1);
    await refused(earlier(method, {}), 200, -32601, 1);
  });

  test("ping is answered before 2026-07-28", async () => {
    for (const version of EARLIER) expect(await result(earlier("ping", undefined, { version }))).toEqual({});
  });
});

describe.each(ERAS)("$era", ({ era, ask }) => {
  test.each(["", "2", "eyJwYWdlIjoyfQ"])("the cursor '%s' is unknown", async (cursor) => {
    await refused(ask("tools/list", { cursor }), 200, -32602, 1);
  });

  test.each([5, {}])("the cursor %j is none", async (cursor) => {
    await refused(ask("tools/list", { cursor }), EITHER, -32602, 1);
  });

  test("the list of tools is one page; a member of the message that nobody knows is passed over", async () => {
    const message = ask("tools/list", {});
    const listed = await result({ ...message, body: { ...(message.body as object), trace: "7" } });
    expect(listed).toHaveProperty("tools");
    expect(listed).not.toHaveProperty("nextCursor");
  });

  test("a notification is taken: 202 and no body", async () => {
    const { headers = {} } = ask("notifications/cancelled");
    const body = {
      jsonrpc: "2.0",
      method: "notifications/cancelled",
      params: { requestId: 1, ...(era === NEWEST && { _meta: META }) },
    };
    const answer = await exchange({ headers, body });
    expect({ status: answer.status, text: answer.text }).toEqual({ status: 202, text: "" });
  });
});

test.each([
  earlier("tools/list", null, { version: "2025-11-25" }),
  earlier("tools/list", { cursor: null }, { version: "2025-11-25" }),
  newest("tools/list", { cursor: null }),
])("params of null, and a cursor of null, are none: %j", async (message) => {
  expect(((await result(message)).tools as unknown[]).length).toBeGreaterThan(5);
});

describe("what only one side of 2026-07-28 knows", () => {
  test("before: a client's response is taken", async () => {
    for (const version of EARLIER) {
      const headers = { "MCP-Protocol-Version": version };
      const answer = await exchange({ headers, body: { jsonrpc: "2.0", id: 1, result: {} } });
      expect({ status: answer.status, text: answer.text }).toEqual({ status: 202, text: "" });
    }
  });

  test("since: a client has nothing to respond to", async () => {
    const headers = { "MCP-Protocol-Version": NEWEST };
    expect((await exchange({ headers, body: { jsonrpc: "2.0", id: 1, result: {} } })).status).toBe(400);
  });

  test("2025-11-25: a call that asks to be a task is served as a call", async () => {
    const params = { name: "get_plan", arguments: { id: "web-start" }, task: { ttl: 60_000 } };
    expect(await result(earlier("tools/call", params, { version: "2025-11-25" }))).toHaveProperty("structuredContent");
  });
});

describe("subscriptions/listen", () => {
  const listen = (id: unknown) =>
    newest(
      "subscriptions/listen",
      { notifications: { toolsListChanged: true, resourceSubscriptions: ["file:///x"] } },
      { id },
    );

  test.each([7, "listen:1", '"tools":[]'])("under the id %j is acknowledged, answered and closed", async (id) => {
    const answer = await exchange(listen(id));
    // It has ended: nothing is kept open.
    expect(answer.status).toBe(200);
    expect(answer.header("Content-Type")).toMatch(/^text\/event-stream/);
    const [acknowledged, closed, ...more] = answer.text
      .split(/\r?\n\r?\n/)
      .flatMap((event) => /^data: ?(\{.*)$/m.exec(event)?.[1] ?? [])
      .map((data) => JSON.parse(data));
    const subscription = { "io.modelcontextprotocol/subscriptionId": id };
    expect(acknowledged).toMatchObject({
      jsonrpc: "2.0",
      method: "notifications/subscriptions/acknowledged",
      params: { _meta: subscription, notifications: {} },
    });
    expect(acknowledged.params.notifications, "nothing here ever changes").toEqual({});
    expect(closed).toMatchObject({ jsonrpc: "2.0", id, result: { resultType: "complete", _meta: subscription } });
    expect(more).toEqual([]);
  });

  test("with headers that do not match is refused", async () => {
    await refused(withHeaders(listen(1), { "Mcp-Method": "tools/list" }), 400, -32020, 1);
  });
});
