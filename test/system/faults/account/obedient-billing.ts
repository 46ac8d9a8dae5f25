import type { IncomingMessage, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import type { Actor, WriteCall } from "../../../../shared/billing-contract/call.ts";
import type { FoundWrite } from "../../../../shared/billing-contract/writes.ts";
import { checkWithoutSource } from "../../../../shared/catalogue-contract/domain-check.ts";
import { ACCOUNT, PLACED, TERMS } from "../../../objects/support/sample-answers.ts";
import { claimedAt } from "../harness/faults.ts";
import { LoopbackServer } from "../harness/loopback-server.ts";

/** A completed action. This billing system does not prevent a second action under the same reference. */
export interface DoneAction {
  domain: string;
  reference: string;
  orderId: number;
  value: FoundWrite;
}

/** An HTTP billing system in the harness. It executes every request that arrives in time, even a repeated one. */
export class ObedientBilling {
  readonly actions: DoneAction[] = [];
  readonly #maxEffectMs: number;
  #server: LoopbackServer | null = null;

  /** @param maxEffectMs the maximum time between the claim of an action and its effect, in milliseconds */
  constructor(maxEffectMs: number) {
    this.#maxEffectMs = maxEffectMs;
  }

  /** Starts the server. @returns the origin of the server */
  async open(): Promise<string> {
    this.#server = await LoopbackServer.open((request, response) => this.#answer(request, response));
    return `http://${this.#server.address}`;
  }

  close(): void {
    this.#server?.close();
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const method = request.url?.slice(1) ?? "";
    const value = this.#valueOf(method, JSON.parse(await text(request)));
    response.writeHead(200, { "Content-Type": "application/json" }).end(JSON.stringify(value));
  }

  #valueOf(method: string, asked: unknown[]): unknown {
    switch (method) {
      case "authorize":
        return { ok: true, value: ACCOUNT };
      case "checkNameNow": {
        const check = checkWithoutSource("available", "no_registration_found", Date.now());
        return { outcome: "checked", check, rate: null };
      }
      case "orderDomain":
      case "renewDomain": {
        const [{ reference }, { domain }] = asked as [WriteCall, { domain: string }];
        return this.#do(reference, domain, method);
      }
      case "findWrite": {
        const [, reference] = asked as [Actor, string];
        // The newest action is returned, because a mistake may have created several.
        const found = this.actions.findLast((action) => action.reference === reference);
        return { ok: true, value: found?.value ?? { state: "absent" } };
      }
      default:
        return null;
    }
  }

  /** Executes the action, or drops it if it arrives too late. */
  #do(reference: string, domain: string, operation: "orderDomain" | "renewDomain") {
    if (!(Date.now() - claimedAt(reference) < this.#maxEffectMs)) return null;
    const orderId = 7001 + this.actions.length;
    const own = operation === "orderDomain" ? { termsVersion: TERMS.version, autoRenew: true } : { years: 1 };
    const value = { ...PLACED, orderId, ...own };
    this.actions.push({ domain, reference, orderId, value: { state: "done", operation, value } as FoundWrite });
    return { ok: true, value };
  }
}
