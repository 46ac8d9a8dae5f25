import { expect, test } from "vitest";
import { sourcesIn } from "./support/sources.ts";

/** Returns the line numbers of calls that wait for another process without a timeout. */
function unlimitedCalls(source: string): number[] {
  const begins = [...source.matchAll(/\b(?:spawnSync|execFileSync|execSync)\(/g)];
  return begins
    .filter(({ index }) => !/\btimeout\b|\.\.\.limits\b/.test(callAt(source, index)))
    .map(({ index }) => source.slice(0, index).split("\n").length);
}

/** Returns the text of a call up to its closing parenthesis. */
function callAt(source: string, from: number): string {
  let depth = 0;
  for (let at = source.indexOf("(", from); at < source.length; at++) {
    if (source[at] === "(") depth++;
    if (source[at] === ")" && --depth === 0) return source.slice(from, at + 1);
  }
  return source.slice(from);
}

// A blocked process runs no timers, so a test's own time limit cannot stop it.
test("every blocking call of another process in tests and local tools has a timeout", () => {
  const files = new Map([
    ...sourcesIn(["test", "dev"]),
    ...[...sourcesIn(["scripts"])].filter(([file]) => file.endsWith("/test.ts")),
  ]);
  const places = [...files].flatMap(([file, source]) => unlimitedCalls(source).map((line) => `${file}:${line}`));
  expect(places).toEqual([]);
});

test("the rule finds a call without a timeout and accepts a call with one", () => {
  const name = "spawnSync";
  expect(unlimitedCalls(`a();\n${name}("ps", [f(1)], { encoding: "utf8" });\nconst timeout = 1;`)).toEqual([2]);
  expect(unlimitedCalls(`${name}("ps", [f(1)], {\n  timeout: 10,\n});`)).toEqual([]);
});
