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

// What a message may be is in test/unit/api/mcp; here, what each revision answers over the wire.

const CLIENT = { capabilities: {}, clientInfo: { name: "frontdesk-tests", version: "1.0.0" } };
const NAME = expect.stringMatching(/\/catalogue$/);
const SERVER_INFO = "io.modelcontextprotocol/serverInfo";

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
      serverInfo: { name: NAME, version: expect.any(String) },
      instructions: expect.any(String),
    });
    expect(Object.keys(answer.capabilities as object), "nothing that is not there").toEqual(["tools"]);
    expect(answer.capabilities).not.toHaveProperty("tools.listChanged", true);
  });

  test.each(["2024-11-05", NEWEST, "2099-01-01", "x", ""])("'%s' is answered with 2025-11-25", async (version) => {
    const answer = await result(earlier("initialize", { protocolVersion: version, ...CLIENT }));
    expect(answer.protocolVersion).toBe("2025-11-25");
  });
});

describe("discovery and lists of 2026-07-28", () => {
  test("server/discover names every revision", async () => {
    const answer = await result(newest("server/discover"));
    expect(answer).toMatchObject({
      resultType: "complete",
      supportedVersions: REVISIONS,
      instructions: expect.any(String),
      cacheScope: "public",
      _meta: { [SERVER_INFO]: { name: NAME } },
    });
    expect(answer.ttlMs).toBeGreaterThan(0);
    expect(Object.keys(answer.capabilities as object)).toEqual(["tools"]);
  });

  test("tools/list may be kept and shared", async () => {
    const answer = await result(newest("tools/list"));
    expect(answer).toMatchObject({ resultType: "complete", cacheScope: "public" });
    expect(answer.ttlMs).toBeGreaterThan(0);
  });

  test("a call says that it is complete and who answers, in name, title and version alone", async () => {
    const answer = await result(newest("tools/call", { name: "get_plan", arguments: { id: "web-start" } }));
    expect(answer.resultType).toBe("complete");
    const brief = { [SERVER_INFO]: { name: NAME, title: expect.any(String), version: expect.any(String) } };
    expect(answer._meta).toEqual(brief);
    expect((await result(newest("tools/list")))._meta).toEqual(brief);
  });
});

describe("versions that are not spoken", () => {
  test.each(["2099-01-01", "2024-11-05", "x"])("%s, in the envelope", async (version) => {
    const message = withHeaders(newest("tools/list"), { "MCP-Protocol-Version": version });
    const params = { _meta: { ...META, "io.modelcontextprotocol/protocolVersion": version } };
    const refusal = await refused({ ...message, body: { ...(message.body as object), params } }, 400, -32022, 1);
    expect(refusal.error?.data).toEqual({ supported: REVISIONS, requested: version });
  });

  test.each(["2024-11-05", "2025-11-25, 2025-06-18"])("'%s', in the header alone", async (version) => {
    const refusal = await refused(earlier("tools/list", {}, { version, id: 3 }), 400, -32022, 3);
    expect(refusal.error?.data).toMatchObject({ supported: REVISIONS });
  });
});

describe("headers and metadata of 2026-07-28", () => {
  const call = newest("tools/call", { name: "get_plan", arguments: { id: "web-start" } });
  const base64 = (text: string) => `=?base64?${Buffer.from(text).toString("base64")}?=`;
  const RESERVED = "io.modelcontextprotocol";

  test.each<[string, Message, code: number]>([
    ["no MCP-Protocol-Version", withHeaders(call, { "MCP-Protocol-Version": null }), -32020],
    ["no Mcp-Method", withHeaders(call, { "Mcp-Method": null }), -32020],
    ["the Mcp-Method in capitals", withHeaders(call, { "Mcp-Method": "TOOLS/CALL" }), -32020],
    ["another Mcp-Name in Base64", withHeaders(call, { "Mcp-Name": base64("list_plans") }), -32020],
    ["an Mcp-Name in broken Base64", withHeaders(call, { "Mcp-Name": "=?base64?%%%?=" }), -32020],
    ["no _meta", { headers: newest("tools/list").headers, body: earlier("tools/list", {}).body }, -32602],
    ["no version", withMeta({ [`${RESERVED}/protocolVersion`]: undefined }), -32602],
    ["capabilities that are none", withMeta({ [`${RESERVED}/clientCapabilities`]: "all" }), -32602],
  ])("%s is refused", async (_, message, code) => {
    await refused(message, 400, code, 1);
  });

  test.each<[string, Record<string, string>]>([
    ["the name in Base64", { "Mcp-Name": base64("get_plan") }],
    ["with space around", { "Mcp-Name": "  get_plan ", "Mcp-Method": " tools/call" }],
    ["with a session and a last event of somebody else's", { "Mcp-Session-Id": "abc", "Last-Event-ID": "7" }],
  ])("%s is served", async (_, changes) => {
    expect(await result(withHeaders(call, changes))).toHaveProperty("structuredContent");
  });

  test("who the client is may stay unsaid", async () => {
    expect(await result(withMeta({ [`${RESERVED}/clientInfo`]: undefined }))).toHaveProperty("tools");
  });
});

