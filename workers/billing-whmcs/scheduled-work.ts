import { logFailure } from "../../shared/platform/log.ts";
import type { RunReport } from "../../shared/platform/scheduled-runs.ts";
import { finishActions } from "./acting/finish-actions.ts";
import { followChanges } from "./bridge/follow-changes.ts";
import { refreshAddonProducts } from "./catalogue/addon-products.ts";
import { refreshPrices } from "./catalogue/refresh-prices.ts";
import { finishChanges } from "./domains/told-changes.ts";
import type { WhmcsContext } from "./whmcs-context.ts";
import type { WhmcsWork } from "./work-intervals.ts";

/** Does one piece of the scheduled work, and writes down that it ran; what it fails with is logged. */
export async function runWork(work: WhmcsWork, context: WhmcsContext, requestId: string): Promise<void> {
  const run = context.runs.run(work, requestId, () => doWork(work, { ...context, requestId }, requestId));
  await logFailure("scheduled_work_failed", run, { request_id: requestId, work });
}

/** @returns a failure where one was logged and nothing is thrown */
async function doWork(work: WhmcsWork, context: WhmcsContext, requestId: string): Promise<RunReport | undefined> {
  const { api, cancellations, settings, now } = context;
  switch (work) {
    case "prices":
      return { hasFailed: !(await refreshPrices(context, requestId)) };
    case "products":
      await refreshAddonProducts(context, requestId);
      return undefined;
    case "cancellations":
      return { hasFailed: !(await cancellations.refresh(api, settings.timeZone, requestId, now())) };
    case "actions":
      // What is under way here may have ended in what a restored database has lost.
      if (await context.isHeld()) return { hasFailed: true };
      await endActions(context);
      return undefined;
    case "changes":
      await followChanges(context, requestId);
      return undefined;
  }
}

/** Brings actions to their end whose caller has left. */
export async function endActions(context: WhmcsContext): Promise<void> {
  await finishActions(context);
  await finishChanges(context);
}
