import type { BillingHostDependencies } from "../../../durable-objects/billing-host/billing-host-dependencies.ts";
import type { HostReply } from "../../../durable-objects/billing-host/billing-host-port.ts";
import type { AddonCall } from "../../../workers/billing-whmcs/bridge/bridge.ts";

type Send = BillingHostDependencies["send"];

interface Held {
  send(): Promise<HostReply>;
  resolve(reply: HostReply): void;
}

/**
 * The cost of a query: the number of calls to the addon, by the name of the call, and the number of sequential rounds.
 */
export interface QuestionCost {
  calls: Record<string, number>;
  rounds: number;
}

/**
 * Counts calls to WHMCS in rounds. Calls that are sent before any of them gets a response belong to one round, and
 * their responses arrive together. All calls therefore take equally long, so the count shows which calls wait for
 * others without measuring time.
 */
export class CallRounds {
  #calls: Record<string, number> = {};
  #rounds = 0;
  #held: Held[] = [];

  /** Wraps the host's `send` function so that its calls are counted. */
  around(send: Send): Send {
    return (call, deadlineMs) => {
      const { addon: name } = JSON.parse(call.text) as AddonCall;
      this.#calls[name] = (this.#calls[name] ?? 0) + 1;
      const { promise, resolve } = Promise.withResolvers<HostReply>();
      // When this runs, every call that does not wait for a response has been sent, because only WHMCS's responses
      // arrive over the network here.
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
