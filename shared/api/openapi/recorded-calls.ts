import type { ProblemCode } from "../definition/problems.ts";

/** A JSON object in a request or an answer. */
export type RecordedBody = Record<string, unknown>;

/** A problem in an answer. `sent` has the input fields that replaced those of the example. */
export interface RecordedProblem {
  sent?: RecordedBody;
  body: RecordedBody;
}

/**
 * The recorded answer and problems of an operation's example on the demonstration data. The hosts are `desk.example`,
 * and problems have one request id. Everything else is unchanged. `test/system/recorded` records the files again and
 * compares.
 */
export interface RecordedCall {
  /** The request. `path` is relative to the API's address and includes its query. */
  request?: { method: string; path: string; body?: RecordedBody };
  answer?: RecordedBody;
  problems?: Partial<Record<ProblemCode, RecordedProblem>>;
  /** The `not_allowed` of a call that needs the customer's approval. */
  approval?: RecordedProblem;
}

/** The recorded calls of an API. */
export interface RecordedCalls {
  /** The calls, by operation id. */
  calls: Record<string, RecordedCall>;
  /** The problems that all operations share. */
  problems: Partial<Record<ProblemCode, RecordedProblem>>;
}
