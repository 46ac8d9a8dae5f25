import { createMcpHandler } from "@modelcontextprotocol/server";
import { CATALOGUE_ORIGIN, fetchCatalogue } from "./catalogue-binding.ts";
import { mcpServers } from "./mcp-server.ts";

/**
 * The catalogue's tools on the official SDK in a Worker, as the documentation shows: "Serve on web-standard runtimes",
 * https://ts.sdk.modelcontextprotocol.io/v2/serving/web-standard. The handler creates a server for each request.
 */
export default createMcpHandler(mcpServers(CATALOGUE_ORIGIN, fetchCatalogue));
