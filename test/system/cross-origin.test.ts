import { describe, expect, inject, test } from "vitest";
import { AccountClient } from "../support/account-client.ts";

const api = new AccountClient();

const origin = inject("origin");
const ELSEWHERE = "https://elsewhere.example";
const ALLOWED =
  "Authorization, Content-Type, Accept, Idempotency-Key, If-None-Match, MCP-Protocol-Version, Mcp-Method, Mcp-Name, Mcp-Session-Id, Last-Event-ID";
const EXPOSED =
  "WWW-Authenticate, Retry-After, RateLimit, RateLimit-Policy, ETag, X-Request-Id, Idempotent-Replayed, MCP-Protocol-Version";

/** The paths for programs, each with one allowed method and the `Allow` header. */
const FOR_PROGRAMS: [path: string, method: string, allow: string][] = [
  ["/api/v1/plans", "GET", "GET, HEAD, OPTIONS"],
  ["/api/v1/mcp", "POST", "POST, OPTIONS"],
  ["/api/v1/account", "GET", "GET, HEAD, OPTIONS"],
  ["/api/v1/account/domains", "GET", "GET, HEAD, OPTIONS"],
  ["/api/v1/account/openapi.json", "GET", "GET, HEAD, OPTIONS"],
  ["/api/v1/account/mcp", "POST", "POST, OPTIONS"],
  ["/api/v1/account/mcp/read", "POST", "POST, OPTIONS"],
  ["/oauth/token", "POST", "POST, OPTIONS"],
  ["/oauth/register", "POST", "POST, OPTIONS"],
  ["/oauth/revoke", "POST", "POST, OPTIONS"],
  ["/.well-known/oauth-authorization-server", "GET", "GET, HEAD, OPTIONS"],
  ["/.well-known/oauth-protected-resource", "GET", "GET, HEAD, OPTIONS"],
  ["/.well-known/oauth-protected-resource/api/v1", "GET", "GET, HEAD, OPTIONS"],
  ["/.well-known/oauth-protected-resource/api/v1/account/mcp", "GET", "GET, HEAD, OPTIONS"],
];

function listOf(header: string | null): string[] {
  return (header ?? "").split(",").map((item) => item.trim().toLowerCase());
}

function expectReadableByAnyOrigin({ headers }: Response): void {
  expect(headers.get("Access-Control-Allow-Origin")).toBe("*");
  expect(headers.has("Access-Control-Allow-Credentials")).toBe(false);
  expect(listOf(headers.get("Access-Control-Expose-Headers"))).toEqual(expect.arrayContaining(listOf(EXPOSED)));
}

describe.each(FOR_PROGRAMS)("%s", (path, method, allow) => {
  test("a page from any origin passes the preflight with the headers that clients send", async () => {
    const response = await fetch(origin + path, {
      method: "OPTIONS",
      headers: {
        Origin: ELSEWHERE,
        "Access-Control-Request-Method": method,
        "Access-Control-Request-Headers": "authorization,content-type,mcp-protocol-version",
      },
    });
    expect(response.status).toBe(204);
    expectReadableByAnyOrigin(response);
    expect(listOf(response.headers.get("Access-Control-Allow-Headers"))).toEqual(
      expect.arrayContaining(listOf(ALLOWED)),
    );
    expect(listOf(response.headers.get("Access-Control-Allow-Methods"))).toContain(method.toLowerCase());
  });

  test("a page from any origin can read the response", async () => {
    const response = await fetch(origin + path, { method, headers: { Origin: ELSEWHERE } });
    expectReadableByAnyOrigin(response);
    expect(response.headers.get("X-Request-Id")).toBeTruthy();
  });

  test.each(["DELETE", "PATCH", method === "GET" ? "POST" : "GET"])("refuses the method %s", async (other) => {
    const response = await fetch(origin + path, { method: other, headers: { Origin: ELSEWHERE } });
    expect(response.status).toBe(405);
    expect(response.headers.get("Allow")).toBe(allow);
    expectReadableByAnyOrigin(response);
  });
});

test("a page of any origin can read an authenticated response, including the RateLimit header", async () => {
  const headers = { Origin: ELSEWHERE, Authorization: `Bearer ${await api.token({ login: "nocard" })}` };
  const response = await fetch(`${origin}/api/v1/account`, { headers });
  expect(response.status).toBe(200);
  expectReadableByAnyOrigin(response);
  expect(response.headers.has("RateLimit")).toBe(true);
});

/** The pages for customers, each with its `Allow` header. */
const PAGES: [path: string, allow: string][] = [
  ["/sign-in", "GET, HEAD, POST"],
  ["/oauth/authorize?client_id=nobody", "GET, HEAD, POST"],
  ["/connected-assistants", "GET, HEAD, POST"],
  ["/sign-out", "POST"],
  ["/client-area", "GET, HEAD"],
  ["/client-area/invoices/1", "GET, HEAD, POST"],
  ["/sign-in/provider", "GET, HEAD"],
  ["/sign-in/returned", "GET, HEAD"],
];

describe.each(PAGES)("the page %s", (path, allow) => {
  test.each(["GET", "POST", "OPTIONS", "DELETE"])("%s is closed to other origins", async (method) => {
    const response = await fetch(origin + path, {
      method,
      redirect: "manual",
      headers: { Origin: ELSEWHERE, "Access-Control-Request-Method": "POST", "Sec-Fetch-Site": "cross-site" },
    });
    const cors = [...response.headers.keys()].filter((name) => name.startsWith("access-control-"));
    expect(cors).toEqual([]);
    if (method === "DELETE" || method === "OPTIONS") {
      expect([response.status, response.headers.get("Allow")]).toEqual([405, allow]);
    }
  });
});

test.each(["null", "not an origin", "http://"])("the MCP server refuses the origin %j", async (bad) => {
  const headers = { Origin: bad, Authorization: `Bearer ${await api.token({ login: "nocard" })}` };
  const response = await fetch(`${origin}/api/v1/account/mcp`, { method: "POST", headers, body: "{}" });
  expect(response.status).toBe(403);
});
