import type { ConnectionPort } from "../../durable-objects/connection/connection-port.ts";
import type { Holds } from "../../shared/holds/holds.ts";
import type { SessionList } from "../../shared/pages/sign-in/session-list.ts";
import { log } from "../../shared/platform/log.ts";
import type { ScheduledRuns } from "../../shared/platform/scheduled-runs.ts";
import type { ActingLogins } from "./actions/acting-logins.ts";
import type { ConnectionIndex } from "./connections/connection-index.ts";
import { inBatches, logRejected } from "./connections/in-batches.ts";
import type { ProviderActs } from "./connections/provider-acts.ts";
import type { FailedMails } from "./mail/failed-mails.ts";
import type { ClientRegistry } from "./oauth/client-registry.ts";
import { type CarryOutDependencies, carryOutInstructions } from "./stuck-writes/carry-out-instructions.ts";
import type { SettleInstructions } from "./stuck-writes/settle-instructions.ts";
import type { StuckWrites } from "./stuck-writes/stuck-writes.ts";

/**
 * The cron that deletes expired data. The other cron runs every minute, ends connections of former billing systems, and
 * executes the operator's instructions.
 */
export const DAILY_CRON = "23 4 * * *";

/** The scheduled work, with the interval between two runs in milliseconds. */
export const WORK_INTERVALS = { purge: 86_400_000, instructions: 60_000 } as const;

export type AccountWork = keyof typeof WORK_INTERVALS;

/** The maximum number of former connections that one run ends. With one run a minute, that is 144,000 a day. */
const MAX_ENDED = 100;

interface FormerConnectionDependencies {
  index: Pick<ConnectionIndex, "former" | "ended">;
  connectionOf: (id: string) => Pick<ConnectionPort, "end">;
  now: () => number;
}

export interface ScheduledDependencies extends CarryOutDependencies, FormerConnectionDependencies {
  registry: Pick<ClientRegistry, "purge">;
  stuckWrites: Pick<StuckWrites, "purge">;
  holds: Pick<Holds, "isHeld">;
  instructions: CarryOutDependencies["instructions"] & Pick<SettleInstructions, "purge">;
  failedMails: Pick<FailedMails, "purge">;
  providerActs: Pick<ProviderActs, "purge">;
  actingLogins: Pick<ActingLogins, "purge">;
  sessionList: Pick<SessionList, "purge">;
  runs: Pick<ScheduledRuns<AccountWork>, "run">;
}

/**
 * Runs the work of a cron in `wrangler.toml`.
 * @throws the failure, after it is logged
 */
export async function runScheduled(cron: string, dependencies: ScheduledDependencies): Promise<void> {
  const runId = crypto.randomUUID();
  const work = cron === DAILY_CRON ? "purge" : "instructions";
  try {
    await runWork(work, dependencies, runId);
  } catch (cause) {
    log("scheduled_work_failed", { request_id: runId, work, cause });
    throw cause;
  }
}

/**
 * Runs one kind of scheduled work and records the run.
 * @throws the failure
 */
export function runWork(work: AccountWork, dependencies: ScheduledDependencies, runId: string): Promise<void> {
  const {
    registry,
    stuckWrites,
    instructions,
    failedMails,
    providerActs,
    actingLogins,
    sessionList,
    holds,
    runs,
    now,
  } = dependencies;
  const tables = [registry, stuckWrites, instructions, failedMails, providerActs, actingLogins, sessionList];
  return runs.run(work, runId, async () => {
    if (await holds.isHeld("account-database")) return { hasFailed: true };
    switch (work) {
      case "purge":
        await Promise.all(tables.map((table) => table.purge(now())));
        return undefined;
      case "instructions":
        await endFormerConnections(dependencies, runId);
        await carryOutInstructions(dependencies, runId);
        return undefined;
    }
  });
}

/**
 * Ends connections of former billing systems that have not ended yet. Each connection sends its own e-mail. The next
 * run retries a connection that failed.
 */
export async function endFormerConnections(
  { index, connectionOf, now }: FormerConnectionDependencies,
  runId: string,
): Promise<void> {
  const ended = await inBatches(await index.former(MAX_ENDED), async (id) => {
    await connectionOf(id).end("access_lost", runId);
    // Without this update, a row with an empty object would stay open.
    await index.ended(id, { at: new Date(now()).toISOString(), reason: "access_lost" });
  });
  logRejected("connection_unreachable", ended, runId);
}
