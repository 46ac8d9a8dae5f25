import { applyD1Migrations, reset } from "cloudflare:test";
import { afterAll, beforeAll } from "vitest";
import { resetClock } from "../../support/clock.ts";
import { bindings } from "./bindings.ts";

// The objects write to the account Worker's database, so its tables must exist.
beforeAll(() => applyD1Migrations(bindings.INDEX, bindings.INDEX_MIGRATIONS));

// All files share one isolate. Without this reset, an object's alarm or the clock could affect the next file.
afterAll(async () => {
  resetClock();
  await reset();
});
