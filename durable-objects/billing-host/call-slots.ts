import type { HostCall } from "./billing-host-port.ts";

/** The maximum length of a queue. Reads and actions have separate queues. */
const MAX_WAITING = 64;
const MAX_WAITING_OF_ACCOUNT = MAX_WAITING / 2;

/** A call that needs a slot. */
export interface SlotRequest extends Pick<HostCall, "kind" | "accountId"> {
  /** Whether the reply may be large. Calls with large replies run one at a time. */
  isLarge?: boolean;
}

interface WaitingCall extends SlotRequest {
  admit(): void;
}

/**
 * The slots for concurrent calls. A quarter of the slots is reserved for actions, and reads for one account take at
 * most half of the slots. Reads and actions wait in separate queues of up to 64 calls, in order of arrival. If an
 * account has its full share, later calls for other accounts go first.
 */
export class CallSlots {
  readonly #concurrency: number;
  readonly #running = new Set<SlotRequest>();
  readonly #waiting: WaitingCall[] = [];

  constructor(concurrency: number) {
    this.#concurrency = concurrency;
  }

  /**
   * Waits for a slot.
   * @returns the function that releases the slot; `null` if the queue or the account's share of it was full, or if no
   * slot was free in time
   */
  async acquire(request: SlotRequest, waitMs: number): Promise<(() => void) | null> {
    // Any waiting call that could use this slot was admitted when the slot became free, so this call overtakes none of
    // them.
    if (this.#isFree(request)) return this.#take(request);
    if (waitMs <= 0 || !this.#hasPlace(request)) return null;
    return new Promise((resolve) => {
      const leave = () => {
        clearTimeout(timer);
        this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
      };
      const waiting: WaitingCall = {
        ...request,
        admit: () => {
          leave();
          resolve(this.#take(request));
        },
      };
      const timer = setTimeout(() => {
        leave();
        resolve(null);
      }, waitMs);
      this.#waiting.push(waiting);
    });
  }

  #take(request: SlotRequest): () => void {
    const taken = { ...request };
    this.#running.add(taken);
    return () => {
      if (this.#running.delete(taken)) this.#admit();
    };
  }

  #admit(): void {
    for (const waiting of [...this.#waiting]) if (this.#isFree(waiting)) waiting.admit();
  }

  #hasPlace({ kind, accountId }: SlotRequest): boolean {
    const alike = this.#waiting.filter((other) => other.kind === kind);
    if (alike.length >= MAX_WAITING) return false;
    const own = alike.filter((waiting) => waiting.accountId === accountId);
    return accountId === null || own.length < MAX_WAITING_OF_ACCOUNT;
  }

  #isFree({ kind, accountId, isLarge }: SlotRequest): boolean {
    if (this.#running.size >= this.#concurrency) return false;
    if (isLarge && [...this.#running].some((running) => running.isLarge)) return false;
    if (kind === "action") return true;
    const reads = [...this.#running].filter((running) => running.kind === "read");
    if (reads.length >= this.#concurrency - Math.ceil(this.#concurrency / 4)) return false;
    const own = reads.filter((running) => running.accountId === accountId);
    return accountId === null || own.length < Math.max(1, Math.floor(this.#concurrency / 2));
  }
}
