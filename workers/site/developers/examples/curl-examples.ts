import type { ServerEntry } from "../../../../shared/pages/connecting/server-entry.ts";
import type { ApiReference, DescribedEndpoint } from "../reference/api-reference.ts";

/** Examples read the credential from a shell variable, so that no command contains one. */
const BEARER = '"Authorization: Bearer $TOKEN"';

/**
 * The example call of an operation, with the access token or API token in `TOKEN`. If it needs an idempotency key, the
 * example generates one, which retries reuse.
 */
export function exampleCall({ method, example, exampleBody, takesKey, scopes }: DescribedEndpoint): string {
  if (!exampleBody) return scopes ? `curl -H ${BEARER} ${quoted(example)}` : `curl ${quoted(example)}`;
  const call = [
    `curl -X ${method} ${quoted(example)}`,
    `  -H ${BEARER}`,
    ...(takesKey ? ['  -H "Idempotency-Key: $KEY"'] : []),
    `  -H ${quoted("Content-Type: application/json")}`,
    `  -d ${quoted(JSON.stringify(exampleBody, null, 2).replaceAll("\n", "\n  "))}`,
  ].join(" \\\n");
  return takesKey ? `KEY=$(openssl rand -hex 16)\n${call}` : call;
}

/** The configuration of most MCP clients. @param headers of each request */
export function mcpConfiguration({ slug, url }: ServerEntry, headers?: Record<string, string>): string {
  return JSON.stringify({ mcpServers: { [slug]: { type: "http", url, ...(headers && { headers }) } } }, null, 2);
}

/** A tool call of the revisions up to 2025-11-25, without the initialization handshake. */
export function mcpCall2025(server: string, endpoint: DescribedEndpoint): string {
  return toolCall(server, endpoint, ["MCP-Protocol-Version: 2025-11-25"]);
}

/** A tool call of revision 2026-07-28: stateless, with version, method and tool also in headers. */
export function mcpCall2026(server: string, endpoint: DescribedEndpoint): string {
  const headers = ["MCP-Protocol-Version: 2026-07-28", "Mcp-Method: tools/call", `Mcp-Name: ${endpoint.tool}`];
  const meta = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientInfo": { name: "curl", version: "8" },
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  return toolCall(server, endpoint, headers, { _meta: meta });
}

/** The endpoint for the example tool call: one with arguments, if any. */
export function exampleTool(reference: ApiReference): DescribedEndpoint | undefined {
  const tools = reference.endpoints.filter(({ tool }) => tool !== null);
  return tools.find(({ exampleArguments }) => Object.keys(exampleArguments).length > 0) ?? tools[0];
}

/** The example as the message that calls the operation's tool. */
export function toolCallOf({ tool, exampleArguments, exampleBody, takesKey }: DescribedEndpoint): string {
  const key = takesKey ? { idempotency_key: "a-new-key-for-each-action" } : {};
  return message(tool, { arguments: { ...exampleArguments, ...exampleBody, ...key } });
}

function message(tool: string | null, params: object): string {
  return JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: tool, ...params } }, null, 2);
}

function toolCall(
  server: string,
  { tool, exampleArguments, scopes }: DescribedEndpoint,
  headers: string[],
  more: object = {},
): string {
  const all = ["Content-Type: application/json", "Accept: application/json, text/event-stream", ...headers];
  return [
    `curl ${quoted(server)}`,
    ...(scopes ? [`  -H ${BEARER}`] : []),
    ...all.map((header) => `  -H ${quoted(header)}`),
    `  -d ${quoted(message(tool, { arguments: exampleArguments, ...more }))}`,
  ].join(" \\\n");
}

/** Quotes a text for a shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
