import { gzipSync } from "node:zlib";
import { describe, expect, inject, test } from "vitest";
import { refuseRequest } from "../../../shared/api/mcp/endpoint.ts";
import { ERAS, earlier, exchange, refused, result } from "./exchange.ts";

const ping = earlier("ping");

describe("methods", () => {
  test.each(["GET", "DELETE", "PUT", "PATCH", "HEAD"])("%s is not taken", async (method) => {
    const answer = await exchange({ headers: { Accept: "text/event-stream" } }, { method });
    expect(answer.status).toBe(405);
    expect(answer.header("Allow")?.split(", ")).toEqual(expect.arrayContaining(["POST", "OPTIONS"]));
  });
});

describe("other origins", () => {
  const SENT_BY_CLIENTS = [
    "authorization",
    "content-type",
    "accept",
    "mcp-protocol-version",
    "mcp-method",
    "mcp-name",
    "mcp-session-id",
    "last-event-id",
  ];
  const READ_BY_CLIENTS = [
    "WWW-Authenticate",
    "Retry-After",
    "RateLimit",
    "RateLimit-Policy",
    "ETag",
    "X-Request-Id",
    "Idempotent-Replayed",
    "MCP-Protocol-Version",
  ];

  test("a preflight allows what clients send", async () => {
    const answer = await exchange(
      {
        headers: {
          Origin: "https://assistant.example",
          "Access-Control-Request-Method": "POST",
          "Access-Control-Request-Headers": SENT_BY_CLIENTS.join(","),
        },
      },
      { method: "OPTIONS" },
    );
    expect([200, 204]).toContain(answer.status);
    expect(answer.header("Access-Control-Allow-Methods")).toContain("POST");
    const allowed = answer.header("Access-Control-Allow-Headers")?.toLowerCase().split(/, */);
    expect(allowed).toEqual(expect.arrayContaining(SENT_BY_CLIENTS));
  });

  test.each([
    ["an answer", ping, 200],
    ["a refusal", { body: "{" }, 400],
  ])("%s shows its headers to a page", async (_, message, status) => {
    const answer = await exchange({ ...message, headers: { Origin: "https://assistant.example" } });
    expect(answer.status).toBe(status);
    const exposed = answer.header("Access-Control-Expose-Headers")?.split(/, */);
    expect(exposed).toEqual(expect.arrayContaining(READ_BY_CLIENTS));
  });

  test.each([
    "https://assistant.example",
    "https://assistant.example:8443",
    "http://localhost:6274",
    "http://127.0.0.1:3000",
    "http://[::1]:3000",
    "chrome-extension://abcdefghijklmnop",
    "tauri://localhost",
    inject("origin"),
  ])("%s may call", async (origin) => {
    expect((await exchange({ ...ping, headers: { Origin: origin } })).status).toBe(200);
  });

  test("an empty origin is none, where one arrives: the local runtime leaves the header out", () => {
    const headers = { Origin: "" };
    const request = new Request("http://localhost/api/v1/mcp", { method: "POST", headers });
    expect(request.headers.get("Origin")).toBe("");
    expect(refuseRequest(request)?.status).toBe(403);
  });

  test.each([
    "null",
    "assistant.example",
    "https://",
    "https:/assistant.example",
    "https://assistant.example/page",
    "https://user@assistant.example",
    "https://a.example https://b.example",
    "https://a.example, https://b.example",
    "https://assis tant.example",
    "javascript:alert(1)",
  ])("the origin '%s' is none and is refused", async (origin) => {
    expect((await exchange({ ...ping, headers: { Origin: origin } })).status).toBe(403);
  });
});

describe("hosts", () => {
  const port = new URL(inject("origin")).port;

  test.each([`localhost:${port}`, `127.0.0.1:${port}`])("%s is ours", async (host) => {
    expect((await exchange({ ...ping, headers: { Host: host } })).status).toBe(200);
  });

  test.each(["desk.evil.example", `localhost.evil.example:${port}`, "127.0.0.1.evil.example", "evil-workers.dev"])(
    "%s is not",
    async (host) => {
      const answer = await exchange({ ...ping, headers: { Host: host } });
      expect(answer.status).toBeGreaterThanOrEqual(400);
      expect(answer.text).not.toContain('"result"');
    },
  );
});

