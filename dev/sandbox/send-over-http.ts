import type { Server, ServerResponse } from "node:http";
import { drip, firstHalf, flood, type Manner, type Pace } from "./manner.ts";

/** One answer over HTTP. */
export interface HttpAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const BAD_REQUEST = "HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";

/** What is no HTTP is answered, and no error of a socket reaches the process. */
export function refuseBadRequests(server: Server): Server {
  return server.on("clientError", (_error, socket) => {
    if (socket.writable) socket.end(BAD_REQUEST);
    else socket.destroy();
  });
}

/** Sends an answer whole, or in one of the ways in which servers fail. */
export function sendOverHttp(response: ServerResponse, answer: HttpAnswer, manner: Manner, pace: Pace): void {
  const { socket } = response;
  const body = Buffer.from(answer.body);
  switch (manner) {
    case "whole":
      response.writeHead(answer.status, { ...answer.headers, "Content-Length": body.length }).end(body);
      return;
    case "truncated":
      response.writeHead(answer.status, { ...answer.headers, "Content-Length": body.length + 1 });
      response.write(firstHalf(body), () => socket?.end());
      return;
    case "empty":
      socket?.end();
      return;
    case "reset":
      socket?.resetAndDestroy();
      return;
    case "drip":
      drip(response.writeHead(answer.status, answer.headers), body, pace);
      return;
    case "flood":
      flood(response.writeHead(answer.status, answer.headers), body, pace, () => socket?.end());
      return;
    case "slow": {
      const timer = setTimeout(() => socket?.end(), pace.silenceMs);
      response.once("close", () => clearTimeout(timer));
      return;
    }
    case "hang":
      return;
  }
}
