import {
  classifyInboundRequest,
  createMcpHandler,
  InMemoryTransport,
  inputRequired,
  isJSONRPCRequest,
  type JSONRPCMessage,
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  Server,
} from "@modelcontextprotocol/server";
import { isJsonObject, printable } from "../../platform/json.ts";
import type { Outcome } from "../pipeline/run-operation.ts";
import { CARD_TYPE, listCards, readCard, UI_EXTENSION } from "./cards/cards.ts";
import { APPROVAL_INPUT, hasDeclined, pageToOpen } from "./elicitation.ts";
import {
  ENVELOPE_VERSION,
  INITIALIZED_VERSIONS,
  type MessageRoute,
  PROTOCOL_VERSIONS,
  RPC_ERRORS,
  type RpcMessage,
  refusalBody,
} from "./json-rpc.ts";
import { answeredReply, jsonReply, type McpReply, type McpRequestContext, replayMeta, resultMembers } from "./reply.ts";
import type { ServedTools } from "./served-tools.ts";
import { briefIdentity } from "./server-identity.ts";

/** A message that the SDK is handling. */
interface McpExchange {
  tools: ServedTools;
  message: RpcMessage;
  context: McpRequestContext;
  /** Whether the reply introduces the server, with its full identity and instructions. */
  isIntroduction: boolean;
  instructions: string | undefined;
  /**
   * The outcome of the called operation, and the result that the SDK received. Both are absent if no operation was
   * called. The result is also absent if the reply requests a page.
   */
  outcome?: Outcome;
  result?: object;
}

/** The cache rules of lists. All callers get the same list, which rarely changes. */
export const LIST_CACHE = { ttlMs: 3_600_000, cacheScope: "public" } as const;

/** The methods that return the same result to every caller. */
const CACHED = [
  "tools/list",
  "resources/list",
  "resources/templates/list",
  "resources/read",
  "server/discover",
] as const;

const BAD_META = "A field of _meta does not have the type that MCP specifies.";

/**
 * Replies to a message through the official SDK, in the form of the message's revision. Each message gets its own
 * low-level server.
 */
export async function answerBySdk(
  tools: ServedTools,
  { kind, message }: MessageRoute,
  request: Request,
  context: McpRequestContext,
): Promise<McpReply> {
  const { instructions: text } = tools.server;
  const isIntroduction = message.method === "initialize" || message.method === "server/discover";
  const instructions = typeof text === "string" ? text : isIntroduction ? await text(context.requestId) : undefined;
  const exchange = { tools, message, context, isIntroduction, instructions };
  return kind === "envelope" ? answerWithEnvelope(request, exchange) : answerInitialized(exchange);
}

/** Checks whether the SDK accepts the `_meta` of a request of revision 2026-07-28. */
export function takesEnvelope(envelope: Record<string, unknown>): boolean {
  const body = { jsonrpc: "2.0", id: 0, method: "tools/list", params: { _meta: envelope } };
  const { kind } = classifyInboundRequest({ httpMethod: "POST", protocolVersionHeader: ENVELOPE_VERSION, body });
  return kind === "modern";
}

/** Replies to a message of revision 2026-07-28. */
async function answerWithEnvelope(request: Request, exchange: McpExchange): Promise<McpReply> {
  const handler = createMcpHandler(() => serverFor(exchange), { legacy: "reject" });
  const response = await handler.fetch(request, { parsedBody: exchange.message });
  const { status, body } = response;
  if (exchange.message.method === "subscriptions/listen") {
    // This server sends no notifications of changes, so one response acknowledges the subscription and closes it.
    await handler.close();
    return { status, body, contentType: response.headers.get("Content-Type") ?? "application/json", headers: {} };
  }
  if (body === null) return { status, body, contentType: "", headers: {} };
  return replyOf(await response.json<JSONRPCMessage>(), status, exchange);
}

/**
 * Replies to a request of an earlier revision. An in-memory transport is used, because the SDK's HTTP transport refuses
 * clients that do not accept event streams.
 */
