import type { RatePolicy } from "../../../shared/platform/rate-limit.ts";
import { SlidingLog } from "../../../shared/platform/sliding-log.ts";
import type { TokenAnswer } from "../connection-port.ts";

/** An access token lasts an hour: a client that refreshes more often is in a loop. */
const POLICY: RatePolicy = { id: "refreshes", name: "refreshes", quota: 30, windowSeconds: 60 };

/** Limits the refreshes of one connection that issue tokens. In memory only. */
export class RefreshLimit {
  readonly #log = new SlidingLog();

  /** Counts a refresh. @returns the 429 answer above the limit, else null */
  count(now: number): TokenAnswer | null {
    const { allowed, moreAt } = this.#log.take(POLICY, now);
    if (allowed) return null;
    const seconds = Math.max(1, Math.ceil((moreAt - now) / 1000));
    const error_description = `At most ${POLICY.quota} refreshes in any ${POLICY.windowSeconds} seconds. Nothing was lost; send the same request again in ${seconds} seconds.`;
    return {
      status: 429,
      headers: { "Content-Type": "application/json", "Retry-After": String(seconds) },
      body: JSON.stringify({ error: "temporarily_unavailable", error_description }),
    };
  }
}
