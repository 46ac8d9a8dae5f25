import { DurableObject } from "cloudflare:workers";
import type { AddressWindowPort } from "../shared/platform/address-limit.ts";
import type { RatePolicy } from "../shared/platform/rate-limit.ts";
import { type RateLimitResult, SlidingLog } from "../shared/platform/rate-limit.ts";

const LOG = "log";
const CONTINUED = "continued";

/** The sliding window of one network address, or another key, under one policy. Deletes itself when the window is over. */
export class AddressWindow extends DurableObject implements AddressWindowPort {
  #log = new SlidingLog(this.ctx.storage.kv.get<number[]>(LOG) ?? []);

  async take(policy: RatePolicy, before: number[]): Promise<RateLimitResult> {
    const continues = before.length > 0 && !this.ctx.storage.kv.get(CONTINUED);
    if (continues) this.#continue(before);
    const rateResult = this.#log.take(policy, Date.now());
    if (rateResult.allowed || continues) {
      this.ctx.storage.kv.put(LOG, [...this.#log.instants]);
      await this.ctx.storage.setAlarm(Date.now() + policy.windowSeconds * 1000);
    }
    return rateResult;
  }

  async giveBack(): Promise<void> {
    // Writing to an empty object would leave data that no alarm deletes.
    if (this.#log.instants.length === 0) return;
    this.#log.giveBack();
    this.ctx.storage.kv.put(LOG, [...this.#log.instants]);
  }

  async instants(): Promise<number[]> {
    return [...this.#log.instants];
  }

  /** Runs a full window after the last call. */
  override async alarm(): Promise<void> {
    this.#log = new SlidingLog();
    await this.ctx.storage.deleteAll();
  }

  #continue(before: number[]): void {
    this.#log = new SlidingLog([...before, ...this.#log.instants].sort((a, b) => a - b));
    this.ctx.storage.kv.put(CONTINUED, true);
  }
}
