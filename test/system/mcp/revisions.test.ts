import { describe, expect, test } from "vitest";
import {
  EARLIER,
  EITHER,
  ERAS,
  earlier,
  exchange,
  META,
  NEWEST,
  newest,
  REVISIONS,
  refused,
  result,
} from "./exchange.ts";

// What a message may be is in test/unit/api/mcp; what a revision requires is asked by its conformance suite.

const CLIENT = { capabilities: {}, clientInfo: { name: "frontdesk-tests", version: "1.0.0" } };
const NAME = expect.stringMatching(/\/catalogue$/);
const SERVER_INFO = "io.modelcontextprotocol/serverInfo";

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

describe("methods that are not there", () => {
  const METHODS = ["resources/list", "no/such", "constructor", "__proto__", ""];

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

test("lists are not read out of text in a tool's arguments, as a query does", async () => {
  const answer = await result(earlier("tools/call", { name: "get_domain_pricing", arguments: { tld: "com,ca" } }));
  const [{ text } = { text: "" }] = answer.content as { text: string }[];
  expect(JSON.parse(text)).toMatchObject({ code: "invalid_parameter", errors: [{ parameter: "tld" }] });
});
