import { expect, test } from "vitest";
import { catalogueUrl, get, request } from "../../support/catalogue-api.ts";
import { rawHttp } from "../../support/raw-http.ts";

test("a stored answer is revalidated by its tag, alone or among others, weak or strong", async () => {
  const etag = (await request("/plans")).headers.get("ETag") ?? "";
  for (const tag of [etag, `W/${etag}`, `"other", ${etag}`, "*"]) {
    const again = await request("/plans", { headers: { "If-None-Match": tag } });
    expect([again.status, await again.text(), again.headers.get("ETag")], tag).toEqual([304, "", etag]);
  }
  expect((await request("/plans", { headers: { "If-None-Match": '"other"' } })).status).toBe(200);
});

test("a problem is never stored, and is in the language asked for", async () => {
  const refused = await request("/plans?currency=XXX&lang=fr");
  expect(refused.headers.get("Cache-Control")).toBe("no-store");
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
  [`/plans?line=${"a".repeat(10_000)}`, "line"],
  [`/compare?plans=${"a,".repeat(5_000)}b`, "plans"],
  ["/plans?__proto__=x", "__proto__"],
  [`/plans?${"x".repeat(10_000)}=1`, `${"x".repeat(40)}…`],
  ["/plans?%0d%0aSet-Cookie:%20a=1", "??Set-Cookie:?a"],
  ["/plans?a[]=1", "a[]"],
])("%.60s is refused by name", async (path, name) => {
  const response = await request(path);
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ code: "invalid_parameter", errors: [{ parameter: name }] });
});

test.each([
  ["/plans/%20web-plus", 404],
  ["/compare?plans=web-start,%20web-plus", 404],
  ["/domains/pricing?tld=com%0a", 404],
  ["/domains/availability?domain=free-spaces.ca%20", 400],
  ["/domains/availability?domain=https://free-spaces.ca/", 400],
  ["//plans", 404],
  ["/openapi.json/", 404],
])("what is sent is taken as it is, and nothing of it is trimmed: %s", async (path, status) => {
  expect((await request(path)).status).toBe(status);
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
  const headers = { "X-Forwarded-Host": "evil.example", "X-Forwarded-Proto": "gopher", Accept: "text/html" };
  expect(await (await request("/plans?line=vps", { headers })).text()).toBe(plain);
});
