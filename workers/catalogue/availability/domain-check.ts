import type { Availability } from "../../../shared/billing-contract/availability.ts";
import type { DomainCheckAnswer } from "../../../shared/catalogue-contract/domain-check-answer.ts";
import type { Reason } from "../../../shared/domain-names/verdict.ts";

/** The result of a domain check. */
export interface DomainCheck {
  /** `unavailable` is reserved, blocked or not allowed; `unknown` is every doubt. */
  status: DomainCheckAnswer["status"];
  reason: Reason;
  /** Of an unknown one: milliseconds until a retry may help; null where it never will. Null otherwise. */
  retryAfterMs: number | null;
  /** The kind of the deciding source, `dns` for a delegation; null when none answered. */
  source: DomainCheckAnswer["source"];
  /** When the source answered, epoch milliseconds. */
  checkedAt: number;
  /** Whether the sandbox registry answered in place of the real one. */
  simulated: boolean;
}

/** Maximum age of an answer in any cache, in seconds. */
export const CHECKS_FRESH_FOR = 300;

/** Whole seconds until a retry may help; null for a conclusive check, or where it never will. */
export function retryAfterOf({ retryAfterMs }: DomainCheck): number | null {
  return retryAfterMs === null ? null : Math.max(1, Math.ceil(retryAfterMs / 1000));
}

/** The availability that an order needs: of a taken name also whether it can be transferred. */
export function availabilityIn({ status, reason }: Pick<DomainCheck, "status" | "reason">): Availability {
  return status === "taken" && (reason === "redemption" || reason === "pending_delete") ? reason : status;
}
