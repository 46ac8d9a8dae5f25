import type { LastRun } from "../platform/scheduled-runs.ts";
import type { ShownRow } from "./answers.ts";
import { shownInstant } from "./shown-rows.ts";

/** The maximum number of waiting rows. `counts` has their total. */
export const MAX_STATUS_ROWS = 50;
/** The newest problems that the status shows. */
export const MAX_PROBLEMS = 10;

/** The tables that one Worker adds to the private status. Equal tables of several Workers appear as one. */
export interface StatusTables {
  /** The number of items of each kind that wait for a person. */
  counts?: StatusCount[];
  /** Why and since when orders and changes are stopped, and by which order. No row if they are not. */
  actingStopped?: ShownRow[];
  scheduledWork?: ShownRow[];
  /** Orders that need the provider, or that are paid or sent but have been unfinished for more than an hour, the oldest first. */
  waitingOrders?: ShownRow[];
  /** The latest failures: time, error, cause and customer. */
  problems?: ShownRow[];
  /** Circuit breakers that are not simply closed. `isPausedByOperator`: no call failed. */
  circuits?: ShownRow[];
  /** Copies of another system's data, and their lifetimes. */
  copies?: ShownRow[];
}

export interface StatusCount extends ShownRow {
  what: string;
  count: number;
  /** The command that lists these items. Null if no command lists them. */
  see: string | null;
}

/** Returns the rows of {@link StatusTables.scheduledWork}. */
export function runRows(runs: readonly LastRun[]): ShownRow[] {
  return runs.map(({ work, outcome, beganAt, succeededAt, count, isLate }) => ({
    ...{ work, outcome, beganAt: shownInstant(beganAt), succeededAt: shownInstant(succeededAt), count, isLate },
  }));
}
