import type { HostCall } from "./billing-host-port.ts";

/** Of each kind: reads take no places from actions. */
const MAX_WAITING = 64;
const MAX_WAITING_OF_ACCOUNT = MAX_WAITING / 2;

/** A call's claim on a slot. */
export type SlotRequest = Pick<HostCall, "kind" | "accountId">;

interface Waiting extends SlotRequest {
  admit(): void;
}

/**
 * The slots of calls at the same time: a quarter of them is kept for actions, and reads of one account take at most half. Calls
 * wait first in, first out, in a queue of 64 for each kind; a call whose account has its share lets those behind it pass.
 */
export class CallSlots {
  readonly #concurrency: number;
  readonly #running = new Set<SlotRequest>();
  readonly #waiting: Waiting[] = [];

  constructor(concurrency: number) {
    this.#concurrency = concurrency;
  }

  /**
   * Waits for a slot.
   * @returns what gives the slot back; null where the queue is full or none was free in time
   */
  async acquire(request: SlotRequest, waitMs: number): Promise<(() => void) | null> {
    if (this.#isFree(request) && !this.#isPassedBy(request)) return this.#take(request);
    if (waitMs <= 0 || !this.#hasPlace(request)) return null;
    return new Promise((resolve) => {
      const leave = () => {
        clearTimeout(timer);
        this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
      };
      const waiting: Waiting = {
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

  #take({ kind, accountId }: SlotRequest): () => void {
    const taken = { kind, accountId };
    this.#running.add(taken);
    return () => {
      if (this.#running.delete(taken)) this.#admit();
    };
  }

  #admit(): void {
    for (const waiting of [...this.#waiting]) if (this.#isFree(waiting)) waiting.admit();
  }

  /** Whether a call like it waits already, which is first. */
  #isPassedBy({ kind, accountId }: SlotRequest): boolean {
    return this.#waiting.some((waiting) => waiting.kind === kind && waiting.accountId === accountId);
  }

  #hasPlace({ kind, accountId }: SlotRequest): boolean {
    const sameKind = this.#waiting.filter((waiting) => waiting.kind === kind);
    if (sameKind.length >= MAX_WAITING) return false;
    const own = sameKind.filter((waiting) => waiting.accountId === accountId);
    return accountId === null || own.length < MAX_WAITING_OF_ACCOUNT;
  }

  #isFree({ kind, accountId }: SlotRequest): boolean {
    if (this.#running.size >= this.#concurrency) return false;
    if (kind === "action") return true;
    const reads = [...this.#running].filter((running) => running.kind === "read");
    if (reads.length >= this.#concurrency - Math.ceil(this.#concurrency / 4)) return false;
    const own = reads.filter((running) => running.accountId === accountId);
    return accountId === null || own.length < Math.max(1, Math.floor(this.#concurrency / 2));
  }
}
