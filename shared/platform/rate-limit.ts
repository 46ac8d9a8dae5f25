/** How many calls of a kind are allowed in any window of a length. */
export interface RatePolicy {
  /** Tells it from every other policy: calls under two policies are never counted together. */
  id: string;
  /** Its name in `RateLimit` and `RateLimit-Policy`. */
  name: string;
  quota: number;
  windowSeconds: number;
}

/** What is left of a policy after a call. */
export interface RateState {
  policy: RatePolicy;
  remaining: number;
  /** Whole seconds until there is more than that. */
  resetSeconds: number;
}

/** The two header fields of draft-ietf-httpapi-ratelimit-headers-11. */
export function rateLimitHeaders(states: RateState[]): Record<string, string> {
  if (states.length === 0) return {};
  return {
    "RateLimit-Policy": states
      .map(({ policy }) => `"${policy.name}";q=${policy.quota};w=${policy.windowSeconds}`)
      .join(", "),
    RateLimit: states
      .map(({ policy, remaining, resetSeconds }) => `"${policy.name}";r=${remaining};t=${resetSeconds}`)
      .join(", "),
  };
}
