import type { Availability } from "../../../shared/billing-contract/availability.ts";
import type { DomainCheckAnswer } from "../../../shared/catalogue-contract/domain-check-answer.ts";
import { brokenNameRule } from "../../../shared/domain-names/name-rules.ts";
import { type DomainName, parseDomainName } from "../../../shared/domain-names/parse-domain.ts";
import type { Reason } from "../../../shared/domain-names/verdict.ts";
import type { Text } from "../../../shared/platform/language.ts";

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

/** A name that breaks a rule of its registry, and the rule. No source is asked about it. */
export interface RefusedByRule {
  rule: Text;
  check: DomainCheck;
}

/**
 * Null: no rule is known that the name breaks.
 * @param tld with its first dot; the name is right under it
 * @param now epoch milliseconds
 */
export function refusedByRule(name: DomainName, tld: string, now: number): RefusedByRule | null {
  const rule = brokenNameRule(name.unicode, tld);
  if (!rule) return null;
  const nobodyAsked = { source: null, checkedAt: now, simulated: false, retryAfterMs: null };
  return { rule, check: { status: "unavailable", reason: "invalid_name", ...nobodyAsked } };
}

/** The same for a name as it was sent, under any extension. */
export function refusedByRuleOf(text: string, now: number): RefusedByRule | null {
  const name = parseDomainName(text);
  return "refused" in name ? null : refusedByRule(name, name.ascii.slice(name.ascii.indexOf(".")), now);
}
