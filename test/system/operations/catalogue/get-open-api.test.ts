import { expect, test } from "vitest";
import { catalogueUrl, get, request } from "../../../support/catalogue-api.ts";

interface CatalogueDocument {
  info: { contact: { url: string } };
  tags: { name: string }[];
  paths: Record<"/", { get: { responses: { "200": { content: { "application/json": { examples: Examples } } } } } }>;
}

interface Examples {
  recorded: { value: { endpoints: { parameters: unknown[] }[] } };
}

test("describes itself, under the address it was asked at", async () => {
  const document = await get<{ openapi: string; servers: { url: string }[]; paths: object }>("/openapi.json");
  expect(document.openapi).toBe("3.1.0");
  expect(document.servers).toEqual([{ url: catalogueUrl() }]);
  expect(Object.keys(document.paths)).toContain("/openapi.json");
});

test("shows the endpoints of an example without their parameters, which linters take for schemas", async () => {
  const { paths, info, tags } = await get<CatalogueDocument>("/openapi.json");
  const { value } = paths["/"].get.responses["200"].content["application/json"].examples.recorded;
  expect(value.endpoints.map(({ parameters }) => parameters)).toEqual(value.endpoints.map(() => []));
  expect(info.contact.url).toMatch(/\/developers$/);
  expect(tags.map(({ name }) => name)).toEqual(["catalogue", "plans", "domains"]);
});

test("takes the parameters of every endpoint and carries neither", async () => {
  const document = await get("/openapi.json?currency=EUR&lang=fr");
  expect(document).not.toHaveProperty("currency");
  expect(document).not.toHaveProperty("lang");
  expect((await request("/openapi.json?x=1")).status).toBe(400);
});
