import { expect, test } from "vitest";
import { plans } from "../../../../dev/seed/plans.ts";
import { productLines } from "../../../../dev/seed/product-lines.ts";
import { API_VERSIONS } from "../../../../shared/api/versions/api-versions.ts";
import { catalogueUrl, get } from "../../../support/catalogue-api.ts";

interface Index {
  endpoints: { path: string; description: string; parameters: { name: string; in: string; required: boolean }[] }[];
  product_lines: { id: string; name: string; plans: string[]; page_url: string }[];
}

test("lists the product lines with their plans, in the provider's order", async () => {
  const { product_lines } = await get<Index>("?lang=fr");
  expect(product_lines.map(({ id, name, plans }) => ({ id, name, plans }))).toEqual(
    productLines.map((line) => ({
      id: line.id,
      name: line.name.fr,
      plans: plans.filter((plan) => plan.line === line.id).map((plan) => plan.id),
    })),
  );
});

test("names every endpoint that is served, with its parameters, in the language asked for", async () => {
  const [english, french] = await Promise.all([get<Index>("/"), get<Index>("/?lang=fr")]);
  expect(english.endpoints.map(({ path }) => path)).toEqual([
    ...["/", "/plans", "/plans/{id}", "/compare", "/domains/pricing", "/domains/availability", "/status"],
    "/openapi.json",
  ]);
  const inQuery = { in: "query", required: false, type: "string" };
  expect(english.endpoints.find(({ path }) => path === "/plans/{id}")?.parameters).toEqual([
    { name: "id", in: "path", required: true, type: "string", default: null, values: null },
    { name: "currency", ...inQuery, default: "USD", values: ["CAD", "EUR", "USD"] },
    { name: "lang", ...inQuery, default: "en", values: ["en", "fr"] },
  ]);
  for (const [index, { description }] of english.endpoints.entries()) {
    expect(french.endpoints[index]?.description).not.toBe(description);
  }
});

test("says where everything else is, under the address it was asked at", async () => {
  const { endpoints: _, product_lines: __, ...rest } = await get<Index & Record<string, unknown>>("");
  const origin = new URL(catalogueUrl()).origin;
  expect(rest).toEqual({
    ...{ name: "Maple Hosting", version: API_VERSIONS.catalogue[0].release, currency: "USD", lang: "en" },
    ...{ currencies: ["CAD", "EUR", "USD"], languages: ["en", "fr"] },
    description:
      "Product lines, plans, prices, domain prices and whether a domain name is free. Public, free and read-only; amounts exclude taxes.",
    documentation_url: `${origin}/developers`,
    mcp_url: `${origin}/api/v1/mcp`,
    openapi_url: `${origin}/api/v1/openapi.json`,
  });
});

test("is the same with and without a final slash", async () => {
  expect(await get("/?currency=EUR")).toEqual(await get("?currency=EUR"));
});
