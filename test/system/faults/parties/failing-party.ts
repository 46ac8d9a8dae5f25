import type { IncomingMessage, ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
import { setTimeout as wait } from "node:timers/promises";
import { LoopbackServer } from "../harness/loopback-server.ts";
import type { PartyEvents } from "../harness/plug.ts";

/** A fault of one request to an outside party, such as a registrar. */
export interface PartyFault {
  name: string;
  /** How often the request reaches the party. */
  reaches: 0 | 1 | 2;
  /**
   * The response to send instead of the party's own; `null` breaks the connection. Without a response, a request that
   * does not reach the party also breaks it.
   */
  answer?: PartyAnswer | null;
  /** The delay of the request in milliseconds. The proxy breaks the caller's connection immediately. */
  arrivesAfterMs?: number;
  /** The delay of the response in milliseconds. The party acts immediately. */
  answersAfterMs?: number;
}

export interface PartyAnswer {
  status: number;
  type: string;
  body: string | Buffer;
}

/** A request to a party. */
export interface PartyRequest {
  /** The method and path, such as `POST /v1/refunds`. */
  call: string;
  body: string;
}

export interface FailingPartyOptions {
  events: PartyEvents;
  /** Returns the fault of the next request; `null` if the request succeeds. */
  faultOf(request: PartyRequest): PartyFault | null;
}

/** The request headers to forward to the party. */
const FORWARDED = ["authorization", "content-type", "idempotency-key", "stripe-version", "x-idempotency-key"];

/**
 * An HTTP proxy that makes a party, such as a registrar, fail as planned. The party is real or simulated and survives
 * when the runtime is killed. A kill can come just before or after the party acts.
 */
export class FailingParty {
  readonly #options: FailingPartyOptions;
  #server: LoopbackServer | null = null;

  constructor(options: FailingPartyOptions) {
    this.#options = options;
  }

  /** Starts the proxy. @param origin the origin of the party @returns the origin of the proxy */
  async through(origin: string): Promise<string> {
    this.#server = await LoopbackServer.open((request, response) => this.#passOn(origin, request, response));
    return `http://${this.#server.address}`;
  }

  close(): void {
    this.#server?.close();
  }

  async #passOn(origin: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { events, faultOf } = this.#options;
    const body = Buffer.from(await buffer(request));
    const { pathname } = new URL(request.url ?? "/", origin);
    const asked = { call: `${request.method} ${pathname}`, body: body.toString() };
    const fault = events.isFailing() ? faultOf(asked) : null;
    if (fault) events.fault(fault.name);
    const { reaches = 1, answer, arrivesAfterMs = 0, answersAfterMs = 0 } = fault ?? {};
    events.moment();
    if (arrivesAfterMs > 0) {
      response.destroy();
      await wait(arrivesAfterMs);
    }
    let given = answer ?? null;
    for (let times = 0; times < reaches; times++) {
      const own = await ask(origin, request, body);
      if (answer === undefined) given = own;
    }
    events.moment();
    await wait(answersAfterMs);
    if (given === null) response.destroy();
    else response.writeHead(given.status, { "Content-Type": given.type }).end(given.body);
  }
}

async function ask(
  origin: string,
  { method = "GET", headers, url }: IncomingMessage,
  body: Buffer<ArrayBuffer>,
): Promise<PartyAnswer> {
  const forwarded = FORWARDED.flatMap((name): [string, string][] =>
    headers[name] ? [[name, String(headers[name])]] : [],
  );
  const response = await fetch(`${origin}${url}`, { method, headers: forwarded, ...(body.length > 0 && { body }) });
  const type = response.headers.get("Content-Type") ?? "application/json";
  return { status: response.status, type, body: Buffer.from(await response.arrayBuffer()) };
}
