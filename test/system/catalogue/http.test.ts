import { setTimeout } from "node:timers/promises";
import { expect, test } from "vitest";
import { catalogueOperations } from "../../../workers/catalogue/operations/index.ts";
import { catalogueUrl, get, request } from "../../support/catalogue-api.ts";
import { exampleUrl } from "../../support/operation-url.ts";
import { rawHttp } from "../../support/raw-http.ts";

const STORED = catalogueOperations.filter(({ freshFor }) => freshFor > 0);

test.each(STORED)("$id: may be used for what is left of its age, by anyone, and revalidated", async (operation) => {
  const ask = () => request(exampleUrl(operation));
  const isEnding = (asked: Response) => asked.headers.get("Cache-Control") === "no-store";
  let response = await ask();
  // In the last second of its age an answer may not be kept any more; one a little later is new.
  for (let more = 0; isEnding(response) && more < 30; more++) {
    await setTimeout(100);
    response = await ask();
  }
  const age = Number(/^public, max-age=(\d+)$/.exec(response.headers.get("Cache-Control") ?? "")?.[1]);
  expect(age).toBeGreaterThan(0);
  expect(age).toBeLessThanOrEqual(600);
  const etag = response.headers.get("ETag") ?? "";
  expect(etag).toMatch(/^"[\w+/=]{16,}"$/);

  for (const tag of [etag, `W/${etag}`, `"other", ${etag}`, "*"]) {
    const again = await request(exampleUrl(operation), { headers: { "If-None-Match": tag } });
    expect(again.status, tag).toBe(304);
    expect(await again.text()).toBe("");
    expect(again.headers.get("ETag")).toBe(etag);
    expect(again.headers.get("Cache-Control")).toMatch(/^public, max-age=/);
  }
  expect((await request(exampleUrl(operation), { headers: { "If-None-Match": '"other"' } })).status).toBe(200);
});

test.each(catalogueOperations)("$id: any origin may read it, and HEAD says what GET would", async (operation) => {
  const url = exampleUrl(operation);
  const [got, head] = await Promise.all([
    request(url, { headers: { Origin: "https://shop.example" } }),
    request(url, { method: "HEAD" }),
  ]);
  for (const response of [got, head]) {
    expect(response.status).toBe(200);
    expect(response.headers.get("Access-Control-Allow-Origin")).toBe("*");
    expect(response.headers.get("Access-Control-Allow-Credentials")).toBeNull();
    expect(response.headers.get("Access-Control-Expose-Headers")).toContain("X-Request-Id");
    expect(response.headers.get("X-Request-Id")).toMatch(/^[0-9a-f-]{36}$/);
    expect(response.headers.get("Content-Type")).toBe("application/json");
    expect(response.headers.get("X-Content-Type-Options")).toBe("nosniff");
  }
  expect(head.headers.get("ETag") === got.headers.get("ETag") || operation.freshFor === 0).toBe(true);
  expect(await head.text()).toBe("");
});

test.each(catalogueOperations)("$id: a preflight is answered, other methods are 405 with Allow", async (operation) => {
  const url = exampleUrl(operation);
  const preflight = await request(url, {
    method: "OPTIONS",
    headers: { Origin: "https://shop.example", "Access-Control-Request-Method": "GET" },
  });
  expect(preflight.status).toBe(204);
  expect(preflight.headers.get("Access-Control-Allow-Methods")).toBe("GET, HEAD, OPTIONS");
  expect(preflight.headers.get("Access-Control-Allow-Headers")).toContain("If-None-Match");

  for (const method of ["POST", "PUT", "PATCH", "DELETE"]) {
    const refused = await request(url, { method });
    expect(refused.status, method).toBe(405);
    expect(refused.headers.get("Allow")).toBe("GET, HEAD, OPTIONS");
    expect(await refused.json()).toMatchObject({ code: "method_not_allowed" });
  }
});

