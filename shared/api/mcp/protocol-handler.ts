import {
  classifyInboundRequest,
  createMcpHandler,
  type InboundModernRoute,
  isJSONRPCRequest,
  type McpHttpHandler,
  ProtocolError,
  ProtocolErrorCode,
  Server,
} from "@modelcontextprotocol/server";
import { printable } from "../../platform/json.ts";
import type { Outcome } from "../pipeline/run-operation.ts";
import { INITIALIZED_VERSIONS, RPC_ERRORS, type RpcMessage, refusalBody } from "./json-rpc.ts";
import {
  jsonReply,
  type McpExchange,
  type McpReply,
  type McpRequestContext,
  resultMembers,
  resultMeta,
  withPayload,
} from "./reply.ts";
import type { Tool } from "./tools.ts";
import { EnvelopeTransport, OneRequestTransport } from "./transports.ts";

/** How a server introduces itself. */
export interface ServerDescription {
  name: string;
  title: string;
  version: string;
  /** For the model: what the tools are for and how they go together. */
  instructions: string;
}

/** The lists never differ between callers and change with a deployment only. */
const LIST_CACHE = { ttlMs: 3_600_000, cacheScope: "public" } as const;

/**
 * The official SDK, one low-level server per message, over our operations. The SDK speaks the protocol and answers with an
 * empty list where the payload belongs; the payload is put in as text, so that a list of tools or a stored answer is
 * serialised once and not once per call.
 */
export class McpProtocolHandler {
  readonly #server: ServerDescription;
  readonly #byName: Map<string, Tool>;
  readonly #toolList: string;
  readonly #exchanges = new WeakMap<Request, McpExchange>();
  readonly #envelopeHandler: McpHttpHandler;

  constructor(tools: Tool[], server: ServerDescription) {
    this.#server = server;
    this.#byName = new Map(tools.map((tool) => [tool.description.name, tool]));
    this.#toolList = `"tools":${JSON.stringify(tools.map(({ description }) => description))}`;
    this.#envelopeHandler = this.#newEnvelopeHandler();
  }

  /** The tool that a message calls, where it calls one. */
  toolOf({ method, params }: RpcMessage): Tool | undefined {
    return method === "tools/call" ? this.#byName.get(String(params?.name)) : undefined;
  }

  /** Answers a message of 2026-07-28. */
  async answerWithEnvelope(message: RpcMessage, request: Request, context: McpRequestContext): Promise<McpReply> {
    const exchange: McpExchange = { context, input: message.params?.arguments };
    if (message.method === "subscriptions/listen") return this.#answerListen(message, request, exchange);
    const route = plainRequest(message, request);
    const said = route
      ? await this.#answerPlain(route, exchange)
      : await this.#handle(this.#envelopeHandler, message, request, exchange);
    if (typeof said === "string") return withPayload(said, 200, exchange);
    return said.body === null
      ? { status: said.status, body: null, contentType: "", headers: {} }
      : withPayload(await said.text(), said.status, exchange);
  }

  /** Answers a request of an earlier revision. */
  async answerInitialized(message: RpcMessage, context: McpRequestContext): Promise<McpReply> {
    if (!isJSONRPCRequest(message)) {
      const refusal = { status: 400, code: RPC_ERRORS.invalidRequest, message: "The body is not a JSON-RPC request." };
      return jsonReply(JSON.stringify(refusalBody(refusal)), refusal.status);
    }
    const exchange: McpExchange = { context, input: message.params?.arguments };
    const transport = new OneRequestTransport();
    await this.#serverFor(exchange).connect(transport);
    return withPayload(await transport.exchange(message), 200, exchange);
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
    const { name, title, version, instructions } = this.#server;
    const server = new Server(
      { name, title, version },
      {
        capabilities: { tools: {} },
        instructions,
        supportedProtocolVersions: [...INITIALIZED_VERSIONS, "2026-07-28"],
        cacheHints: { "tools/list": LIST_CACHE, "server/discover": LIST_CACHE },
      },
    );
    server.setRequestHandler("tools/list", ({ params }) => {
      if (params?.cursor !== undefined) {
        throw new ProtocolError(ProtocolErrorCode.InvalidParams, "Unknown cursor: the list of tools is one page.");
      }
      exchange.payload = { emptyList: '"tools":[]', members: this.#toolList };
      return { tools: [] };
    });
    server.setRequestHandler("tools/call", async ({ params }) => {
      const outcome = await this.#call(params.name, exchange);
      exchange.outcome = outcome;
      exchange.payload = { emptyList: '"content":[]', members: resultMembers(outcome) };
      return { content: [], ...resultMeta(outcome) };
    });
    return server;
  }

  async #call(name: string, { context, input }: McpExchange): Promise<Outcome> {
    const tool = this.#byName.get(name);
    if (!tool) {
      const known = [...this.#byName.keys()].join(", ");
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool ${printable(name)}. Tools: ${known}.`);
    }
    return tool.call({
      ...context,
      caller: { via: "mcp", address: context.address },
      sent: { arguments: input ?? {} },
    });
  }
}

/**
 * A `tools/list` or `tools/call` whose headers say exactly what its body says: it goes straight to a server. Everything
 * else takes the SDK's whole entry, which knows how to refuse it.
 */
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
