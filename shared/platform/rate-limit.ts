/** The number of calls of one kind that any window of a given length allows. */
export interface RatePolicy {
  /** A unique id. Calls under different policies are never counted together. */
  id: string;
  /** The policy's name in `RateLimit` and `RateLimit-Policy`. */
  name: string;
  quota: number;
  windowSeconds: number;
}

/** The remaining quota of a policy after a call. */
export interface RateState {
  policy: RatePolicy;
  remaining: number;
  /** Whole seconds until `remaining` grows. */
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

/** The outcome of one call. */
export interface RateLimitResult {
  allowed: boolean;
  remaining: number;
  /** Epoch milliseconds at which one more call is allowed. */
  moreAt: number;
}

/** An exact sliding window: no interval of its length has more calls than the quota. The caller provides the clock. */
export class SlidingLog {
  #at: number[];

  /** @param at instants of earlier calls, epoch milliseconds, oldest first */
  constructor(at: number[] = []) {
    this.#at = at;
  }

  /** The instants that still count, oldest first. */
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
    // The log exceeds the quota if the quota was lowered.
    const next = this.#at[Math.max(0, this.#at.length - policy.quota)] ?? now;
    return { allowed: remaining > 0, remaining, moreAt: next + policy.windowSeconds * 1000 };
  }

  forget(policy: RatePolicy, now: number): void {
    const from = now - policy.windowSeconds * 1000;
    this.#at = this.#at.filter((at) => at > from);
  }
}

/** Returns the remaining quota of a policy, for the headers. @param now epoch milliseconds */
export function rateStateOf(
  { remaining, moreAt }: Pick<RateLimitResult, "remaining" | "moreAt">,
  policy: RatePolicy,
  now: number,
): RateState {
  return { policy, remaining, resetSeconds: Math.max(1, Math.ceil((moreAt - now) / 1000)) };
}