test("a problem is never stored and can be read by any origin", async () => {
  const refused = await request("/plans?currency=XXX&lang=fr");
  expect(refused.headers.get("Cache-Control")).toBe("no-store");
  expect(refused.headers.get("Access-Control-Allow-Origin")).toBe("*");
  const body = (await refused.json()) as Record<string, string>;
  expect(body).toEqual({
    type: `${new URL(catalogueUrl()).origin}/problems/invalid_parameter`,
    title: "Paramètre invalide",
    status: 400,
    detail: "currency doit être l’une des valeurs CAD, EUR, USD.",
    instance: `urn:uuid:${body.request_id}`,
    code: "invalid_parameter",
    request_id: refused.headers.get("X-Request-Id"),
    retryable: false,
    errors: [{ parameter: "currency", message: "doit être l’une des valeurs CAD, EUR, USD." }],
  });
});

test.each([
  ["/plans?currency=CAD&currency=CAD", "currency"],
  ["/plans?line=", "line"],
  [`/plans?line=${"a".repeat(10_000)}`, "line"],
  [`/compare?plans=${"a,".repeat(5_000)}b`, "plans"],
  ["/plans?__proto__=x", "__proto__"],
  ["/plans?constructor=x", "constructor"],
  [`/plans?${"x".repeat(10_000)}=1`, `${"x".repeat(40)}…`],
  ["/plans?%0d%0aSet-Cookie:%20a=1", "??Set-Cookie:?a"],
  ["/plans?a[]=1", "a[]"],
  ["/plans/web-start?id=web-plus", "id"],
])("%.60s is refused by name", async (path, name) => {
  const response = await request(path);
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ code: "invalid_parameter", errors: [{ parameter: name }] });
});

test.each(["/nothing", "/plans/", "/plans/web-start/more", "/domains", "//plans", "/openapi.json/"])(
  "%s is not found, as a problem",
  async (path) => {
    const response = await request(path);
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ code: "not_found" });
  },
);

test("the language of the refusal follows lang even where something else is wrong", async () => {
  for (const path of ["/nothing?lang=fr", "/plans?colour=red&lang=fr", "/plans?line=nope&lang=fr"]) {
    expect(((await (await request(path)).json()) as { title: string }).title).toMatch(
      /^(?:Introuvable|Paramètre invalide)$/,
    );
  }
});

test("another host is not served, and is not repeated", async () => {
  const { status, body } = await rawHttp({ path: "/api/v1/plans", headers: { Host: "evil.example" } });
  expect(status).toBe(404);
  expect(body).not.toContain("evil");
  expect(JSON.parse(body)).toMatchObject({ type: "https://host.invalid/problems/not_found" });
});

test("each loopback name is an origin of its own", async () => {
  const port = new URL(catalogueUrl()).port;
  const { body } = await rawHttp({ path: "/api/v1/domains/pricing?tld=ca", headers: { Host: `localhost:${port}` } });
  expect(JSON.parse(body)).toMatchObject({ order_url: expect.stringContaining(`http://localhost:${port}/`) });
  const here = await get<{ order_url: string }>("/domains/pricing?tld=ca");
  expect(here.order_url).toContain(new URL(catalogueUrl()).origin);
});

test("headers that nothing keys on change nothing", async () => {
  const plain = await (await request("/plans?line=vps")).text();
  const headers = {
    "X-Forwarded-Host": "evil.example",
    "X-Forwarded-Proto": "gopher",
    "X-Original-URL": "/x",
    Accept: "text/html",
  };
  expect(await (await request("/plans?line=vps", { headers })).text()).toBe(plain);
});

test.each([
  ["/plans/%20web-plus", 404],
  ["/compare?plans=web-start,%20web-plus", 404],
  ["/domains/pricing?tld=com%0a", 404],
  ["/domains/pricing?tld=%20com", 404],
  ["/domains/availability?domain=free-spaces.ca%20", 400],
  ["/domains/availability?domain=https://free-spaces.ca/", 400],
])("a value is taken as it was sent, and nothing of it is trimmed: %s", async (path, status) => {
  expect((await request(path)).status).toBe(status);
});
