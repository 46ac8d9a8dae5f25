import type { Addresses } from "../../platform/addresses.ts";
import type { LogFields } from "../../platform/log.ts";
import type { RateState } from "../../platform/rate-limit.ts";
import type { Access, HourlyLimit, Target, targetText } from "../definition/operation.ts";
import type { OperationError, ProblemCode } from "../definition/problems.ts";

/** An unchecked credential from a request. */
export interface PresentedCredential {
  /** The `Authorization` header. Null if absent. */
  authorization: string | null;
  addresses: Addresses;
  /** The caller's network address, as `addressOf` gives it. */
  address: string;
  /** The request id, which is also the answer's `X-Request-Id`. */
  requestId: string;
}

/** The parts of an operation that decide who may call it. */
export type GatedOperation = { id: string; access?: Access };

/** One call of an operation and its outcome. */
export interface CallRecord {
  operation: string;
  /** The target in the form of {@link targetText}. Null if the call has none. */
  target: string | null;
  outcome: "succeeded" | "refused" | "failed";
  status: number;
  code: string | null;
  via: "http" | "mcp";
  requestId: string;
}

/** The kind of a client: an authorized application, a program with an API token, or `none` without a credential. */
export type ClientKind = "oauth" | "token" | "none";

/**
 * The admission of one request with an accepted credential. The caller disposes of it after the answer, because the
 * credential's side waits for the record.
 */
export interface Admission extends Disposable {
  /** The credential's remaining requests. */
  readonly rate: RateState;
  /** `rate_limited` if the credential has no requests left. The caller answers this request with it. Otherwise null. */
  readonly refusal: OperationError | null;
  /** The kind of client that holds the credential. */
  readonly client: ClientKind;
  /** The caller, for the log. */
  readonly logFields: LogFields;
  /**
   * Checks that the grant allows the operation for a target.
   * @param target null for a target that cannot exist, undefined if the call names none
   * @throws {OperationError} `insufficient_scope`, `outside_limit`, or the failure of the check itself
   */
  authorize(operation: GatedOperation, target: Target | null | undefined): Promise<void>;
  /** Returns the remaining hourly limit, without counting. Null if the account does not answer. */
  hourlyRate(limit: HourlyLimit): Promise<RateState | null>;
  record(call: CallRecord, operation: GatedOperation): Promise<void>;
}

/** A problem whose answer can request a credential or a scope. */
export interface RefusedCall extends Omit<PresentedCredential, "requestId" | "address"> {
  code: ProblemCode;
  via: "http" | "mcp";
  /** Absent if the credential itself was refused. */
  operation?: GatedOperation;
  admission?: Admission | undefined;
}

/** A gate that admits requests by their credential. */
export interface Gate {
  /**
   * Returns an admission for each request of one body.
   * @throws {OperationError} `unauthorized`, `rate_limited`, or `server_unavailable` if the credential cannot be
   * checked
   */
  admit(presented: PresentedCredential, requests: number): Promise<Admission[]>;
  /** Returns the `WWW-Authenticate` header of a problem (RFC 6750 §3, RFC 9728 §5.1). Undefined if it needs none. */
  challenge(refused: RefusedCall): string | undefined;
}
