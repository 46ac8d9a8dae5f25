import type { RegistryReply } from "../../../durable-objects/registry/registry-port.ts";
import { hadNoSlot, settledBy } from "./combine-verdicts.ts";
import type { QueriedSource } from "./source-queries.ts";

/** Time after which a source without a reply no longer delays the next source. */
const NEXT_SOURCE_AFTER_MS = 1_500;
/** Time for which "available" waits for a pending earlier source. */
const CONFIRMATION_WAIT_MS = 1_000;

/** The queries of one check, and the decision from their replies so far. */
export class Inquiry {
  readonly #query: (source: QueriedSource) => Promise<RegistryReply>;
  /** The replies in the order in which the sources were queried; `null` for a pending one. */
  readonly #replies: (RegistryReply | null)[] = [];
  /** One promise per source. It is fulfilled once the reply is in `#replies`. */
  readonly #arrivals: Promise<void>[] = [];
  #waitsForEarlier = true;

  /** @param query function that queries a source; it must never reject */
  constructor(query: (source: QueriedSource) => Promise<RegistryReply>) {
    this.#query = query;
  }

  /** The deciding reply; `null` until a reply decides. */
  get decision(): RegistryReply | null {
    return settledBy(this.#replies, this.#waitsForEarlier);
  }

  get replies(): RegistryReply[] {
    return this.#replies.filter((reply) => reply !== null);
  }

  /** Whether a reply is conclusive, even if a pending earlier source can still overrule it. */
  get hasProof(): boolean {
    return settledBy(this.#replies, false) !== null;
  }

  /**
   * Whether the limits of a host prevented a query. A pending query is included, because its host may have queued it.
   */
  get lacksSlot(): boolean {
    return this.#replies.some((reply) => reply === null || hadNoSlot(reply));
  }

  /** Queries a source, and waits for its reply or until the next source may be queried. */
  async ask(source: QueriedSource): Promise<void> {
    const place = this.#replies.push(null) - 1;
    const arrival = this.#query(source).then((reply) => {
      this.#replies[place] = reply;
    });
    this.#arrivals.push(arrival);
    await Promise.race([arrival, pause(NEXT_SOURCE_AFTER_MS)]);
  }

  /** Waits until a reply decides or every source has replied. */
  async waitForDecision(): Promise<void> {
    while (this.decision === null && this.#pending.length > 0) {
      const arrival = Promise.race(this.#pending);
      if (this.hasProof) await this.#waitForConfirmation(arrival);
      else await arrival;
    }
  }

  /**
   * Returns the decision from all replies, once every source has replied. Returns `null` if the current decision is
   * final.
   */
  lateDecision(): Promise<RegistryReply | null> | null {
    if (this.decision?.verdict.status !== "available" || this.#pending.length === 0) return null;
    return Promise.all(this.#arrivals).then(() => this.decision);
  }

  async #waitForConfirmation(arrival: Promise<void>): Promise<void> {
    const isOver = await Promise.race([arrival.then(() => false), pause(CONFIRMATION_WAIT_MS).then(() => true)]);
    if (isOver) this.#waitsForEarlier = false;
  }

  get #pending(): Promise<void>[] {
    return this.#arrivals.filter((_, place) => this.#replies[place] === null);
  }
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
