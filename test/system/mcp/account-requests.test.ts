import { beforeEach, describe, expect, inject, test } from "vitest";
import { AccountClient, type McpAnswer, toolCall } from "../../support/account-client.ts";
import { ConnectingApplication } from "../../support/connecting-application.ts";
import { newest } from "./exchange.ts";

const api = new AccountClient();

const QUOTA = 120;
const BATCH = 20;
const ping = (id: number) => ({ jsonrpc: "2.0", id, method: "ping" });
const pings = (count: number) => Array.from({ length: count }, (_, id) => ping(id));
const NOTIFICATION = { jsonrpc: "2.0", method: "notifications/initialized" };
let application: ConnectingApplication;
let token: string;

// Each test gets a new connection, so its rate limit is unused.
beforeEach(async () => {
  application = await ConnectingApplication.register(inject("origin"));
  token = (await application.directTokens({ login: "nocard" })).access_token;
});

/** Returns the remaining requests in the current minute, from the response headers. */
function leftBy(response: Response): number {
  expect(response.headers.get("RateLimit-Policy")).toContain('"connection";q=120;w=60');
  return Number(/"connection";r=(\d+);t=\d+/.exec(response.headers.get("RateLimit") ?? "")?.[1] ?? Number.NaN);
}

/** Sends the given number of requests, in batches. */
async function use(requests: number): Promise<void> {
  for (let left = requests; left > 0; left -= BATCH) {
    expect((await api.post(pings(Math.min(left, BATCH)), token)).status).toBe(200);
  }
}

test("requests over the rate limit are not in the application's log", async () => {
  await use(119);
  for (const status of [200, 429, 429]) expect((await api.request("/account", token)).status).toBe(status);
  expect((await api.post(toolCall("list_my_domains"), token)).status).toBe(429);
  const other = await application.directTokens({ login: "nocard" });
  const { entries } = await api.read<{ entries: object[] }>("/account/audit", other.access_token);
  expect(entries).toEqual([expect.objectContaining({ operation: "getAccount", outcome: "succeeded" })]);
});

describe("the rate limit of a connection", () => {
  test("counts each call of an operation over HTTP and each MCP request, including refused ones", async () => {
    const initialize = {
      ...{ jsonrpc: "2.0", id: 1, method: "initialize" },
      params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "tests", version: "1" } },
    };
    const asked: [string, () => Promise<Response>][] = [
      ["initialize", () => api.post(initialize, token)],
      ["ping", () => api.post(ping(1), token)],
      ["tools/list", () => api.post({ jsonrpc: "2.0", id: 1, method: "tools/list" }, token)],
      ["an unknown method", () => api.post({ jsonrpc: "2.0", id: 1, method: "no/such" }, token)],
      ["an unknown tool", () => api.post(toolCall("no_such_tool"), token)],
      ["a tool", () => api.post(toolCall("list_my_tickets"), token)],
      ["a catalogue tool", () => api.post(toolCall("list_plans"), token)],
      ["a refused tool", () => api.post(toolCall("list_my_tickets", { limit: 0 }), token)],
      ["HTTP", () => api.request("/account/domains", token)],
      ["HTTP, refused", () => api.request("/account/domains?limit=0", token)],
      ["a batch of three", () => api.post(pings(3), token)],
    ];
    const left: [string, number][] = [];
    for (const [name, ask] of asked) left.push([name, leftBy(await ask())]);
    const expected = asked.map(([name], at): [string, number] => [name, QUOTA - 1 - at]);
    expect(left).toEqual([...expected.slice(0, -1), ["a batch of three", QUOTA - asked.length - 2]]);
  });

  test("does not count notifications, preflights, the OpenAPI document, unknown paths or unreadable bodies", async () => {
    const url = (path: string) => `${inject("origin")}/api/v1${path}`;
    const headers = { Authorization: `Bearer ${token}` };
    expect((await api.post(NOTIFICATION, token)).status).toBe(202);
    expect((await api.post([NOTIFICATION, NOTIFICATION], token)).status).toBe(202);
    const { headers: own, body } = newest("notifications/cancelled", { requestId: 1 });
    expect((await api.post({ ...body, id: undefined }, token, own)).status).toBe(202);
    expect((await api.post("no message", token)).status).toBe(400);
    expect((await fetch(url("/account/openapi.json"), { headers })).status).toBe(200);
    expect((await fetch(url("/account/no-such"), { headers })).status).toBe(404);
    expect((await fetch(url("/account/domains"), { method: "DELETE", headers })).status).toBe(405);
    expect((await fetch(url("/account/domains"), { method: "OPTIONS", headers })).status).toBe(204);
    expect(leftBy(await api.request("/account", token))).toBe(QUOTA - 1);
  });
});

test("messages without a request have their own limit of 120 a minute", async () => {
  for (let sent = 0; sent < 120; sent += 40) {
    const statuses = await Promise.all(
      Array.from({ length: 40 }, async () => (await api.post(NOTIFICATION, token)).status),
    );
    expect(statuses).toEqual(Array(40).fill(202));
  }
  for (const message of [NOTIFICATION, [NOTIFICATION, NOTIFICATION]]) {
    const refused = await api.post(message, token);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(0);
    expect(((await refused.json()) as McpAnswer).error?.data?.code).toBe("rate_limited");
  }
  const request = await api.post([ping(1), NOTIFICATION], token);
  expect([request.status, leftBy(request)]).toEqual([200, 119]);
});
