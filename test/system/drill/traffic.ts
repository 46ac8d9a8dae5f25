import { setTimeout as wait } from "node:timers/promises";
import type { DrillCustomer } from "./drill-customer.ts";

const READ_EVERY_MS = 550;
const ORDER_EVERY_MS = 800;
/**
 * The maximum number of orders that the traffic places. The account is limited to twenty orders an hour, and the drill
 * needs the others.
 */
const MAX_ORDERS = 12;
/**
 * The maximum wait for the outcome of open keys. The outcome of a request in transit at the stop is known after three
 * minutes, and the drill does not wait that long.
 */
const SETTLE_MS = 20_000;

/** The results of the traffic during a drill. */
export interface TrafficSeen {
  reads: Record<number, number>;
  /** The total number of keys, which is the sum of `done` and `open`. */
  keys: number;
  done: number;
  open: number;
  /** The keys that got two orders or ordered their site twice. */
  twice: string[];
}

/** A customer who reads and orders during the whole drill. Each order is repeated with its key. */
export class Traffic {
  readonly #customer: DrillCustomer;
  readonly #reads: Record<number, number> = {};
  readonly #orders = new Map<string, Set<number>>();
  readonly #work: Promise<unknown>;
  #isOver = false;

  constructor(customer: DrillCustomer) {
    this.#customer = customer;
    this.#work = Promise.all([
      this.#repeat(READ_EVERY_MS, async () => count(this.#reads, await customer.read().catch(stopped))),
      this.#repeat(ORDER_EVERY_MS, () => this.#order()),
    ]);
  }

  /** Ends the traffic and waits for open keys. @param ordersFor returns the number of orders for a site */
  async end(ordersFor: (site: string) => Promise<number>): Promise<TrafficSeen> {
    this.#isOver = true;
    await this.#work;
    const end = Date.now() + SETTLE_MS;
    while (this.#open().length > 0 && Date.now() < end) {
      for (const key of this.#open()) await this.#ask(key);
      await wait(500);
    }
    const twice: string[] = [];
    for (const [key, orders] of this.#orders)
      if (orders.size > 1 || (await ordersFor(this.#customer.siteOf(key))) > 1) twice.push(key);
    const open = this.#open().length;
    const keys = this.#orders.size;
    return { reads: this.#reads, keys, done: keys - open, open, twice };
  }

  #open(): string[] {
    return [...this.#orders].filter(([, orders]) => orders.size === 0).map(([key]) => key);
  }

  /** Sends an order with a new key and repeats every earlier order. */
  async #order(): Promise<void> {
    const { size } = this.#orders;
    if (size < MAX_ORDERS) this.#orders.set(`traffic ${size}`, new Set());
    for (const key of this.#orders.keys()) await this.#ask(key);
  }

  async #ask(key: string): Promise<void> {
    // expected: the system is stopped; a later round repeats the key
    const answer = await this.#customer.order(key).catch(() => null);
    if (answer?.status === 201 && answer.order !== null) this.#orders.get(key)?.add(answer.order);
  }

  async #repeat(everyMs: number, call: () => Promise<void>): Promise<void> {
    while (!this.#isOver) {
      await call();
      await wait(everyMs);
    }
  }
}

function count(counts: Record<number, number>, status: number): void {
  counts[status] = (counts[status] ?? 0) + 1;
}

/** Returns the status that stands for a call without a response. */
function stopped(): number {
  return 0;
}
