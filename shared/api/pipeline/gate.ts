import type { Addresses } from "../../platform/addresses.ts";
import type { LogFields } from "../../platform/log.ts";
import type { RateState } from "../../platform/rate-limit.ts";
import type { Access, HourlyLimit, Target, targetText } from "../definition/operation.ts";
import type { OperationError, ProblemCode } from "../definition/problems.ts";

/** A credential as it came with a request, not yet checked. */
export interface PresentedCredential {
  /** The `Authorization` header; null where there is none. */
  authorization: string | null;
  addresses: Addresses;
  /** The caller's network address, as `addressOf` gives it. */
  address: string;
  /** Also the `X-Request-Id` of the answer. */
  requestId: string;
}

/** The parts of an operation that decide whether it may be called. */
export type GatedOperation = { id: string; access?: Access };

/** One operation that was called, and how it ended. */
export interface CallRecord {
  operation: string;
  /** As {@link targetText} writes it; null where the operation has none. */
  target: string | null;
  outcome: "succeeded" | "refused" | "failed";
  status: number;
  code: string | null;
  via: "http" | "mcp";
  requestId: string;
}

/** One request that a credential was accepted for, disposed of once it is answered: the other side waits for its record. */
/** An application that was authorized, or a program with an API token; `none` without a credential. */
export type ClientKind = "oauth" | "token" | "none";

export interface Admission extends Disposable {
  /** What is left of the credential's requests. */
  readonly rate: RateState;
  /** `rate_limited`: the credential has had its requests, and this one is answered with that; else null. */
  readonly refusal: OperationError | null;
  /** What kind of client has the credential. */
  readonly client: ClientKind;
  /** Whose call it is, for the log. */
  readonly logFields: LogFields;
  /**
   * Checks that the grant allows the operation for a target.
   * @param target null for a name that nothing can have, undefined where the call names nothing
   * @throws {OperationError} `insufficient_scope`, `outside_limit`, or what deciding it failed with
   */
  authorize(operation: GatedOperation, target: Target | null | undefined): Promise<void>;
  /** What is left of an hourly limit; null where that cannot be said. Counts nothing. */
  hourlyRate(limit: HourlyLimit): Promise<RateState | null>;
  record(call: CallRecord, operation: GatedOperation): Promise<void>;
}

/** A problem that may ask its client for a credential or a scope. */
export interface RefusedCall extends Omit<PresentedCredential, "requestId" | "address"> {
  code: ProblemCode;
  via: "http" | "mcp";
  /** Absent where the credential itself was refused. */
  operation?: GatedOperation;
  admission?: Admission | undefined;
}

/** Decides by their credential which requests are served. */
export interface Gate {
  /**
   * One admission for each of the requests that came together.
   * @throws {OperationError} `unauthorized`, `rate_limited`, or `server_unavailable` where the credential cannot be checked
   */
  admit(presented: PresentedCredential, requests: number): Promise<Admission[]>;
  /** The `WWW-Authenticate` header of a problem (RFC 6750 §3, RFC 9728 §5.1); undefined where it needs none. */
  challenge(refused: RefusedCall): string | undefined;
}
