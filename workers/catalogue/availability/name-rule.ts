import { brokenNameRule } from "../../../shared/domain-names/name-rules.ts";
import { type DomainName, parseDomainName } from "../../../shared/domain-names/parse-domain.ts";
import type { Text } from "../../../shared/platform/language.ts";
import type { DomainCheck } from "./domain-check.ts";

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
