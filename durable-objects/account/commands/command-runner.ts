import { lockedResources } from "../account-command.ts";
import type { ActionRequest, ActionResponse, IdempotencyKey } from "../account-port.ts";
import type { JournalRow } from "../journal/journal-rows.ts";
import { replyFrom } from "../outcomes/action-outcomes.ts";
import { limitOf } from "./action-request.ts";
import type { CommandQueue } from "./command-queue.ts";
import type { CommandDependencies } from "./command-steps.ts";
import { OrderRunner } from "./order-runner.ts";
import { SettingRunner } from "./setting-runner.ts";

/** Longest wait in the command queue. */
const MAX_WAIT_MS = 10_000;

/** Admits commands: answers a known key, keeps the hourly limits, and runs one command at a time. */
export class CommandRunner {
  readonly #dependencies: CommandDependencies;
  readonly #queue: CommandQueue;
  readonly #orders: OrderRunner;
  readonly #settings: SettingRunner;
  /** Fingerprints of the requests that wait in the queue, by key. */
  readonly #inFlightKeys = new Map<string, string>();
  /** The key of the order that runs. */
  #runningKey: string | null = null;

  constructor(dependencies: CommandDependencies, queue: CommandQueue) {
    this.#dependencies = dependencies;
    this.#queue = queue;
    this.#orders = new OrderRunner(dependencies);
    this.#settings = new SettingRunner(dependencies);
  }

  async act(actionRequest: ActionRequest): Promise<ActionResponse> {
    const { key, waited = 0 } = actionRequest;
    const { responses, account } = this.#dependencies;
    const admittedAt = account.now() - waited;
    const known = key && this.#responseUnder(key);
    if (known) return known;
    const refuse = (outcome: "too_many" | "busy") => responses.unrecorded({ outcome }, actionRequest);
    if (this.#isOverLimit(actionRequest)) return refuse("too_many");
    if (key) this.#inFlightKeys.set(key.id, key.fingerprint);
    try {
      if (!(await this.#queue.acquire(lockedResources(actionRequest.command), MAX_WAIT_MS))) return refuse("busy");
    } finally {
      // No tick before the journal has the key.
      if (key) this.#inFlightKeys.delete(key.id);
    }
    try {
      // Again: those before it in the queue were sent meanwhile.
      if (this.#isOverLimit(actionRequest)) return refuse("too_many");
      if (!key) return await this.#settings.run(actionRequest, admittedAt);
      this.#runningKey = key.id;
      return await this.#orders.run(actionRequest, key, admittedAt);
    } finally {
      this.#runningKey = null;
      this.#queue.release();
    }
  }

  #isOverLimit(actionRequest: ActionRequest): boolean {
    return this.#dependencies.responses.rate(limitOf(actionRequest)).remaining === 0;
  }

  /** The response under a key that is in use or in flight; null where the key is free. */
  #responseUnder({ id, fingerprint }: IdempotencyKey): ActionResponse | null {
    const { responses, account } = this.#dependencies;
    const inFlight = this.#inFlightKeys.get(id);
    const row = this.#rowOf(id);
    if (inFlight === undefined && !row) return null;
    if ((inFlight ?? row?.fingerprint) !== fingerprint) return responses.ofKnownKey({ outcome: "reused" });
    if (row?.settledAt === null) this.#dependencies.rearm();
    if (row) return responses.ofKnownKey(replyFrom(row, account.now()));
    return responses.ofKnownKey({ outcome: "in_progress", retryAfter: 1 });
  }

  /** The row of a key, unless it has expired, or was reserved for an order that failed before it was sent. */
  #rowOf(key: string): JournalRow | null {
    const { journal, reconciler, account } = this.#dependencies;
    const row = journal.get(key);
    if (!row) return null;
    if (row.state === "RESERVED" && key !== this.#runningKey) {
      reconciler.release(row);
      return null;
    }
    return journal.apply(key, row.reference, { type: "aged", at: account.now() }) === null ? null : row;
  }
}
