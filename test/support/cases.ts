import { readFileSync } from "node:fs";

/**
 * Reads a test's data from `x.cases.json` next to `x.test.ts`: tables of inputs and expected results.
 * @param test its `import.meta.url`
 */
export function casesOf<Cases>(test: string): Cases {
  return JSON.parse(readFileSync(new URL(test.replace(/\.test\.tsx?$/, ".cases.json")), "utf8"));
}
