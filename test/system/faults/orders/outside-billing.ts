import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { setTimeout as wait } from "node:timers/promises";
import type { Actor, WriteCall } from "../../../../shared/billing-contract/call.ts";
import type { DomainOrder, DomainRenewal } from "../../../../shared/billing-contract/domain-orders.ts";
import type { FoundWrite } from "../../../../shared/billing-contract/writes.ts";
import { checkWithoutSource } from "../../../../shared/catalogue-contract/domain-check.ts";
import { ACCOUNT, PLACED, TERMS } from "../../../objects/support/sample-answers.ts";
import { type ActionFault, MAX_EFFECT_MS, type QuestionFault, TIMING } from "./faults.ts";

/** Something that was done. Nothing here keeps it from being done twice. */
export interface OutsideAction {
  domain: string;
  reference: string;
  orderId: number;
  value: FoundWrite;
}

/** What the harness is told as it happens. */
export interface BillingEvents {
  /** A fault has happened. */
  fault(fault: ActionFault | QuestionFault): void;
  /** A request for an action has come, or was just done and is about to be answered. */
  moment(when: "asked" | "done"): void;
}

/**
 * A billing system of its own process, over HTTP, which does what it is asked each time it is asked, and goes wrong as it is
 * told to. It is alive when the runtime that called it is not.
 */
export class OutsideBilling {
  readonly actions: OutsideAction[] = [];
  /** How often it was asked to act, by name. */
  readonly asked = new Map<string, number>();
  /** How often it was asked what became of an action, by reference. */
  readonly searched = new Map<string, number>();
  readonly #actionFaults = new Map<string, ActionFault[]>();
  readonly #questionFaults = new Map<string, QuestionFault[]>();
  readonly #domains = new Map<string, string>();
  readonly #events: BillingEvents;
  readonly #server = createServer((request, response) => {
    this.#answer(request, response).catch(() => response.destroy());
  });

  constructor(events: BillingEvents) {
    this.#events = events;
  }

  async open(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  /** What befalls the next requests that are about a name. */
  plan(domain: string, actionFaults: ActionFault[], questionFaults: QuestionFault[]): void {
    this.#actionFaults.set(domain, [...actionFaults]);
    this.#questionFaults.set(domain, [...questionFaults]);
  }

  /** The references that a name was asked for under. */
  referencesOf(domain: string): string[] {
    return [...this.#domains].filter(([, other]) => other === domain).map(([reference]) => reference);
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const asked = JSON.parse(await text(request));
    switch (request.url) {
      case "/authorize":
        return json(response, { ok: true, value: ACCOUNT });
      case "/checkNameNow":
        return json(response, {
          outcome: "checked",
          check: checkWithoutSource("available", "no_registration_found", Date.now()),
          rate: null,
        });
      case "/forgetDomain":
        return json(response, null);
      case "/orderDomain":
      case "/renewDomain":
        return this.#act(asked[0], asked[1], request.url.slice(1) as "orderDomain" | "renewDomain", response);
      case "/findWrite":
        return this.#find(asked[0], asked[1], response);
      default:
        response.writeHead(404).end();
    }
  }

  async #act(
    { reference }: WriteCall,
    { domain }: DomainOrder | DomainRenewal,
    operation: "orderDomain" | "renewDomain",
    response: ServerResponse,
  ): Promise<void> {
    this.asked.set(domain, (this.asked.get(domain) ?? 0) + 1);
    this.#domains.set(reference, domain);
    const fault = this.#actionFaults.get(domain)?.shift();
    if (fault) this.#events.fault(fault);
    this.#events.moment("asked");
    if (fault === "says no") return json(response, { ok: false, problem: { code: "refused", reason: NO } });
    if (fault === "cannot just now") {
      return json(response, { ok: false, problem: { code: "server_unavailable", retryAfter: 1 } });
    }
    if (fault === "acts late") await wait(TIMING.answerTimeoutMs * 2);

    const acts = fault === undefined || fault.startsWith("acts");
    const value = acts ? this.#do(reference, domain, operation) : null;
    if (value) this.#events.moment("done");
    switch (fault) {
      case undefined:
        return json(response, value);
      case "acts, answers late":
        await wait(TIMING.answerTimeoutMs * 1.5);
        return json(response, value);
      case "acts late":
      case "acts, never answers":
      case "never acts nor answers":
        return;
      case "acts, resets the connection":
      case "resets the connection":
        response.destroy();
        return;
      case "acts, 502":
      case "502":
        response.writeHead(502).end("<html>Bad gateway</html>");
        return;
      case "acts, answers garbage":
        response.writeHead(200).end("<html>Welcome</html>");
        return;
      case "acts, answers half":
        return json(response, { half: "an answer" });
      case "acts, is cut off":
        response.writeHead(200, { "Content-Length": "900" }).write('{"ok":true,"val');
        response.destroy();
    }
  }

  /** Does it, unless it is too late: what is not done in time is dropped. */
  #do(reference: string, domain: string, operation: "orderDomain" | "renewDomain") {
    const claimedAt = Number.parseInt(reference.split(".").at(-1) ?? "", 36);
    if (!(Date.now() - claimedAt < MAX_EFFECT_MS)) return null;
    const orderId = 7001 + this.actions.length;
    const placed = {
      ...PLACED,
      orderId,
      ...(operation === "orderDomain" ? { termsVersion: TERMS.version, autoRenew: true } : { years: 1 }),
    };
    this.actions.push({
      domain,
      reference,
      orderId,
      value: { state: "done", operation, value: placed } as FoundWrite,
    });
    return { ok: true, value: placed };
  }

  #find(_: Actor, reference: string, response: ServerResponse): void {
    const domain = this.#domains.get(reference) ?? "";
    const fault = this.#questionFaults.get(domain)?.shift();
    if (fault) this.#events.fault(fault);
    if (fault === "no answer") return;
    if (fault === "question 502") {
      response.writeHead(502).end();
      return;
    }
    if (fault === "answers the question with garbage") {
      response.writeHead(200).end("[");
      return;
    }
    this.searched.set(reference, (this.searched.get(reference) ?? 0) + 1);
    // The newest, where a mistake made several.
    const found = this.actions.findLast((command) => command.reference === reference);
    json(response, { ok: true, value: found?.value ?? { state: "absent" } });
  }
}

const NO = { en: "The registrar says no.", fr: "Le registraire dit non." };

function json(response: ServerResponse, value: unknown): void {
  response.writeHead(200, { "Content-Type": "application/json" }).end(JSON.stringify(value));
}
