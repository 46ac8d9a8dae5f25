import type { Reason } from "../../../shared/availability/verdict.ts";
import type { Availability } from "../../../shared/billing-actions.ts";

export const CHECK_STATUSES = ["available", "taken", "unavailable", "unknown"] as const;
export const CHECK_SOURCES = ["rdap", "whois", "das", "registrar"] as const;

/** What is known of a name: the product's own words for what registries said. */
export interface DomainCheck {
  /** `unavailable` is reserved, blocked or not allowed; `unknown` is every doubt. */
  status: (typeof CHECK_STATUSES)[number];
  reason: Reason;
  /** What kind of source settled it; null when none answered. */
  source: (typeof CHECK_SOURCES)[number] | null;
  /** When it answered, in epoch milliseconds. */
  checkedAt: number;
  /** Whether the sandbox registry answered in place of the real one. */
  simulated: boolean;
}

/** No answer of a registry is used for longer, whichever layer held it; in seconds. */
export const CHECKS_FRESH_FOR = 300;

/** What an order has to know of a check: of a taken name also whether it can be transferred at all. */
export function availabilityIn({ status, reason }: Pick<DomainCheck, "status" | "reason">): Availability {
  return status === "taken" && (reason === "redemption" || reason === "pending_delete") ? reason : status;
}
