import type { ProblemCode } from "../definition/problems.ts";

/** A JSON object in a request or a response. */
export type RecordedBody = Record<string, unknown>;

/** A recorded problem. `sent` has the input fields that replaced those of the example. */
export interface RecordedProblem {
  sent?: RecordedBody;
  body: RecordedBody;
}

/**
 * The answer and the problems that were recorded for an operation's example on the demonstration data. All hosts are
 * `desk.example`, and all problems have the same request id. Everything else is unchanged. `test/system/recorded`
 * records the calls again and compares them with the files.
 */
export interface RecordedCall {
  /** The request. `path` is relative to the API's base URL and includes the query. */
  request?: { method: string; path: string; body?: RecordedBody };
  answer?: RecordedBody;
  problems?: Partial<Record<ProblemCode, RecordedProblem>>;
  /** The `not_allowed` problem of a call that needs the customer's approval. */
  approval?: RecordedProblem;
}

/** The recorded calls of an API. */
export interface RecordedCalls {
  calls: Record<string, RecordedCall>;
  /** The problems that several operations share. */
  problems: Partial<Record<ProblemCode, RecordedProblem>>;
}
