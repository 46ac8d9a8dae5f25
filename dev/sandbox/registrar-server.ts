import { createHash, timingSafeEqual } from "node:crypto";
import { createServer, type IncomingMessage, type Server } from "node:http";
import { type FailureMode, failureModeOf, HTML_PAGE, type Timing } from "./failure-mode.ts";
import { prefixOf } from "./names.ts";
import type { OwnRegistrar } from "./own-registrar.ts";
import { findRoute, type RegistrarReply } from "./registrar-routes.ts";
import type { SandboxClock } from "./sandbox-clock.ts";
import { type HttpAnswer, refuseBadRequests, sendOverHttp } from "./send-over-http.ts";

const MAX_HEADER_BYTES = 8_192;
const MAX_BODY_BYTES = 16_384;

/**
 * The registrar's side over HTTP and JSON (its paths are in `registrar-routes.ts`), for whoever has the token. What a
 * browser sends for a page is refused before it is read: another host's name, an origin, a browser's own header.
 */
export function createRegistrarServer(
  registrar: OwnRegistrar,
  clock: SandboxClock,
  token: string,
  timing: Timing,
): Server {
  const server = createServer({ maxHeaderSize: MAX_HEADER_BYTES }, async (request, response) => {
    response.on("error", () => response.destroy());
    request.on("error", () => response.destroy());
    const refused = refusedCaller(request, token);
    if (refused) request.resume();
    const reply = refused ?? (await answer(request, registrar, clock).catch(failed));
    const { answer: sent, failureMode } = asThePrefixSays(request, reply);
    sendOverHttp(response, sent, failureMode, timing);
  });
  return refuseBadRequests(server);
}

function refusedCaller({ headers, socket }: IncomingMessage, token: string): RegistrarReply | null {
  const hosts = ["127.0.0.1", "localhost"].map((host) => `${host}:${socket.localPort}`);
  if (!hosts.includes(headers.host ?? "")) return error(403, "Only loopback is served.");
  if (headers.origin !== undefined || headers["sec-fetch-site"] !== undefined) {
    return error(403, "Browsers are not served.");
  }
  return isSame(headers.authorization ?? "", `Bearer ${token}`) ? null : error(401, "The bearer token is wrong.");
}

function isSame(given: string, wanted: string): boolean {
  const [one, other] = [given, wanted].map((text) => createHash("sha256").update(text).digest()) as [Buffer, Buffer];
  return timingSafeEqual(one, other);
}

async function answer(request: IncomingMessage, registrar: OwnRegistrar, clock: SandboxClock): Promise<RegistrarReply> {
  const { pathname, searchParams } = new URL(request.url ?? "/", "http://127.0.0.1");
  const route = findRoute(request.method ?? "", pathname);
  if (route === null) {
    request.resume();
    return error(404, "There is nothing here.");
  }
  // Too many requests: nothing is done.
  if (route.name !== null && ["throttle", "mixed"].includes(prefixOf(route.name) ?? "")) {
    request.resume();
    return error(429, "Too many requests. Please slow down.");
  }
  const body = await readBody(request);
  return "status" in body ? body : route.run({ registrar, clock, query: searchParams, body: body.value });
}

async function readBody(request: IncomingMessage): Promise<{ value: unknown } | RegistrarReply> {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of request as AsyncIterable<Buffer>) {
    size += piece.length;
    if (size <= MAX_BODY_BYTES) pieces.push(piece);
  }
  if (size > MAX_BODY_BYTES) return error(413, "The body is too large.");
  if (size === 0) return { value: undefined };
  if (request.headers["content-type"] !== "application/json") return error(415, "The body must be JSON.");
  try {
    return { value: JSON.parse(Buffer.concat(pieces).toString("utf8")) };
  } catch {
    return error(400, "The body is not JSON.");
  }
}

function failed(reason: unknown): RegistrarReply {
  console.error(`The sandbox registrar failed: ${reason instanceof Error ? reason.message : "unknown"}`);
  return error(500, "The registrar failed.");
}

function error(status: number, message: string): RegistrarReply {
  return { status, body: { error: message } };
}

/** What was asked about a name with a failing prefix is done; the answer is what fails. */
function asThePrefixSays(
  request: IncomingMessage,
  { status, body, name }: RegistrarReply,
): { answer: HttpAnswer; failureMode: FailureMode } {
  const prefix = name === undefined ? null : prefixOf(name);
  const whole = (answer: HttpAnswer) => ({ answer, failureMode: "whole" as const });
  const html = { "Content-Type": "text/html; charset=utf-8" };
  switch (prefix) {
    case "garbage":
      return whole({ status: 200, headers: html, body: HTML_PAGE });
    case "html404":
      return whole({ status: 404, headers: html, body: HTML_PAGE });
    case "loop":
      return whole({ status: 302, headers: { Location: request.url ?? "/" }, body: "" });
    default: {
      const json = JSON.stringify(body);
      const text = prefix === "other" ? json.replaceAll(`"other-`, `"another-`) : json;
      const headers = { "Content-Type": "application/json", "Cache-Control": "no-store" };
      return { answer: { status, headers, body: text }, failureMode: failureModeOf(prefix) };
    }
  }
}
