/**
 * `begun`: nothing was sent. `withdrawn`: nothing was sent and nothing will be. `sending`: it may have been sent, once. `lost`: it was
 * sent or not, and is not known to have been done. `placed`: its order is known. `taken_back`: its order is known, and cancelled.
 */
export type WriteState = "begun" | "withdrawn" | "sending" | "lost" | "placed" | "taken_back" | "refused" | "done";

/** Nothing that was begun this long ago and not sent will be: it is absent from then on. */
export const MAX_BEGUN_MS = 30_000;

/** The states of which one target has one row at most: its unique index in the database has the same. */
export const OPEN_STATES: readonly WriteState[] = ["begun", "sending", "placed", "taken_back"];

/** The states that each change of a row starts from: from any other it changes nothing. */
export const STARTS_FROM = {
  /** Whoever moves a row out of `begun` may send, and nobody else ever. */
  sending: ["begun"],
  withdraw: ["begun"],
  lose: ["sending"],
  place: ["sending", "lost"],
  disown: ["placed", "taken_back"],
  settle: ["begun", "sending", "lost", "placed", "taken_back"],
  settleAs: ["begun", "withdrawn", "sending", "lost", "placed", "taken_back"],
} as const satisfies Record<string, readonly WriteState[]>;
