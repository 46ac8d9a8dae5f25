import { describe, expect, test } from "vitest";
import { runCampaign } from "./orders/campaign.ts";
import { FAULTS, FOUND_BY, MISTAKES } from "./orders/faults.ts";

/** Enough to meet each fault; `npm run prove -- faults` is the long form. */
const SHORT = { faults: 400, kills: 10, seed: 20_261_121 };

test("under injected faults and hard kills one key makes at most one order, and says what became of it", async () => {
  const report = await runCampaign(SHORT);
  expect(report.violations).toEqual([]);

  // What never happened proves nothing.
  for (const fault of FAULTS) expect(report.byFault[fault] ?? 0, fault).toBeGreaterThan(0);
  expect(report.faults).toBeGreaterThanOrEqual(SHORT.faults);
  expect(report.kills).toBe(SHORT.kills);
  expect(report.killsInAction).toBeGreaterThan(0);
  expect(report.foundAlone).toBeGreaterThan(0);
  expect(report.orders).toBeGreaterThan(50);
  expect(report.ends.open).toBe(0);
  for (const end of ["done", "refused", "not placed", "another's"] as const) {
    expect(report.ends[end], end).toBeGreaterThan(0);
  }
}, 180_000);

describe("the harness finds out an account that was built in a wrong way", () => {
  test.each(MISTAKES)(
    "%s",
    async (mistake) => {
      const stopsAt = FOUND_BY[mistake];
      // A busy machine takes longer to come to it.
      const { violations } = await runCampaign({ ...SHORT, faults: 3 * SHORT.faults, mistake, stopsAt });
      expect(violations.flatMap(({ faults }) => faults)).toContainEqual(expect.stringMatching(stopsAt));
    },
    180_000,
  );
});
