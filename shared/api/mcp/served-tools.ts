import type { Outcome } from "../pipeline/run-operation.ts";
import type { RpcMessage } from "./json-rpc.ts";
import type { McpRequestContext } from "./reply.ts";
import type { ServerDescription } from "./server-identity.ts";
import type { Tool } from "./tools.ts";

const NONE: ReadonlySet<string> = new Set();

/** The tools of a server: their list, which is serialised once and not with every message, and their calls. */
export class ServedTools {
  readonly server: ServerDescription;
  readonly #byName: Map<string, Tool>;
  /** The list as JSON text, by what is left out of it. */
  readonly #lists = new WeakMap<ReadonlySet<string>, string>();

  constructor(tools: Tool[], server: ServerDescription) {
    this.server = server;
    this.#byName = new Map(tools.map((tool) => [tool.description.name, tool]));
  }

  /** The tool that a message calls, where it calls one. */
  toolOf({ method, params }: RpcMessage): Tool | undefined {
    return method === "tools/call" ? this.#byName.get(String(params?.name)) : undefined;
  }

  /** The names in the list. */
  async names(requestId: string): Promise<string[]> {
    const unlisted = await this.#unlisted(requestId);
    return [...this.#byName.keys()].filter((name) => !unlisted.has(name));
  }

  /** The members of the result of `tools/list`, as JSON text. */
  async list(requestId: string): Promise<string> {
    const unlisted = await this.#unlisted(requestId);
    const known = this.#lists.get(unlisted);
    if (known !== undefined) return known;
    const listed = [...this.#byName.values()].filter(({ description }) => !unlisted.has(description.name));
    const list = `"tools":${JSON.stringify(listed.map(({ description }) => description))}`;
    this.#lists.set(unlisted, list);
    return list;
  }

  /** Calls the tool of a message with the arguments as they were sent; undefined where there is none. */
  async call(message: RpcMessage, context: McpRequestContext, hasDeclined = false): Promise<Outcome | undefined> {
    return this.toolOf(message)?.call({
      ...context,
      caller: { via: "mcp", address: context.address, ...(hasDeclined && { hasDeclined }) },
      sent: { arguments: message.params?.arguments ?? {} },
    });
  }

  async #unlisted(requestId: string): Promise<ReadonlySet<string>> {
    return (await this.server.unlisted?.(requestId)) ?? NONE;
  }
}
