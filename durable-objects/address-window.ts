import { DurableObject } from "cloudflare:workers";
import type { AddressWindowPort, WindowResult } from "../shared/platform/address-limit.ts";
import { type RatePolicy, SlidingLog } from "../shared/platform/rate-limit.ts";

const LOG = "log";
const CONTINUED = "continued";

/**
 * The sliding-window rate limit for one network address, or another key, under one policy. The object deletes its data
 * after the window.
 */
export class AddressWindow extends DurableObject implements AddressWindowPort {
  #log = new SlidingLog(this.ctx.storage.kv.get<number[]>(LOG) ?? []);

  async take(policy: RatePolicy, before: number[], calls: number): Promise<WindowResult> {
    const continues = before.length > 0 && !this.ctx.storage.kv.get(CONTINUED);
    if (continues) this.#continue(before);
    const now = Date.now();
    const results = Array.from({ length: calls }, () => this.#log.take(policy, now));
    const taken = results.filter(({ allowed }) => allowed).length;
    if (taken > 0 || continues) {
      this.ctx.storage.kv.put(LOG, [...this.#log.instants]);
      await this.ctx.storage.setAlarm(Date.now() + policy.windowSeconds * 1000);
    }
    const { remaining, moreAt } = results.at(-1) ?? this.#log.look(policy, now);
    return { taken, remaining, moreAt };
  }

  async giveBack(calls: number): Promise<void> {
    // Writing to an empty object would leave data that no alarm deletes.
    if (this.#log.instants.length === 0) return;
    for (let call = 0; call < calls; call++) this.#log.giveBack();
    this.ctx.storage.kv.put(LOG, [...this.#log.instants]);
  }

  async instants(): Promise<number[]> {
    return [...this.#log.instants];
  }

  /** Deletes the object's data. The alarm runs one full window after the last counted call. */
  override async alarm(): Promise<void> {
    this.#log = new SlidingLog();
    await this.ctx.storage.deleteAll();
  }

  #continue(before: number[]): void {
    this.#log = new SlidingLog([...before, ...this.#log.instants].sort((a, b) => a - b));
    this.ctx.storage.kv.put(CONTINUED, true);
  }
}
