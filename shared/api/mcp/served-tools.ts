import type { Outcome } from "../pipeline/run-operation.ts";
import type { RpcMessage } from "./json-rpc.ts";
import type { McpRequestContext } from "./reply.ts";
import type { ServerDescription } from "./server-identity.ts";
import type { Tool } from "./tools.ts";

const NONE: ReadonlySet<string> = new Set();

/** A server's tools and their calls. The tool list is serialised once for each set of omitted tools. */
export class ServedTools {
  readonly server: ServerDescription;
  readonly #byName: Map<string, Tool>;
  /** The tool list as JSON text, by the set of tools that it omits. */
  readonly #lists = new WeakMap<ReadonlySet<string>, string>();

  constructor(tools: Tool[], server: ServerDescription) {
    this.server = server;
    this.#byName = new Map(tools.map((tool) => [tool.description.name, tool]));
  }

  /** Returns the tool that a message calls, if any. */
  toolOf({ method, params }: RpcMessage): Tool | undefined {
    return method === "tools/call" ? this.#byName.get(String(params?.name)) : undefined;
  }

  /** Returns the names of the listed tools. */
  async names(requestId: string): Promise<string[]> {
    const unlisted = await this.#unlisted(requestId);
    return [...this.#byName.keys()].filter((name) => !unlisted.has(name));
  }

  /** Formats the fields of the `tools/list` result as JSON text. */
  async list(requestId: string): Promise<string> {
    const unlisted = await this.#unlisted(requestId);
    const known = this.#lists.get(unlisted);
    if (known !== undefined) return known;
    const listed = [...this.#byName.values()].filter(({ description }) => !unlisted.has(description.name));
    const list = `"tools":${JSON.stringify(listed.map(({ description }) => description))}`;
    this.#lists.set(unlisted, list);
    return list;
  }

  /** Calls a message's tool with the arguments as sent. Returns `undefined` if the tool does not exist. */
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
