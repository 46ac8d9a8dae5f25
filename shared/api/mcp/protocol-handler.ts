import {
  classifyInboundRequest,
  createMcpHandler,
  type InboundModernRoute,
  inputRequired,
  isJSONRPCRequest,
  type JSONRPCMessage,
  type JSONRPCRequest,
  type JSONRPCResultResponse,
  type McpHttpHandler,
  PerRequestHTTPServerTransport,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type Transport,
} from "@modelcontextprotocol/server";
import { isJsonObject, printable } from "../../platform/json.ts";
import { rateLimitHeaders } from "../../platform/rate-limit.ts";
import type { Outcome } from "../pipeline/run-operation.ts";
import { APPROVAL_INPUT, hasDeclined, pageToOpen } from "./elicitation.ts";
import {
  INITIALIZED_VERSIONS,
  PROTOCOL_VERSIONS,
  RPC_ERRORS,
  type RpcMessage,
  refusalBody,
  type SingleRoute,
} from "./json-rpc.ts";
import { jsonReply, type McpReply, type McpRequestContext, refusalHeaders, resultMembers } from "./reply.ts";
import { briefIdentity, type IdentityOf } from "./server-identity.ts";
import type { Tool } from "./tools.ts";

/** How a server introduces itself. */
export interface ServerDescription {
  /** `serverInfo`; revisions before 2025-11-25 know less of it, and ignore the rest. */
  identify: IdentityOf;
  /** For the model: what the tools are for and how they go together. A function where that can change: asked for each introduction. */
  instructions: string | ((requestId: string) => Promise<string>);
  /**
   * Names of tools that are left out of the list now, where that can change: asked for each list. They can be called all the same,
   * by whoever keeps a list of before.
   */
  unlisted?: (requestId: string) => Promise<ReadonlySet<string>>;
}

/** One message on its way through the SDK. */
interface McpExchange {
  context: McpRequestContext;
  /** A call's arguments as they were sent: the SDK's copy has lost a member called `__proto__`. */
  input: unknown;
  /** The answer introduces the server: its whole identity, and its instructions. */
  isIntroduction: boolean;
  instructions: string | undefined;
  /** What is left out of the answer to a message that lists tools. */
  unlisted: ReadonlySet<string>;
  /** JSON text that takes the place of a member of the SDK's result: it was serialised before. */
  payload?: { replaces: string; members: string };
  /** How the operation ended, where one was called. */
  outcome?: Outcome;
}

/** The lists never differ between callers, and seldom change: with a deployment, and with what is left out. */
const LIST_CACHE = { ttlMs: 3_600_000, cacheScope: "public" } as const;
const NONE: ReadonlySet<string> = new Set();

/**
 * Speaks the protocol with the official SDK, one low-level server per message. The SDK's result has an empty list where the
 * payload belongs, so that the list of tools and each stored answer are serialised once and not with every message.
 */
export class McpProtocolHandler {
  readonly #server: ServerDescription;
  readonly #byName: Map<string, Tool>;
  /** The list as JSON text, by what is left out of it. */
  readonly #lists = new WeakMap<ReadonlySet<string>, string>();
  readonly #exchanges = new WeakMap<Request, McpExchange>();
  readonly #envelopeHandler: McpHttpHandler;

  constructor(tools: Tool[], server: ServerDescription) {
    this.#server = server;
    this.#byName = new Map(tools.map((tool) => [tool.description.name, tool]));
    this.#envelopeHandler = this.#newEnvelopeHandler();
  }

  /** The tool that a message calls, where it calls one. */
  toolOf({ method, params }: RpcMessage): Tool | undefined {
    return method === "tools/call" ? this.#byName.get(String(params?.name)) : undefined;
  }

  /** Answers a message in the form of its revision. */
  answer(
    { kind, message }: Extract<SingleRoute, { message: RpcMessage }>,
    request: Request,
    context: McpRequestContext,
  ): Promise<McpReply> {
    return kind === "envelope"
      ? this.#answerWithEnvelope(message, request, context)
      : this.#answerInitialized(message, context);
  }

