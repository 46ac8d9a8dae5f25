import type { Context } from "hono";
import { addressOf } from "../../platform/caller-address.ts";
import { log } from "../../platform/log.ts";
import { rateLimitHeaders } from "../../platform/rate-limit.ts";
import { OperationError } from "../definition/problems.ts";
import { CORS_HEADERS, preflight } from "../http/cors.ts";
import { readJsonBody } from "../http/json-body.ts";
import type { RequestVariables } from "../http/serve-http.ts";
import type { Admission, Gate } from "../pipeline/gate.ts";
import { type Admissions, type Arrivals, admitMessages, refuseOver, releaseAll } from "./admission.ts";
import {
  MAX_BATCH,
  type McpRoute,
  RPC_ERRORS,
  type RpcMessage,
  type RpcRefusal,
  refusalBody,
  requestsIn,
  routeOf,
} from "./json-rpc.ts";
import type { McpProtocolHandler, ServerDescription } from "./protocol-handler.ts";
import { McpProtocolHandlers, type ToolSources } from "./protocol-handlers.ts";
import { jsonReply, type McpReply, type McpRequestContext, NO_CONTENT } from "./reply.ts";

const METHODS = ["POST", "OPTIONS"];
const RETRY_AFTER_S = 5;
const TOOLS_UNKNOWN = {
  status: 503,
  code: RPC_ERRORS.internal,
  message: `These tools cannot be asked for now. Try again in ${RETRY_AFTER_S} seconds.`,
};

/** What an MCP server stands on. */
export interface McpServer extends ToolSources {
  description: ServerDescription;
  /** Where every message needs a connection. */
  gate?: Gate;
}

/**
 * The route of an MCP server over Streamable HTTP, stateless, tools only. This is the guard in front of the official SDK: it reads the
 * request once, refuses what the SDK lets pass, lets it in by its credential, splits batches, and hands each message to the
 * SDK, which speaks the protocol.
 */
export function mcpEndpoint({ description, gate, ...sources }: McpServer) {
  const handlers = new McpProtocolHandlers(description, sources);

  return async (c: Context<RequestVariables>): Promise<Response> => {
    const { raw: request } = c.req;
    const context: McpRequestContext = {
      ...c.var,
      address: addressOf(request),
      authorization: request.headers.get("Authorization"),
      waitUntil: (work) => c.executionCtx.waitUntil(work),
    };
    if (request.method === "OPTIONS") return preflight(METHODS, context.requestId);
    return toResponse(await answer(request, context), context);
  };

  async function answer(request: Request, context: McpRequestContext): Promise<McpReply> {
    const refusal = refuseRequest(request);
    if (refusal) return refuse(refusal);
    let body: unknown;
    try {
      body = await readJsonBody(request);
    } catch (error) {
      if (!(error instanceof OperationError)) throw error;
      return refuse(bodyRefusal(error));
    }
    return serve(body, request, context);
  }

  async function serve(body: unknown, request: Request, from: McpRequestContext): Promise<McpReply> {
    const maxBatch = gate ? MAX_BATCH.counted : MAX_BATCH.uncounted;
    const route = routeOf(body, request.headers.get("MCP-Protocol-Version"), maxBatch);
    if (route.kind === "refused") return refuse(route.refusal);
    const context: McpRequestContext = { ...from, hasEnvelope: route.kind === "envelope" };
    const admissions = await admit(route, context);
    if ("status" in admissions) return admissions;
    try {
      const protocolHandlerFor = await protocolHandlersFor(requestsIn(route), admissions, context);
      return await speakAll(route, admissions, { protocolHandlerFor, request, context });
    } finally {
      releaseAll(admissions);
    }
  }

  async function admit(route: McpRoute, context: McpRequestContext): Promise<Admissions | McpReply> {
    if (!gate) return new Map();
    const arrivals: Arrivals = {
      requests: requestsIn(route),
      together: route.kind === "batch",
      toolOf: (message) => handlers.own().toolOf(message),
    };
    return admitMessages(gate, context, arrivals);
  }

  /** Tools from elsewhere are asked for only where a message that was let in needs them. */
  async function protocolHandlersFor(
    requests: RpcMessage[],
    admissions: Admissions,
    { requestId }: McpRequestContext,
  ): Promise<ProtocolHandlerFor> {
    const isNeeded = requests.some((message) => !admissions.get(message)?.refusal && handlers.needsWhole(message));
    const whole = isNeeded ? await handlers.whole().catch((error) => toolsUnknown(error, requestId)) : null;
    return (message) => (handlers.needsWhole(message) ? whole : handlers.own());
  }
}

