import { request as ask, createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** A loopback server that adds a credential to requests and forwards them, for clients that cannot send one. */
export interface BearerRelay {
  url: string;
  close(): Promise<void>;
}

/**
 * Starts the relay. It replaces its own host name in the `Host` header but forwards any other host name unchanged.
 * @param tokens the credentials, which take turns so that no connection reaches its rate limit
 */
export async function startBearerRelay(target: URL, tokens: string[]): Promise<BearerRelay> {
  let requests = 0;
  const server = createServer((incoming, response) => {
    const { host } = incoming.headers;
    const outgoing = ask(
      target,
      {
        method: incoming.method ?? "GET",
        headers: {
          ...incoming.headers,
          host: host === own ? target.host : host,
          authorization: `Bearer ${tokens[requests++ % tokens.length]}`,
        },
      },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      },
    );
    outgoing.on("error", () => response.destroy());
    incoming.pipe(outgoing);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const own = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: `http://${own}${target.pathname}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
