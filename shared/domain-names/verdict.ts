/**
 * The status of a domain according to one source. `throttled` means that the source refused because of the number of
 * requests. `unknown` means that its reply proves nothing.
 */
export type Status = "available" | "taken" | "reserved" | "throttled" | "invalid" | "unknown";

/**
 * The reasons of a domain check, as the API describes them. A classifier returns a reason only if the source's reply
 * supports it.
 */
export const REASON_MEANINGS = {
  no_registration_found: "nobody has registered the name (`available`).",
  registered: "somebody has registered it (`taken`).",
  delegated: "it has nameservers in its parent zone, so it is registered (`taken`).",
  redemption: "it has expired, and only its holder can restore it (`taken`).",
  pending_delete: "it has expired and is about to be deleted (`taken`).",
  reserved: "the registry withholds it (`unavailable`).",
  blocked: "it is blocked, for instance to protect a trade mark (`unavailable`).",
  premium_hint: "the registry sells it only as a premium name (`unavailable`).",
  invalid_name:
    "the registry does not allow such a name, for example because of its length or its characters (`unavailable`).",
  suffix_not_sold: "the registry accepts no new names under this extension (`unavailable`).",
  rate_limited:
    "the registry refused because of too many requests, or the caller's limit of checks is used up; retry after `retry_after` (`unknown`).",
  timeout: "the registry did not answer in time; retry after `retry_after` (`unknown`).",
  unreachable: "the registry could not be reached; retry after `retry_after` (`unknown`).",
  refused: "the registry refused the request; retry after `retry_after` (`unknown`).",
  bad_answer: "the registry's answer is inconclusive; retry after `retry_after` (`unknown`).",
  conflict: "the registry's answer contradicts itself; retry after `retry_after` (`unknown`).",
  no_public_source:
    "this extension has no public source, so its names cannot be ordered: `order_url` leads to the cart's search for another name (`unknown`).",
  budget: "too many requests for this registry at the moment; retry after `retry_after` (`unknown`).",
};
export type Reason = keyof typeof REASON_MEANINGS;
export const REASONS = Object.keys(REASON_MEANINGS) as Reason[];

/** The conclusion from one source's reply about a domain. It never contains text from the reply. */
export interface Verdict {
  readonly status: Status;
  readonly reason: Reason;
  /** Milliseconds for which the source asks callers to wait before the next query. */
  readonly waitMs?: number;
}

export function verdict(status: Status, reason: Reason): Verdict {
  return { status, reason };
}
