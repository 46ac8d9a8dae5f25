import type { LastRun } from "../platform/scheduled-runs.ts";
import type { ShownRow } from "./answers.ts";
import { shownInstant } from "./shown-rows.ts";

/** Maximum number of waiting rows. `counts` has the total. */
export const MAX_STATUS_ROWS = 50;
/** Maximum number of problems that the status shows, newest first. */
export const MAX_PROBLEMS = 10;

/** The tables that one Worker adds to the private status. Identical tables from several Workers are shown once. */
export interface StatusTables {
  /** The number of items that wait for a person, by kind. */
  counts?: StatusCount[];
  /**
   * One row if orders and changes are stopped, with the reason, the time and the order that caused the stop. The table
   * is empty if they are not stopped.
   */
  actingStopped?: ShownRow[];
  scheduledWork?: ShownRow[];
  /**
   * Unfinished orders that need action by the provider, or that were paid or sent more than an hour ago, oldest first.
   */
  waitingOrders?: ShownRow[];
  /** The latest failures, each with time, error, cause and customer. */
  problems?: ShownRow[];
  /** Circuit breakers of systems that fail or that an operator paused. */
  circuits?: ShownRow[];
  /** Copies of another system's data, with their lifetimes. */
  copies?: ShownRow[];
}

export interface StatusCount extends ShownRow {
  what: string;
  count: number;
  /** The command that lists these items; `null` if no command does. */
  see: string | null;
}

/** Returns the rows of {@link StatusTables.scheduledWork}. */
export function runRows(runs: readonly LastRun[]): ShownRow[] {
  return runs.map(({ work, outcome, beganAt, succeededAt, count, isLate }) => ({
    ...{ work, outcome, beganAt: shownInstant(beganAt), succeededAt: shownInstant(succeededAt), count, isLate },
  }));
}
