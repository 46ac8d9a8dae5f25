import type { ConnectionDependencies } from "../../../durable-objects/connection/connection-port.ts";
import { Holds, storeHolds } from "../../../shared/holds/holds.ts";
import { scopeOf } from "../../../workers/account/acting-operations.ts";
import type { ConnectionIndex } from "../../../workers/account/connections/connection-index.ts";
import { bindings } from "./bindings.ts";

const NO_FAULTS = { listFails: false, listHangs: false, noticesFail: false, accountFails: false };
/** The dependencies of a connection that currently fail or hang. */
export const faults = { ...NO_FAULTS };

export function resetFaults(): void {
  Object.assign(faults, NO_FAULTS);
}

export type Notice = [what: string, reason: string | null];
const noticesById = new Map<string, Notice[]>();

/** The ids of the connections whose approval requests the account ended, one per call. */
export const voidedApprovals: string[] = [];

/** Returns what a connection has reported to the notices and to the list. */
export function noticesOf(id: string): Notice[] {
  return noticesById.get(id) ?? [];
}

function keep(what: string, id: string, reason: string | null = null): void {
  noticesById.set(id, [...noticesOf(id), [what, reason]]);
}

async function notify(...notice: Parameters<typeof keep>): Promise<void> {
  if (faults.noticesFail) throw new Error("no mail today");
  keep(...notice);
}

async function list(...notice: Parameters<typeof keep>): Promise<void> {
  if (faults.listHangs) await new Promise(() => undefined);
  if (faults.listFails) throw new Error("the database is away");
  keep(...notice);
}

/** The connection index in the account Worker's database; `null` unless a test uses it. */
export const kept = { index: null as ConnectionIndex | null };

/** The deployment that new objects use. Running objects keep the values with which they started. */
export const deployment = { billingSystem: "shop" };

/** Connection dependencies that let a test read the notices and the reports to the list. */
export const connectionDependencies: ConnectionDependencies = {
  now: () => Date.now(),
  get billingSystem() {
    return deployment.billingSystem;
  },
  scopeOf,
  notices: {
    connectionMade: ({ id }) => notify("made", id),
    connectionEnded: ({ id }, { reason }) => notify("ended", id, reason),
    connectionMarked: ({ id }) => notify("marked", id),
    tokenEnding: ({ id }) => notify("ending", id),
  },
  voidApprovals: async ({ id }) => {
    if (faults.accountFails) throw new Error("the account is away");
    voidedApprovals.push(id);
  },
  holds: new Holds(storeHolds(bindings.STORE_HOLDS, {}), () => Date.now()),
  list: {
    ended: async (id, end) => {
      await list("list ended", id, end.reason);
      await kept.index?.ended(id, end);
    },
    forget: async (id) => {
      await list("list forgot", id);
      await kept.index?.forget(id);
    },
    // The list of a test does not need to list connections again.
    relist: async () => undefined,
  },
};
