import type { Availability } from "../billing-contract/domain-orders.ts";
import type { Reason } from "../domain-names/verdict.ts";
import type { DomainCheckAnswer } from "./domain-check-answer.ts";

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

/** The result of a check that no source decided. @param now epoch milliseconds */
export function checkWithoutSource(
  status: DomainCheck["status"],
  reason: Reason,
  now: number,
  retryAfterMs: number | null = null,
): DomainCheck {
  return { status, reason, retryAfterMs, source: null, checkedAt: now, simulated: false };
}

/** Whole seconds until a retry may help; null for a conclusive check, or where it never will. */
export function retryAfterOf({ retryAfterMs }: DomainCheck): number | null {
  return retryAfterMs === null ? null : Math.max(1, Math.ceil(retryAfterMs / 1000));
}

/** What a quote or an order takes from a check. Of a taken name the availability also says whether it can be transferred. */
export function availabilityIn(check: DomainCheck): { availability: Availability; retryAfter: number | null } {
  const { status, reason } = check;
  const cannotTransfer = status === "taken" && (reason === "redemption" || reason === "pending_delete");
  const isPremium = status === "unavailable" && reason === "premium_hint";
  const availability = cannotTransfer ? reason : isPremium ? "premium" : status;
  return { availability, retryAfter: retryAfterOf(check) };
}
