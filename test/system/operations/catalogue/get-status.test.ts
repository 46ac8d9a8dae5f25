import { expect, test } from "vitest";
import { API_VERSIONS } from "../../../../shared/api/versions/api-versions.ts";
import { get, request } from "../../../support/catalogue-api.ts";

test("says that every part works, and is never stored", async () => {
  const response = await request("/status");
  expect(response.headers.get("Cache-Control")).toBe("no-store");
  const { time, ...status } = (await response.json()) as { time: string };
  expect(Math.abs(Date.parse(time) - Date.now())).toBeLessThan(60_000);
  const checks = ["billing", "cache", "registries", "scheduled_work"].map((name) => ({ name, status: "ok" }));
  expect(status).toEqual({
    status: "ok",
    checks,
    version: API_VERSIONS.catalogue[0].release,
    currency: "USD",
    lang: "en",
  });
});

test("is 304 to whoever has any answer, as its description says", async () => {
  const response = await request("/status", { headers: { "If-None-Match": "*" } });
  expect(response.status).toBe(304);
  const { paths } = await get<{ paths: Record<string, { get: { responses: object } }> }>("/openapi.json");
  expect(paths["/status"]?.get.responses).toHaveProperty("304");
});
