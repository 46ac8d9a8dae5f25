import type { Context } from "hono";
import { addressOf } from "../../platform/caller-address.ts";
import { log } from "../../platform/log.ts";
import { rateLimitHeaders } from "../../platform/rate-limit.ts";
import type { Gate, Turn } from "../gate.ts";
import { CORS_HEADERS, preflight } from "../http/cors.ts";
import type { RequestVariables } from "../http/serve-http.ts";
import { OperationError } from "../problems.ts";
import { readJsonBody } from "../strict-json.ts";
import { type Arrivals, admitMessages, refuseOver, releaseAll, type Turns } from "./mcp-admission.ts";
import { type McpScene, NOTHING_TO_SAY, type Spoken, spokenJson } from "./mcp-exchange.ts";
import {
  MAX_BATCH,
  type Route,
  RPC_ERRORS,
  type RpcMessage,
  type RpcRefusal,
  refusalBody,
  requestsIn,
  routeOf,
} from "./mcp-message.ts";
import type { McpSpeaker, ServerDescription } from "./mcp-protocol-handler.ts";
import { McpSpeakers, type ToolSources } from "./mcp-protocol-handlers.ts";

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
  const speakers = new McpSpeakers(description, sources);

  return async (c: Context<RequestVariables>): Promise<Response> => {
    const { raw: request } = c.req;
    const scene: McpScene = {
      ...c.var,
      address: addressOf(request),
      authorization: request.headers.get("Authorization"),
      waitUntil: (work) => c.executionCtx.waitUntil(work),
    };
    if (request.method === "OPTIONS") return preflight(METHODS, scene.requestId);
    return toResponse(await answer(request, scene), scene);
  };

  async function answer(request: Request, scene: McpScene): Promise<Spoken> {
    const refusal = refuseRequest(request);
    if (refusal) return refuse(refusal);
    let body: unknown;
    try {
      body = await readJsonBody(request);
    } catch (error) {
      return refuse(bodyRefusal(error));
    }
    return serve(body, request, scene);
  }

  async function serve(body: unknown, request: Request, from: McpScene): Promise<Spoken> {
    const maxBatch = gate ? MAX_BATCH.counted : MAX_BATCH.uncounted;
    const route = routeOf(body, request.headers.get("MCP-Protocol-Version"), maxBatch);
    if (route.kind === "refused") return refuse(route.refusal);
    const scene: McpScene = { ...from, hasEnvelope: route.kind === "envelope" };
    const turns = await admit(route, scene);
    if ("status" in turns) return turns;
    try {
      const speakerFor = await speakersFor(requestsIn(route), turns, scene);
      return await speakAll(route, turns, { speakerFor, request, scene });
    } finally {
      releaseAll(turns);
    }
  }

  async function admit(route: Route, scene: McpScene): Promise<Turns | Spoken> {
    if (!gate) return new Map();
    const arrivals: Arrivals = {
      requests: requestsIn(route),
      together: route.kind === "batch",
      toolOf: (message) => speakers.own().toolOf(message),
    };
    return admitMessages(gate, scene, arrivals);
  }

  /** Tools from elsewhere are asked for only where a message that was let in needs them. */
  async function speakersFor(requests: RpcMessage[], turns: Turns, { requestId }: McpScene): Promise<SpeakerFor> {
    const isNeeded = requests.some((message) => !turns.get(message)?.refusal && speakers.needsWhole(message));
    const whole = isNeeded ? await speakers.whole().catch((error) => toolsUnknown(error, requestId)) : null;
    return (message) => (speakers.needsWhole(message) ? whole : speakers.own());
  }
}

/** Who answers a message; null where the tools it is about cannot be asked for. */
type SpeakerFor = (message: RpcMessage) => McpSpeaker | null;

function toolsUnknown(cause: unknown, request_id: string): null {
  log("tools_unknown", { request_id, cause });
  return null;
}

/** Answers what was let in. */
async function speakAll(
  route: Exclude<Route, { kind: "refused" }>,
  turns: Turns,
  { speakerFor, request, scene }: { speakerFor: SpeakerFor; request: Request; scene: McpScene },
): Promise<Spoken> {
  const inTurn = (
    message: RpcMessage,
    speak: (speaker: McpSpeaker, scene: McpScene) => Promise<Spoken>,
  ): Promise<Spoken> | Spoken => {
    const turn = turns.get(message);
    if (turn?.refusal) return refuseOver(message, turn, scene);
    const speaker = speakerFor(message);
    return speaker ? speak(speaker, { ...scene, turn }) : refuseForNow(message, turn);
  };
  switch (route.kind) {
    case "silent":
      return NOTHING_TO_SAY;
    case "envelope":
      return inTurn(route.message, (speaker, own) => speaker.answerWithEnvelope(route.message, request, own));
    case "initialized":
      return inTurn(route.message, (speaker, own) => speaker.answerInitialized(route.message, own));
    case "batch": {
      const answers = route.elements.map((element) => {
        if (element.kind === "refused") return refuse(element.refusal);
        if (element.kind === "silent") return NOTHING_TO_SAY;
        return inTurn(element.message, (speaker, own) => speaker.answerInitialized(element.message, own));
      });
      return joined(await Promise.all(answers), [...turns.values()].at(-1));
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

function bodyRefusal(error: unknown): RpcRefusal {
  if (!(error instanceof OperationError)) throw error;
  switch (error.code) {
    case "payload_too_large":
      return { status: 413, code: RPC_ERRORS.invalidRequest, message: error.detail.en };
    case "unsupported_media_type":
      return { status: 415, code: RPC_ERRORS.invalidRequest, message: error.detail.en };
    default:
      return { status: 400, code: RPC_ERRORS.parse, message: error.detail.en };
  }
}

function refuse(refusal: RpcRefusal): Spoken {
  const headers: Record<string, string> = refusal.status === 405 ? { Allow: METHODS.join(", ") } : {};
  return spokenJson(JSON.stringify(refusalBody(refusal)), refusal.status, headers);
}

function refuseForNow({ id }: RpcMessage, turn: Turn | undefined): Spoken {
  const body = JSON.stringify(refusalBody({ ...TOOLS_UNKNOWN, ...(id !== undefined && { id }) }));
  const rates = rateLimitHeaders(turn ? [turn.rate] : []);
  return spokenJson(body, TOOLS_UNKNOWN.status, { ...rates, "Retry-After": String(RETRY_AFTER_S) });
}

/** A batch is always answered with an array; with nothing at all when no element was a request. */
function joined(answers: Spoken[], last: Turn | undefined): Spoken {
  const given = answers.flatMap(({ body }) => (typeof body === "string" ? body : []));
  if (given.length === 0) return NOTHING_TO_SAY;
  return spokenJson(`[${given.join(",")}]`, 200, rateLimitHeaders(last ? [last.rate] : []));
}

function toResponse({ status, body, contentType, headers }: Spoken, { requestId }: McpScene): Response {
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
