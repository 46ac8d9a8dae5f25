import type { LastRun } from "../platform/scheduled-runs.ts";
import type { ShownRow } from "./answers.ts";
import { shownInstant } from "./shown-rows.ts";

/** At most this many waiting rows; `counts` has their total. */
export const MAX_STATUS_ROWS = 50;
/** The newest problems that the status shows. */
export const MAX_PROBLEMS = 10;

/** What one Worker adds to the private status: the rows of each table. Equal tables of several Workers are shown as one. */
export interface StatusTables {
  /** How many of each kind wait for a person. */
  counts?: StatusCount[];
  /** Why orders and changes are stopped, since when, and by which order; no row: they are not. */
  actingStopped?: ShownRow[];
  scheduledWork?: ShownRow[];
  /** Orders that are paid, or sent, and not done for more than an hour; the oldest first. */
  waitingOrders?: ShownRow[];
  /** What failed last: when, what went wrong and why, and whose it is. */
  problems?: ShownRow[];
  /** Circuit breakers that are not simply closed; `isPausedByOperator`: nothing failed. */
  circuits?: ShownRow[];
  /** Copies of another system's data, and for how long each is served. */
  copies?: ShownRow[];
}

export interface StatusCount extends ShownRow {
  what: string;
  count: number;
  /** The command that lists them; null: no list of the console has them. */
  see: string | null;
}

/** The rows of {@link StatusTables.scheduledWork}. */
export function runRows(runs: readonly LastRun[]): ShownRow[] {
  return runs.map(({ work, outcome, beganAt, succeededAt, count, isLate }) => ({
    ...{ work, outcome, beganAt: shownInstant(beganAt), succeededAt: shownInstant(succeededAt), count, isLate },
  }));
}
