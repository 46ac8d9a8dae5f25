import { expect, test } from "vitest";
import { API_VERSIONS } from "../../../../shared/api/versions/api-versions.ts";
import { request } from "../../../support/catalogue-api.ts";

test("says that every part works, and is never stored", async () => {
  const response = await request("/status", { headers: { "If-None-Match": "*" } });
  expect(response.status).toBe(200);
  expect(response.headers.get("Cache-Control")).toBe("no-store");
  expect(response.headers.get("ETag")).toBeNull();
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
