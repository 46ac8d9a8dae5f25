import type { Availability } from "../billing-contract/domain-orders.ts";
import type { Reason } from "../domain-names/verdict.ts";
import type { DomainCheckAnswer } from "./domain-check-answer.ts";

/** The result of a domain check. */
export interface DomainCheck {
  /** `unavailable`: reserved, blocked or not allowed. `unknown`: no source gave a conclusive answer. */
  status: DomainCheckAnswer["status"];
  reason: Reason;
  /** For `unknown`: milliseconds until a retry may help. Null if a retry cannot help, and for every other status. */
  retryAfterMs: number | null;
  /** The kind of the deciding source, `dns` for a delegation. Null if no source answered. */
  source: DomainCheckAnswer["source"];
  /** The time of the source's answer, epoch milliseconds. */
  checkedAt: number;
  /** Whether the sandbox registry answered in place of the real one. */
  simulated: boolean;
}

/** Returns the result of a check that no source decided. @param now epoch milliseconds */
export function checkWithoutSource(
  status: DomainCheck["status"],
  reason: Reason,
  now: number,
  retryAfterMs: number | null = null,
): DomainCheck {
  return { status, reason, retryAfterMs, source: null, checkedAt: now, simulated: false };
}

/** Whole seconds until a retry may help. Null if the check is conclusive or a retry cannot help. */
export function retryAfterOf({ retryAfterMs }: DomainCheck): number | null {
  return retryAfterMs === null ? null : Math.max(1, Math.ceil(retryAfterMs / 1000));
}

/** The fields that a quote or an order uses. A taken domain's availability states whether it can be transferred. */
export function availabilityIn(check: DomainCheck): { availability: Availability; retryAfter: number | null } {
  const { status, reason } = check;
  const cannotTransfer = status === "taken" && (reason === "redemption" || reason === "pending_delete");
  const isPremium = status === "unavailable" && reason === "premium_hint";
  const availability = cannotTransfer ? reason : isPremium ? "premium" : status;
  return { availability, retryAfter: retryAfterOf(check) };
}
