import { expect, test } from "vitest";
import { CALLER_KINDS } from "./callers.ts";
import { runCampaign } from "./campaign.ts";
import { CallSystem } from "./system.ts";

/** `npm run prove -- fuzz` is the long form. A busy machine answers late. */
const SHORT = { seed: 20_261_123, requests: 2_500, accounts: 25, connections: 2, memorySamples: 0 };

test("generated requests over HTTP and MCP are answered as is described", async () => {
  await using system = await CallSystem.start({ ...SHORT, isMeasured: false, slowMs: 30_000 });
  const { faults, missing, requests, coverage } = await runCampaign(system, SHORT);
  if (faults.length > 0) expect.fail(faults.join("\n"));

  // What was never reached proves nothing. Which of two concurrent requests comes first is chance, and so are the last few: the long form reaches all.
  expect(missing.length, missing.join()).toBeLessThanOrEqual(3);
  expect(requests).toBeGreaterThanOrEqual(SHORT.requests);
  for (const kind of CALLER_KINDS) expect(coverage.callers[kind] ?? 0, kind).toBeGreaterThan(0);
  const { statuses } = coverage;
  expect((statuses[200] ?? 0) + (statuses[201] ?? 0)).toBeGreaterThan(requests / 4);
  expect(coverage.orders).toBeGreaterThan(30);
}, 600_000);