  /** Answers a message of 2026-07-28. */
  async #answerWithEnvelope(message: RpcMessage, request: Request, context: McpRequestContext): Promise<McpReply> {
    const exchange = await this.#exchangeFor(message, context);
    if (message.method === "subscriptions/listen") return this.#answerListen(message, request, exchange);
    const route = plainRequest(message, request);
    const answer = route
      ? await this.#answerPlain(route, exchange)
      : await this.#handle(this.#envelopeHandler, message, request, exchange);
    if (!(answer instanceof Response)) return replyOf(answer, 200, exchange);
    return answer.body === null
      ? { status: answer.status, body: null, contentType: "", headers: {} }
      : replyOf(await answer.json<JSONRPCMessage>(), answer.status, exchange);
  }

  /** Answers a request of an earlier revision. */
  async #answerInitialized(message: RpcMessage, context: McpRequestContext): Promise<McpReply> {
    if (!isJSONRPCRequest(message)) {
      const refusal = { status: 400, code: RPC_ERRORS.invalidRequest, message: "The body is not a JSON-RPC request." };
      return jsonReply(JSON.stringify(refusalBody(refusal)), refusal.status);
    }
    const exchange = await this.#exchangeFor(message, context);
    const transport = new OneRequestTransport();
    await this.#serverFor(exchange).connect(transport);
    return replyOf(await transport.exchange(message), 200, exchange);
  }

  async #exchangeFor({ method, params }: RpcMessage, context: McpRequestContext): Promise<McpExchange> {
    const { instructions: text } = this.#server;
    const isIntroduction = method === "initialize" || method === "server/discover";
    const instructions = isIntroduction && typeof text === "function" ? await text(context.requestId) : undefined;
    return {
      ...{ context, isIntroduction, input: params?.arguments },
      instructions: typeof text === "string" ? text : instructions,
      unlisted: method === "tools/list" ? await this.#unlisted(context) : NONE,
    };
  }

  async #unlisted({ requestId }: McpRequestContext): Promise<ReadonlySet<string>> {
    return (await this.#server.unlisted?.(requestId)) ?? NONE;
  }

  #listWithout(unlisted: ReadonlySet<string>): string {
    const known = this.#lists.get(unlisted);
    if (known !== undefined) return known;
    const listed = [...this.#byName.values()].filter(({ description }) => !unlisted.has(description.name));
    const list = `"tools":${JSON.stringify(listed.map(({ description }) => description))}`;
    this.#lists.set(unlisted, list);
    return list;
  }

  async #answerPlain(route: InboundModernRoute & { messageKind: "request" }, exchange: McpExchange) {
    const transport = new EnvelopeTransport({ classification: route.classification });
    await this.#serverFor(exchange).connect(transport);
    return transport.exchange(route.message);
  }

  #handle(handler: McpHttpHandler, message: RpcMessage, request: Request, exchange: McpExchange): Promise<Response> {
    this.#exchanges.set(request, exchange);
    return handler.fetch(request, { parsedBody: message });
  }

  /** No list here ever changes: the subscription is acknowledged and closed in one answer, so that no stream stays open. */
  async #answerListen(message: RpcMessage, request: Request, exchange: McpExchange): Promise<McpReply> {
    const handler = this.#newEnvelopeHandler();
    const response = await this.#handle(handler, message, request, exchange);
    await handler.close();
    const contentType = response.headers.get("Content-Type") ?? "application/json";
    return { status: response.status, body: response.body, contentType, headers: {} };
  }

  #newEnvelopeHandler(): McpHttpHandler {
    return createMcpHandler(
      ({ requestInfo }) => {
        const exchange = requestInfo && this.#exchanges.get(requestInfo);
        if (!exchange) throw new Error("a message without its exchange");
        return this.#serverFor(exchange);
      },
      { legacy: "reject" },
    );
  }

  #serverFor(exchange: McpExchange): Server {
    const { instructions, isIntroduction, context } = exchange;
    const identity = this.#server.identify(context.addresses);
    const server = new Server(isIntroduction ? { ...identity } : briefIdentity(identity), {
      capabilities: { tools: {} },
      ...(instructions !== undefined && { instructions }),
      supportedProtocolVersions: [...INITIALIZED_VERSIONS, "2026-07-28"],
      cacheHints: { "tools/list": LIST_CACHE, "server/discover": LIST_CACHE },
    });
    server.setRequestHandler("tools/list", ({ params }) => {
      if (params?.cursor !== undefined) {
        throw new ProtocolError(ProtocolErrorCode.InvalidParams, "Unknown cursor: the list of tools is one page.");
      }
      exchange.payload = { replaces: "tools", members: this.#listWithout(exchange.unlisted) };
      return { tools: [] };
    });
    server.setRequestHandler("tools/call", async ({ params }, { mcpReq }) => {
      const outcome = await this.#call(params.name, exchange, hasDeclined(mcpReq));
      exchange.outcome = outcome;
      const page = context.hasEnvelope ? pageToOpen(outcome, mcpReq) : null;
      if (page) return inputRequired({ inputRequests: { [APPROVAL_INPUT]: inputRequired.elicitUrl(page) } });
      exchange.payload = { replaces: "content", members: resultMembers(outcome) };
      return { content: [], ...(outcome.isReplayed && { _meta: { "frontdesk/idempotentReplayed": true } }) };
    });
    return server;
  }

  async #call(name: string, { context, input }: McpExchange, isDeclined: boolean): Promise<Outcome> {
    const tool = this.#byName.get(name);
    if (!tool) {
      const unlisted = await this.#unlisted(context);
      const known = [...this.#byName.keys()].filter((each) => !unlisted.has(each)).join(", ");
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool ${printable(name)}. Tools: ${known}.`);
    }
    return tool.call({
      ...context,
      caller: { via: "mcp", address: context.address, ...(isDeclined && { hasDeclined: true }) },
      sent: { arguments: input ?? {} },
    });
  }
}

/** A transport of one request of an earlier revision. The SDK's own refuses clients that do not accept event streams too. */
class OneRequestTransport implements Transport {
  onmessage?: Transport["onmessage"];
  onclose?: Transport["onclose"];
  onerror?: Transport["onerror"];
  readonly #answer = Promise.withResolvers<JSONRPCMessage>();

  exchange(request: JSONRPCRequest): Promise<JSONRPCMessage> {
    this.onmessage?.(request);
    return this.#answer.promise;
  }

  async start(): Promise<void> {}

  /** A notification is dropped: the answer is one JSON object. */
  async send(message: JSONRPCMessage): Promise<void> {
    if ("result" in message || "error" in message) this.#answer.resolve(message);
  }

  async close(): Promise<void> {
    this.onclose?.();
  }
}

/** The SDK's transport of 2026-07-28, except that a result is returned before it is made a response. */
class EnvelopeTransport extends PerRequestHTTPServerTransport {
  readonly #result = Promise.withResolvers<JSONRPCMessage>();

  exchange(request: JSONRPCRequest): Promise<JSONRPCMessage | Response> {
    return Promise.race([this.#result.promise, this.handleMessage(request)]);
  }

  override async send(...sent: Parameters<PerRequestHTTPServerTransport["send"]>): Promise<void> {
    const [message] = sent;
    if ("result" in message) this.#result.resolve(message);
    else await super.send(...sent);
  }
}

/** The reply of the SDK's answer. */
function replyOf(message: JSONRPCMessage, status: number, { payload, outcome, context }: McpExchange): McpReply {
  const text =
    payload && "result" in message ? withPayload(message, payload) : JSON.stringify(withAllVersions(message));
  const rates = outcome?.rates ?? (context.admission ? [context.admission.rate] : []);
  const refusal = outcome && "problem" in outcome ? outcome : undefined;
  // Clients act on these by the HTTP status: a credential or a scope is asked for, or a rate limit was reached.
  const isStatus = refusal && (refusal.challenge !== undefined || refusal.problem.status === 429);
  return jsonReply(text, isStatus ? refusal.problem.status : status, {
    ...rateLimitHeaders(rates),
    ...(isStatus && refusalHeaders(refusal)),
  });
}

/** The JSON text of an answer, with the payload before the other members of the result. */
function withPayload(
  { result, ...message }: JSONRPCResultResponse,
  { replaces, members }: NonNullable<McpExchange["payload"]>,
): string {
  const { [replaces]: _, ...others } = result;
  const rest = JSON.stringify(others).slice(1);
  return `{"result":{${members}${rest === "}" ? "" : ","}${rest},${JSON.stringify(message).slice(1)}`;
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

/** A `tools/list` or `tools/call` whose headers agree with its body; any other message is for the SDK's whole entry. */
function plainRequest(message: RpcMessage, request: Request) {
  const { method, params } = message;
  if (method !== "tools/call" && method !== "tools/list") return null;
  if (request.headers.get("Mcp-Method") !== method) return null;
  const name = request.headers.get("Mcp-Name");
  if (method === "tools/call" && name !== params?.name) return null;
  const version = request.headers.get("MCP-Protocol-Version");
  if (version !== "2026-07-28") return null;
  const route = classifyInboundRequest({
    httpMethod: "POST",
    protocolVersionHeader: version,
    mcpMethodHeader: method,
    ...(name !== null && { mcpNameHeader: name }),
    body: message,
  });
  const isPlain =
    route.kind === "modern" && route.messageKind === "request" && route.classification.revision === version;
  return isPlain ? { ...route, messageKind: "request" as const } : null;
}
