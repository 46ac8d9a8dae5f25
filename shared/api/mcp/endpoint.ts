import { addressOf } from "../../platform/caller-address.ts";
import { log } from "../../platform/log.ts";
import { rateLimitHeaders } from "../../platform/rate-limit.ts";
import { OperationError, PROBLEMS } from "../definition/problems.ts";
import { readJsonBody } from "../http/json-body.ts";
import { CORS_HEADERS, preflight } from "../http/responses.ts";
import type { Endpoint } from "../http/serve-directly.ts";
import type { Admission, Gate } from "../pipeline/gate.ts";
import { type ApiVersion, addressesIn } from "../versions/api-versions.ts";
import { Admissions, admitRequests, refuseOverLimit } from "./admission.ts";
import { answerMessage } from "./answer-message.ts";
import {
  type ElementRoute,
  MAX_BATCH,
  RPC_ERRORS,
  type RpcMessage,
  type RpcRefusal,
  refusalBody,
  requestsIn,
  routeOf,
  type SingleRoute,
} from "./json-rpc.ts";
import type { isPlainRequest } from "./plain-request.ts";
import { jsonReply, type McpReply, type McpRequestContext, NO_CONTENT } from "./reply.ts";
import { answerBySdk } from "./sdk-protocol.ts";
import { ServedTools } from "./served-tools.ts";
import type { ServerDescription } from "./server-identity.ts";
import type { Tool } from "./tools.ts";

const METHODS = ["POST", "OPTIONS"];
const RETRY_AFTER_S = 5;
const TOOLS_UNKNOWN = {
  status: 503,
  code: RPC_ERRORS.internal,
  message: `These tools are unavailable now. Try again in ${RETRY_AFTER_S} seconds.`,
};
/**
 * Maximum total size of the replies to a batch, in bytes. It applies only to a server that does not count messages
 * against a rate limit, where a large batch would cost its sender little.
 */
const MAX_BATCH_BYTES = 262_144;
const BATCH_TOO_LARGE = {
  ...{ status: 200, code: RPC_ERRORS.invalidRequest },
  message: `The answers of this batch exceed ${MAX_BATCH_BYTES / 1024} KiB. Send this message in its own request.`,
};
/** Time for which the other Worker's tools are kept. They change only when that Worker is deployed. */
const OTHER_TOOLS_KEPT_MS = 600_000;

export interface McpServer {
  description: ServerDescription;
  tools: () => Tool[];
  /** Fetches the tools of another Worker. They follow the server's own tools in the list. */
  toolsFromElsewhere?: () => Promise<Tool[]>;
  /** The API version of the tools. URLs in answers are those of this version. */
  version?: ApiVersion;
  /** The gate, if every message needs a credential. */
  gate?: Gate;
  /** Decides which single requests bypass the SDK. The default is `isPlainRequest`. */
  isPlain?: typeof isPlainRequest;
}

/**
 * Returns the endpoint of a stateless MCP server over Streamable HTTP. The endpoint makes the checks that the official
 * SDK lacks and admits messages by their credential. It splits batches and replies to each message in the form of its
 * protocol revision.
 */
export function mcpEndpoint(server: McpServer): Endpoint {
  const { gate, version = { major: 1 } } = server;
  const served = servedToolsOf(server);

  return async (c) => {
    const { raw: request } = c.req;
    const { requestId, addresses } = c.var;
    const context: McpRequestContext = {
      requestId,
      addresses: addressesIn(addresses, version),
      address: addressOf(request),
      authorization: gate ? request.headers.get("Authorization") : null,
      // This is a method, because the bundler adds code that names each arrow function, and that code would run on
      // every request.
      waitUntil(work) {
        c.executionCtx.waitUntil(work);
      },
    };
    if (request.method === "OPTIONS") return preflight(METHODS, requestId);
    return toResponse(await answer(request, context), context);
  };

  async function answer(request: Request, from: McpRequestContext): Promise<McpReply> {
    const refusal = refuseRequest(request);
    if (refusal) return refuse(refusal);
    let body: unknown;
    try {
      body = await readJsonBody(request);
    } catch (error) {
      if (!(error instanceof OperationError)) throw error;
      return refuse(bodyRefusal(error));
    }
    const maxBatch = gate ? MAX_BATCH.counted : MAX_BATCH.uncounted;
    const route = routeOf(body, request.headers.get("MCP-Protocol-Version"), maxBatch);
    if (route.kind === "refused") return refuse(route.refusal);
    const context: McpRequestContext = { ...from, hasEnvelope: route.kind === "envelope" };
    const admitted = gate ? await admitRequests(gate, context, route, served.own()) : new Admissions();
    if (!(admitted instanceof Admissions)) return admitted;
    using admissions = admitted;
    // The other Worker's tools are fetched only if an admitted request needs them.
    const needsAll = requestsIn(route).some((message) => !admissions.get(message)?.refusal && served.needsAll(message));
    const all = needsAll ? await served.all().catch((cause) => toolsUnknown(cause, context)) : null;
    const received = { request, context, admissions, all, isBatch: route.kind === "batch" };
    if (route.kind !== "batch") return await answerOne(route, received);
    const answers = await Promise.all(route.elements.map((element) => answerOne(element, received)));
    return joined(gate ? answers : withinBytes(answers, route.elements), admissions.last);
  }

  async function answerOne(route: SingleRoute, received: Received): Promise<McpReply> {
    const { request, context, admissions, all, isBatch } = received;
    switch (route.kind) {
      case "refused":
        return refuse(route.refusal);
      case "accepted":
        return NO_CONTENT;
      case "envelope":
      case "initialized": {
        const { message } = route;
        const admission = admissions.get(message);
        if (gate && admission?.refusal) return refuseOverLimit(gate, message, admission, context);
        const tools = served.needsAll(message) ? all : served.own();
        if (!tools) return refuseForNow(message, admission);
        const admitted = { ...context, admission };
        // Batches always use the SDK, because their calls share the request's measurements and the SDK keeps them in
        // order.
        if (isBatch) return answerBySdk(tools, route, request, admitted);
        return answerMessage(tools, route, request, admitted, server.isPlain);
      }
    }
  }
}