async function answerInitialized(exchange: McpExchange): Promise<McpReply> {
  const { message } = exchange;
  if (!isJSONRPCRequest(message)) {
    // The JSON-RPC form and the MCP params are already checked, so only `_meta` can be wrong here.
    const { id } = message;
    const refusal = { status: 400, code: RPC_ERRORS.invalidParams, message: BAD_META, ...(id !== undefined && { id }) };
    return jsonReply(JSON.stringify(refusalBody(refusal)), refusal.status);
  }
  const [client, transport] = InMemoryTransport.createLinkedPair();
  const { promise: answer, resolve } = Promise.withResolvers<JSONRPCMessage>();
  // Notifications are dropped, because the reply is one JSON object.
  client.onmessage = (sent) => ("result" in sent || "error" in sent) && resolve(sent);
  await serverFor(exchange).connect(transport);
  await client.send(message);
  return replyOf(await answer, 200, exchange);
}

function serverFor(exchange: McpExchange): Server {
  const { tools, message, instructions, isIntroduction, context } = exchange;
  const identity = tools.server.identify(context.addresses);
  const server = new Server(isIntroduction ? { ...identity } : briefIdentity(identity), {
    capabilities: { tools: {}, resources: {}, extensions: { [UI_EXTENSION]: { mimeTypes: [CARD_TYPE] } } },
    ...(instructions !== undefined && { instructions }),
    supportedProtocolVersions: [...INITIALIZED_VERSIONS, ENVELOPE_VERSION],
    cacheHints: Object.fromEntries(CACHED.map((method) => [method, LIST_CACHE])),
  });
  server.setRequestHandler("tools/list", async ({ params }) => {
    refuseCursor(params);
    return JSON.parse(`{${await tools.list(context.requestId)}}`);
  });
  server.setRequestHandler("tools/call", async ({ params }, { mcpReq }) => {
    // These are the arguments of the original message, because the SDK's copy loses a key named `__proto__`.
    const outcome = await tools.call(message, context, hasDeclined(mcpReq));
    if (!outcome) {
      const known = (await tools.names(context.requestId)).join(", ");
      const unknown = `Unknown tool ${printable(params.name)}. Tools: ${known}.`;
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, unknown);
    }
    exchange.outcome = outcome;
    const page = context.hasEnvelope ? pageToOpen(outcome, mcpReq) : null;
    if (page) return inputRequired({ inputRequests: { [APPROVAL_INPUT]: inputRequired.elicitUrl(page) } });
    const result = { ...JSON.parse(`{${resultMembers(outcome)}}`), ...replayMeta(outcome) };
    exchange.result = result;
    return result;
  });
  server.setRequestHandler("resources/list", ({ params }) => {
    refuseCursor(params);
    return { resources: listCards() };
  });
  server.setRequestHandler("resources/templates/list", ({ params }) => {
    refuseCursor(params);
    return { resourceTemplates: [] };
  });
  server.setRequestHandler("resources/read", ({ params: { uri } }) => {
    const card = readCard(uri);
    if (!card) throw new ResourceNotFoundError(uri);
    return { contents: [card] };
  });
  return server;
}

function refuseCursor(params: { cursor?: unknown } | undefined): void {
  if (params?.cursor === undefined) return;
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, "Unknown cursor: each list is one page.");
}

/** Creates the reply from the SDK's message. */
function replyOf(message: JSONRPCMessage, status: number, { result, outcome, context }: McpExchange): McpReply {
  const answer = result && "result" in message ? { ...message, result: inOrderOf(result, message.result) } : message;
  return answeredReply(JSON.stringify(withAllVersions(answer)), status, context, outcome);
}

/** Restores the original field order of a result, because the SDK puts `_meta` first. */
function inOrderOf(given: object, result: Record<string, unknown>): Record<string, unknown> {
  const names = Object.keys(result);
  const kept = Object.keys(given).filter((name) => names.includes(name));
  return Object.fromEntries([...new Set([...kept, ...names])].map((name) => [name, result[name]]));
}

/** Completes a message that lists the supported revisions. The SDK lists only the revisions without `initialize`. */
function withAllVersions(message: JSONRPCMessage): unknown {
  if ("result" in message && "supportedVersions" in message.result) {
    return { ...message, result: { ...message.result, supportedVersions: PROTOCOL_VERSIONS } };
  }
  if ("error" in message && isJsonObject(message.error.data) && "supported" in message.error.data) {
    return { ...message, error: { ...message.error, data: { ...message.error.data, supported: PROTOCOL_VERSIONS } } };
  }
  return message;
}
