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
    ...["authorization", "content-type", "accept", "last-event-id"],
    ...["mcp-protocol-version", "mcp-method", "mcp-name", "mcp-session-id"],
  ];
  const READ_BY_CLIENTS = [
    ...["WWW-Authenticate", "Retry-After", "RateLimit", "RateLimit-Policy", "ETag", "X-Request-Id"],
    ...["Idempotent-Replayed", "MCP-Protocol-Version"],
  ];

  test("a preflight allows what clients send", async () => {
    const headers = {
      Origin: "https://assistant.example",
      "Access-Control-Request-Method": "POST",
      "Access-Control-Request-Headers": SENT_BY_CLIENTS.join(","),
    };
    const answer = await exchange({ headers }, { method: "OPTIONS" });
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
    ...["https://assistant.example", "https://assistant.example:8443", "http://localhost:6274", inject("origin")],
    ...["http://127.0.0.1:3000", "http://[::1]:3000", "chrome-extension://abcdefghijklmnop", "tauri://localhost"],
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
    ...["null", "assistant.example", "https://", "https:/assistant.example", "https://assistant.example/page"],
    ...["https://user@assistant.example", "https://a.example https://b.example", "https://assis tant.example"],
    ...["https://a.example, https://b.example", "javascript:alert(1)"],
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

// What a body may be is in test/unit/api/strict-json.test.ts; here, that the endpoint reads by it.
describe("media types", () => {
  test.each([
    ["Application/JSON; charset=utf-8", 200],
    ["", 415],
    ["text/plain", 415],
    ["multipart/form-data; boundary=x", 415],
  ])("'%s' is %i", async (type, status) => {
    expect((await exchange({ ...ping, headers: { "Content-Type": type } })).status).toBe(status);
  });

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
    for (const body of [pingNested(33), "[".repeat(60_000), "[".repeat(30_000) + "]".repeat(30_000)]) {
      expect((await exchange({ body })).status).toBe(400);
    }
  });

  test.each([
    ["of the message", '{"jsonrpc":"2.0","id":1,"method":"ping","me\\u0074hod":"tools/list"}'],
    ["called __proto__", '{"jsonrpc":"2.0","id":1,"method":"ping","params":{"__proto__":1,"__proto__":2}}'],
    ["in a batch", '[{"jsonrpc":"2.0","id":1,"id":2,"method":"ping"}]'],
  ])("a member %s may not appear twice", async (_, body) => {
    expect((await exchange({ body })).status).toBe(400);
  });

  test.each(["", "{", '{"jsonrpc":"2.0","id":1,"method":"ping",}', '{"jsonrpc":"2.0","id":1,"method":"ping"}{}'])(
    "what is not JSON is a parse error: %j",
    async (body) => void (await refused({ body }, 400, -32700)),
  );

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
    { jsonrpc: "1.0", method: "ping" },
    { method: "ping" },
    { jsonrpc: 2, method: "ping" },
    { jsonrpc: "2.0" },
    ...[5, null].map((method) => ({ jsonrpc: "2.0", method })),
    ...[[], "x"].map((params) => ({ jsonrpc: "2.0", method: "ping", params })),
  ])("%j is no request, and is told so under its id", async (request) => {
    const body = { ...request, id: 7 };
    await refused({ body }, 400, -32600, 7);
  });
});
