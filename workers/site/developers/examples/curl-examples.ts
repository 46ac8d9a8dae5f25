import type { ServerEntry } from "../../../../shared/pages/connecting/server-entry.ts";
import type { ApiReference, DescribedEndpoint } from "../reference/api-reference.ts";

/** Examples read the credential from a shell variable, so that no command contains a credential. */
const BEARER = '"Authorization: Bearer $TOKEN"';

/**
 * Returns the example call of an operation. If the operation needs a credential, the call reads an access token or API
 * token from `TOKEN`. If the operation needs an idempotency key, the example creates a key that retries can reuse.
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

/**
 * Returns the configuration for most MCP clients.
 * @param headers HTTP headers of each request
 */
export function mcpConfiguration({ slug, url }: ServerEntry, headers?: Record<string, string>): string {
  return JSON.stringify({ mcpServers: { [slug]: { type: "http", url, ...(headers && { headers }) } } }, null, 2);
}

/** Returns a tool call for protocol revisions up to 2025-11-25, without the initialization handshake. */
export function mcpCall2025(server: string, endpoint: DescribedEndpoint): string {
  return toolCall(server, endpoint, ["MCP-Protocol-Version: 2025-11-25"]);
}

/**
 * Returns a tool call for protocol revision 2026-07-28. It is stateless and repeats version, method and tool in
 * headers.
 */
export function mcpCall2026(server: string, endpoint: DescribedEndpoint): string {
  const headers = ["MCP-Protocol-Version: 2026-07-28", "Mcp-Method: tools/call", `Mcp-Name: ${endpoint.tool}`];
  const meta = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientInfo": { name: "curl", version: "8" },
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  return toolCall(server, endpoint, headers, { _meta: meta });
}

/** Returns the endpoint for the example tool call: one with arguments, if there is one. */
export function exampleTool(reference: ApiReference): DescribedEndpoint | undefined {
  const tools = reference.endpoints.filter(({ tool }) => tool !== null);
  return tools.find(({ exampleArguments }) => Object.keys(exampleArguments).length > 0) ?? tools[0];
}

/** Returns the operation's example as an MCP message that calls its tool. */
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

/** Quotes a string for a POSIX shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
