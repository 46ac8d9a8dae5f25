import { expect, test } from "vitest";
import { CALLER_KINDS } from "./callers.ts";
import { runFuzz } from "./campaign.ts";

/** `npm run prove -- fuzz` is the long form. A busy machine answers late. */
const SHORT = { seed: 20_261_123, requests: 5_000, accounts: 25, connections: 2, slowMs: 30_000, memorySamples: 0 };

test("generated requests over HTTP and MCP are answered as is described", async () => {
  const { faults, missing, requests, coverage } = await runFuzz(SHORT);
  expect(faults).toEqual([]);

  // What was never reached proves nothing.
  expect(missing).toEqual([]);
  expect(requests).toBeGreaterThanOrEqual(SHORT.requests);
  for (const kind of CALLER_KINDS) expect(coverage.callers[kind] ?? 0, kind).toBeGreaterThan(0);
  const { statuses } = coverage;
  const succeeded = (statuses[200] ?? 0) + (statuses[201] ?? 0);
  expect(succeeded).toBeGreaterThan(requests / 4);
  expect(coverage.orders).toBeGreaterThan(50);
  expect(coverage.replays).toBeGreaterThan(0);
  expect(coverage.compared).toBeGreaterThan(10);
  // Rate limits are met, and do not swallow the campaign.
  expect(statuses[429] ?? 0).toBeGreaterThan(0);
  expect(statuses[429] ?? 0).toBeLessThan(requests / 10);
}, 300_000);
