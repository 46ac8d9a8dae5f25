import type { RpcMessage } from "./json-rpc.ts";
import { McpProtocolHandler, type ServerDescription } from "./protocol-handler.ts";
import type { Tool } from "./tools.ts";

/** Where a server's tools are from. */
export interface ToolSources {
  /** The server's own. */
  tools: () => Tool[];
  /** Another Worker's, listed behind the own ones. */
  toolsFromElsewhere?: () => Promise<Tool[]>;
}

/** Deployments of the other Worker change its tools. */
const KEPT_MS = 600_000;

/**
 * Who speaks for a server: for most messages its own tools are enough, whether or not the others can be asked for.
 * Speakers are kept, not promises of them: what a request began is never settled for others once that request has gone.
 */
export class McpProtocolHandlers {
  readonly #description: ServerDescription;
  readonly #sources: ToolSources;
  #own: McpProtocolHandler | undefined;
  #whole: { handler: McpProtocolHandler; until: number } | undefined;

  constructor(description: ServerDescription, sources: ToolSources) {
    this.#description = description;
    this.#sources = sources;
  }

  /** The speaker of the server's own tools. */
  own(): McpProtocolHandler {
    this.#own ??= new McpProtocolHandler(this.#sources.tools(), this.#description);
    return this.#own;
  }

  /** Whether a message asks about tools that are not the server's own. A notification asks nothing. */
  needsWhole(message: RpcMessage): boolean {
    if (!this.#sources.toolsFromElsewhere || message.id === undefined) return false;
    return message.method === "tools/list" || (message.method === "tools/call" && !this.own().toolOf(message));
  }

  /**
   * The speaker of all tools, those from elsewhere at most ten minutes old.
   * @throws what asking for them throws
   */
  async whole(): Promise<McpProtocolHandler> {
    const { tools, toolsFromElsewhere } = this.#sources;
    if (!toolsFromElsewhere) return this.own();
    if (this.#whole && Date.now() < this.#whole.until) return this.#whole.handler;
    const handler = new McpProtocolHandler([...tools(), ...(await toolsFromElsewhere())], this.#description);
    this.#whole = { handler, until: Date.now() + KEPT_MS };
    return handler;
  }
}
