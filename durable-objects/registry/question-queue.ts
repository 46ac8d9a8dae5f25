import type { Reason } from "../../shared/domain-names/verdict.ts";
import type { HostThrottle, Permit } from "./host-throttle.ts";
import type { CallerClass } from "./registry-port.ts";

/** The reason why a question is not admitted, and the number of milliseconds until it may be admitted. */
export interface Denied {
  reason: Reason;
  inMs: number;
}

/**
 * The queue of questions that wait for a permit from one host. Signed-in callers go before anonymous callers. Within a
 * class, the order is first in, first out. A question is denied immediately if the rate, the daily limit or the circuit
 * breaker admits it only after its deadline.
 */
export class QuestionQueue {
  /** Callbacks that admit the waiting questions. */
  readonly #waiting: Record<CallerClass, ((permit: Permit) => void)[]> = { signed_in: [], anonymous: [] };
  #throttle: HostThrottle | undefined;
  #timer: ReturnType<typeof setTimeout> | null = null;

  lengthOf(caller: CallerClass): number {
    return this.#waiting[caller].length;
  }

  /** @param until the end of the wait, in epoch milliseconds */
  async acquire(throttle: HostThrottle, caller: CallerClass, until: number): Promise<Permit | Denied> {
    this.#throttle = throttle;
    const queue = this.#waiting[caller];
    const now = Date.now();
    if (queue.length === 0) {
      const acquired = throttle.tryAcquire(caller, now);
      if (acquired.kind === "now") return acquired.permit;
    }
    const wait = this.#waitFor(throttle, caller, now);
    if (now + wait.inMs > until) return wait;
    return new Promise((resolve) => {
      const leave = () => {
        clearTimeout(timer);
        const at = queue.indexOf(admit);
        if (at !== -1) queue.splice(at, 1);
      };
      const admit = (permit: Permit) => {
        leave();
        resolve(permit);
      };
      const deny = () => {
        leave();
        const denied = this.#waitFor(throttle, caller, Date.now());
        // A retry after less time than this question has waited would meet the same queue.
        resolve({ ...denied, inMs: Math.max(denied.inMs, Date.now() - now) });
      };
      const timer = setTimeout(deny, until - now);
      queue.push(admit);
      this.next();
    });
  }

  /** Admits waiting questions. Call this method after a query has ended or the timer has fired. */
  next(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    const waits = (["signed_in", "anonymous"] as const).map((caller) => this.#admit(caller));
    const soonest = Math.min(...waits);
    if (Number.isFinite(soonest)) this.#timer = setTimeout(() => this.next(), soonest);
  }

  #waitFor(throttle: HostThrottle, caller: CallerClass, now: number): Denied {
    const isShared = this.#waiting.anonymous.length > 0;
    return throttle.waitFor(caller, this.#waiting[caller].length, now, isShared);
  }

  /**
   * Admits the waiting questions of a class.
   * @returns the number of milliseconds until the next admission; infinite if no question is waiting, or if the
   * admission depends on a running query
   */
  #admit(caller: CallerClass): number {
    for (;;) {
      const [first] = this.#waiting[caller];
      if (!first || !this.#throttle) return Number.POSITIVE_INFINITY;
      const acquired = this.#throttle.tryAcquire(caller, Date.now());
      if (acquired.kind === "later") return acquired.inMs ?? Number.POSITIVE_INFINITY;
      first(acquired.permit);
    }
  }
}
