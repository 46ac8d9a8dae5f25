import type { BillingHostDependencies } from "../../../durable-objects/billing-host/billing-host-dependencies.ts";
import type { HostReply } from "../../../durable-objects/billing-host/billing-host-port.ts";
import type { AddonCall } from "../../../workers/billing-whmcs/bridge/bridge.ts";

type Send = BillingHostDependencies["send"];

interface Held {
  send(): Promise<HostReply>;
  resolve(reply: HostReply): void;
}

/** The cost of a question: the number of addon calls, by name, and of rounds of calls in sequence. */
export interface QuestionCost {
  calls: Record<string, number>;
  rounds: number;
}

/**
 * Counts calls as they leave for WHMCS, in rounds: calls that leave without an answer in between belong to one round, and their
 * answers come together. Every call is thus as slow as any other, and no clock is needed to tell what waits for what.
 */
export class CallRounds {
  #calls: Record<string, number> = {};
  #rounds = 0;
  #held: Held[] = [];

  /** @param send the host's own */
  around(send: Send): Send {
    return (call, deadlineMs) => {
      const { addon: name } = JSON.parse(call.text) as AddonCall;
      this.#calls[name] = (this.#calls[name] ?? 0) + 1;
      const { promise, resolve } = Promise.withResolvers<HostReply>();
      // By now everything that waits for nothing was sent: only answers of WHMCS come over a wire here.
      if (this.#held.length === 0) setImmediate(() => this.#release());
      this.#held.push({ send: () => send(call, deadlineMs), resolve });
      return promise;
    };
  }

  async costOf(question: () => Promise<unknown>): Promise<QuestionCost> {
    this.#calls = {};
    this.#rounds = 0;
    await question();
    return { calls: this.#calls, rounds: this.#rounds };
  }

  async #release(): Promise<void> {
    this.#rounds++;
    const round = this.#held;
    this.#held = [];
    const replies = await Promise.all(round.map(({ send }) => send()));
    for (const [index, reply] of replies.entries()) round[index]?.resolve(reply);
  }
}
