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

/** Each test has a connection of its own, whose minute nobody else uses. */
beforeEach(async () => {
  application = await ConnectingApplication.register(inject("origin"));
  token = (await application.directTokens({ login: "nocard" })).access_token;
});

/** What an answer says is left of the minute. */
function leftBy(response: Response): number {
  expect(response.headers.get("RateLimit-Policy")).toContain('"connection";q=120;w=60');
  return Number(/"connection";r=(\d+);t=\d+/.exec(response.headers.get("RateLimit") ?? "")?.[1] ?? Number.NaN);
}

/** Uses up so much of the minute, a batch at a time. */
async function use(requests: number): Promise<void> {
  for (let left = requests; left > 0; left -= BATCH) {
    expect((await api.post(pings(Math.min(left, BATCH)), token)).status).toBe(200);
  }
}

/** A refusal says when to come again, the same in its header, its rate and its problem. */
function expectExactWait(response: Response, problem: { code: string; retry_after: number }): void {
  expect(response.status).toBe(429);
  expect(problem.code).toBe("rate_limited");
  const wait = Number(response.headers.get("Retry-After"));
  expect(wait).toBeGreaterThanOrEqual(1);
  expect(wait).toBeLessThanOrEqual(60);
  expect(problem.retry_after).toBe(wait);
  expect(response.headers.get("RateLimit")).toBe(`"connection";r=0;t=${wait}`);
}

test("the 120th request of a minute is served and the 121st is not, over both transports together", async () => {
  await use(118);
  const before = await api.request("/account", token);
  expect([before.status, leftBy(before)]).toEqual([200, 1]);
  const last = await api.post(toolCall("get_my_account"), token);
  expect([last.status, leftBy(last)]).toEqual([200, 0]);

  const overHttp = await api.request("/account", token);
  expectExactWait(overHttp, (await overHttp.json()) as { code: string; retry_after: number });
  const called = await api.post(toolCall("get_my_account", {}, "late"), token);
  const { id, result } = (await called.json()) as McpAnswer;
  expect([id, result?.isError]).toEqual(["late", true]);
  expectExactWait(called, JSON.parse(result?.content?.[0]?.text ?? "null"));
  const listed = await api.post({ jsonrpc: "2.0", id: 5, method: "tools/list" }, token);
  const { error } = (await listed.json()) as McpAnswer;
  expectExactWait(listed, error?.data as { code: string; retry_after: number });
});

test("of many that come at once, as many are served as there are left", async () => {
  await use(100);
  const statuses = await Promise.all(
    Array.from({ length: 30 }, async (_, one) =>
      one % 2 ? (await api.request("/account", token)).status : (await api.post(ping(one), token)).status,
    ),
  );
  expect(statuses.toSorted()).toEqual([...Array(20).fill(200), ...Array(10).fill(429)]);
});

test("what was refused for the rate is not in the application's log", async () => {
  await use(119);
  for (const status of [200, 429, 429]) expect((await api.request("/account", token)).status).toBe(status);
  expect((await api.post(toolCall("list_my_domains"), token)).status).toBe(429);
  const other = await application.directTokens({ login: "nocard" });
  const { entries } = await api.read<{ entries: object[] }>("/account/audit", other.access_token);
  expect(entries).toEqual([expect.objectContaining({ operation: "getAccount", outcome: "succeeded" })]);
});

describe("what counts", () => {
  test("every request of the protocol, and an operation that is refused", async () => {
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

  test("not notifications, preflights, the description, unknown paths or what could not be read", async () => {
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

  test("a domain check also towards the connection's own checks", async () => {
    const response = await api.post(toolCall("check_domain", { domain: "free-counted.ca" }), token);
    expect(leftBy(response)).toBe(QUOTA - 1);
    expect(response.headers.get("RateLimit-Policy")).toContain('"checks";q=120;w=600');
    expect(response.headers.get("RateLimit")).toMatch(/"checks";r=119;t=\d+/);
  });
});

describe("a batch that goes over the limit", () => {
  test("is served as far as the minute goes; the rest is refused one by one", async () => {
    await use(117);
    const response = await api.post(
      [...pings(2), toolCall("get_my_account", {}, 10), NOTIFICATION, ping(11), toolCall("list_plans", {}, 12)],
      token,
    );
    expect(response.status).toBe(200);
    expect(leftBy(response)).toBe(0);
    const answers = (await response.json()) as McpAnswer[];
    const outcomes = answers.map(({ id, result, error }) => [id, error?.data?.code ?? result?.isError === true]);
    expect(outcomes).toEqual([
      [0, false],
      [1, false],
      [10, false],
      [11, "rate_limited"],
      [12, true],
    ]);
    expect(answers[4]?.result?.content?.[0]?.text).toContain("rate_limited");
  });

  test("wholly over it is answered like any batch: each element its own refusal", async () => {
    await use(120);
    const response = await api.post(pings(2), token);
    expect(response.status).toBe(200);
    const answers = (await response.json()) as McpAnswer[];
    expect(answers.map(({ error }) => error?.data?.code)).toEqual(["rate_limited", "rate_limited"]);
    expect((await api.post([NOTIFICATION], token)).status, "notifications are none").toBe(202);
  });
});

test("messages without a request count nothing of the 120, and are 120 a minute themselves", async () => {
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
