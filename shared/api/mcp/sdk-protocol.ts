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

/** One message on its way through the SDK. */
interface McpExchange {
  tools: ServedTools;
  message: RpcMessage;
  context: McpRequestContext;
  /** The answer introduces the server: its whole identity, and its instructions. */
  isIntroduction: boolean;
  instructions: string | undefined;
  /** How the operation ended, where one was called, and its result as it was given to the SDK. */
  outcome?: Outcome;
  result?: object;
}

/** The lists never differ between callers, and seldom change: with a deployment, and with what is left out. */
export const LIST_CACHE = { ttlMs: 3_600_000, cacheScope: "public" } as const;

/** What has the same answer for every caller. */
const CACHED = [
  "tools/list",
  "resources/list",
  "resources/templates/list",
  "resources/read",
  "server/discover",
] as const;

const BAD_META = "A field of _meta has another type than in MCP.";

/** Answers a message in the form of its revision with the official SDK, one low-level server per message. */
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

/** Whether the SDK takes the `_meta` of a request of 2026-07-28. */
export function takesEnvelope(envelope: Record<string, unknown>): boolean {
  const body = { jsonrpc: "2.0", id: 0, method: "tools/list", params: { _meta: envelope } };
  const { kind } = classifyInboundRequest({ httpMethod: "POST", protocolVersionHeader: ENVELOPE_VERSION, body });
  return kind === "modern";
}

/** Answers a message of 2026-07-28. */
async function answerWithEnvelope(request: Request, exchange: McpExchange): Promise<McpReply> {
  const handler = createMcpHandler(() => serverFor(exchange), { legacy: "reject" });
  const response = await handler.fetch(request, { parsedBody: exchange.message });
  const { status, body } = response;
  if (exchange.message.method === "subscriptions/listen") {
    // No list here ever changes: the subscription is acknowledged and closed in one answer, so that no stream stays open.
    await handler.close();
    return { status, body, contentType: response.headers.get("Content-Type") ?? "application/json", headers: {} };
  }
  if (body === null) return { status, body, contentType: "", headers: {} };
  return replyOf(await response.json<JSONRPCMessage>(), status, exchange);
}

/** Answers a request of an earlier revision. The SDK's transport over HTTP refuses clients that take no event streams. */
async function answerInitialized(exchange: McpExchange): Promise<McpReply> {
  const { message } = exchange;
  if (!isJSONRPCRequest(message)) {
    // What JSON-RPC says of a request was looked at before, and what MCP says of params besides _meta.
    const { id } = message;
    const refusal = { status: 400, code: RPC_ERRORS.invalidParams, message: BAD_META, ...(id !== undefined && { id }) };
    return jsonReply(JSON.stringify(refusalBody(refusal)), refusal.status);
  }
  const [client, transport] = InMemoryTransport.createLinkedPair();
  const { promise: answer, resolve } = Promise.withResolvers<JSONRPCMessage>();
  // A notification is dropped: the answer is one JSON object.
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
    // With the arguments as they were sent: the SDK's copy has lost a member called `__proto__`.
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

/** The reply of the SDK's answer. */
function replyOf(message: JSONRPCMessage, status: number, { result, outcome, context }: McpExchange): McpReply {
  const answer = result && "result" in message ? { ...message, result: inOrderOf(result, message.result) } : message;
  return answeredReply(JSON.stringify(withAllVersions(answer)), status, context, outcome);
}

/** The SDK's result in the order in which it was given: the SDK puts `_meta` first. */
function inOrderOf(given: object, result: Record<string, unknown>): Record<string, unknown> {
  const names = Object.keys(result);
  const kept = Object.keys(given).filter((name) => names.includes(name));
  return Object.fromEntries([...new Set([...kept, ...names])].map((name) => [name, result[name]]));
}

/** A message with every supported revision, where the SDK names only those without `initialize`. */
function withAllVersions(message: JSONRPCMessage): unknown {
  if ("result" in message && "supportedVersions" in message.result) {
    return { ...message, result: { ...message.result, supportedVersions: PROTOCOL_VERSIONS } };
  }
  if ("error" in message && isJsonObject(message.error.data) && "supported" in message.error.data) {
    return { ...message, error: { ...message.error, data: { ...message.error.data, supported: PROTOCOL_VERSIONS } } };
  }
  return message;
}
