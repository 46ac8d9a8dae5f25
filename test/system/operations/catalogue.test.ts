import { expect, test } from "vitest";
import { API_PATH } from "../../../shared/platform/addresses.ts";
import { catalogueUrl, get, problem, request } from "../../support/catalogue-api.ts";

// test/system/journeys/reading/catalogue.ts covers plans, product lines and prices with both billing systems.

test("the price list has extensions in the requested order, whatever their spelling", async () => {
  const picked = await get<{ domains: { tld: string }[] }>("/domains/pricing?tld=CA,.co.uk,com");
  expect(picked.domains.map(({ tld }) => tld)).toEqual([".ca", ".co.uk", ".com"]);
  expect(await get("/domains/pricing?tld=CA&tld=.co.uk&tld=com")).toEqual(picked);
});

test.each([
  ["/plans/nope", "web-start, web-plus"],
  ["/plans?line=games", "web-hosting"],
  ["/compare?plans=web-start,nope", "web-start"],
  ["/domains/pricing?tld=com,zz,qq", ".com, .ca"],
  ["/domains/availability?domain=free-closed.qc.ca", ".com, .ca"],
])("%s is not found, and the problem lists what exists", async (path, names) => {
  expect(await problem(path)).toMatchObject({ code: "not_found", detail: expect.stringContaining(names) });
});

test("a comparison has the plans in the requested order, with null for missing values", async () => {
  interface Compared {
    plans: { id: string }[];
    rows: { values: (string | null)[]; differs: boolean }[];
  }
  const { plans, rows } = await get<Compared>("/compare?plans=vps-1,web-start");
  expect(plans.map(({ id }) => id)).toEqual(["vps-1", "web-start"]);
  for (const { values, differs } of rows) expect(differs).toBe(values[0] !== values[1]);
  expect(rows.filter(({ values }) => values.includes(null)).length).toBeGreaterThan(0);
});

test("the index lists every endpoint in the requested language, with and without a final slash", async () => {
  interface Index {
    endpoints: { path: string; description: string }[];
  }
  const [english, french] = [await get<Index>("/"), await get<Index>("?lang=fr")];
  const paths = [
    "/",
    "/plans",
    "/plans/{id}",
    "/compare",
    "/domains/pricing",
    "/domains/availability",
    "/domains/search",
    "/status",
  ];
  expect(english.endpoints.map(({ path }) => path)).toEqual([...paths, "/openapi.json"]);
  for (const [index, { description }] of english.endpoints.entries()) {
    expect(french.endpoints[index]?.description).not.toBe(description);
  }
  const { origin } = new URL(catalogueUrl());
  expect(english).toMatchObject({ documentation_url: `${origin}/developers`, mcp_url: `${origin}/api/v1/mcp` });
  expect(await get("?lang=en")).toEqual(english);
});

test("the status reports that every part works and is not cached", async () => {
  const response = await request("/status");
  expect(response.headers.get("Cache-Control")).toBe("no-store");
  const names = ["billing", "cache", "registries", "scheduled_work"];
  expect(await response.json()).toMatchObject({ status: "ok", checks: names.map((name) => ({ name, status: "ok" })) });
  expect((await request("/status", { headers: { "If-None-Match": "*" } })).status).toBe(304);
});

// The files test/surface/openapi.*.json contain the whole documents.
test.each(["/openapi.json", "/account/openapi.json"])(
  "%s needs no credential, ignores a wrong one, and has the URL of the API",
  async (path) => {
    const response = await request(path);
    expect([response.status, response.headers.get("WWW-Authenticate")]).toEqual([200, null]);
    const document = (await response.json()) as object;
    expect(document).toMatchObject({ openapi: "3.1.0", servers: [{ url: new URL(API_PATH, catalogueUrl()).href }] });
    const wrong = await request(path, { headers: { Authorization: "Bearer nothing" } });
    expect(await wrong.json()).toEqual(document);
  },
);
