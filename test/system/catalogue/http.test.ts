import { expect, test } from "vitest";
import { catalogueUrl, get, request } from "../../support/catalogue-api.ts";
import { rawHttp } from "../../support/raw-http.ts";

test.each([
  ["/plans/%20web-plus", 404],
  ["/compare?plans=web-start,%20web-plus", 404],
  ["/domains/pricing?tld=com%0a", 404],
  ["/domains/availability?domain=free-spaces.ca%20", 400],
  ["/domains/availability?domain=https://free-spaces.ca/", 400],
  ["//plans", 404],
  ["/openapi.json/", 404],
])("paths and values in a URL are not trimmed or normalized: %s", async (path, status) => {
  expect((await request(path)).status).toBe(status);
});

test("each loopback host name is a separate origin", async () => {
  const port = new URL(catalogueUrl()).port;
  const { body } = await rawHttp({ path: "/api/v1/domains/pricing?tld=ca", headers: { Host: `localhost:${port}` } });
  expect(JSON.parse(body)).toMatchObject({ order_url: expect.stringContaining(`http://localhost:${port}/`) });
  const here = await get<{ order_url: string }>("/domains/pricing?tld=ca");
  expect(here.order_url).toContain(new URL(catalogueUrl()).origin);
});

test("irrelevant headers do not change the response", async () => {
  const plain = await (await request("/plans?line=vps")).text();
  const headers = { "X-Forwarded-Host": "evil.example", "X-Forwarded-Proto": "gopher", Accept: "text/html" };
  expect(await (await request("/plans?line=vps", { headers })).text()).toBe(plain);
});