/** An HTTP request with the admissions of its messages. */
interface Received {
  request: Request;
  context: McpRequestContext;
  admissions: Admissions;
  /** All tools; `null` if no message needs them or the Worker could not fetch them. */
  all: ServedTools | null;
  isBatch: boolean;
}

/** Returns functions that create a server's own tools and all of its tools on first use. */
function servedToolsOf({ description, tools, toolsFromElsewhere }: McpServer) {
  let own: ServedTools | undefined;
  // This stores the tools instead of their promise. Once the request that created a promise ends, the promise never
  // settles for other requests.
  let all: { tools: ServedTools; until: number } | undefined;
  const served = {
    own() {
      own ??= new ServedTools(tools(), description);
      return own;
    },
    /** Checks whether a message needs another Worker's tools. Notifications never need them. */
    needsAll(message: RpcMessage): boolean {
      if (!toolsFromElsewhere || message.id === undefined) return false;
      return message.method === "tools/list" || (message.method === "tools/call" && !served.own().toolOf(message));
    },
    /**
     * Returns all tools.
     * @throws the other Worker's error
     */
    async all(): Promise<ServedTools> {
      if (!toolsFromElsewhere) return served.own();
      if (all && Date.now() < all.until) return all.tools;
      const known = new ServedTools([...tools(), ...(await toolsFromElsewhere())], description);
      all = { tools: known, until: Date.now() + OTHER_TOOLS_KEPT_MS };
      return known;
    },
  };
  return served;
}

function toolsUnknown(cause: unknown, { requestId }: McpRequestContext): null {
  log("tools_unknown", { request_id: requestId, cause });
  return null;
}

/** Checks the method, and checks the origin to prevent DNS rebinding. The host was checked before routing. */
function refuseRequest(request: Request): RpcRefusal | null {
  if (request.method !== "POST") {
    return { status: 405, code: RPC_ERRORS.invalidRequest, message: "This address accepts POST and OPTIONS." };
  }
  const origin = request.headers.get("Origin");
  if (origin !== null && !isWellFormed(origin)) {
    return { status: 403, code: RPC_ERRORS.invalidRequest, message: "The Origin header is not a well-formed origin." };
  }
  return null;
}

/**
 * Checks that an origin is only a scheme and an authority (RFC 6454 §6.2). Any scheme is accepted, because browser
 * extensions have their own.
 */
function isWellFormed(origin: string): boolean {
  return /^[a-z][a-z0-9+.-]*:\/\/[^/?#@\s\\]+$/i.test(origin) && URL.canParse(origin);
}

function bodyRefusal({ code, detail }: OperationError): RpcRefusal {
  const { status } = PROBLEMS[code];
  return { status, code: status === 400 ? RPC_ERRORS.parse : RPC_ERRORS.invalidRequest, message: detail.en };
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

/**
 * Replaces the remaining replies to a batch with refusals once they exceed {@link MAX_BATCH_BYTES}. This is safe,
 * because a server without a gate offers only reads.
 */
function withinBytes(answers: McpReply[], elements: ElementRoute[]): McpReply[] {
  let left = MAX_BATCH_BYTES;
  return answers.map((answer, index) => {
    if (typeof answer.body !== "string") return answer;
    left -= new TextEncoder().encode(answer.body).length;
    const route = elements[index];
    if (left >= 0 || route?.kind !== "initialized") return answer;
    const { id } = route.message;
    return refuse({ ...BATCH_TOO_LARGE, ...(id !== undefined && { id }) });
  });
}

/** Joins the replies to a batch in an array. The joined reply is empty if no element gets a reply. */
function joined(answers: McpReply[], last: Admission | undefined): McpReply {
  const given = answers.flatMap(({ body }) => (typeof body === "string" ? body : []));
  if (given.length === 0) return NO_CONTENT;
  return jsonReply(`[${given.join(",")}]`, 200, rateLimitHeaders(last ? [last.rate] : []));
}

const EVERY_ANSWER = { ...CORS_HEADERS, "Cache-Control": "no-store", "X-Content-Type-Options": "nosniff" };
/**
 * A `Response` that serves as the `init` of others. The runtime copies its headers in half the time that a plain object
 * takes.
 */
const JSON_ANSWER = new Response(null, { headers: { ...EVERY_ANSWER, "Content-Type": "application/json" } });

function toResponse({ status, body, contentType, headers }: McpReply, { requestId }: McpRequestContext): Response {
  const isJson = status === 200 && contentType === "application/json";
  const own = contentType ? { "Content-Type": contentType } : {};
  const response = new Response(body, isJson ? JSON_ANSWER : { status, headers: { ...EVERY_ANSWER, ...own } });
  response.headers.set("X-Request-Id", requestId);
  for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
  return response;
}
