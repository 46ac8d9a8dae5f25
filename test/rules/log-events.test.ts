import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { PROJECT } from "../../scripts/workers.ts";
import { PRODUCT, sourcesIn } from "./support/sources.ts";

// The event names exist only as types, so this test reads them from the source file.
const logger = readFileSync(join(PROJECT, "shared/platform/log.ts"), "utf8");
const EVENTS = [...logger.matchAll(/^ {2}\| "(\w+)";?$/gm)].map(([, event]) => event as string);
const LEVELS = new Map([...logger.matchAll(/^ {2}(\w+): "(info|warn)",$/gm)].map(([, event, level]) => [event, level]));

const sources = [...sourcesIn(PRODUCT)].filter(([file]) => file !== "shared/platform/log.ts");
const runbook = readFileSync(join(PROJECT, "docs/operate/runbook.md"), "utf8");
/** An event in the runbook: a heading and three items of one or more lines. */
const ENTRY =
  /^#### (\w+)\n\n- \*\*Meaning(?: \((?:`(info|warn)`)?[^)]*\))?:\*\* (?:.+\n)+?- \*\*Customers see:\*\* (?:.+\n)+?- \*\*Do:\*\* (?:.+\n)+(?=\n|$)/gm;

test("the runbook has each event once, with its level, its meaning, its effect on customers and the action to take", () => {
  const entries = [...runbook.matchAll(ENTRY)].map(([, event, level = "error"]) => [event, level]);
  expect(EVENTS.length).toBeGreaterThan(50);
  expect(entries.toSorted()).toEqual(EVENTS.map((event) => [event, LEVELS.get(event) ?? "error"]));
});

test("the operating page mentions only existing events", () => {
  const operating = readFileSync(join(PROJECT, "docs/operate/operating.md"), "utf8");
  const named = [...operating.matchAll(/event \[`(\w+)`\]\(runbook\.md#\1\)/g)].map(([, event]) => event as string);
  expect(named.length).toBeGreaterThan(3);
  expect(named.filter((event) => !EVENTS.includes(event))).toEqual([]);
});

test("the list of events is sorted", () => {
  expect(EVENTS).toEqual(EVENTS.toSorted());
});

test("every listed event is logged somewhere", () => {
  const isLogged = (event: string) => sources.some(([, source]) => source.includes(`"${event}"`));
  expect(EVENTS.filter((event) => !isLogged(event))).toEqual([]);
});

test("only the logger writes to the console", () => {
  // This file is an example program that prints responses, for readers to copy.
  const shown = "workers/site/developers/examples/typescript-example.ts";
  const writers = sources.filter(([file, source]) => /\bconsole\.\w+\(/.test(source) && file !== shown);
  expect(writers.map(([file]) => file)).toEqual([]);
});

test("every log line spells the field for the request id in the same way", () => {
  const call = /\b(?:log|logFailure|valueOrLogged)\(\s*"\w+",[^;]*?[{,]\s*requestId\s*[,}:]/;
  expect(call.test('log("mail_off", { requestId })')).toBe(true);
  expect(sources.filter(([, source]) => call.test(source)).map(([file]) => file)).toEqual([]);
});
