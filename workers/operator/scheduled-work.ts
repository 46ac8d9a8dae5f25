import type { ScheduledRuns } from "../../shared/platform/scheduled-runs.ts";
import type { OperatorActs } from "./audit/operator-acts.ts";
import { carryOnErasures, type EraseDependencies } from "./erasures/carry-on.ts";
import type { Erasures } from "./erasures/erasures.ts";

/** What the cron stands for, and milliseconds from one run to the next. */
export const WORK_INTERVALS = { erasures: 300_000 } as const;

export type OperatorWork = keyof typeof WORK_INTERVALS;

export interface OperatorWorkDependencies extends EraseDependencies {
  erasures: EraseDependencies["erasures"] & Pick<Erasures, "purge">;
  acts: Pick<OperatorActs, "purge">;
  runs: Pick<ScheduledRuns<OperatorWork>, "run">;
  now: () => number;
}

/** Carries on erasures, and removes what has expired. @throws what it failed with */
export function runOperatorWork(dependencies: OperatorWorkDependencies): Promise<void> {
  const { erasures, acts, runs, now } = dependencies;
  const runId = crypto.randomUUID();
  return runs.run("erasures", runId, async () => {
    const count = await carryOnErasures(dependencies, runId);
    await Promise.all([erasures.purge(), acts.purge(now())]);
    return { count };
  });
}
