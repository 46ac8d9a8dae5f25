import { createMcpHandler } from "agents/mcp/server";
import { CATALOGUE_ORIGIN, fetchCatalogue } from "./catalogue-binding.ts";
import { mcpServers } from "./mcp-server.ts";

const handler = createMcpHandler(mcpServers(CATALOGUE_ORIGIN, fetchCatalogue));

/**
 * The catalogue's tools on Cloudflare's Agents SDK in a Worker, as the documentation shows: "MCP handler APIs",
 * https://developers.cloudflare.com/agents/model-context-protocol/apis/handler-api/, and the package's
 * docs/mcp-servers.md. The server is at `/mcp`.
 */
export default {
  fetch(request, bindings, context) {
    return handler(request, bindings, context);
  },
} satisfies ExportedHandler;
