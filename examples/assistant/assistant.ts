import { Agent } from "agents";
import { parseObject, problemResponse, Refusal } from "./problem.ts";
import { recommend } from "./recommend.ts";
import { answerOf, refusalOfCall, unreachable } from "./tool-result.ts";
import { readWish } from "./wish.ts";

/** Bindings and settings of the Worker. */
export interface AssistantEnv extends Cloudflare.Env {
  ASSISTANT: DurableObjectNamespace<Assistant>;
  /** The provider's public MCP server. */
  CATALOGUE_MCP_URL: string;
}

/** An MCP server the assistant is a client of; `id` also marks its tools. */
interface Server {
  id: string;
  url: string;
}

const WAKE_DEADLINE_MS = 10_000;
const CALL_DEADLINE_MS = 15_000;

/**
 * A hosted assistant: a Durable Object that stays connected to its MCP servers, remembers them between requests and uses
 * their tools. `agents` negotiates the protocol revision, restores connections after hibernation and keeps credentials.
 */
export class Assistant extends Agent<AssistantEnv> {
  #connecting: Promise<void> | undefined;

  override async onRequest(request: Request): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url);
    try {
      switch (`${request.method} ${pathname}`) {
        case "GET /tools":
          return Response.json(await this.describe());
        case "POST /call":
          return Response.json(await this.#callAsAsked(await request.text()));
        case "GET /recommend":
          return Response.json(await recommend((tool, input) => this.call(tool, input), readWish(searchParams)));
        default:
          throw new Refusal({ title: "Not found", status: 404, detail: "GET /tools, POST /call, GET /recommend" });
      }
    } catch (error) {
      return problemResponse(error);
    }
  }

  /** The servers it is connected to and their tools. */
  async describe() {
    await this.#connected();
    const servers = Object.entries(this.getMcpServers().servers).map(([id, { server_url, state, instructions }]) => ({
      id,
      url: server_url,
      state,
      protocol_version: this.mcp.mcpConnections[id]?.client.getNegotiatedProtocolVersion() ?? null,
      instructions,
    }));
    const tools = this.mcp.listTools().map(({ serverId, name, title, description, inputSchema, annotations }) => ({
      server: serverId,
      name,
      title,
      description,
      inputSchema,
      annotations,
    }));
    return { servers, tools };
  }

  /**
   * Calls a tool of whichever server has it and gives its structured answer.
   * @throws {Refusal} the problem the tool answered with, or why it could not be called
   */
  async call(tool: string, input: Record<string, unknown>): Promise<unknown> {
    await this.#connected();
    const tools = this.mcp.listTools();
    const known = tools.find(({ name }) => name === tool);
    if (!known) {
      const names = tools.map(({ name }) => name).join(", ");
      throw new Refusal({ title: "Unknown tool", status: 404, detail: `There is no such tool. Tools: ${names}.` });
    }
    const call = { serverId: known.serverId, name: tool, arguments: input };
    const result = await this.mcp.callTool(call, { timeout: CALL_DEADLINE_MS }).catch((error: unknown) => {
      throw refusalOfCall(error);
    });
    return answerOf(result);
  }

  async #callAsAsked(body: string): Promise<unknown> {
    const { tool, arguments: input = {} } = parseObject(body) ?? {};
    if (typeof tool !== "string" || typeof input !== "object" || input === null || Array.isArray(input)) {
      const detail = 'The body must be JSON such as {"tool": "get_plan", "arguments": {"id": "web-start"}}.';
      throw new Refusal({ title: "Invalid request body", status: 400, detail });
    }
    return this.call(tool, input as Record<string, unknown>);
  }

  /** Returns once every server is ready. Requests that arrive meanwhile wait for the same attempt. */
  #connected(): Promise<void> {
    this.#connecting ??= this.#connect().finally(() => {
      this.#connecting = undefined;
    });
    return this.#connecting;
  }

  async #connect(): Promise<void> {
    await this.mcp.waitForConnections({ timeout: WAKE_DEADLINE_MS });
    for (const server of serversOf(this.env)) {
      await this.#open(server).catch((error: unknown) => {
        throw unreachable(error);
      });
    }
  }

  /** A connection that failed, or whose address was changed since, is made anew. */
  async #open({ id, url }: Server): Promise<void> {
    const known = this.getMcpServers().servers[id];
    if (known?.state === "ready" && known.server_url === new URL(url).href) return;
    if (known) await this.removeMcpServer(id);
    await this.addMcpServer(id, url, { id, transport: { type: "streamable-http" } });
  }
}

function serversOf(env: AssistantEnv): Server[] {
  return [{ id: "catalogue", url: env.CATALOGUE_MCP_URL }];
}
