import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer, text } from "node:stream/consumers";
import { setTimeout as wait } from "node:timers/promises";
import {
  type ActionFault,
  AFTER_THE_WINDOW,
  AFTER_WINDOW_MS,
  type DatabaseFault,
  type InjectedFault,
  LATE_DELIVERIES,
  type LateRequest,
  type LookupFault,
  OUTAGE,
  OUTAGE_MS,
  REGISTRAR_FAULTS,
  REGISTRAR_REFUSAL,
  type RegistrarFault,
  type Reported,
} from "./faults.ts";

/** How often a transaction, and a request to the registrar, goes wrong. */
const DATABASE_FAULT_RATE = 0.1;
const REGISTRAR_FAULT_RATE = 0.08;
/** How often the registrar refuses to give a transfer code. */
const REFUSAL_RATE = 0.2;
const DELIVERY_TRIES = 30;

export interface HarnessEvents {
  fault(fault: InjectedFault): void;
  /** Something begins or has just happened on which a kill can be aimed. */
  moment(at: Reported["at"]): void;
}

interface Plan {
  action: ActionFault[];
  lookup: LookupFault[];
}

/**
 * What is outside the runtime and outlives it: it says what goes wrong with each request for an action, keeps the mails, and
 * stands before the registrar.
 */
export class Harness {
  /** Every mail, by recipient. */
  readonly mails: { to: string; subject: string }[] = [];
  /** Whether faults happen; in the end they do not. */
  isFailing = true;
  readonly #events: HarnessEvents;
  readonly #random: () => number;
  readonly #plans = new Map<string, Plan>();
  readonly #names = new Map<string, string>();
  readonly #outages = new Map<string, number>();
  readonly #servers: Server[] = [];
  #originOf: () => string = () => "";

  constructor(events: HarnessEvents, random: () => number) {
    this.#events = events;
    this.#random = random;
  }

  /** @returns where the Workers report to */
  async open(): Promise<string> {
    return `http://${await this.#listen((request, response) => this.#answer(request, response))}`;
  }

  /** Stands before the registrar. @returns where it is asked instead, as `host:port` */
  registrarThrough(endpoint: string): Promise<string> {
    return this.#listen((request, response) => this.#passOn(endpoint, request, response));
  }

  /** @param originOf where the system is served just now: what was held back is delivered there */
  deliversTo(originOf: () => string): void {
    this.#originOf = originOf;
  }

  close(): void {
    for (const server of this.#servers) {
      server.close();
      server.closeAllConnections();
    }
  }

  /** What befalls the next requests for an action, and the questions about it. */
  plan(name: string, action: ActionFault[], lookup: LookupFault[]): void {
    this.#plans.set(name, { action: [...action], lookup: [...lookup] });
  }

  /** How often an action was sent under references of its own. */
  referencesOf(name: string): string[] {
    return [...this.#names].filter(([, other]) => other === name).map(([reference]) => reference);
  }

  async #listen(answer: (request: IncomingMessage, response: ServerResponse) => Promise<void>): Promise<string> {
    const server = createServer((request, response) => {
      answer(request, response).catch(() => response.destroy());
    });
    this.#servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return `127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const reported = JSON.parse(await text(request)) as Reported;
    const fault = this.#faultOf(reported);
    if (fault) this.#events.fault(fault);
    if (reported.mail) this.mails.push(reported.mail);
    if (fault === AFTER_THE_WINDOW && reported.request) void this.#deliverLate(reported.request);
    // Lookups are no moment of an action.
    if (reported.at !== "lookup") this.#events.moment(reported.at);
    response.writeHead(200, { "Content-Type": "application/json" }).end(JSON.stringify({ fault }));
  }

  #faultOf({ at, what = "", reference = "" }: Reported): InjectedFault | null {
    if (at === "sent") this.#names.set(reference, what);
    if (!this.isFailing) return null;
    switch (at) {
      case "sent":
        return this.#plans.get(what)?.action.shift() ?? null;
      case "lookup":
        return this.#lookupFault(reference);
      case "write":
        return this.#sometimes(DATABASE_FAULT_RATE, [
          "a transaction fails",
          "written, and the database's answer is lost",
        ] satisfies DatabaseFault[]);
      case "done":
      case "half written":
      case "written":
      case "mail":
        return null;
    }
  }

  async #deliverLate(request: LateRequest): Promise<void> {
    await wait(AFTER_WINDOW_MS);
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
    if (since !== undefined && Date.now() - since < OUTAGE_MS) return OUTAGE;
    const fault = this.#plans.get(this.#names.get(reference) ?? "")?.lookup.shift() ?? null;
    if (fault === OUTAGE) this.#outages.set(reference, Date.now());
    return fault;
  }

  async #passOn(endpoint: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(request);
    const fault = this.isFailing ? this.#registrarFault(request.url ?? "") : null;
    if (fault) this.#events.fault(fault);
    if (fault === REGISTRAR_REFUSAL) {
      response.writeHead(409, { "Content-Type": "application/json" }).end('{"refused":"The registrar says no."}');
      return;
    }
    if (fault === "the registrar is not reached") {
      response.destroy();
      return;
    }
    const { method = "GET", headers, url } = request;
    const answer = await fetch(`http://${endpoint}${url}`, {
      method,
      headers: {
        Authorization: headers.authorization ?? "",
        ...(body.length > 0 && { "Content-Type": headers["content-type"] ?? "application/json" }),
      },
      ...(body.length > 0 && { body }),
    });
    const content = Buffer.from(await answer.arrayBuffer());
    if (fault) response.destroy();
    else response.writeHead(answer.status, { "Content-Type": "application/json" }).end(content);
  }

  #registrarFault(path: string): RegistrarFault | null {
    const refused = path.endsWith("/auth-code") ? this.#sometimes(REFUSAL_RATE, [REGISTRAR_REFUSAL] as const) : null;
    return refused ?? this.#sometimes(REGISTRAR_FAULT_RATE, REGISTRAR_FAULTS);
  }

  #sometimes<Fault extends InjectedFault>(rate: number, faults: readonly Fault[]): Fault | null {
    if (this.#random() >= rate) return null;
    return faults[Math.floor(this.#random() * faults.length)] ?? null;
  }
}
