import type { Availability } from "../../../shared/billing-contract/availability.ts";
import type { DomainCheckAnswer } from "../../../shared/catalogue-contract/domain-check-answer.ts";
import type { Reason } from "../../../shared/domain-names/verdict.ts";

/** What is known of a name: the product's own words for what registries said. */
export interface DomainCheck {
  /** `unavailable` is reserved, blocked or not allowed; `unknown` is every doubt. */
  status: DomainCheckAnswer["status"];
  reason: Reason;
  /** Of an unknown one: milliseconds until asking again may help; null where nobody can ever be asked. Null otherwise. */
  retryAfterMs: number | null;
  /** What kind of source settled it, `dns` by a delegation that was seen; null when none answered. */
  source: DomainCheckAnswer["source"];
  /** When it answered, in epoch milliseconds. */
  checkedAt: number;
  /** Whether the sandbox registry answered in place of the real one. */
  simulated: boolean;
}

/** No answer of a registry is used for longer, whichever layer held it; in seconds. */
export const CHECKS_FRESH_FOR = 300;

/** Whole seconds until asking again may help; null where nothing is unknown, or nobody can ever be asked. */
export function retryAfterOf({ retryAfterMs }: DomainCheck): number | null {
  return retryAfterMs === null ? null : Math.max(1, Math.ceil(retryAfterMs / 1000));
}

/** What an order has to know of a check: of a taken name also whether it can be transferred at all. */
export function availabilityIn({ status, reason }: Pick<DomainCheck, "status" | "reason">): Availability {
  return status === "taken" && (reason === "redemption" || reason === "pending_delete") ? reason : status;
}
