import { expect, test } from "vitest";
import { useWorld } from "../../support/world.ts";

const world = useWorld();

const rateOf = (response: Response) => Number(/"checks";r=(\d+)/.exec(response.headers.get("RateLimit") ?? "")?.[1]);

test("thirty checks in ten minutes are answered, whatever answers them; the next is refused, with when to return", async () => {
  const address = "203.0.113.1";
  const first = await world.check("taken-limit.com", { address });
  const etag = first.headers.get("ETag") ?? "";
  expect(first.headers.get("RateLimit-Policy")).toBe('"checks";q=30;w=600');
  expect(rateOf(first)).toBe(29);

  const revalidated = await world.check("taken-limit.com", { address, init: { headers: { "If-None-Match": etag } } });
  expect(revalidated.status).toBe(304);
  expect(rateOf(revalidated)).toBe(28);
  expect(rateOf(await world.check("taken-limit.com", { address, init: { method: "HEAD" } }))).toBe(27);
  expect(rateOf(await world.check("garbage-limit.org", { address }))).toBe(26);
  for (let left = 25; left >= 0; left--) {
    const response = await world.check("taken-limit.com", { address });
    expect(response.status).toBe(200);
    expect(rateOf(response)).toBe(left);
  }

  const refused = await world.check("taken-limit.com", { address, query: "&lang=fr" });
  expect([refused.status, rateOf(refused), refused.headers.get("Cache-Control")]).toEqual([429, 0, "no-store"]);
  const retryAfter = Number(refused.headers.get("Retry-After"));
  expect(retryAfter).toBeGreaterThan(0);
  const problem = { code: "rate_limited", retry_after: retryAfter, title: "Trop de requêtes", retryable: true };
  expect(await refused.json()).toMatchObject(problem);
});

test("what is no name, and what is not sold, does not count", async () => {
  const address = "203.0.113.3";
  expect((await world.check("-a.com", { address })).status).toBe(400);
  expect((await world.check("example.zz", { address })).status).toBe(404);
  expect((await world.check("taken-limit.com", { address, query: "&currency=XXX" })).status).toBe(400);
  expect(rateOf(await world.check("taken-limit.com", { address }))).toBe(29);
});

test("over MCP it is 120, counted apart; the refusal is the HTTP status with the problem as a tool result", async () => {
  const address = "203.0.113.4";
  const call = (body: object) =>
    fetch(`${world.origin}/api/v1/mcp`, {
      method: "POST",
      headers: { "Content-Type": "application/json", "CF-Connecting-IP": address },
      body: JSON.stringify(body),
    });
  const check = {
    jsonrpc: "2.0",
    id: "c",
    method: "tools/call",
    params: { name: "check_domain", arguments: { domain: "taken-limit.com" } },
  };

  await world.check("taken-limit.com", { address });
  const first = await call(check);
  expect(first.headers.get("RateLimit-Policy")).toBe('"checks";q=120;w=600');
  expect(rateOf(first)).toBe(119);
  const calls = await Promise.all(Array.from({ length: 119 }, () => call(check)));
  expect(calls.every(({ status }) => status === 200)).toBe(true);

  const refused = await call(check);
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(0);
  const { id, result } = (await refused.json()) as {
    id: string;
    result: { isError: boolean; content: { text: string }[] };
  };
  expect(id).toBe("c");
  expect(result.isError).toBe(true);
  expect(JSON.parse(result.content[0]?.text ?? "")).toMatchObject({ code: "rate_limited", status: 429 });
});
