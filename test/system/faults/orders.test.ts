import { describe, expect, test } from "vitest";
import { ACCOUNT_PLUG, MISTAKEN_ACCOUNT_PLUG } from "./account/plug.ts";
import { runCampaign } from "./harness/campaign.ts";

/** The short campaign, long enough for each fault to occur. `npm run prove -- faults` runs the long campaign. */
const SHORT = { faults: 150, kills: 6, seed: 20_261_121 };

test("one key makes at most one order despite faults and kills, and its response states the outcome", async () => {
  const { report, facts } = await runCampaign(ACCOUNT_PLUG, SHORT);
  expect(report.violations).toEqual([]);

  // A fault that never occurred would prove nothing.
  expect(Object.keys(report.byFault)).toEqual(expect.arrayContaining([...ACCOUNT_PLUG.faults]));
  expect(report.faults).toBeGreaterThanOrEqual(SHORT.faults);
  expect(report.kills).toBe(SHORT.kills);
  expect(report.killsInAction).toBeGreaterThan(0);
  expect(facts["outcomes found without a repeated request"]).toBeGreaterThan(0);
  expect(facts.orders).toBeGreaterThan(10);
  expect(report.ends.open).toBe(0);
  // With so few keys, the other ends do not always occur.
  for (const end of ["done", "refused", "not placed"]) expect(report.ends[end], end).toBeGreaterThan(0);
});

describe("a campaign with a mistake in the account object", () => {
  test.each(Object.entries(ACCOUNT_PLUG.mistakes))("detects the mistake: %s", async (mistake, shown) => {
    // The campaign ends with the first key that reveals the mistake. A busy machine may need many keys.
    const { report } = await runCampaign(MISTAKEN_ACCOUNT_PLUG, {
      ...SHORT,
      faults: Number.POSITIVE_INFINITY,
      mistake,
    });
    expect(report.violations.flatMap(({ faults }) => faults)).toContainEqual(expect.stringMatching(shown));
  });
});
