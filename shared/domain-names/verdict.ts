/** What one source says of one name. `throttled` is a refusal for volume; `unknown` is everything that proves nothing. */
export type Status = "available" | "taken" | "reserved" | "throttled" | "invalid" | "unknown";

/** The closed list of reasons of a domain check. A classifier gives the subset an answer's text can show. */
export const REASONS = [
  "no_registration_found",
  "registered",
  "delegated",
  "redemption",
  "pending_delete",
  "reserved",
  "blocked",
  "premium_hint",
  "invalid_name",
  "suffix_not_sold",
  "rate_limited",
  "timeout",
  "unreachable",
  "refused",
  "bad_answer",
  "conflict",
  "no_public_source",
  "budget",
] as const;
export type Reason = (typeof REASONS)[number];

/** The result of every classifier: pure, and never holding a word of the answer itself. */
export interface Verdict {
  readonly status: Status;
  readonly reason: Reason;
}

export function verdict(status: Status, reason: Reason): Verdict {
  return { status, reason };
}
