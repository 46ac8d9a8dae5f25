import { expect, test } from "vitest";
import { catalogueUrl, request } from "../../support/catalogue-api.ts";

/** Checks a domain from the given IP address. */
const check = (
  domain: string,
  { address, query = "", init = {} }: { address: string; query?: string; init?: RequestInit },
) =>
  request(`/domains/availability?domain=${domain}${query}`, {
    ...init,
    headers: { "CF-Connecting-IP": address, ...init.headers },
  });
const rateOf = (response: Response) => Number(/"checks";r=(\d+)/.exec(response.headers.get("RateLimit") ?? "")?.[1]);

test("at most thirty checks succeed in ten minutes, including repeated and revalidated checks", async () => {
  const address = "198.18.0.1";
  const first = await check("taken-limit.com", { address });
  const etag = first.headers.get("ETag") ?? "";
  expect(first.headers.get("RateLimit-Policy")).toBe('"checks";q=30;w=600');
  expect(rateOf(first)).toBe(29);

  const revalidated = await check("taken-limit.com", { address, init: { headers: { "If-None-Match": etag } } });
  expect(revalidated.status).toBe(304);
  expect(rateOf(revalidated)).toBe(28);
  expect(rateOf(await check("taken-limit.com", { address, init: { method: "HEAD" } }))).toBe(27);
  expect(rateOf(await check("garbage-limit.org", { address }))).toBe(26);
  for (let left = 25; left >= 0; left--) {
    const response = await check("taken-limit.com", { address });
    expect(response.status).toBe(200);
    expect(rateOf(response)).toBe(left);
  }

  const refused = await check("taken-limit.com", { address, query: "&lang=fr" });
  expect([refused.status, rateOf(refused), refused.headers.get("Cache-Control")]).toEqual([429, 0, "no-store"]);
  const retryAfter = Number(refused.headers.get("Retry-After"));
  expect(retryAfter).toBeGreaterThan(0);
  const problem = { code: "rate_limited", retry_after: retryAfter, title: "Trop de requêtes", retryable: true };
  expect(await refused.json()).toMatchObject(problem);
});

test("invalid checks and checks of unsold extensions do not count", async () => {
  const address = "198.18.0.3";
  expect((await check("-a.com", { address })).status).toBe(400);
  expect((await check("example.zz", { address })).status).toBe(404);
  expect((await check("taken-limit.com", { address, query: "&currency=XXX" })).status).toBe(400);
  expect(rateOf(await check("taken-limit.com", { address }))).toBe(29);
});

test("the separate limit over MCP is 120, and a refusal has status 429 and a tool result", async () => {
  const address = "198.18.0.4";
  const call = (body: object) =>
    fetch(`${catalogueUrl()}/mcp`, {
      method: "POST",
      headers: { "Content-Type": "application/json", "CF-Connecting-IP": address },
      body: JSON.stringify(body),
    });
  const checking = {
    jsonrpc: "2.0",
    id: "c",
    method: "tools/call",
    params: { name: "check_domain", arguments: { domain: "taken-limit.com" } },
  };

  await check("taken-limit.com", { address });
  const first = await call(checking);
  expect(first.headers.get("RateLimit-Policy")).toBe('"checks";q=120;w=600');
  expect(rateOf(first)).toBe(119);
  const calls = await Promise.all(Array.from({ length: 119 }, () => call(checking)));
  expect(calls.every(({ status }) => status === 200)).toBe(true);

  const refused = await call(checking);
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
