import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { PROJECT } from "../../scripts/workers.ts";
import { PRODUCT, sourcesIn } from "./support/sources.ts";

// Types alone: no bundle carries the names.
const logger = readFileSync(join(PROJECT, "shared/platform/log.ts"), "utf8");
const EVENTS = [...logger.matchAll(/^ {2}\| "(\w+)";?$/gm)].map(([, event]) => event as string);
const LEVELS = new Map([...logger.matchAll(/^ {2}(\w+): "(info|warn)",$/gm)].map(([, event, level]) => [event, level]));

const sources = [...sourcesIn(PRODUCT)].filter(([file]) => file !== "shared/platform/log.ts");
const rows = readFileSync(join(PROJECT, "docs/deploying.md"), "utf8")
  .split("### Logs")[1]
  ?.split("\n")
  .filter((line) => line.split("|").length === 6);

test("the document on deploying lists every event once, with its level", () => {
  const listed = rows?.flatMap((row) => {
    const [, events = ""] = row.split("|");
    return [...events.matchAll(/`(\w+)`(?: \((\w+)\))?/g)].map(([, event, level = "error"]) => [event, level]);
  });
  expect(EVENTS.length).toBeGreaterThan(50);
  expect(listed?.toSorted()).toEqual(EVENTS.map((event) => [event, LEVELS.get(event) ?? "error"]).toSorted());
});

test("the list of events is sorted", () => {
  expect(EVENTS).toEqual(EVENTS.toSorted());
});

test("every event of the list is logged somewhere", () => {
  const isLogged = (event: string) => sources.some(([, source]) => source.includes(`"${event}"`));
  expect(EVENTS.filter((event) => !isLogged(event))).toEqual([]);
});

test("nothing is written to the console but by the logger", () => {
  // What it writes is a program for a reader to copy, which prints what it was answered.
  const shown = "workers/site/developers/examples/typescript-example.ts";
  const writers = sources.filter(([file, source]) => /\bconsole\./.test(source) && file !== shown);
  expect(writers.map(([file]) => file)).toEqual([]);
});
