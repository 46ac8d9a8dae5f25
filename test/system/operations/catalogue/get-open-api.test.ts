import { expect, test } from "vitest";
import { catalogueUrl, get, request } from "../../../support/catalogue-api.ts";

test("describes itself, under the address it was asked at", async () => {
  const document = await get<{ openapi: string; servers: { url: string }[]; paths: object }>("/openapi.json");
  expect(document.openapi).toBe("3.1.0");
  expect(document.servers).toEqual([{ url: catalogueUrl() }]);
  expect(Object.keys(document.paths)).toContain("/openapi.json");
});

test("takes the parameters of every endpoint and carries neither", async () => {
  const document = await get("/openapi.json?currency=EUR&lang=fr");
  expect(document).not.toHaveProperty("currency");
  expect(document).not.toHaveProperty("lang");
  expect((await request("/openapi.json?x=1")).status).toBe(400);
});
