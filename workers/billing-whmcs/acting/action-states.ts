/**
 * `begun`: nothing was sent. `withdrawn`: nothing was sent and nothing will be. `sending`: it may have been sent, once. `lost`: it
 * was sent or not, and was not found in time. `placed`: its order is known. `taking_back`: its order is being cancelled.
 */
export type ActionState = "begun" | "withdrawn" | "sending" | "lost" | "placed" | "taking_back" | "refused" | "done";

/** Nothing that was begun this long ago and not sent will be: the fence is closed, and it is absent from then on. */
export const MAX_BEGUN_MS = 30_000;

/** The states of which one target has one row at most: its unique index in the database has the same. */
export const OPEN_STATES: readonly ActionState[] = ["begun", "sending", "placed", "taking_back"];

/** The states that each change of a row starts from: from any other it changes nothing. */
export const STARTS_FROM = {
  /** The fence: whoever moves a row out of `begun` may send, and nobody else ever. */
  sending: ["begun"],
  /** Closes the fence: what was not sent by now will not be. */
  withdraw: ["begun"],
  lose: ["sending"],
  place: ["sending", "lost"],
  takeBack: ["placed"],
  disown: ["placed", "taking_back"],
  settle: ["begun", "sending", "lost", "placed", "taking_back"],
  settleAs: ["begun", "withdrawn", "sending", "lost", "placed", "taking_back"],
} as const satisfies Record<string, readonly ActionState[]>;
