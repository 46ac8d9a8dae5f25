import type { IncomingMessage, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { setTimeout as wait } from "node:timers/promises";
import {
  type ActionFault,
  AFTER_THE_WINDOW,
  type CampaignTimes,
  LATE_DELIVERIES,
  type LateRequest,
  type LookupFault,
  OUTAGE,
  type Reported,
  type ReportedMail,
} from "./faults.ts";
import { LoopbackServer } from "./loopback-server.ts";

const DELIVERY_TRIES = 30;

export interface HarnessEvents {
  fault(fault: string): void;
  /** Something begins or has just happened on which a kill can be aimed. */
  moment(): void;
  /** What befalls a transaction that the billing Worker is about to write; null where it goes well. */
  writeFault?(): string | null;
}

interface Plan {
  action: ActionFault[];
  lookup: LookupFault[];
}

/** What is outside the runtime and outlives it: it says what goes wrong with each request for an action, and keeps the mails. */
export class Harness {
  /** Every mail, by recipient. */
  readonly mails: ReportedMail[] = [];
  /** Whether faults happen; in the end they do not. */
  isFailing = true;
  readonly #events: HarnessEvents;
  readonly #times: CampaignTimes;
  readonly #plans = new Map<string, Plan>();
  readonly #names = new Map<string, string>();
  readonly #outages = new Map<string, number>();
  #server: LoopbackServer | null = null;
  #originOf: () => string = () => "";

  constructor(events: HarnessEvents, times: CampaignTimes) {
    this.#events = events;
    this.#times = times;
  }

  /** @returns where the Workers report to */
  async open(): Promise<string> {
    this.#server = await LoopbackServer.open((request, response) => this.#answer(request, response));
    return `http://${this.#server.address}`;
  }

  /** @param originOf where the system is served just now: what was held back is delivered there */
  deliversTo(originOf: () => string): void {
    this.#originOf = originOf;
  }

  close(): void {
    this.#server?.close();
  }

  /** What befalls the next requests for an action, and the questions about it. */
  plan(name: string, action: ActionFault[], lookup: LookupFault[]): void {
    this.#plans.set(name, { action: [...action], lookup: [...lookup] });
  }

  /** The references that an action was sent under to the billing Worker. */
  referencesOf(name: string): string[] {
    return [...this.#names].filter(([, other]) => other === name).map(([reference]) => reference);
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const reported = JSON.parse(await text(request)) as Reported;
    const fault = this.#faultOf(reported);
    if (fault) this.#events.fault(fault);
    if (reported.mail) this.mails.push(reported.mail);
    if (fault === AFTER_THE_WINDOW && reported.request) void this.#deliverLate(reported.request);
    // Lookups are no moment of an action.
    if (reported.at !== "lookup") this.#events.moment();
    response.writeHead(200, { "Content-Type": "application/json" }).end(JSON.stringify({ fault }));
  }

  #faultOf({ at, what = "", reference = "" }: Reported): string | null {
    if (at === "sent") this.#names.set(reference, what);
    if (!this.isFailing) return null;
    switch (at) {
      case "sent":
        return this.#plans.get(what)?.action.shift() ?? null;
      case "lookup":
        return this.#lookupFault(reference);
      case "write":
        return this.#events.writeFault?.() ?? null;
      case "done":
      case "half written":
      case "written":
      case "mail":
        return null;
    }
  }

  async #deliverLate(request: LateRequest): Promise<void> {
    await wait(this.#times.afterWindowMs);
    for (let tries = 0; tries < DELIVERY_TRIES; tries++) {
      try {
        const response = await fetch(this.#originOf() + LATE_DELIVERIES, {
          method: "POST",
          body: JSON.stringify(request),
        });
        await response.body?.cancel();
        if (response.ok) return;
      } catch {
        // expected: the runtime is dead just now
      }
      await wait(500);
    }
  }

  #lookupFault(reference: string): LookupFault | null {
    const since = this.#outages.get(reference);
    if (since !== undefined && Date.now() - since < this.#times.outageMs) return OUTAGE;
    const fault = this.#plans.get(this.#names.get(reference) ?? "")?.lookup.shift() ?? null;
    if (fault === OUTAGE) this.#outages.set(reference, Date.now());
    return fault;
  }
}
