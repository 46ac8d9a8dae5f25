import type { AccountOperatorPort } from "../../../shared/operator-contract/account-operator.ts";
import type { BillingOperatorPort } from "../../../shared/operator-contract/billing-operator.ts";
import type { EraseStep } from "../../../shared/operator-contract/erasure.ts";
import { log } from "../../../shared/platform/log.ts";
import { type Erasure, type ErasureState, type Erasures, togetherOf } from "./erasures.ts";

/** In one run. */
const MAX_ERASURES = 20;
/** Steps of one erasure in one run; what is left goes on with the next. */
const MAX_STEPS = 40;

export interface EraseDependencies {
  erasures: Pick<Erasures, "due" | "advance">;
  account: Pick<AccountOperatorPort, "placesOf" | "eraseConnections" | "eraseObjects" | "eraseRows">;
  billing: Pick<BillingOperatorPort, "erase">;
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
  let { state, note, places } = asked;
  for (let steps = 0; steps < MAX_STEPS; steps++) {
    if (state === "done" || state === "called_off") return state === "done";
    // What has come to be since: nobody was kept from signing in and connecting.
    places = togetherOf(places, await account.placesOf(asked.subject, places.until));
    const step = await eraseStep(state, { ...asked, places }, dependencies, runId);
    if (step.left > 0) {
      await erasures.advance(asked, state, step.note, places);
      // Connections are deleted some at a time; an open action waits for its outcome.
      if (state !== "connections") return false;
      continue;
    }
    state = NEXT[state];
    note = step.note || note;
    await erasures.advance(asked, state, note, places);
  }
  return false;
}

async function eraseStep(
  state: Exclude<ErasureState, "done" | "called_off">,
  { subject, places }: Erasure,
  { account, billing }: EraseDependencies,
  runId: string,
): Promise<EraseStep> {
  switch (state) {
    case "asked":
      return { left: 0, note: "" };
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
    case "billing":
      return billing.erase(subject);
  }
}
