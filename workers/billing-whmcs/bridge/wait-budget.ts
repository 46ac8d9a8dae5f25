import type { HostReply } from "../../../durable-objects/billing-host/billing-host-port.ts";
import type { NoAnswer } from "./outcome.ts";

const MAX_WAIT_MS = 3_000;
/**
 * Of the calls before the first answer. Under more load than the host can take every one of these waits as long as it may: with
 * nothing left for the calls after it, what was answered would be given up, and its slots wasted.
 */
const MAX_FIRST_WAIT_MS = 2_500;

/**
 * How long one question may wait for slots at the billing host, all its calls together: those that come one after another would
 * wait anew each. Time in which several wait at once counts once. Some of it is left for the calls after the first answer.
 */
export class WaitBudget {
  readonly #refused = Promise.withResolvers<never>();
  #spentMs = 0;
  #countedUntil = 0;
  #isAdmitted = false;

  /** Throws the first call that found no slot: whatever else is asked, the question cannot be answered any more. */
  get refused(): Promise<never> {
    return this.#refused.promise;
  }

  /** What the next call says of its question. */
  get terms(): { waitMs: number; isContinued: boolean } {
    const maxWaitMs = this.#isAdmitted ? MAX_WAIT_MS : MAX_FIRST_WAIT_MS;
    return { waitMs: Math.max(0, maxWaitMs - this.#spentMs), isContinued: this.#isAdmitted };
  }

  /** @param sentAt epoch milliseconds at which the call went to the host */
  replied(reply: HostReply, sentAt: number): void {
    if (reply.kind !== "answered") return;
    this.#isAdmitted = true;
    const until = sentAt + (reply.waitedMs ?? 0);
    this.#spentMs += Math.max(0, until - Math.max(sentAt, this.#countedUntil));
    this.#countedUntil = Math.max(this.#countedUntil, until);
  }

  refuse(because: NoAnswer): void {
    this.#refused.reject(because);
  }
}