describe("methods that are not there", () => {
  const METHODS = ["resources/list", "no/such", "constructor", "__proto__", ""];

  test.each([...METHODS, "ping", "initialize"])("'%s' in 2026-07-28: 404", async (method) => {
    await refused(newest(method), 404, -32601, 1);
  });

  test.each([...METHODS, "server/discover", "subscriptions/listen"])("'%s' before: 200", async (method) => {
    for (const version of EARLIER) await refused(earlier(method, {}, { version }), 200, -32601, 1);
  });

  test("ping is answered before 2026-07-28", async () => {
    for (const version of EARLIER) expect(await result(earlier("ping", undefined, { version }))).toEqual({});
  });
});

describe.each(ERAS)("$era", ({ era, ask }) => {
  test.each([
    ["2", 200],
    [5, EITHER],
  ])("the cursor %j is unknown, since the list of tools is one page", async (cursor, status) => {
    await refused(ask("tools/list", { cursor }), status, -32602, 1);
    expect(await result(ask("tools/list", {}))).not.toHaveProperty("nextCursor");
  });

  test.each(["no_such_tool", "LIST_PLANS", "getStatus", "__proto__"])("'%s' is an unknown tool", async (name) => {
    await refused(ask("tools/call", { name, arguments: {} }), 200, -32602, 1);
  });

  test("a notification is taken: 202 and no body", async () => {
    const { headers = {} } = ask("notifications/cancelled");
    const params = { requestId: 1, ...(era === NEWEST && { _meta: META }) };
    const answer = await exchange({ headers, body: { jsonrpc: "2.0", method: "notifications/cancelled", params } });
    expect({ status: answer.status, text: answer.text }).toEqual({ status: 202, text: "" });
  });

  test.each([undefined, "application/json", "*/*", "text/event-stream"])(
    "whoever accepts %s gets JSON",
    async (accept) => {
      const message = ask("tools/list");
      const headers = { ...message.headers, ...(accept && { Accept: accept }) };
      expect(await result({ ...message, headers })).toHaveProperty("tools");
    },
  );
});

test("since 2026-07-28 a client has nothing to respond to", async () => {
  const headers = { "MCP-Protocol-Version": NEWEST };
  expect((await exchange({ headers, body: { jsonrpc: "2.0", id: 1, result: {} } })).status).toBe(400);
});

test("a subscription is acknowledged, answered and closed under its id", async () => {
  const id = '"tools":[]';
  const answer = await exchange(newest("subscriptions/listen", { notifications: { toolsListChanged: true } }, { id }));
  // It has ended: nothing is kept open.
  expect(answer.status).toBe(200);
  const [acknowledged, closed, ...more] = answer.text
    .split(/\r?\n\r?\n/)
    .flatMap((event) => /^data: ?(\{.*)$/m.exec(event)?.[1] ?? [])
    .map((data) => JSON.parse(data));
  const subscription = { "io.modelcontextprotocol/subscriptionId": id };
  expect(acknowledged).toMatchObject({
    method: "notifications/subscriptions/acknowledged",
    params: { _meta: subscription },
  });
  expect(acknowledged.params.notifications, "nothing here ever changes").toEqual({});
  expect(closed).toMatchObject({ jsonrpc: "2.0", id, result: { resultType: "complete", _meta: subscription } });
  expect(more).toEqual([]);
});

describe("a batch of 2025-03-26", () => {
  const call = (id: number, line?: string) =>
    earlier("tools/call", { name: "list_plans", arguments: line ? { line } : {} }, { id }).body;
  const ping = (id: number) => earlier("ping", undefined, { id }).body;
  const answersTo = async (batch: unknown[]) => (await exchange({ body: batch })).batch();

  test("has an answer to each request, also under one id, and an error in the place of what does not belong", async () => {
    const notification = { jsonrpc: "2.0", method: "notifications/initialized" };
    const misfits = [1, [ping(5)], { ...ping(6), method: "tools/list", params: { _meta: META } }];
    const answers = await answersTo([call(1, "web-hosting"), notification, call(2, "no-such-line"), call(1, "vps")]);
    const told = answers.map(({ id, result }) => [id, result?.isError === true]);
    expect(told.toSorted()).toEqual([
      [1, false],
      [1, false],
      [2, true],
    ]);
    const others = await answersTo([ping(3), ...misfits]);
    expect(others.map(({ id, error }) => [id ?? null, error?.code])).toEqual([
      [3, undefined],
      [null, -32600],
      [null, -32600],
      [6, -32600],
    ]);
  });

  test("answers of more than 256 KiB: those beyond are refused under their ids", async () => {
    const { text } = await exchange({ body: Array.from({ length: 10 }, (_, id) => call(id)) });
    const answers = JSON.parse(text) as { id: number; error?: { code: number } }[];
    expect(answers.map(({ id, error }) => [id, error?.code === -32600])).toEqual(
      Array.from({ length: 10 }, (_, id) => [id, id > 5]),
    );
    expect(text.length).toBeLessThan(270_000);
  });
});

test("lists are not read out of text in a tool's arguments, as a query does", async () => {
  const answer = await result(earlier("tools/call", { name: "get_domain_pricing", arguments: { tld: "com,ca" } }));
  const [{ text } = { text: "" }] = answer.content as { text: string }[];
  expect(JSON.parse(text)).toMatchObject({ code: "invalid_parameter", errors: [{ parameter: "tld" }] });
});
