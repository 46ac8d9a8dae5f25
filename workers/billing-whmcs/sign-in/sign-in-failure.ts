import { errors } from "jose";
import { OperationProcessingError } from "oauth4webapi";
import { log } from "../../../shared/platform/log.ts";

/** A sign-in that ends without a customer: by what the tokens say, or for want of an answer. */
export class SignInFailure extends Error {
  override name = "SignInFailure";
  readonly kind: "untrusted" | "unavailable";
  /** For the log. */
  readonly reason: string;

  constructor(kind: "untrusted" | "unavailable", reason: string, options?: ErrorOptions) {
    super(reason, options);
    this.kind = kind;
    this.reason = reason;
  }
}

/** How a sign-in ended that proved nobody. */
export interface SignInWithoutIdentity {
  kind: SignInFailure["kind"];
  /** As the log has it; undefined where the cause is no failure that is known. */
  reason: string | undefined;
}

/** Logs why nobody is signed in, in words of ours and of the libraries. @returns which failure it is */
export function logFailure(cause: unknown, requestId: string | undefined): SignInWithoutIdentity {
  const isJudged = cause instanceof errors.JOSEError || cause instanceof OperationProcessingError;
  const kind = cause instanceof SignInFailure ? cause.kind : isJudged ? "untrusted" : "unavailable";
  const claim = cause instanceof errors.JWTClaimValidationFailed ? cause.claim : undefined;
  const reason = cause instanceof SignInFailure ? cause.reason : isJudged ? cause.code : undefined;
  const event = kind === "untrusted" ? "sign_in_untrusted" : "sign_in_unavailable";
  log(event, { request_id: requestId, reason, claim, cause });
  return { kind, reason };
}
