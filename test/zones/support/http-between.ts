import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";

/** A proxy between the Worker and a server. It can run code before it passes a request on, and lose responses. */
export class HttpBetween {
  readonly url: string;
  /** A function that runs before the proxy passes a request on. */
  meanwhile: (method: string) => Promise<void> = async () => {};
  /** The HTTP method of the next request whose response is lost; `null` if no response is lost. */
  loses: string | null = null;
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  static async start(target: string): Promise<HttpBetween> {
    const server = createServer(async (request, response) => {
      const { method = "GET", url = "/" } = request;
      const chunks: Buffer[] = [];
      for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
      await between.meanwhile(method);
      const body = method === "GET" ? null : Buffer.concat(chunks);
      const headers = { "X-API-Key": String(request.headers["x-api-key"]) };
      const answer = await fetch(`${target}${url}`, { method, body, headers });
      const text = await answer.text();
      if (between.loses === method) {
        between.loses = null;
        return void request.socket.destroy();
      }
      response.writeHead(answer.status, { "Content-Type": "application/json" }).end(text);
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const between = new HttpBetween(server);
    return between;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, "close");
  }
}
