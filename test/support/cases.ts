import { readFileSync } from "node:fs";

/**
 * What stands beside a test as data, `x.cases.json` beside `x.test.ts`: tables of what is given and what is expected of it.
 * @param test its `import.meta.url`
 */
export function casesOf<Cases>(test: string): Cases {
  return JSON.parse(readFileSync(new URL(test.replace(/\.test\.tsx?$/, ".cases.json")), "utf8"));
}
