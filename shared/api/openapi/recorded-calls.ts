import type { ProblemCode } from "../definition/problems.ts";

/** A JSON object as it was sent or answered. */
export type RecordedBody = Record<string, unknown>;

/** A problem that was answered. `sent`: the members that its request had in the place of the example's. */
export interface RecordedProblem {
  sent?: RecordedBody;
  body: RecordedBody;
}

/**
 * An operation's example as it was answered on the demonstration data, and its own problems. The hosts are
 * `desk.example`, and problems have one request id; everything else is unchanged. `test/system/recorded` records the
 * files again and compares.
 */
export interface RecordedCall {
  /** `path` is relative to the API's address, with its query. */
  request?: { method: string; path: string; body?: RecordedBody };
  answer?: RecordedBody;
  problems?: Partial<Record<ProblemCode, RecordedProblem>>;
  /** The `not_allowed` of a call that the customer wants to approve first. */
  approval?: RecordedProblem;
}

/** The recorded calls of an API. */
export interface RecordedCalls {
  /** By the operations' ids. */
  calls: Record<string, RecordedCall>;
  /** Problems that every operation gives alike. */
  problems: Partial<Record<ProblemCode, RecordedProblem>>;
}
