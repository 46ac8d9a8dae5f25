import { defineCommand } from "./command-line.ts";
import { runTests } from "./test.ts";

const SIMULATED_DAYS = "1500";

/** See docs/verification/simulated-year.md. */
export const command = defineCommand({
  options: {},
  isLong: true,
  run: () => runTests(["simulated-year", "isolate-memory", "--silent=false"], { SIMULATED_DAYS }),
});
