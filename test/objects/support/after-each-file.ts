import { reset } from "cloudflare:test";
import { afterAll } from "vitest";
import { resetClock } from "./clock.ts";

// Files share one isolate: without this an object's alarm would reach into the next file, and so would the clock.
afterAll(async () => {
  resetClock();
  await reset();
});
