import { applyD1Migrations, reset } from "cloudflare:test";
import { afterAll, beforeAll } from "vitest";
import { resetClock } from "../../support/clock.ts";
import { bindings } from "./bindings.ts";

// Objects report their progress to the account Worker's database.
beforeAll(() => applyD1Migrations(bindings.INDEX, bindings.INDEX_MIGRATIONS));

// Files share one isolate. Without this, an object's alarm or the clock would affect the next file.
afterAll(async () => {
  resetClock();
  await reset();
});
