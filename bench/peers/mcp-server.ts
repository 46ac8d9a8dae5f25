import { McpServer } from "@modelcontextprotocol/server";
import type { AnyOperation } from "../../shared/api/definition/operation.ts";
import { describeTools } from "../../shared/api/mcp/tools.ts";
import { serverDescription } from "../../workers/catalogue/api/descriptions.ts";
import type { CatalogueContext } from "../../workers/catalogue/catalogue-context.ts";
import { catalogueOperations } from "../../workers/catalogue/operations/index.ts";

const operations: readonly AnyOperation<CatalogueContext>[] = catalogueOperations;
const { instructions, identify } = serverDescription("Maple Hosting");
const implementation = { ...identify({ site: "http://localhost" }) };
const annotations = new Map(describeTools(operations).map((tool) => [tool.name, tool.annotations]));

/** A function that sends a request to the catalogue's Worker. */
export type Fetch = (
  url: string,
  init?: { method: string; headers: Record<string, string>; body?: string },
) => Promise<Body>;

interface Body {
  json(): Promise<unknown>;
}

/**
 * Returns a function that creates a server with the catalogue's tools. Each tool is registered with its zod schemas, as
 * in the MCP SDK's documentation ("Tools", https://ts.sdk.modelcontextprotocol.io/v2/servers/tools). The answers are
 * the catalogue's own, and each is requested once.
 * @param catalogue origin of the catalogue's Worker, as `fetch` reaches it
 */
export function mcpServers(catalogue: string, fetch: Fetch): () => McpServer {
  const answers = new Map<string, Answer>();

  async function answerOf(tool: string, values: unknown): Promise<Answer> {
    const known = answers.get(tool);
    if (known) return known;
    const response = await fetch(`${catalogue}/api/v1/mcp`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: tool, arguments: values } }),
    });
    const { result } = (await response.json()) as { result: { structuredContent: Answer } };
    answers.set(tool, result.structuredContent);
    return result.structuredContent;
  }

  return () => {
    const server = new McpServer(implementation, { instructions });
    for (const { tool, title, description, input, output } of operations) {
      if (tool === undefined) continue;
      const hints = annotations.get(tool) ?? {};
      const definition = { title, description, inputSchema: input, outputSchema: output, annotations: hints };
      server.registerTool(tool, definition, async (values: unknown) => {
        const answer = await answerOf(tool, values);
        return { content: [{ type: "text" as const, text: JSON.stringify(answer) }], structuredContent: answer };
      });
    }
    return server;
  };
}

type Answer = Record<string, unknown>;
