import { expect, test } from "vitest";
import { request } from "../../../support/catalogue-api.ts";

test("says that every part works, and is never stored", async () => {
  const response = await request("/status");
  expect(response.headers.get("Cache-Control")).toBe("no-store");
  const { time, ...status } = (await response.json()) as { time: string };
  expect(Math.abs(Date.parse(time) - Date.now())).toBeLessThan(60_000);
  const checks = ["billing", "cache", "registries", "scheduled_work"].map((name) => ({ name, status: "ok" }));
  expect(status).toEqual({ status: "ok", checks, version: "1.0.0", currency: "USD", lang: "en" });
});
