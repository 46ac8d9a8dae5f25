import { readFileSync } from "node:fs";

/**
 * Reads the inputs and expected results of a test from `x.cases.json` next to `x.test.ts`.
 * @param test the `import.meta.url` of the test
 */
export function casesOf<Cases>(test: string): Cases {
  return JSON.parse(readFileSync(new URL(test.replace(/\.test\.tsx?$/, ".cases.json")), "utf8"));
}
