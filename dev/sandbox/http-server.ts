import { createServer, type IncomingMessage, type Server } from "node:http";
import { type FailureMode, sendBytes, type Timing } from "./failure-mode.ts";

/** One response over HTTP. */
export interface HttpAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A response of the HTTP server, and how it is sent. */
export interface HttpReply {
  readonly answer: HttpAnswer;
  readonly failureMode: FailureMode;
}

const MAX_HEADER_BYTES = 8_192;
const BAD_REQUEST = "HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";

/** Creates an HTTP server that handles all socket errors, so that none of them ends the process. */
export function createHttpServer(
  replyTo: (request: IncomingMessage) => HttpReply | Promise<HttpReply>,
  timing: Timing,
): Server {
  const server = createServer({ maxHeaderSize: MAX_HEADER_BYTES }, async (request, response) => {
    response.on("error", () => response.destroy());
    request.on("error", () => response.destroy());
    const { answer, failureMode } = await replyTo(request);
    request.resume();
    const body = Buffer.from(answer.body);
    const missing = failureMode === "truncated" ? 1 : 0;
    const isPromised = failureMode === "whole" || failureMode === "truncated";
    response.writeHead(answer.status, {
      ...answer.headers,
      ...(isPromised && { "Content-Length": body.length + missing }),
    });
    sendBytes(response, request.socket, body, failureMode, timing);
  });
  return server.on("clientError", (_error, socket) => {
    if (socket.writable) socket.end(BAD_REQUEST);
    else socket.destroy();
  });
}
