import { env } from "cloudflare:workers";
import { createMcpHandler, McpServer } from "@modelcontextprotocol/server";
import type { AnyOperation } from "../shared/api/definition/operation.ts";
import { describeTools } from "../shared/api/mcp/tools.ts";
import { serverDescription } from "../workers/catalogue/api/descriptions.ts";
import type { CatalogueContext } from "../workers/catalogue/catalogue-context.ts";
import { catalogueOperations } from "../workers/catalogue/operations/index.ts";

const { CATALOGUE } = env as unknown as { CATALOGUE: Fetcher };
const operations: readonly AnyOperation<CatalogueContext>[] = catalogueOperations;
const { instructions, identify } = serverDescription("Maple Hosting");
const implementation = { ...identify({ site: "http://localhost" }) };
const annotations = new Map(describeTools(operations).map((tool) => [tool.name, tool.annotations]));

/**
 * The catalogue's tools on the official SDK as its documentation writes it: one `McpServer` per request, each tool
 * registered with its zod schemas. The answers are the catalogue's own, asked for once.
 */
const handler = createMcpHandler(() => {
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
});

export default { fetch: (request: Request) => handler.fetch(request) };

type Answer = Record<string, unknown>;

const answers = new Map<string, Answer>();

async function answerOf(tool: string, values: unknown): Promise<Answer> {
  const known = answers.get(tool);
  if (known) return known;
  const response = await CATALOGUE.fetch("http://localhost:8787/api/v1/mcp", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: tool, arguments: values } }),
  });
  const { result } = (await response.json()) as { result: { structuredContent: Answer } };
  answers.set(tool, result.structuredContent);
  return result.structuredContent;
}
