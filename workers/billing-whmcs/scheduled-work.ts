import { log, logFailure } from "../../shared/platform/log.ts";
import type { RunReport } from "../../shared/platform/scheduled-runs.ts";
import { AddonStatus } from "./bridge/messages.ts";
import { NoAnswer, orNoAnswer } from "./bridge/outcome.ts";
import { installationOf } from "./catalogue/installation.ts";
import { refreshPrices } from "./catalogue/refresh-prices.ts";
import { finishActions } from "./orders/find-write.ts";
import { finishChanges } from "./orders/setting-changes.ts";
import type { PlainContext } from "./whmcs-context.ts";
import type { WhmcsWork } from "./work-intervals.ts";

/** Runs one piece of scheduled work and records the run. Logs a failure instead of throwing. */
export async function runWork(work: WhmcsWork, plain: PlainContext): Promise<void> {
  const { requestId } = plain;
  const run = plain.runs.run(work, requestId, () => doWork(work, plain));
  await logFailure("scheduled_work_failed", run, { request_id: requestId, work });
}

/** Does one piece of work. @returns a report of whether the work failed; absent if it throws its failures */
async function doWork(work: WhmcsWork, plain: PlainContext): Promise<RunReport | undefined> {
  switch (work) {
    case "prices":
      return readPrices(plain);
    case "actions":
      // A restored database may list an action as open although it has ended.
      if (await plain.isHeld()) return { hasFailed: true };
      await endActions(plain);
      return undefined;
    case "changes":
      await followChanges(plain);
      return undefined;
  }
}

/** Reads prices, products and WHMCS's own settings. */
async function readPrices(plain: PlainContext): Promise<RunReport> {
  const hasFailed = (await orNoAnswer(refreshPrices(plain))) instanceof NoAnswer;
  if (hasFailed) log("scheduled_work_failed", { request_id: plain.requestId, work: "prices" });
  return { hasFailed };
}

/** Finds and records the outcomes of actions and setting changes that are still unknown. */
export async function endActions(plain: PlainContext): Promise<void> {
  const context = { ...plain, installation: await installationOf(plain) };
  await finishActions(context);
  await finishChanges(context);
}

/** Reads prices now if the addon's hooks have recorded a change in WHMCS since the last successful read. */
async function followChanges(context: PlainContext): Promise<void> {
  const { bridge, db, requestId } = context;
  const known = await db.prepare("SELECT last_event FROM addon").first<number>("last_event");
  const status = await orNoAnswer(bridge.call("status", {}, AddonStatus, { requestId }));
  if (status instanceof NoAnswer || status.prices_changed === known) return;
  const { hasFailed } = await readPrices(context);
  if (!hasFailed) await db.prepare("UPDATE addon SET last_event = ?").bind(status.prices_changed).run();
}
