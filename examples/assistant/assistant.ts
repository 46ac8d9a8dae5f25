import { Agent, type AgentMcpOAuthProvider } from "agents";
import { afterConsent, CONNECT_PATH, disconnected, notConnected, unexpectedReturn } from "./connecting.ts";
import { readDueQuestion, whatIsDue } from "./due.ts";
import { CALLBACK_PATH, oauthClient } from "./oauth-client.ts";
import { AssistantRefusal, parseObject, problemResponse } from "./problem.ts";
import { recommend } from "./recommend.ts";
import { answerOf, isTokenRefused, refusalOfCall, unreachable } from "./tool-result.ts";
import { readWish } from "./wish.ts";

/** The bindings and settings of the Worker. */
export interface AssistantEnv extends Cloudflare.Env {
  ASSISTANT: DurableObjectNamespace<Assistant>;
  /** The provider's public MCP server. */
  CATALOGUE_MCP_URL: string;
  /** The provider's MCP server for customers' own data. This server requires OAuth. */
  ACCOUNT_MCP_URL: string;
}

/** The ids of the two MCP servers that this assistant connects to. Each tool is listed with the id of its server. */
const CATALOGUE = "catalogue";
const ACCOUNT = "account";

const WAKE_DEADLINE_MS = 10_000;
const CALL_DEADLINE_MS = 15_000;

/**
 * A hosted assistant. This Durable Object stays connected to its MCP servers, remembers them between requests and uses
 * their tools. The `agents` library negotiates the protocol revision, restores connections after hibernation, refreshes
 * tokens and stores the tokens in the agent's own storage.
 */
export class Assistant extends Agent<AssistantEnv> {
  #connecting: Promise<void> | undefined;
  #connectingAccount: Promise<string | undefined> | undefined;

  override onStart(): void {
    this.mcp.configureOAuthCallback({ customHandler: afterConsent });
  }

  override createMcpOAuthProvider(callbackUrl: string): AgentMcpOAuthProvider {
    return oauthClient(this.ctx.storage, callbackUrl);
  }

