import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** An HTTP server on the loopback interface, in the process of the harness. */
export class LoopbackServer {
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
  }

  /** Starts a server. @param answer handles a request; the connection breaks if it throws */
  static async open(
    answer: (request: IncomingMessage, response: ServerResponse) => Promise<void>,
  ): Promise<LoopbackServer> {
    const server = createServer((request, response) => {
      answer(request, response).catch(() => response.destroy());
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return new LoopbackServer(server);
  }

  /** The host and port, such as `127.0.0.1:8080`. */
  get address(): string {
    return `127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }
}
