import { expect, test } from "vitest";
import { plans } from "../../../../dev/seed/plans.ts";
import { productLines } from "../../../../dev/seed/product-lines.ts";
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
  expect(english.endpoints.map(({ path }) => path)).toMatchInlineSnapshot(`
    [
      "/",
      "/plans",
      "/plans/{id}",
      "/compare",
      "/domains/pricing",
      "/domains/availability",
      "/status",
      "/openapi.json",
    ]
  `);
  expect(english.endpoints.find(({ path }) => path === "/plans/{id}")?.parameters).toMatchInlineSnapshot(`
    [
      {
        "default": null,
        "in": "path",
        "name": "id",
        "required": true,
        "type": "string",
        "values": null,
      },
      {
        "default": "USD",
        "in": "query",
        "name": "currency",
        "required": false,
        "type": "string",
        "values": [
          "CAD",
          "EUR",
          "USD",
        ],
      },
      {
        "default": "en",
        "in": "query",
        "name": "lang",
        "required": false,
        "type": "string",
        "values": [
          "en",
          "fr",
        ],
      },
    ]
  `);
  for (const [index, { description }] of english.endpoints.entries()) {
    expect(french.endpoints[index]?.description).not.toBe(description);
  }
});

test("says where everything else is, under the address it was asked at", async () => {
  const { endpoints: _, product_lines: __, ...rest } = await get<Index & Record<string, unknown>>("");
  const origin = new URL(catalogueUrl()).origin;
  expect(JSON.parse(JSON.stringify(rest).replaceAll(origin, "https://desk.example"))).toMatchInlineSnapshot(`
    {
      "currencies": [
        "CAD",
        "EUR",
        "USD",
      ],
      "currency": "USD",
      "description": "Product lines, plans, prices, domain prices and whether a domain name is free. Public, free and read-only; amounts exclude taxes.",
      "documentation_url": "https://desk.example/developers",
      "lang": "en",
      "languages": [
        "en",
        "fr",
      ],
      "mcp_url": "https://desk.example/api/v1/mcp",
      "name": "Maple Hosting",
      "openapi_url": "https://desk.example/api/v1/openapi.json",
      "version": "1.0.0",
    }
  `);
});

test("is the same with and without a final slash", async () => {
  expect(await get("/?currency=EUR")).toEqual(await get("?currency=EUR"));
});
