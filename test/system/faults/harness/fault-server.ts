import type { IncomingMessage, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { setTimeout as wait } from "node:timers/promises";
import {
  type ActionFault,
  AFTER_THE_WINDOW,
  type CampaignTimes,
  claimedAt,
  LATE_DELIVERIES,
  type LateRequest,
  type LookupFault,
  OUTAGE,
  type Reported,
  type ReportedMail,
} from "./faults.ts";
import { LoopbackServer } from "./loopback-server.ts";
import type { PartyEvents } from "./plug.ts";

const DELIVERY_TRIES = 30;
/** The maximum delay of a late request after the lookup that did not find it. */
const MAX_AFTER_LOOKUP_MS = 500;

interface Plan {
  action: ActionFault[];
  lookup: LookupFault[];
}

/**
 * Decides the faults of action requests, lookups and write transactions, and collects e-mails. The server survives when
 * the runtime is killed.
 */
export class FaultServer {
  /** All e-mails, oldest first. */
  readonly mails: ReportedMail[] = [];
  /** Returns the fault of the billing Worker's next write transaction; `null` if the transaction succeeds. */
  writeFault: () => string | null = () => null;
  readonly #events: PartyEvents;
  readonly #times: CampaignTimes;
  readonly #plans = new Map<string, Plan>();
  readonly #names = new Map<string, string>();
  readonly #lookups = new Map<string, number>();
  readonly #outages = new Map<string, number>();
  #server: LoopbackServer | null = null;
  #originOf: () => string = () => "";

  constructor(events: PartyEvents, times: CampaignTimes) {
    this.#events = events;
    this.#times = times;
  }

  /** Starts the server. @returns the origin to which the Workers report */
  async open(): Promise<string> {
    this.#server = await LoopbackServer.open((request, response) => this.#answer(request, response));
    return `http://${this.#server.address}`;
  }

  /** Sets where to deliver delayed requests. @param originOf returns the current origin of the system */
  deliversTo(originOf: () => string): void {
    this.#originOf = originOf;
  }

  close(): void {
    this.#server?.close();
  }

  /** Sets the faults for the next requests and lookups of an action. */
  plan(name: string, action: ActionFault[], lookup: LookupFault[]): void {
    this.#plans.set(name, { action: [...action], lookup: [...lookup] });
  }

  /** Returns the references that the account Worker used for an action. */
  referencesOf(name: string): string[] {
    return [...this.#names].filter(([, other]) => other === name).map(([reference]) => reference);
  }

  /** Returns the number of successful lookups for an action. */
  lookupsOf(name: string): number {
    return this.#lookups.get(name) ?? 0;
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const reported = JSON.parse(await text(request)) as Reported;
    const fault = this.#faultOf(reported);
    if (fault) this.#events.fault(fault);
    if (reported.mail) this.mails.push(reported.mail);
    if (reported.request) this.#holdBack(fault, reported.request, reported.reference ?? "");
    // Kills do not aim at lookups.
    if (reported.at !== "lookup") this.#events.moment();
    response.writeHead(200, { "Content-Type": "application/json" }).end(JSON.stringify({ fault }));
  }

  #faultOf({ at, what = "", reference = "" }: Reported): string | null {
    if (at === "sent") this.#names.set(reference, what);
    const fault = this.#events.isFailing() ? this.#nextFault(at, what, reference) : null;
    const name = this.#names.get(reference) ?? "";
    if (at === "lookup" && fault === null) this.#lookups.set(name, this.lookupsOf(name) + 1);
    return fault;
  }

  #nextFault(at: Reported["at"], what: string, reference: string): string | null {
    switch (at) {
      case "sent":
        return this.#plans.get(what)?.action.shift() ?? null;
      case "lookup":
        return this.#lookupFault(reference);
      case "write":
        return this.writeFault();
      case "done":
      case "half written":
      case "written":
      case "mail":
        return null;
    }
  }

  #holdBack(fault: string | null, request: LateRequest, reference: string): void {
    const { afterWindowMs, journal, maxEffectMs, isLateUntilLookedUp } = this.#times;
    if (fault === AFTER_THE_WINDOW) void this.#deliver(request, afterWindowMs, Number.POSITIVE_INFINITY);
    // The billing system must not execute a request after this time, so the harness drops it.
    const until = claimedAt(reference) + maxEffectMs;
    if (fault !== ("arrives late" satisfies ActionFault)) return;
    const lateMs = journal.answerTimeoutMs * 1.3;
    if (!isLateUntilLookedUp) return void this.#deliver(request, lateMs, until);
    const afterLookupMs = Math.min(lateMs, MAX_AFTER_LOOKUP_MS);
    void this.#lookedUp(reference, until).then(() => this.#deliver(request, afterLookupMs, until));
  }

  async #lookedUp(reference: string, until: number): Promise<void> {
    const name = this.#names.get(reference) ?? "";
    while (this.lookupsOf(name) === 0 && Date.now() < until) await wait(20);
  }

  /** Delivers a delayed request. @param until the time at which the request is dropped, in epoch milliseconds */
  async #deliver(request: LateRequest, afterMs: number, until: number): Promise<void> {
    await wait(afterMs);
    for (let tries = 0; tries < DELIVERY_TRIES && Date.now() < until; tries++) {
      try {
        const response = await fetch(this.#originOf() + LATE_DELIVERIES, {
          method: "POST",
          body: JSON.stringify(request),
        });
        await response.body?.cancel();
        return;
      } catch (error) {
        // Only a refused connection is safe to retry. Otherwise the request may have arrived.
        if (!isRefused(error)) return;
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

/** Returns whether no process listens on the port, which means that the runtime is dead. */
function isRefused(error: unknown): boolean {
  return error instanceof TypeError && (error.cause as { code?: string } | undefined)?.code === "ECONNREFUSED";
}