/** Who answers a message; null where the tools it is about cannot be asked for. */
type ProtocolHandlerFor = (message: RpcMessage) => McpProtocolHandler | null;

function toolsUnknown(cause: unknown, request_id: string): null {
  log("tools_unknown", { request_id, cause });
  return null;
}

/** Answers what was let in. */
async function speakAll(
  route: Exclude<McpRoute, { kind: "refused" }>,
  admissions: Admissions,
  {
    protocolHandlerFor,
    request,
    context,
  }: { protocolHandlerFor: ProtocolHandlerFor; request: Request; context: McpRequestContext },
): Promise<McpReply> {
  const inTurn = (
    message: RpcMessage,
    speak: (handler: McpProtocolHandler, context: McpRequestContext) => Promise<McpReply>,
  ): Promise<McpReply> | McpReply => {
    const admission = admissions.get(message);
    if (admission?.refusal) return refuseOver(message, admission, context);
    const handler = protocolHandlerFor(message);
    return handler ? speak(handler, { ...context, admission }) : refuseForNow(message, admission);
  };
  switch (route.kind) {
    case "silent":
      return NO_CONTENT;
    case "envelope":
      return inTurn(route.message, (handler, own) => handler.answerWithEnvelope(route.message, request, own));
    case "initialized":
      return inTurn(route.message, (handler, own) => handler.answerInitialized(route.message, own));
    case "batch": {
      const answers = route.elements.map((element) => {
        if (element.kind === "refused") return refuse(element.refusal);
        if (element.kind === "silent") return NO_CONTENT;
        return inTurn(element.message, (handler, own) => handler.answerInitialized(element.message, own));
      });
      return joined(await Promise.all(answers), [...admissions.values()].at(-1));
    }
  }
}

/** The host is checked before any route; what is left is the method and, against DNS rebinding, the origin. An empty one is none. */
export function refuseRequest(request: Request): RpcRefusal | null {
  if (request.method !== "POST") {
    return { status: 405, code: RPC_ERRORS.invalidRequest, message: "This address takes POST and OPTIONS." };
  }
  const origin = request.headers.get("Origin");
  if (origin !== null && !isWellFormed(origin)) {
    return { status: 403, code: RPC_ERRORS.invalidRequest, message: "The Origin header is not a well-formed origin." };
  }
  return null;
}

/** A scheme and an authority, nothing else (RFC 6454 §6.2); browsers' extensions and desktop hosts have schemes of their own. */
function isWellFormed(origin: string): boolean {
  return /^[a-z][a-z0-9+.-]*:\/\/[^/?#@\s\\]+$/i.test(origin) && URL.canParse(origin);
}

function bodyRefusal(error: OperationError): RpcRefusal {
  switch (error.code) {
    case "payload_too_large":
      return { status: 413, code: RPC_ERRORS.invalidRequest, message: error.detail.en };
    case "unsupported_media_type":
      return { status: 415, code: RPC_ERRORS.invalidRequest, message: error.detail.en };
    default:
      return { status: 400, code: RPC_ERRORS.parse, message: error.detail.en };
  }
}

function refuse(refusal: RpcRefusal): McpReply {
  const headers: Record<string, string> = refusal.status === 405 ? { Allow: METHODS.join(", ") } : {};
  return jsonReply(JSON.stringify(refusalBody(refusal)), refusal.status, headers);
}

function refuseForNow({ id }: RpcMessage, admission: Admission | undefined): McpReply {
  const body = JSON.stringify(refusalBody({ ...TOOLS_UNKNOWN, ...(id !== undefined && { id }) }));
  const rates = rateLimitHeaders(admission ? [admission.rate] : []);
  return jsonReply(body, TOOLS_UNKNOWN.status, { ...rates, "Retry-After": String(RETRY_AFTER_S) });
}

/** A batch is always answered with an array; with nothing at all when no element was a request. */
function joined(answers: McpReply[], last: Admission | undefined): McpReply {
  const given = answers.flatMap(({ body }) => (typeof body === "string" ? body : []));
  if (given.length === 0) return NO_CONTENT;
  return jsonReply(`[${given.join(",")}]`, 200, rateLimitHeaders(last ? [last.rate] : []));
}

function toResponse({ status, body, contentType, headers }: McpReply, { requestId }: McpRequestContext): Response {
  return new Response(body, {
    status,
    headers: {
      ...CORS_HEADERS,
      ...(contentType && { "Content-Type": contentType }),
      "Cache-Control": "no-store",
      "X-Content-Type-Options": "nosniff",
      "X-Request-Id": requestId,
      ...headers,
    },
  });
}
