import {
  createMcpHandler,
  type McpHttpHandler,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";
import type { Addresses } from "../addresses.ts";
import { rateLimitHeaders } from "../rate-limit.ts";
import type { Answer } from "./answer.ts";
import { printable } from "./input-errors.ts";
import { INITIALIZED_VERSIONS, PROTOCOL_VERSIONS, type RpcMessage } from "./mcp-message.ts";
import { describeTools } from "./mcp-tools.ts";
import type { AnyOperation } from "./operation.ts";
import { type Desk, type Outcome, runOperation } from "./run-operation.ts";

/** How a server introduces itself. */
export interface ServerDescription {
  name: string;
  title: string;
  version: string;
  /** For the model: what the tools are for and how they go together. */
  instructions: string;
  websiteUrl?: string;
}

/** What of a request its operations need. */
export interface McpScene {
  addresses: Addresses;
  /** The caller's network address. */
  address: string;
  requestId: string;
  waitUntil: (work: Promise<unknown>) => void;
}

/** The lists never differ between callers and change with a deployment only. */
const LIST_CACHE = { ttlMs: 3_600_000, cacheScope: "public" } as const;

/** One message on its way through the SDK. */
interface Exchange {
  scene: McpScene;
  /** A call's arguments as they were sent: the SDK's copy has lost a member called `__proto__`. */
  input: unknown;
  /** What takes the place of an empty list in the SDK's answer: JSON that was serialised before. */
  payload: { emptyList: string; members: string } | undefined;
  /** How the operation ended, where one was called. */
  outcome: Outcome | undefined;
}

/**
 * The official SDK, one low-level server per message, over our operations. The SDK speaks the protocol and answers with an
 * empty list where the payload belongs; the payload is put in as text, so that a list of tools or a stored answer is
 * serialised once and not once per call.
 */
export class McpSpeaker<Context> {
  readonly #desk: Desk<Context>;
  readonly #server: ServerDescription;
  readonly #byTool: Map<string, AnyOperation<Context>>;
  readonly #toolList: string;
  readonly #exchanges = new WeakMap<Request, Exchange>();
  readonly #envelopeHandler: McpHttpHandler;

  constructor(desk: Desk<Context>, server: ServerDescription) {
    this.#desk = desk;
    this.#server = server;
    this.#byTool = new Map(
      desk.operations.flatMap((operation) => (operation.tool ? [[operation.tool, operation] as const] : [])),
    );
    this.#toolList = `"tools":${JSON.stringify(describeTools(desk.operations))}`;
    this.#envelopeHandler = this.#newEnvelopeHandler();
  }

  /** Answers a message of 2026-07-28. */
  async answerWithEnvelope(message: RpcMessage, request: Request, scene: McpScene): Promise<Response> {
    const exchange: Exchange = { scene, input: message.params?.arguments, payload: undefined, outcome: undefined };
    this.#exchanges.set(request, exchange);
    if (message.method === "subscriptions/listen") return this.#answerListen(message, request);
    const response = await this.#envelopeHandler.fetch(request, { parsedBody: message });
    return withPayload(response, exchange);
  }

  /** Answers a request of an earlier revision. */
  async answerInitialized(message: RpcMessage, request: Request, scene: McpScene): Promise<Response> {
    const exchange: Exchange = { scene, input: message.params?.arguments, payload: undefined, outcome: undefined };
    const server = this.#serverFor(exchange);
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
    await server.connect(transport);
    const response = await transport.handleRequest(acceptingJson(request), { parsedBody: message });
    return withPayload(response, exchange);
  }

  /** No list here ever changes: the subscription is acknowledged and closed in one answer, so that no stream stays open. */
  async #answerListen(message: RpcMessage, request: Request): Promise<Response> {
    const handler = this.#newEnvelopeHandler();
    const response = await handler.fetch(request, { parsedBody: message });
    await handler.close();
    return response;
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

  #serverFor(exchange: Exchange): Server {
    const { name, title, version, instructions, websiteUrl } = this.#server;
    const server = new Server(
      { name, title, version, ...(websiteUrl && { websiteUrl }) },
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
      const outcome = await this.#call(params.name, exchange.input, exchange.scene);
      exchange.outcome = outcome;
      exchange.payload = { emptyList: '"content":[]', members: resultMembers(outcome) };
      return { content: [] };
    });
    return server;
  }

  async #call(tool: string, input: unknown, scene: McpScene): Promise<Outcome> {
    const operation = this.#byTool.get(tool);
    if (!operation) {
      const known = [...this.#byTool.keys()].join(", ");
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool ${printable(tool)}. Tools: ${known}.`);
    }
    return runOperation(this.#desk, operation, {
      ...scene,
      caller: { via: "mcp", address: scene.address },
      input: () => input ?? {},
    });
  }
}

const memberCache = new WeakMap<Answer, string>();

/**
 * The members of a tool's result as JSON text. The answer stands in it twice, as structured content and as text: hosts
 * show their model one or the other. A problem has no structured content: clients of 2025 check it against the output
 * schema even on errors.
 */
function resultMembers(outcome: Outcome): string {
  if ("problem" in outcome) {
    return `"content":[{"type":"text","text":${JSON.stringify(JSON.stringify(outcome.problem))}}],"isError":true`;
  }
  const { answer } = outcome;
  let members = memberCache.get(answer);
  if (members === undefined) {
    members = `"content":[{"type":"text","text":${JSON.stringify(answer.json)}}],"structuredContent":${answer.json}`;
    memberCache.set(answer, members);
  }
  return members;
}

/**
 * The SDK's answer with its payload, and with every revision spoken where the SDK names only those without `initialize`.
 * The marks cannot occur inside a JSON string, where a quotation mark is escaped.
 */
async function withPayload(response: Response, { payload, outcome }: Exchange): Promise<Response> {
  if (response.body === null) return response;
  let text = await response.text();
  if (payload) text = text.replace(payload.emptyList, () => payload.members);
  else
    text = text.replace(/"(supportedVersions|supported)":\["2026-07-28"\]/, (_, name) => `"${name}":${ALL_VERSIONS}`);
  const limited = outcome && "problem" in outcome && outcome.problem.status === 429 ? outcome.problem : undefined;
  const headers = new Headers(response.headers);
  if (limited) headers.set("Retry-After", String(limited.retry_after));
  for (const [name, value] of Object.entries(rateLimitHeaders(outcome?.rates ?? []))) headers.set(name, value);
  return new Response(text, { status: limited?.status ?? response.status, headers });
}

const ALL_VERSIONS = JSON.stringify(PROTOCOL_VERSIONS);

/** The SDK refuses a client that does not accept event streams too, although it is only ever answered with JSON. */
function acceptingJson(request: Request): Request {
  const headers = new Headers(request.headers);
  headers.set("Accept", "application/json, text/event-stream");
  return new Request(request.url, { method: "POST", headers });
}
