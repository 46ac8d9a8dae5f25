import { createServer, type Server } from "node:http";
import type { FailureMode, Timing } from "./failure-mode.ts";
import { rdapError } from "./rdap-answers.ts";
import { type HttpAnswer, refuseBadRequests, sendOverHttp } from "./send-over-http.ts";

/** What the RDAP server answers, and how. */
export interface RdapReply {
  readonly answer: HttpAnswer;
  readonly failureMode: FailureMode;
}

const MAX_HEADER_BYTES = 8_192;
const NOT_ALLOWED: RdapReply = {
  answer: rdapError(405, "Method Not Allowed", ["GET and HEAD are answered."]),
  failureMode: "whole",
};

/** An RDAP server (RFC 7480) on plain HTTP. `reply` is given the path. No error of a socket reaches the process. */
export function createRdapServer(reply: (path: string) => RdapReply, timing: Timing): Server {
  const server = createServer({ maxHeaderSize: MAX_HEADER_BYTES }, (request, response) => {
    response.on("error", () => response.destroy());
    request.on("error", () => response.destroy()).resume();
    const [path = "/"] = (request.url ?? "/").split("?", 1);
    const { answer, failureMode } = request.method === "GET" || request.method === "HEAD" ? reply(path) : NOT_ALLOWED;
    sendOverHttp(response, answer, failureMode, timing);
  });
  return refuseBadRequests(server);
}
