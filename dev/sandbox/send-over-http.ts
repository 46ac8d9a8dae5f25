import type { Server, ServerResponse } from "node:http";
import { drip, type FailureMode, firstHalf, flood, type Timing } from "./failure-mode.ts";

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
export function sendOverHttp(
  response: ServerResponse,
  answer: HttpAnswer,
  failureMode: FailureMode,
  timing: Timing,
): void {
  const { socket } = response;
  const body = Buffer.from(answer.body);
  switch (failureMode) {
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
      drip(response.writeHead(answer.status, answer.headers), body, timing);
      return;
    case "flood":
      flood(response.writeHead(answer.status, answer.headers), body, timing, () => socket?.end());
      return;
    case "slow": {
      const timer = setTimeout(() => socket?.end(), timing.silenceMs);
      response.once("close", () => clearTimeout(timer));
      return;
    }
    case "hang":
      return;
  }
}
