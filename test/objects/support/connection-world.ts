import type { ConnectionDependencies } from "../../../durable-objects/connection/connection-port.ts";
import { Holds, storeHolds } from "../../../shared/holds/holds.ts";
import { scopeOf } from "../../../workers/account/acting-operations.ts";
import type { ConnectionIndex } from "../../../workers/account/connections/connection-index.ts";
import { bindings } from "./bindings.ts";

const NO_FAULTS = { listFails: false, listHangs: false, noticesFail: false, accountFails: false };
/** The parties around the connections that fail or hang. */
export const faults = { ...NO_FAULTS };

export function resetFaults(): void {
  Object.assign(faults, NO_FAULTS);
}

export type Notice = [what: string, reason: string | null];
const noticesById = new Map<string, Notice[]>();

/** The connections whose open requests the account ended, once per call. */
export const voidedApprovals: string[] = [];

/** Returns what a connection's notices and list have received so far. */
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

/** The list in the account Worker's database, if a test uses it too. */
export const kept = { index: null as ConnectionIndex | null };

/** The deployment for objects that start. Started objects keep theirs. */
export const deployment = { billingSystem: "shop" };

/** Dependencies whose notices and list a test can read. */
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
    // A test's list needs no second listing.
    relist: async () => undefined,
  },
};
