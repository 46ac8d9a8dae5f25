/** A limit on the number of calls of one kind in any window of a given length. */
export interface RatePolicy {
  /** A unique id. Calls under different policies are never counted together. */
  id: string;
  /** The policy's name in the headers `RateLimit` and `RateLimit-Policy`. */
  name: string;
  quota: number;
  windowSeconds: number;
}

/** The remaining quota of a policy after a call. */
export interface RateState {
  policy: RatePolicy;
  remaining: number;
  /** Whole seconds until `remaining` increases. */
  resetSeconds: number;
}

/** Returns the two header fields of draft-ietf-httpapi-ratelimit-headers-11. */
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

/** The outcome of counting one call. */
export interface RateLimitResult {
  allowed: boolean;
  remaining: number;
  /** Time at which one more call is allowed, in epoch milliseconds. */
  moreAt: number;
}

/**
 * An exact sliding window. No interval of its length has more calls than the quota. The caller provides the current
 * time.
 */
export class SlidingLog {
  #at: number[];

  /**
   * Creates the window.
   * @param at times of earlier calls in epoch milliseconds, oldest first
   */
  constructor(at: number[] = []) {
    this.#at = at;
  }

  /** The times of the calls that still count, oldest first. */
  get instants(): readonly number[] {
    return this.#at;
  }

  take(policy: RatePolicy, now: number): RateLimitResult {
    this.forget(policy, now);
    const allowed = this.#at.length < policy.quota;
    if (allowed) this.#at.push(now);
    const oldest = this.#at[0] ?? now;
    return { allowed, remaining: policy.quota - this.#at.length, moreAt: oldest + policy.windowSeconds * 1000 };
  }

  /** Removes the newest call. */
  giveBack(): void {
    this.#at.pop();
  }

  /** Returns the remaining quota without counting a call. */
  look(policy: RatePolicy, now: number): RateLimitResult {
    this.forget(policy, now);
    const remaining = Math.max(0, policy.quota - this.#at.length);
    // The log can exceed the quota, because a quota can be lowered.
    const next = this.#at[Math.max(0, this.#at.length - policy.quota)] ?? now;
    return { allowed: remaining > 0, remaining, moreAt: next + policy.windowSeconds * 1000 };
  }

  forget(policy: RatePolicy, now: number): void {
    const from = now - policy.windowSeconds * 1000;
    this.#at = this.#at.filter((at) => at > from);
  }
}

/**
 * Returns the remaining quota of a policy, for the headers.
 * @param now the current time in epoch milliseconds
 */
export function rateStateOf(
  { remaining, moreAt }: Pick<RateLimitResult, "remaining" | "moreAt">,
  policy: RatePolicy,
  now: number,
): RateState {
  return { policy, remaining, resetSeconds: Math.max(1, Math.ceil((moreAt - now) / 1000)) };
}
