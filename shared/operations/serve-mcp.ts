import { CORS_HEADERS, preflight } from "../cors.ts";
import { OperationError } from "../problems.ts";
import { readJsonBody } from "../strict-json.ts";
import { type McpScene, NOTHING_TO_SAY, type Spoken, spokenJson } from "./mcp-exchange.ts";
import { RPC_ERRORS, type RpcRefusal, refusalBody, routeOf, routeOfElement } from "./mcp-message.ts";
import { McpSpeaker, type ServerDescription } from "./mcp-speaker.ts";
import type { Desk } from "./run-operation.ts";

const METHODS = ["POST", "OPTIONS"];

/**
 * An MCP server over Streamable HTTP, stateless, tools only. This is the guard in front of the official SDK: it reads the
 * request once, refuses what the SDK lets pass, splits batches, and hands each message to the SDK, which speaks the protocol.
 */
export function mcpEndpoint<Context>(desk: Desk<Context>, server: ServerDescription) {
  const speaker = new McpSpeaker(desk, server);

  return async (request: Request, scene: McpScene): Promise<Response> => {
    if (request.method === "OPTIONS") return preflight(METHODS, scene.requestId);
    return toResponse(await answer(request, scene), scene);
  };

  async function answer(request: Request, scene: McpScene): Promise<Spoken> {
    const refusal = refuseRequest(request);
    if (refusal) return refuse(refusal);
    try {
      return await serve(await readJsonBody(request), request, scene);
    } catch (error) {
      return refuse(bodyRefusal(error));
    }
  }

  async function serve(body: unknown, request: Request, scene: McpScene): Promise<Spoken> {
    const route = routeOf(body, request.headers.get("MCP-Protocol-Version"));
    switch (route.kind) {
      case "refused":
        return refuse(route.refusal);
      case "silent":
        return NOTHING_TO_SAY;
      case "envelope":
        return speaker.answerWithEnvelope(route.message, request, scene);
      case "initialized":
        return speaker.answerInitialized(route.message, scene);
      case "batch":
        return joined(await Promise.all(route.elements.map((element) => serveElement(element, scene))));
    }
  }

  async function serveElement(element: unknown, scene: McpScene): Promise<Spoken> {
    const route = routeOfElement(element);
    if (route.kind === "refused") return refuse(route.refusal);
    return route.kind === "initialized" ? speaker.answerInitialized(route.message, scene) : NOTHING_TO_SAY;
  }
}

/** The host is checked before any route; what is left is the method and, against DNS rebinding, the origin. */
function refuseRequest(request: Request): RpcRefusal | null {
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

/** A batch is always answered with an array; with nothing at all when no element was a request. */
function joined(answers: Spoken[]): Spoken {
  const given = answers.flatMap(({ body }) => (typeof body === "string" ? body : []));
  return given.length === 0 ? NOTHING_TO_SAY : spokenJson(`[${given.join(",")}]`);
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
