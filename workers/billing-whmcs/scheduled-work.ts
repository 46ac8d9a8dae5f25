import { log, logFailure } from "../../shared/platform/log.ts";
import type { RunReport } from "../../shared/platform/scheduled-runs.ts";
import { EventsAnswer } from "./bridge/messages.ts";
import { NoAnswer, orNoAnswer } from "./bridge/outcome.ts";
import { refreshAddonProducts } from "./catalogue/plan-map.ts";
import { refreshPrices } from "./catalogue/refresh-prices.ts";
import { finishActions } from "./orders/find-write.ts";
import { finishChanges } from "./orders/told-changes.ts";
import type { WhmcsContext } from "./whmcs-context.ts";
import type { WhmcsWork } from "./work-intervals.ts";

/** The addon gives no more at once. */
const PAGE_EVENTS = 500;
const MAX_PAGES = 10;

/** Does one piece of the scheduled work, and writes down that it ran; what it fails with is logged. */
export async function runWork(work: WhmcsWork, context: WhmcsContext): Promise<void> {
  const { requestId } = context;
  const run = context.runs.run(work, requestId, () => doWork(work, context));
  await logFailure("scheduled_work_failed", run, { request_id: requestId, work });
}

/** @returns a failure where one was logged and nothing is thrown */
async function doWork(work: WhmcsWork, context: WhmcsContext): Promise<RunReport | undefined> {
  switch (work) {
    case "prices":
      return readPrices(context);
    case "products":
      await refreshAddonProducts(context);
      return undefined;
    case "actions":
      // What is under way here may have ended in what a restored database has lost.
      if (await context.isHeld()) return { hasFailed: true };
      await endActions(context);
      return undefined;
    case "changes":
      await followChanges(context);
      return undefined;
  }
}

async function readPrices(context: WhmcsContext): Promise<RunReport> {
  const failure = await orNoAnswer(refreshPrices(context));
  if (failure instanceof NoAnswer) {
    log("scheduled_work_failed", { request_id: context.requestId, work: "prices" });
    return { hasFailed: true };
  }
  return { hasFailed: false };
}

/** Brings actions to their end whose caller has left. */
export async function endActions(context: WhmcsContext): Promise<void> {
  await finishActions(context);
  await finishChanges(context);
}

/**
 * Takes over what was changed in WHMCS since the last time, as the addon's hooks have noted it: prices are read at once. What was told is
 * told again until it has been taken over.
 */
async function followChanges(context: WhmcsContext): Promise<void> {
  const { bridge, db, requestId } = context;
  let after = (await db.prepare("SELECT last_event FROM addon").first<number>("last_event")) ?? 0;
  const kinds = new Set<string>();
  for (let page = 0; page < MAX_PAGES; page++) {
    const read = await bridge.call("events", { after }, EventsAnswer, { requestId });
    if (read.kind !== "ok") return;
    for (const { kind } of read.value.events) kinds.add(kind);
    after = read.value.last;
    if (read.value.events.length < PAGE_EVENTS) break;
  }
  if (kinds.has("prices")) {
    await readPrices(context);
    await refreshAddonProducts(context);
  }
  await db.prepare("UPDATE addon SET last_event = ?").bind(after).run();
}
