import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A server on the loopback interface, in the harness's process. */
export class LoopbackServer {
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
  }

  /** @param answer handles a request; if it throws, the connection breaks */
  static async open(
    answer: (request: IncomingMessage, response: ServerResponse) => Promise<void>,
  ): Promise<LoopbackServer> {
    const server = createServer((request, response) => {
      answer(request, response).catch(() => response.destroy());
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return new LoopbackServer(server);
  }

  /** The address as `host:port`. */
  get address(): string {
    return `127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }
}
