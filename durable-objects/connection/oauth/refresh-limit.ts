import type { RatePolicy } from "../../../shared/platform/rate-limit.ts";
import { rateStateOf, SlidingLog } from "../../../shared/platform/sliding-log.ts";
import type { TokenAnswer } from "../connection-port.ts";

/** An access token lasts an hour: a client that refreshes more often is in a loop. */
const REFRESHES: RatePolicy = { id: "refreshes", name: "refreshes", quota: 30, windowSeconds: 60 };

/** Limits the refreshes of one connection that issue tokens. In memory only. */
export class RefreshLimit {
  readonly #log = new SlidingLog();

  /** Counts a refresh. @returns the 429 answer above the limit, else null */
  count(now: number): TokenAnswer | null {
    const result = this.#log.take(REFRESHES, now);
    if (result.allowed) return null;
    const { resetSeconds: seconds } = rateStateOf(result, REFRESHES, now);
    const error_description = `At most ${REFRESHES.quota} refreshes in any ${REFRESHES.windowSeconds} seconds. Nothing was lost; send the same request again in ${seconds} seconds.`;
    return {
      status: 429,
      headers: { "Content-Type": "application/json", "Retry-After": String(seconds) },
      body: JSON.stringify({ error: "temporarily_unavailable", error_description }),
    };
  }
}
