import { log } from "../../shared/platform/log.ts";
import type { ScheduledRuns } from "../../shared/platform/scheduled-runs.ts";
import type { Audit } from "./audit/audit.ts";
import { carryOutErasures, type EraseDependencies } from "./erasures/carry-out.ts";
import type { Erasures } from "./erasures/erasures.ts";

/** What the cron stands for, and milliseconds from one run to the next. */
export const WORK_INTERVALS = { erasures: 300_000 } as const;

export type OperatorWork = keyof typeof WORK_INTERVALS;

export interface OperatorWorkDependencies extends EraseDependencies {
  erasures: EraseDependencies["erasures"] & Pick<Erasures, "purge">;
  audit: Pick<Audit, "purge">;
  /** Whether the console's own database is on hold. */
  isHeld: () => Promise<boolean>;
  runs: Pick<ScheduledRuns<OperatorWork>, "run" | "catchUp">;
  now: () => number;
}

/** Does what the cron of `wrangler.toml` stands for. @throws what it failed with, logged */
export async function runOperatorWork(dependencies: OperatorWorkDependencies): Promise<void> {
  const runId = crypto.randomUUID();
  try {
    await runWork(dependencies, runId);
  } catch (cause) {
    log("scheduled_work_failed", { request_id: runId, work: "erasures", cause });
    throw cause;
  }
}

/** Does what no cron has done for too long; never throws. */
export function catchUp(dependencies: OperatorWorkDependencies, keepAlive: (work: Promise<unknown>) => void): void {
  dependencies.runs.catchUp(keepAlive, (_, runId) => runWork(dependencies, runId));
}

/** Carries out erasures, and removes what has expired. */
function runWork(dependencies: OperatorWorkDependencies, runId: string): Promise<void> {
  const { erasures, audit, runs, isHeld, now } = dependencies;
  return runs.run("erasures", runId, async () => {
    // What is to be erased in a restored database may have been called off in what it has lost.
    if (await isHeld()) return { hasFailed: true };
    const count = await carryOutErasures(dependencies, runId);
    await Promise.all([erasures.purge(), audit.purge(now())]);
    return { count };
  });
}
