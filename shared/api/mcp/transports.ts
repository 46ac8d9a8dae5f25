import {
  type JSONRPCMessage,
  type JSONRPCRequest,
  PerRequestHTTPServerTransport,
  type Transport,
} from "@modelcontextprotocol/server";

/**
 * Carries one request of an earlier revision to the SDK's server and its answer back as text. The SDK's own transport
 * makes a request and a response of it, and refuses clients that do not accept event streams too.
 */
export class OneRequestTransport implements Transport {
  onmessage?: Transport["onmessage"];
  onclose?: Transport["onclose"];
  onerror?: Transport["onerror"];
  readonly #answer = Promise.withResolvers<string>();

  /** The server's answer, serialised. */
  exchange(request: JSONRPCRequest): Promise<string> {
    this.onmessage?.(request);
    return this.#answer.promise;
  }

  async start(): Promise<void> {}

  /** A notification on the way has nobody to go to: the answer is one JSON object. */
  async send(message: JSONRPCMessage): Promise<void> {
    if ("result" in message || "error" in message) this.#answer.resolve(JSON.stringify(message));
  }

  async close(): Promise<void> {
    this.onclose?.();
  }
}

/** The SDK's transport of 2026-07-28, but a result is handed over as text instead of as a response to be read again. */
export class EnvelopeTransport extends PerRequestHTTPServerTransport {
  readonly #result = Promise.withResolvers<string>();

  /** The server's result as text; what is not a result is the SDK's response. */
  exchange(request: JSONRPCRequest): Promise<string | Response> {
    return Promise.race([this.#result.promise, this.handleMessage(request)]);
  }

  override async send(...sent: Parameters<PerRequestHTTPServerTransport["send"]>): Promise<void> {
    const [message] = sent;
    if ("result" in message) this.#result.resolve(JSON.stringify(message));
    else await super.send(...sent);
  }
}