describe("media types", () => {
  test.each(["application/json", "application/json; charset=utf-8", "Application/JSON"])("%s is read", async (type) => {
    expect((await exchange({ ...ping, headers: { "Content-Type": type } })).status).toBe(200);
  });

  test.each(["", "text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "text/json"])(
    "'%s' is not",
    async (type) => {
      expect((await exchange({ ...ping, headers: { "Content-Type": type } })).status).toBe(415);
    },
  );

  test.each(["gzip", "br", "identity, gzip"])("a body encoded as %s is not read", async (encoding) => {
    const body = gzipSync(JSON.stringify(ping.body));
    expect((await exchange({ body, headers: { "Content-Encoding": encoding } })).status).toBe(415);
  });

  test.each([undefined, "application/json", "*/*", "text/event-stream", "application/json, text/event-stream;q=0.5"])(
    "whoever accepts %s gets JSON, in every revision",
    async (accept) => {
      for (const { ask } of ERAS) {
        const message = ask("tools/list");
        const listed = await result({ ...message, headers: { ...message.headers, ...(accept && { Accept: accept }) } });
        expect(listed).toHaveProperty("tools");
      }
    },
  );
});

describe("bodies", () => {
  const CHUNKED = { "Transfer-Encoding": "chunked" };
  const MOST = 64 * 1024;

  /** A ping of exactly so many bytes. */
  function pingOf(bytes: number): string {
    const padded = (padding: string) => JSON.stringify({ ...ping.body, params: { _meta: { padding } } });
    return padded("x".repeat(bytes - padded("").length));
  }

  /** A ping in which objects stand so many deep, the message itself being the first. */
  function pingNested(depth: number): string {
    return `{"jsonrpc":"2.0","id":1,"method":"ping","params":${'{"a":'.repeat(depth - 2)}{}${"}".repeat(depth - 2)}}`;
  }

  test.each([
    ["with its length", {}],
    ["in chunks", CHUNKED],
  ])("64 KiB are read and one byte more is not, %s", async (_, headers) => {
    expect((await exchange({ body: pingOf(MOST), headers })).status).toBe(200);
    expect((await exchange({ body: pingOf(MOST + 1), headers })).status).toBe(413);
    expect((await exchange({ body: pingOf(20 * MOST), headers })).status).toBe(413);
  });

  test("32 levels are read and 33 are not", async () => {
    expect((await exchange({ body: pingNested(32) })).status).toBe(200);
    expect((await exchange({ body: pingNested(33) })).status).toBe(400);
    expect((await exchange({ body: "[".repeat(60_000) })).status).toBe(400);
    expect((await exchange({ body: "[".repeat(30_000) + "]".repeat(30_000) })).status).toBe(400);
  });

  test.each([
    ["of the message", '{"jsonrpc":"2.0","id":1,"method":"ping","method":"tools/list"}'],
    ["written with an escape", '{"jsonrpc":"2.0","id":1,"method":"ping","me\\u0074hod":"tools/list"}'],
    [
      "of the arguments",
      '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"get_plan","arguments":{"id":"web-start","id":"vps-1"}}}',
    ],
    ["called __proto__", '{"jsonrpc":"2.0","id":1,"method":"ping","params":{"__proto__":1,"__proto__":2}}'],
    ["in a batch", '[{"jsonrpc":"2.0","id":1,"id":2,"method":"ping"}]'],
  ])("a member %s may not appear twice", async (_, body) => {
    expect((await exchange({ body })).status).toBe(400);
  });

  test.each([
    "",
    " ",
    "{",
    '{"jsonrpc":"2.0","id":1,"method":"ping"',
    '{"jsonrpc":"2.0","id":1,"method":"ping",}',
    "{'jsonrpc':'2.0'}",
    '{"jsonrpc":"2.0","id":01,"method":"ping"}',
    "NaN",
    "undefined",
    '{"jsonrpc":"2.0","id":1,"method":"ping"}{}',
    '"\u0001"',
  ])("what is not JSON is a parse error: %j", async (body) => {
    await refused({ body }, 400, -32700);
  });

  test.each([
    ["a stray byte", Buffer.from([0x22, 0xff, 0x22])],
    ["an overlong form", Buffer.from([0x22, 0xc0, 0xaf, 0x22])],
    ["half a surrogate pair", Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22])],
    ["UTF-16", Buffer.from('{"jsonrpc":"2.0"}', "utf16le")],
  ])("what is not UTF-8 is a parse error: %s", async (_, body) => {
    await refused({ body }, 400, -32700);
  });

  test.each([null, true, 42, "ping", {}])("%j is no message", async (body) => {
    await refused({ body: JSON.stringify(body) }, 400, -32600);
  });

  test.each([
    { jsonrpc: "1.0", id: 7, method: "ping" },
    { id: 7, method: "ping" },
    { jsonrpc: 2, id: 7, method: "ping" },
    { jsonrpc: "2.0", id: 7 },
    { jsonrpc: "2.0", id: 7, method: 5 },
    { jsonrpc: "2.0", id: 7, method: null },
    { jsonrpc: "2.0", id: 7, method: "ping", params: [] },
    { jsonrpc: "2.0", id: 7, method: "ping", params: "x" },
  ])("%j is no request, and is told so under its id", async (body) => {
    await refused({ body }, 400, -32600, 7);
  });
});
