import type { IncomingMessage, ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
import { LoopbackServer } from "../harness/loopback-server.ts";
import type { PartyEvents } from "../harness/plug.ts";

/** What befalls one request to a party. Each party names its faults, which are counted by their names. */
export interface PartyFault {
  name: string;
  /** `lost`: it is not reached. `answer lost`: it acts. `refused`: it does nothing, and answers with this. */
  kind: "lost" | "answer lost" | "refused";
  answer?: { status: number; body: object };
}

export interface FailingPartyOptions {
  events: PartyEvents;
  /** The fault of the next request to a path; null where it goes well. */
  faultOf(path: string): PartyFault | null;
}

/**
 * Stands before a party outside the product that is asked over HTTP, such as a registrar, and fails as planned. The party is real or
 * simulated, and lives on when the runtime is killed.
 */
export class FailingParty {
  readonly #options: FailingPartyOptions;
  #server: LoopbackServer | null = null;

  constructor(options: FailingPartyOptions) {
    this.#options = options;
  }

  /** @param origin where the party is @returns the origin where it is asked instead */
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
    const fault = events.isFailing() ? faultOf(request.url ?? "") : null;
    if (fault) events.fault(fault.name);
    const answer = (status: number, content: string | Buffer) =>
      response.writeHead(status, { "Content-Type": "application/json" }).end(content);
    switch (fault?.kind) {
      case "lost":
        response.destroy();
        return;
      case "refused":
        answer(fault.answer?.status ?? 500, JSON.stringify(fault.answer?.body));
        return;
      case "answer lost":
        await ask(origin, request, body);
        response.destroy();
        return;
      case undefined: {
        const real = await ask(origin, request, body);
        answer(real.status, Buffer.from(await real.arrayBuffer()));
      }
    }
  }
}

function ask(
  origin: string,
  { method = "GET", headers, url }: IncomingMessage,
  body: Buffer<ArrayBuffer>,
): Promise<Response> {
  return fetch(`${origin}${url}`, {
    method,
    headers: {
      Authorization: headers.authorization ?? "",
      ...(method !== "GET" && { "Content-Type": headers["content-type"] ?? "application/json" }),
      ...(headers["x-idempotency-key"] && { "X-Idempotency-Key": String(headers["x-idempotency-key"]) }),
    },
    ...(body.length > 0 && { body }),
  });
}
