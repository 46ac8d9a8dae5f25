import { describe, expect, test } from "vitest";
import { ACCOUNT_PLUG, MISTAKEN_ACCOUNT_PLUG } from "./account/plug.ts";
import { runCampaign } from "./harness/campaign.ts";

/** Enough to cause each fault; `npm run prove -- faults` runs the long campaign. */
const SHORT = { faults: 150, kills: 6, seed: 20_261_121 };

test("under injected faults and hard kills one key makes at most one order, and its answer states the outcome", async () => {
  const { report, facts } = await runCampaign(ACCOUNT_PLUG, SHORT);
  expect(report.violations).toEqual([]);

  // A fault that never occurred would prove nothing.
  expect(Object.keys(report.byFault)).toEqual(expect.arrayContaining([...ACCOUNT_PLUG.faults]));
  expect(report.faults).toBeGreaterThanOrEqual(SHORT.faults);
  expect(report.kills).toBe(SHORT.kills);
  expect(report.killsInAction).toBeGreaterThan(0);
  expect(facts["outcomes found out with nobody asking"]).toBeGreaterThan(0);
  expect(facts.orders).toBeGreaterThan(10);
  expect(report.ends.open).toBe(0);
  // Among so few keys, no key may have been used for another request.
  for (const end of ["done", "refused", "not placed"]) expect(report.ends[end], end).toBeGreaterThan(0);
});

describe("the harness detects an account that was built with a mistake", () => {
  test.each(Object.entries(ACCOUNT_PLUG.mistakes))("%s", async (mistake, shown) => {
    // The first key that reveals the mistake ends the campaign. A busy machine may need many keys.
    const { report } = await runCampaign(MISTAKEN_ACCOUNT_PLUG, {
      ...SHORT,
      faults: Number.POSITIVE_INFINITY,
      mistake,
    });
    expect(report.violations.flatMap(({ faults }) => faults)).toContainEqual(expect.stringMatching(shown));
  });
});