  override async onRequest(request: Request): Promise<Response> {
    const { origin, pathname, searchParams } = new URL(request.url);
    try {
      switch (`${request.method} ${pathname}`) {
        case "GET /tools":
          return Response.json(await this.describe());
        case "POST /call":
          return Response.json(await this.#callAsAsked(await request.text()));
        case "GET /recommend":
          return Response.json(await recommend((tool, input) => this.call(tool, input), readWish(searchParams)));
        case `GET ${CONNECT_PATH}`:
          return new Response(null, { status: 303, headers: { Location: await this.connectAccount(origin) } });
        // The `agents` library handles the callbacks of authorizations that began in this agent before `onRequest`
        // runs.
        case `GET /${CALLBACK_PATH}`:
          throw unexpectedReturn();
        case "GET /due": {
          const question = readDueQuestion(searchParams);
          await this.#accountReady();
          return Response.json(
            await whatIsDue((tool, input) => this.#callOf(ACCOUNT, tool, input), question, new Date()),
          );
        }
        default:
          throw new AssistantRefusal({ title: "Not found", status: 404, detail: REQUESTS });
      }
    } catch (error) {
      return problemResponse(error);
    }
  }

  /** Lists the connected servers and their tools. */
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
   * Returns the URL to which a person goes to connect their account: the provider's authorization URL, or `/due` if the
   * account is already connected.
   * @param origin the origin of this assistant, to which the provider redirects the person
   */
  async connectAccount(origin: string): Promise<string> {
    await this.mcp.waitForConnections({ timeout: WAKE_DEADLINE_MS });
    const url = new URL(this.env.ACCOUNT_MCP_URL).href;
    const known = this.getMcpServers().servers[ACCOUNT];
    try {
      if (known && known.server_url !== url) await this.removeMcpServer(ACCOUNT);
      else if (known && !isSettled(known.state)) await this.#connectAccountAnew();
      const options = { callbackHost: origin, callbackPath: CALLBACK_PATH, transport: TRANSPORT };
      const result = await this.addMcpServer(ACCOUNT, url, { id: ACCOUNT, ...options });
      return result.state === "authenticating" ? result.authUrl : "/due";
    } catch (error) {
      throw unreachable(error);
    }
  }

  /**
   * Calls a tool and returns its structured answer. If both servers have the tool, the catalogue server runs it.
   * @throws {AssistantRefusal} the tool's problem, or the reason why the call failed
   */
  async call(tool: string, input: Record<string, unknown>): Promise<unknown> {
    await this.#connected();
    let server = this.#serverWith(tool);
    if (server === ACCOUNT || (!server && this.getMcpServers().servers[ACCOUNT])) {
      await this.#accountReady();
      server = this.#serverWith(tool);
    }
    if (!server) {
      const names = this.mcp.listTools().map(({ name }) => name);
      const detail = `There is no such tool. Tools: ${names.join(", ")}.`;
      throw new AssistantRefusal({ title: "Unknown tool", status: 404, detail });
    }
    return this.#callOf(server, tool, input);
  }

  #serverWith(tool: string): string | undefined {
    const servers = this.mcp.listTools().flatMap(({ name, serverId }) => (name === tool ? [serverId] : []));
    return servers.includes(CATALOGUE) ? CATALOGUE : servers[0];
  }

  async #callOf(serverId: string, tool: string, input: Record<string, unknown>): Promise<unknown> {
    const call = { serverId, name: tool, arguments: input };
    const result = await this.mcp.callTool(call, { timeout: CALL_DEADLINE_MS }).catch(async (error: unknown) => {
      if (serverId === ACCOUNT && (await this.#isDisconnected(error))) throw disconnected(error);
      throw refusalOfCall(error);
    });
    return answerOf(result);
  }

  async #callAsAsked(body: string): Promise<unknown> {
    const { tool, arguments: input = {} } = parseObject(body) ?? {};
    if (typeof tool !== "string" || typeof input !== "object" || input === null || Array.isArray(input)) {
      const detail = 'The body must be JSON such as {"tool": "get_plan", "arguments": {"id": "web-start"}}.';
      throw new AssistantRefusal({ title: "Invalid request body", status: 400, detail });
    }
    return this.call(tool, input as Record<string, unknown>);
  }

  /** Returns once the catalogue server is connected. Concurrent requests share one connection attempt. */
  #connected(): Promise<void> {
    this.#connecting ??= this.#openCatalogue().finally(() => {
      this.#connecting = undefined;
    });
    return this.#connecting;
  }

  /** Connects to the catalogue server if the connection is not ready or its URL has changed. */
  async #openCatalogue(): Promise<void> {
    await this.mcp.waitForConnections({ timeout: WAKE_DEADLINE_MS });
    const url = new URL(this.env.CATALOGUE_MCP_URL).href;
    const known = this.getMcpServers().servers[CATALOGUE];
    if (known?.state === "ready" && known.server_url === url) return;
    try {
      if (known) await this.removeMcpServer(CATALOGUE);
      await this.addMcpServer(CATALOGUE, url, { id: CATALOGUE, transport: TRANSPORT });
    } catch (error) {
      throw unreachable(error);
    }
  }

  /**
   * Returns once the account server is connected. A failed connection is retried and never removed: removing it would
   * delete its tokens, and the person would need to consent again after a brief network failure.
   * @throws {AssistantRefusal} 401 if the person must first connect the account
   */
  async #accountReady(): Promise<void> {
    await this.mcp.waitForConnections({ timeout: WAKE_DEADLINE_MS });
    const known = this.getMcpServers().servers[ACCOUNT];
    if (!known || known.server_url !== new URL(this.env.ACCOUNT_MCP_URL).href) throw notConnected();
    const state = isSettled(known.state) ? known.state : await this.#connectAccountAnew();
    if (state === "authenticating") throw notConnected();
    if (state !== "ready") throw unreachable(new Error(`the account is ${state}`));
  }

  /**
   * Returns whether a call failed because the provider rejects the tokens. A new authorization URL is then available.
   */
  async #isDisconnected(error: unknown): Promise<boolean> {
    // Reconnecting aborts the other calls in flight. They wait here for the result of the same reconnection.
    const state = await (isTokenRefused(error) ? this.#connectAccountAnew() : this.#connectingAccount);
    return state === "authenticating";
  }

  /**
   * Retries the account connection with its current tokens.
   * @returns the state of the connection
   */
  #connectAccountAnew(): Promise<string | undefined> {
    this.#connectingAccount ??= this.#reconnectAccount().finally(() => {
      this.#connectingAccount = undefined;
    });
    return this.#connectingAccount;
  }

  async #reconnectAccount(): Promise<string | undefined> {
    await this.mcp.connectToServer(ACCOUNT);
    await this.mcp.discoverIfConnected(ACCOUNT);
    return this.getMcpServers().servers[ACCOUNT]?.state;
  }
}

const TRANSPORT = { type: "streamable-http" } as const;
const REQUESTS = "GET /tools, POST /call, GET /recommend, GET /connect, GET /due";

/** Returns whether the connection needs no retry because it is ready or is waiting for the person's consent. */
function isSettled(state: string): boolean {
  return state === "ready" || state === "authenticating";
}
