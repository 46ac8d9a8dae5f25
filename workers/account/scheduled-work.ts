import { log } from "../../shared/platform/log.ts";
import type { ClientRegistry } from "./oauth/client-registry.ts";
import { type CarryOutDependencies, carryOutInstructions } from "./stuck-actions/carry-out-instructions.ts";
import type { SettleInstructions } from "./stuck-actions/settle-instructions.ts";
import type { StuckActions } from "./stuck-actions/stuck-actions.ts";

/** The cron that clears what has expired; the other one, every minute, carries out the operator's instructions. */
export const DAILY_CRON = "23 4 * * *";

export interface ScheduledDependencies extends CarryOutDependencies {
  registry: Pick<ClientRegistry, "purge">;
  stuckActions: Pick<StuckActions, "purge">;
  instructions: CarryOutDependencies["instructions"] & Pick<SettleInstructions, "purge">;
}

/**
 * Does what a cron of `wrangler.toml` stands for.
 * @throws what it failed with, logged
 */
export async function runScheduled(cron: string, dependencies: ScheduledDependencies): Promise<void> {
  const { registry, stuckActions, instructions, now } = dependencies;
  const runId = crypto.randomUUID();
  const isDaily = cron === DAILY_CRON;
  try {
    if (isDaily) await Promise.all([registry, stuckActions, instructions].map((table) => table.purge(now())));
    else await carryOutInstructions(dependencies, runId);
  } catch (cause) {
    log("scheduled_work_failed", { request_id: runId, work: isDaily ? "purge" : "instructions", cause });
    throw cause;
  }
}
