import { CORS_HEADERS, preflight } from "../cors.ts";
import { OperationError } from "../problems.ts";
import { readJsonBody } from "../strict-json.ts";
import { RPC_ERRORS, type RpcRefusal, refusalBody, routeOf, routeOfElement } from "./mcp-message.ts";
import { type McpScene, McpSpeaker, type ServerDescription } from "./mcp-speaker.ts";
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
    const refusal = refuseRequest(request);
    if (refusal) return refuse(refusal, scene);
    let body: unknown;
    try {
      body = await readJsonBody(request);
    } catch (error) {
      return refuse(bodyRefusal(error), scene);
    }
    const response = await serve(body, request);
    return finish(response, scene);

    async function serve(body: unknown, request: Request): Promise<Response> {
      const route = routeOf(body, request.headers.get("MCP-Protocol-Version"));
      switch (route.kind) {
        case "refused":
          return Response.json(refusalBody(route.refusal), { status: route.refusal.status });
        case "silent":
          return new Response(null, { status: 202 });
        case "envelope":
          return speaker.answerWithEnvelope(route.message, request, scene);
        case "initialized":
          return speaker.answerInitialized(route.message, request, scene);
        case "batch":
          return joined(await Promise.all(route.elements.map((element) => serveElement(element, request))));
      }
    }

    async function serveElement(element: unknown, request: Request): Promise<string | null> {
      const route = routeOfElement(element);
      if (route.kind === "refused") return JSON.stringify(refusalBody(route.refusal));
      if (route.kind !== "initialized") return null;
      return (await speaker.answerInitialized(route.message, request, scene)).text();
    }
  };
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

function refuse(refusal: RpcRefusal, scene: McpScene): Response {
  const response = Response.json(refusalBody(refusal), { status: refusal.status });
  if (refusal.status === 405) response.headers.set("Allow", METHODS.join(", "));
  return finish(response, scene);
}

/** A batch is always answered with an array; with nothing at all when no element was a request. */
function joined(answers: (string | null)[]): Response {
  const given = answers.filter((answer) => answer !== null);
  if (given.length === 0) return new Response(null, { status: 202 });
  return new Response(`[${given.join(",")}]`, { headers: { "Content-Type": "application/json" } });
}

function finish(response: Response, scene: McpScene): Response {
  const headers = new Headers(response.headers);
  for (const [name, value] of Object.entries(CORS_HEADERS)) headers.set(name, value);
  headers.set("X-Request-Id", scene.requestId);
  headers.set("X-Content-Type-Options", "nosniff");
  if (!headers.has("Cache-Control")) headers.set("Cache-Control", "no-store");
  return new Response(response.body, { status: response.status, headers });
}
