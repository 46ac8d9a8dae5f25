import { applyD1Migrations, reset } from "cloudflare:test";
import { afterAll, beforeAll } from "vitest";
import { resetClock } from "../../support/clock.ts";
import { bindings } from "./bindings.ts";

// Objects tell the account Worker's database how far they are.
beforeAll(() => applyD1Migrations(bindings.INDEX, bindings.INDEX_MIGRATIONS));

// Files share one isolate: without this an object's alarm would reach into the next file, and so would the clock.
afterAll(async () => {
  resetClock();
  await reset();
});
