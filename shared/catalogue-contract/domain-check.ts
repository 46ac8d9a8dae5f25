import type { Availability } from "../billing-contract/domain-orders.ts";
import type { Reason } from "../domain-names/verdict.ts";
import type { DomainCheckAnswer } from "./domain-check-answer.ts";

/** The result of a domain check. */
export interface DomainCheck {
  /**
   * With `unavailable`, the domain is reserved, blocked or not allowed. With `unknown`, no source gave a conclusive
   * reply.
   */
  status: DomainCheckAnswer["status"];
  reason: Reason;
  /**
   * Milliseconds until a retry may help, if the status is `unknown`. `null` if a retry cannot help, and for every other
   * status.
   */
  retryAfterMs: number | null;
  /** The kind of source that decided the result, with `dns` for a delegation. `null` if no source replied. */
  source: DomainCheckAnswer["source"];
  /** Time of the source's reply, or of the check if no source replied, in epoch milliseconds. */
  checkedAt: number;
  /** Whether the sandbox registry replied instead of the real one. */
  simulated: boolean;
}

/**
 * Returns the result of a check that no source decided.
 * @param now the current time in epoch milliseconds
 */
export function checkWithoutSource(
  status: DomainCheck["status"],
  reason: Reason,
  now: number,
  retryAfterMs: number | null = null,
): DomainCheck {
  return { status, reason, retryAfterMs, source: null, checkedAt: now, simulated: false };
}

/** Returns the whole seconds until a retry may help, or `null` if the check is conclusive or a retry cannot help. */
export function retryAfterOf({ retryAfterMs }: DomainCheck): number | null {
  return retryAfterMs === null ? null : Math.max(1, Math.ceil(retryAfterMs / 1000));
}

/**
 * Returns the availability for a quote or an order. For a taken domain, it states whether the domain can be
 * transferred.
 */
export function availabilityIn(check: DomainCheck): { availability: Availability; retryAfter: number | null } {
  const { status, reason } = check;
  const cannotTransfer = status === "taken" && (reason === "redemption" || reason === "pending_delete");
  const isPremium = status === "unavailable" && reason === "premium_hint";
  const availability = cannotTransfer ? reason : isPremium ? "premium" : status;
  return { availability, retryAfter: retryAfterOf(check) };
}
