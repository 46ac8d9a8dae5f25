import type { HostReply } from "../../../durable-objects/billing-host/billing-host-port.ts";
import type { NoAnswer } from "./outcome.ts";

const MAX_WAIT_MS = 3_000;

/**
 * How long one question may wait for slots at the billing host, all its calls together: those that come one after another would
 * wait anew each. Time in which several wait at once counts once.
 */
export class WaitBudget {
  readonly #refused = Promise.withResolvers<never>();
  #spentMs = 0;
  #countedUntil = 0;

  /** Throws the first call that found no slot: whatever else is asked, the question cannot be answered any more. */
  get refused(): Promise<never> {
    return this.#refused.promise;
  }

  /** How long the next call may wait. */
  get waitMs(): number {
    return Math.max(0, MAX_WAIT_MS - this.#spentMs);
  }

  /** @param sentAt epoch milliseconds at which the call went to the host */
  replied(reply: HostReply, sentAt: number): void {
    if (reply.kind !== "answered") return;
    const until = sentAt + (reply.waitedMs ?? 0);
    this.#spentMs += Math.max(0, until - Math.max(sentAt, this.#countedUntil));
    this.#countedUntil = Math.max(this.#countedUntil, until);
  }

  refuse(because: NoAnswer): void {
    this.#refused.reject(because);
  }
}
