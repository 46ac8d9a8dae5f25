import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { printTable } from "../../support/print-table.ts";
import { acts } from "./acts.ts";
import { CALLS, CATALOGUE_CALLS, type Call } from "./calls.ts";
import { catalogueTools } from "./catalogue-tools.ts";
import { connectionStates } from "./connection-states.ts";
import { foreignIds } from "./foreign-ids.ts";
import { LEAST_CATALOGUE_CELLS, LEAST_CELLS } from "./least-cells.ts";
import { limits } from "./limits.ts";
import { MatrixSystem } from "./matrix-system.ts";
import { permissions } from "./permissions.ts";
import { scopes } from "./scopes.ts";
import { malformedKeys, requestWindow } from "./windows.ts";

const LISTED = Object.keys({ ...LEAST_CELLS, ...LEAST_CATALOGUE_CELLS });
const PAGE = readFileSync(new URL("../../../docs/verification/matrices.md", import.meta.url), "utf8");

/** Every operation, in every way it can be called, by everybody who may not: see docs/verification/matrices.md. */
const system = new MatrixSystem();
beforeAll(async () => void (await system.world.start()));
afterAll(async () => {
  const mistakes = system.world.mistakes();
  await system.world.close();
  expect(mistakes).toEqual([]);
});

describe("scopes", () => scopes(system));
describe("permissions", () => permissions(system));
describe("ids", () => foreignIds(system));
describe("limits", () => limits(system));
describe("keys", () => malformedKeys(system));
describe("connections", () => connectionStates(system));
describe("tools of the catalogue", () => catalogueTools(system));
describe("requests", () => requestWindow(system));
describe("acts", () => acts(system));

describe.each([
  ["an operation of the account", CALLS, LEAST_CELLS],
  ["a tool of the catalogue", CATALOGUE_CALLS, LEAST_CATALOGUE_CELLS],
] as const)("every call of %s has its cells", (_, calls, leastCells) => {
  test.each(Object.entries(leastCells))("of the dimension %s", (dimension, least) => {
    const counts = (count: (call: Call) => number) => Object.fromEntries(calls.map((call) => [call.name, count(call)]));
    const missing = counts((call) => Math.max(0, least(call) - system.cells.count(dimension, call)));
    expect(missing).toEqual(counts(() => 0));
  });
});

test("every counted dimension is listed", () => {
  const totals = system.cells.totals();
  printTable("Cells asked", ["Dimension", "Cells"], Object.entries(totals));
  expect(Object.keys(totals).toSorted()).toEqual(LISTED.toSorted());
});

test.each(LISTED)("the page says of %s what is asked, and how many cells a run had", (dimension) => {
  expect(PAGE.split(`\n| ${dimension} | `)).toHaveLength(3);
});
