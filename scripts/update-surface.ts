import { defineCommand } from "./command-line.ts";
import { runTests } from "./test.ts";

/** The recorded calls first: the documents show them. */
const STEPS = ["test/system/recorded", "test/system/published-surface.test.ts"];

export const command = defineCommand({
  options: {},
  isLong: true,
  run: () => STEPS.reduce((code, filter) => code || runTests([filter], { UPDATE_SURFACE: "1" }), 0),
});
