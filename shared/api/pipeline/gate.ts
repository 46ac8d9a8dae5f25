import type { Addresses } from "../../platform/addresses.ts";
import type { LogFields } from "../../platform/log.ts";
import type { RateState } from "../../platform/rate-limit.ts";
import type { Access, HourlyLimit, Target, targetText } from "../definition/operation.ts";
import type { OperationError, ProblemCode } from "../definition/problems.ts";

/** A credential from a request, before it is checked. */
export interface PresentedCredential {
  /** The `Authorization` header; `null` if absent. */
  authorization: string | null;
  addresses: Addresses;
  /** The caller's IP address, from `addressOf`. */
  address: string;
  /** The request id, which is also the `X-Request-Id` of the response. */
  requestId: string;
}

/** The parts of an operation that decide who may call it. */
export type GatedOperation = { id: string; access?: Access };

/** One call of an operation and its outcome. */
export interface CallRecord {
  operation: string;
  /** The target in the form of {@link targetText}; `null` if the call has none. */
  target: string | null;
  outcome: "succeeded" | "refused" | "failed";
  status: number;
  code: string | null;
  via: "http" | "mcp";
  requestId: string;
}

/** The kind of client: an authorized application (`oauth`), a program with an API token (`token`), or no credential. */
export type ClientKind = "oauth" | "token" | "none";

/**
 * The admission of one request with an accepted credential. The caller disposes of the admission after the response.
 * Until then, the connection's object waits for the record of the call.
 */
export interface Admission extends Disposable {
  /** The rate limit of the credential, with the requests that remain. */
  readonly rate: RateState;
  /**
   * A `rate_limited` error if the credential has no requests left, otherwise `null`. The caller refuses the request
   * with this error.
   */
  readonly refusal: OperationError | null;
  readonly client: ClientKind;
  /** Fields that identify the caller in the log. */
  readonly logFields: LogFields;
  /**
   * Checks that the grant allows the operation for a target.
   * @param target `null` for a target that cannot exist, `undefined` if the call names none
   * @throws {OperationError} `insufficient_scope`, `outside_limit`, or the error of a check that could not be made
   */
  authorize(operation: GatedOperation, target: Target | null | undefined): Promise<void>;
  /** Returns the state of an hourly limit without counting a call, or `null` if the account does not respond. */
  hourlyRate(limit: HourlyLimit): Promise<RateState | null>;
  record(call: CallRecord, operation: GatedOperation): Promise<void>;
}

/** A refused call whose response can request a credential or a scope. */
export interface RefusedCall extends Omit<PresentedCredential, "requestId" | "address"> {
  code: ProblemCode;
  via: "http" | "mcp";
  /** The called operation. Absent if the credential itself was refused. */
  operation?: GatedOperation;
  admission?: Admission | undefined;
}

/** A gate that admits requests by their credential. */
export interface Gate {
  /**
   * Returns an admission for each request in a body.
   * @throws {OperationError} `unauthorized`, `rate_limited`, or `server_unavailable` if the credential cannot be
   *   checked
   */
  admit(presented: PresentedCredential, requests: number): Promise<Admission[]>;
  /**
   * Returns the `WWW-Authenticate` header of a problem (RFC 6750 §3, RFC 9728 §5.1), or `undefined` if the problem
   * needs none.
   */
  challenge(refused: RefusedCall): string | undefined;
}
