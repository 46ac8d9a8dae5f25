import type { EraseStep } from "../../shared/operator-contract/erasure.ts";
import { log } from "../../shared/platform/log.ts";
import type { OperatorServices } from "./composition.ts";
import { type Erasure, togetherOf } from "./erasures/erasures.ts";

/** Runs the scheduled work for the cron in `wrangler.toml`. Logs a failure before it throws. */
export async function runOperatorWork(services: OperatorServices): Promise<void> {
  const runId = crypto.randomUUID();
  try {
    await runWork(services, runId);
  } catch (cause) {
    log("scheduled_work_failed", { request_id: runId, work: "erasures", cause });
    throw cause;
  }
}

/** Starts scheduled work if it is overdue. Never throws. */
export function catchUp(services: OperatorServices): void {
  services.runs.catchUp(services.keepAlive, (_, runId) => runWork(services, runId));
}

/** Performs erasures and deletes expired rows. */
function runWork(services: OperatorServices, runId: string): Promise<void> {
  const { erasures, audit, runs, isHeld } = services;
  return runs.run("erasures", runId, async () => {
    // Do not erase from a restored list: it may have lost the cancellation of an erasure.
    if (await isHeld()) return { hasFailed: true };
    const count = await carryOutErasures(services, runId);
    await Promise.all([erasures.purge(), audit.purge()]);
    return { count };
  });
}

/** The maximum number of erasures in one run. */
const MAX_ERASURES = 20;
/** The maximum number of calls to one store's erasure function in one run. The next run continues. */
const MAX_CALLS = 20;

type EraseServices = Pick<OperatorServices, "erasures" | "account" | "billing">;

/**
 * Performs the erasures whose start time has passed. It calls each store's erasure function in sequence. The functions
 * are safe to repeat: a run that stopped, or waits for an open action, starts again at the first store.
 * @returns the number of completed erasures
 */
export async function carryOutErasures(services: EraseServices, runId: string): Promise<number> {
  let done = 0;
  for (const erasure of await services.erasures.due(MAX_ERASURES)) {
    try {
      if (await carryOut(erasure, services, runId)) done++;
    } catch (cause) {
      log("erasure_failed", { request_id: runId, erasure: erasure.id, cause });
    }
  }
  return done;
}

async function carryOut(
  { id, subject, places: found }: Erasure,
  { erasures, account, billing }: EraseServices,
  runId: string,
): Promise<boolean> {
  let places = found;
  const ofAccount = async () => {
    // The customer may still sign in and connect until the billing system has erased the login, so look for new places.
    places = togetherOf(places, (await account.placesOf(subject, places.until)).places);
    await erasures.advance({ id, state: "begun", note: "", places });
    return account.erase(subject, places, runId);
  };
  const stores = [ofAccount, () => billing.erase(subject, places.until), ofAccount];
  const notes: string[] = [];
  let isKept = false;
  for (const erase of stores) {
    const step = await asFarAsPossible(erase);
    if (step.left > 0) {
      await erasures.advance({ id, state: "begun", note: step.note, places });
      return false;
    }
    if (step.note !== "") notes.push(step.note);
    isKept ||= step.isKept === true;
  }
  await erasures.advance({ id, state: isKept ? "done_in_part" : "done", note: notes.join(" "), places });
  return true;
}

/** Calls a store's erasure function as long as it makes progress. */
async function asFarAsPossible(erase: () => Promise<EraseStep>): Promise<EraseStep> {
  let step = await erase();
  for (let calls = 1; calls < MAX_CALLS && step.left > 0; calls++) {
    const { left } = step;
    step = await erase();
    if (step.left === left) break;
  }
  return step;
}
