import { expect, test } from "vitest";
import { sourcesIn } from "./support/sources.ts";

/** The lines of calls that block their process until another one ends, without a time limit. */
function unlimitedCalls(source: string): number[] {
  const begins = [...source.matchAll(/\b(?:spawnSync|execFileSync|execSync)\(/g)];
  return begins
    .filter(({ index }) => !/\btimeout\b|\.\.\.limits\b/.test(callAt(source, index)))
    .map(({ index }) => source.slice(0, index).split("\n").length);
}

/** The text of a call, up to its last parenthesis. */
function callAt(source: string, from: number): string {
  let depth = 0;
  for (let at = source.indexOf("(", from); at < source.length; at++) {
    if (source[at] === "(") depth++;
    if (source[at] === ")" && --depth === 0) return source.slice(from, at + 1);
  }
  return source.slice(from);
}

// No time limit of a test reaches a blocked process: its timers do not run.
test("every blocking wait for another process has a time limit", () => {
  const files = new Map([
    ...sourcesIn(["test", "dev"]),
    ...[...sourcesIn(["scripts"])].filter(([file]) => file.endsWith("/test.ts")),
  ]);
  const places = [...files].flatMap(([file, source]) => unlimitedCalls(source).map((line) => `${file}:${line}`));
  expect(places).toEqual([]);
});

test("the rule finds a call without a limit, and accepts one with a limit", () => {
  const name = "spawnSync";
  expect(unlimitedCalls(`a();\n${name}("ps", [f(1)], { encoding: "utf8" });\nconst timeout = 1;`)).toEqual([2]);
  expect(unlimitedCalls(`${name}("ps", [f(1)], {\n  timeout: 10,\n});`)).toEqual([]);
});
