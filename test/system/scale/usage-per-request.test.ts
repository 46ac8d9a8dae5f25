import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { OPERATIONS } from "../../../bench/costs/operations.ts";
import { countedWorld, sumOf, type Usage, usageOf } from "../../support/counting/counted-world.ts";

// What docs/scale.md says that operations use, in what is billed; how the table is made stands there.

const world = countedWorld();
beforeAll(async () => {
  await world.start(inject("stores"));
  // What an isolate asks once: the jurisdiction, the billing system's description.
  await world.api.read("/account", await world.api.token());
});
afterAll(() => world.close());

async function used(name: string): Promise<Usage> {
  const operation = OPERATIONS.find((one) => one.name === name);
  if (!operation) throw new Error(`there is no ${name}`);
  return usageOf(world, await operation.prepare(world));
}

/** The units that cost most, in the order of the expectations below. */
const summary = (usage: Usage) => ({
  calls: sumOf(usage, "object_calls"),
  objectRows: sumOf(usage, "object_rows_written"),
  d1Calls: sumOf(usage, "d1_calls"),
  d1Rows: sumOf(usage, "d1_rows_written"),
  kvWrites: sumOf(usage, "kv_writes"),
});

const NOTHING = { calls: 0, objectRows: 0, d1Calls: 0, d1Rows: 0, kvWrites: 0 };

test.each<[string, Partial<typeof NOTHING>]>([
  ["a list of plans", {}],
  ["a domain check that asks the registry", { calls: 2, objectRows: 2, kvWrites: 1 }],
  ["no credential, or a made-up one (401)", {}],
  ["the list of domains", { calls: 1, objectRows: 2, d1Calls: 1 }],
  ["the same order again, with its key", { calls: 2, objectRows: 2, d1Calls: 1 }],
  ["tokens are refreshed, once an hour in use", { calls: 1, objectRows: 4, d1Calls: 2 }],
])("%s", async (name, expected) => {
  const usage = await used(name);
  expect(usage.data_points, "one data point").toBe(1);
  expect(summary(usage)).toEqual({ ...NOTHING, ...expected });
});

test("an order takes no more calls and rows than it did", async () => {
  const { calls, objectRows, d1Calls, d1Rows } = summary(await used("an order of a plan"));
  const most = { calls: 3, objectRows: 17, d1Calls: 6, d1Rows: 27 };
  expect(calls).toBeGreaterThan(1);
  expect(Math.max(calls / most.calls, objectRows / most.objectRows)).toBeLessThanOrEqual(1);
  expect(Math.max(d1Calls / most.d1Calls, d1Rows / most.d1Rows)).toBeLessThanOrEqual(1);
});
