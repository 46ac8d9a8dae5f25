import { createServer, type IncomingMessage, type ServerResponse, request as send } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, inject } from "vitest";
import { createTestHarness, type TestHarness } from "wrangler";
import { PROJECT } from "../../../scripts/workers.ts";

/** A JSON-RPC message on its way to the provider. */
export interface PassingMessage {
  id?: unknown;
  method: string;
}

/** The example assistant on the real runtime. It reaches the provider through an origin of its own, which a test can cut off. */
export class HostedAssistant {
  /** The messages that it sent to the provider. */
  readonly sent: PassingMessage[] = [];
  isCutOff = false;
  /** Answers a message in the provider's place where it returns true. */
  answer: (message: PassingMessage, response: ServerResponse) => boolean = () => false;
  /** Where the assistant is served. */
  address = "";
  readonly #hasAccount: boolean;
  readonly #relay = createServer((incoming, outgoing) => this.#hand(incoming, outgoing));
  #system: TestHarness | undefined;

  /** @param hasAccount whether an account can be connected; the provider is then known to it by the relay's address */
  constructor(hasAccount: boolean) {
    this.#hasAccount = hasAccount;
  }

  async start(): Promise<void> {
    await new Promise<void>((resolve) => this.#relay.listen(0, "127.0.0.1", resolve));
    const vars = {
      CATALOGUE_MCP_URL: `${this.provider}/api/v1/mcp`,
      ...(this.#hasAccount && { ACCOUNT_MCP_URL: `${this.provider}/api/v1/account/mcp` }),
    };
    const workers = [{ configPath: "examples/assistant/wrangler.toml", vars }];
    this.#system = createTestHarness({ root: PROJECT, workers });
    this.address = (await this.#system.listen()).url.origin;
  }

  async close(): Promise<void> {
    await this.#system?.close();
    this.#relay.closeAllConnections();
    await new Promise((resolve) => this.#relay.close(resolve));
  }

  /** The relay's address. */
  get provider(): string {
    return `http://127.0.0.1:${(this.#relay.address() as AddressInfo).port}`;
  }

  /** An agent loses what it has in memory. */
  async evict(name: string): Promise<void> {
    await this.#system?.getWorker("frontdesk-assistant").evictDurableObject("ASSISTANT", { name });
  }

  async #hand(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    if (this.isCutOff) {
      incoming.destroy();
      return;
    }
    const body = Buffer.concat(await incoming.toArray());
    const { method = "GET", url: path = "/", headers } = incoming;
    if (headers["content-type"]?.startsWith("application/json") && path.endsWith("/mcp")) {
      const message = JSON.parse(body.toString()) as PassingMessage;
      this.sent.push(message);
      if (this.answer(message, outgoing)) return;
    }
    const { hostname, port, host } = new URL(inject("origin"));
    const named = this.#hasAccount ? headers : { ...headers, host };
    send({ hostname, port, method, path, headers: named }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    }).end(body);
  }
}

/** An assistant that runs while the file's tests do. */
export function useHostedAssistant({ hasAccount = false } = {}): HostedAssistant {
  const assistant = new HostedAssistant(hasAccount);
  beforeAll(() => assistant.start());
  afterAll(() => assistant.close());
  return assistant;
}

/** An answer with its parsed body. */
export async function readAnswer(response: Response) {
  const text = await response.text();
  const body = (text === "" ? {} : JSON.parse(text)) as Record<string, unknown>;
  return { status: response.status, headers: response.headers, body };
}

/** The request that calls a tool through the assistant. */
export const calling = (tool: string, input?: unknown): RequestInit => ({
  method: "POST",
  body: JSON.stringify({ tool, arguments: input }),
});
