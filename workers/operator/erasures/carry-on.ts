import type { AccountOperatorPort } from "../../../shared/operator-contract/account-operator.ts";
import type { BillingOperatorPort } from "../../../shared/operator-contract/billing-operator.ts";
import type { DataSubject, EraseStep } from "../../../shared/operator-contract/erasure.ts";
import { log } from "../../../shared/platform/log.ts";
import { type Erasure, type ErasureState, type Erasures, togetherOf } from "./erasures.ts";

/** In one run. */
const MAX_ERASURES = 20;
/** Steps of one erasure in one run; what is left goes on with the next. */
const MAX_STEPS = 40;

export interface EraseDependencies {
  erasures: Pick<Erasures, "due" | "advance">;
  account: Pick<AccountOperatorPort, "placesOf" | "endSessions" | "eraseConnections" | "eraseObjects" | "eraseRows">;
  billing: Pick<BillingOperatorPort, "endSessions" | "erase">;
}

/** What each state does, and which follows once nothing of it is left. */
const NEXT: Record<Exclude<ErasureState, "done" | "called_off">, ErasureState> = {
  asked: "connections",
  connections: "objects",
  objects: "rows",
  rows: "billing",
  billing: "done",
};

/**
 * Carries on what was asked to be forgotten, from the step at which it stands. Each step is written down once it is done and may be
 * repeated, so that a run that stopped anywhere is made up for by the next.
 * @returns how many are done
 */
export async function carryOnErasures(dependencies: EraseDependencies, runId: string): Promise<number> {
  const due = await dependencies.erasures.due(MAX_ERASURES);
  let done = 0;
  for (const erasure of due) {
    try {
      if (await carryOn(erasure, dependencies, runId)) done++;
    } catch (cause) {
      log("erasure_failed", { request_id: runId, erasure: erasure.id, state: erasure.state, cause });
    }
  }
  return done;
}

async function carryOn(asked: Erasure, dependencies: EraseDependencies, runId: string): Promise<boolean> {
  const { erasures, account } = dependencies;
  let erasure = asked;
  for (let steps = 0; steps < MAX_STEPS; steps++) {
    const { state, subject, note, isInPart } = erasure;
    if (state === "done" || state === "called_off") return state === "done";
    // What has come to be since: nobody was kept from signing in and connecting.
    const places = togetherOf(erasure.places, await account.placesOf(subject, erasure.places.until));
    const step = await eraseStep(state, { ...erasure, places }, dependencies, runId);
    const isOver = step.left === 0;
    erasure = {
      ...{ ...erasure, places, state: isOver ? NEXT[state] : state },
      note: isOver ? step.note || note : step.note,
      isInPart: isInPart || step.isKept === true,
    };
    await erasures.advance(erasure);
    // Sessions and connections go some at a time; an open action waits for its outcome.
    if (!isOver && state !== "asked" && state !== "connections") return false;
  }
  return false;
}

async function eraseStep(
  state: Exclude<ErasureState, "done" | "called_off">,
  { subject, places, isInPart, note }: Erasure,
  { account, billing }: EraseDependencies,
  runId: string,
): Promise<EraseStep> {
  switch (state) {
    case "asked":
      return endSessions(subject, places.until ?? undefined, { account, billing });
    case "connections":
      return account.eraseConnections(subject, places, runId);
    case "objects":
      return account.eraseObjects(subject, places);
    case "rows": {
      // Once more: what waited for an open action was connected since, and a command that waited for its place has left an entry.
      const connections = await account.eraseConnections(subject, places, runId);
      if (connections.left > 0) return connections;
      const objects = await account.eraseObjects(subject, places);
      return objects.left > 0 ? objects : account.eraseRows(subject, places);
    }
    case "billing": {
      // What it kept was not erased: there is nothing to repeat.
      const step = isInPart ? { left: 0, note, isKept: true } : await billing.erase(subject);
      // Whoever signed in meanwhile; from now on nobody can who was erased.
      const sessions = await endSessions(subject, places.until ?? undefined, { account, billing });
      return step.left > 0 ? step : { ...step, left: sessions.left };
    }
  }
}

/** First, so that nobody goes on with a session while what it makes is deleted. */
async function endSessions(
  subject: DataSubject,
  until: number | undefined,
  { account, billing }: Pick<EraseDependencies, "account" | "billing">,
): Promise<EraseStep> {
  const [ofPages, ofArea] = await Promise.all([
    account.endSessions(subject, until),
    billing.endSessions(subject, until),
  ]);
  const left = ofPages.left + ofArea.left;
  return { left, note: [ofPages.note, ofArea.note].filter((note) => note !== "").join(" ") };
}
