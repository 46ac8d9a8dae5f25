import { readFileSync, writeFileSync } from "node:fs";
import process from "node:process";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { countedWorld } from "../../support/counting/counted-world.ts";
import { accountRows } from "./account-rows.ts";
import { bundles } from "./bundles.ts";
import { type Counted, type Counts, differencesOf } from "./counted.ts";
import { requests } from "./requests.ts";
import { toolLists } from "./tool-lists.ts";
import { whmcsCalls } from "./whmcs-calls.ts";

/** A system with the deployed Workers and counters. */
const world = countedWorld();
beforeAll(async () => void (await world.start(inject("stores"))));
afterAll(() => world.close());

/** The groups of counts. docs/evidence/scale.md states what the numbers for a request cost. */
const GROUPS: Record<string, { counted: () => Counted; room?: number }> = {
  "what a request uses": { counted: () => requests(world) },
  "rows that D1 reads of an account": { counted: () => accountRows(world) },
  "calls of WHMCS": { counted: whmcsCalls },
  "tokens of a list of tools": { counted: toolLists },
  // Every source change alters some bytes, but only a new dependency or table exceeds the margin.
  "bytes of a bundle": { counted: bundles, room: 0.1 },
};

const FILE = new URL("counts.json", import.meta.url);
const table = JSON.parse(readFileSync(FILE, "utf8")) as Record<string, Record<string, Counts>>;
const UPDATING = process.env.UPDATE_SURFACE === "1";
const HOW = "npm run update-surface writes what is meant";
const MAX_COUNTS = 5;

const found: typeof table = {};
afterAll(() => {
  if (UPDATING) writeFileSync(FILE, `${JSON.stringify(found, null, 2)}\n`);
});

describe.each(Object.entries(GROUPS))("%s", (group, { counted, room }) => {
  const rows = counted();
  const own = Object.fromEntries(rows.map(([name]) => [name, table[group]?.[name] ?? {}]));
  found[group] = own;

  test.each(rows)("%s", async (name, count) => {
    const was = own[name] ?? {};
    let is = await count();
    // On a busy machine, late work of an earlier call can add to the counts.
    for (let again = 1; again < MAX_COUNTS && differencesOf(was, is, room).length > 0; again++) is = await count();
    const differences = differencesOf(was, is, room);
    if (differences.length > 0) own[name] = is;
    if (!UPDATING) expect(differences, HOW).toEqual([]);
  });

  test("counts.json has exactly the counted calls", () => {
    if (!UPDATING) expect(Object.keys(table[group] ?? {}), HOW).toEqual(rows.map(([name]) => name));
  });
});

test("a foreign credential reaches no object", () => {
  const [uses] = Object.entries(table["what a request uses"] ?? {}).flatMap(([name, counts]) =>
    name.startsWith("seven kinds of foreign credentials") ? [Object.keys(counts)] : [],
  );
  expect(uses?.filter((unit) => unit.startsWith("object_"))).toEqual([]);
});

test("a difference larger than the margin is reported with both values, up or down", () => {
  expect(differencesOf({ calls: 1 }, { mails: 1 })).toEqual(["calls: was 1, is 0", "mails: was 0, is 1"]);
  expect(differencesOf({ raw: 100, gzip: 100 }, { raw: 110, gzip: 90 }, 0.1)).toEqual([]);
  expect(differencesOf({ raw: 100, gzip: 100 }, { raw: 111, gzip: 89 }, 0.1)).toHaveLength(2);
});
