import { createServer, type Server, type ServerResponse } from "node:http";
import { drip, firstHalf, flood, type Manner, type Pace } from "./manner.ts";
import { type RdapAnswer, rdapError } from "./rdap-answers.ts";

/** What the RDAP server answers, and how. */
export interface RdapReply {
  readonly answer: RdapAnswer;
  readonly manner: Manner;
}

const MAX_HEADER_BYTES = 8_192;
const BAD_REQUEST = "HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";

/** An RDAP server (RFC 7480) on plain HTTP. `reply` is given the path. No error of a socket reaches the process. */
export function createRdapServer(reply: (path: string) => RdapReply, pace: Pace): Server {
  const server = createServer({ maxHeaderSize: MAX_HEADER_BYTES }, (request, response) => {
    response.on("error", () => response.destroy());
    request.on("error", () => response.destroy()).resume();
    const [path = "/"] = (request.url ?? "/").split("?", 1);
    if (request.method === "GET" || request.method === "HEAD") send(response, reply(path), pace);
    else
      send(
        response,
        { answer: rdapError(405, "Method Not Allowed", ["GET and HEAD are answered."]), manner: "whole" },
        pace,
      );
  });
  return server.on("clientError", (_error, socket) => {
    if (socket.writable) socket.end(BAD_REQUEST);
    else socket.destroy();
  });
}

function send(response: ServerResponse, { answer, manner }: RdapReply, pace: Pace): void {
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
