import type { IncomingMessage, ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
import { LoopbackServer } from "../system/loopback-server.ts";
import { REGISTRAR_FAULTS, REGISTRAR_REFUSAL, type RegistrarFault } from "./faults.ts";

/** How often a request to the registrar goes wrong. */
const FAULT_RATE = 0.08;
/** How often the registrar refuses to give a transfer code. */
const REFUSAL_RATE = 0.2;

export interface FailingRegistrarOptions {
  /** In [0, 1). */
  random(): number;
  isFailing(): boolean;
  fault(fault: RegistrarFault): void;
}

/** Stands before a registrar that is asked over HTTP. */
export class FailingRegistrar {
  readonly #options: FailingRegistrarOptions;
  #server: LoopbackServer | null = null;

  constructor(options: FailingRegistrarOptions) {
    this.#options = options;
  }

  /** @param endpoint where the registrar is, as `host:port` @returns where it is asked instead */
  async through(endpoint: string): Promise<string> {
    this.#server = await LoopbackServer.open((request, response) => this.#passOn(endpoint, request, response));
    return this.#server.address;
  }

  close(): void {
    this.#server?.close();
  }

  async #passOn(endpoint: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(request);
    const fault = this.#options.isFailing() ? this.#faultOf(request.url ?? "") : null;
    if (fault) this.#options.fault(fault);
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

  #faultOf(path: string): RegistrarFault | null {
    const { random } = this.#options;
    if (path.endsWith("/auth-code") && random() < REFUSAL_RATE) return REGISTRAR_REFUSAL;
    if (random() >= FAULT_RATE) return null;
    return REGISTRAR_FAULTS[Math.floor(random() * REGISTRAR_FAULTS.length)] ?? null;
  }
}
