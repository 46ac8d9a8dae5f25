import { expect, inject, test } from "vitest";
import { API_PATH } from "../../../shared/platform/addresses.ts";
import { get } from "../../support/catalogue-api.ts";

const address = () => `${inject("origin")}${API_PATH}`;

// What they say of each operation is in test/surface/openapi.*.json.
test.each(["/openapi.json", "/account/openapi.json"])(
  "%s needs no credential, says the same with a wrong one, and names the address it was asked at",
  async (path) => {
    const response = await fetch(address() + path);
    expect([response.status, response.headers.get("WWW-Authenticate")]).toEqual([200, null]);
    const document = (await response.json()) as Record<string, object>;
    expect(document).toMatchObject({ openapi: "3.1.0", servers: [{ url: address() }] });
    const wrong = await fetch(address() + path, { headers: { Authorization: "Bearer nothing" } });
    expect(await wrong.json()).toEqual(document);
  },
);

test("the catalogue's takes the parameters of every endpoint and carries neither", async () => {
  const document = await get("/openapi.json?currency=EUR&lang=fr");
  expect(document).not.toHaveProperty("currency");
  expect(document).not.toHaveProperty("lang");
});

test("an example shows the endpoints without their parameters, which linters take for schemas", async () => {
  const { paths } = await get<CatalogueDocument>("/openapi.json");
  const { value } = paths["/"].get.responses["200"].content["application/json"].examples.recorded;
  expect(value.endpoints.map(({ parameters }) => parameters)).toEqual(value.endpoints.map(() => []));
});

interface CatalogueDocument {
  paths: Record<"/", { get: { responses: { "200": { content: { "application/json": { examples: Examples } } } } } }>;
}

interface Examples {
  recorded: { value: { endpoints: { parameters: unknown[] }[] } };
}
