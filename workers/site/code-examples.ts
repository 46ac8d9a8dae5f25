import type { ApiReference, DescribedEndpoint } from "./api-reference.ts";

/** How an example hands over a credential: from a variable of the shell, so that none stands in a command. */
const BEARER = '"Authorization: Bearer $TOKEN"';

/** A call from the command line. */
export function curl(address: string): string {
  return `curl ${quoted(address)}`;
}

/** The same with a credential, an access token or an API token, that stands in `TOKEN`. */
export function curlWithToken(address: string): string {
  return `curl -H ${BEARER} ${quoted(address)}`;
}

/** The example call of an endpoint. */
export function exampleCall({ method, example, exampleBody, takesKey, scopes }: DescribedEndpoint): string {
  if (exampleBody) return actingCall({ method, address: example, body: exampleBody, takesKey });
  return scopes ? curlWithToken(example) : curl(example);
}

/** A call that changes something; it makes a new key where one is needed, which a repetition would send again. */
export function actingCall(call: {
  method: string;
  address: string;
  body: Record<string, unknown>;
  takesKey: boolean;
}): string {
  const lines = [
    `curl -X ${call.method} ${quoted(call.address)}`,
    `  -H ${BEARER}`,
    ...(call.takesKey ? ['  -H "Idempotency-Key: $KEY"'] : []),
    `  -H ${quoted("Content-Type: application/json")}`,
    `  -d ${quoted(JSON.stringify(call.body))}`,
  ];
  return [...(call.takesKey ? ["KEY=$(openssl rand -hex 16)"] : []), lines.join(" \\\n")].join("\n");
}

/** Asks about one name after the other and shows what came and what is left of the limit; ends at the first refusal. */
export function severalChecks(address: string): string {
  return [
    "for name in free-one.com free-two.ca free-three.org; do",
    `  answer=$(curl -sf -D - "${address}?domain=$name") || break`,
    `  echo "$answer" | tail -n 1 | jq -r '"\\(.domain): \\(.status)"'`,
    `  echo "$answer" | grep -i '^ratelimit:'`,
    "done",
  ].join("\n");
}

/** Asks twice: for the entity tag, then whether anything changed; prints 304. */
export function revalidation(address: string): string {
  return [
    `address=${quoted(address)}`,
    `etag=$(curl -sI "$address" | tr -d '\\r' | awk 'tolower($1) == "etag:" { print $2 }')`,
    `curl -s -o /dev/null -w '%{http_code}\\n' -H "If-None-Match: $etag" "$address"`,
  ].join("\n");
}

/** What most MCP clients take as their configuration. @param headers what each request carries besides */
export function mcpConfiguration(name: string, server: string, headers?: Record<string, string>): string {
  return JSON.stringify(
    { mcpServers: { [name]: { type: "http", url: server, ...(headers && { headers }) } } },
    null,
    2,
  );
}

/** A tool call as clients of the revisions up to 2025-11-25 send it, here without the opening handshake. */
export function mcpCall2025(server: string, endpoint: DescribedEndpoint): string {
  return toolCall(server, endpoint, ["MCP-Protocol-Version: 2025-11-25"]);
}

/** The same call of revision 2026-07-28: each request stands alone and says its version, method and tool twice. */
export function mcpCall2026(server: string, endpoint: DescribedEndpoint): string {
  const headers = ["MCP-Protocol-Version: 2026-07-28", "Mcp-Method: tools/call", `Mcp-Name: ${endpoint.tool}`];
  const meta = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientInfo": { name: "curl", version: "8" },
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  return toolCall(server, endpoint, headers, { _meta: meta });
}

/** The endpoint whose example shows the most with the fewest words: a tool that takes arguments. */
export function exampleTool(reference: ApiReference): DescribedEndpoint | undefined {
  const tools = reference.endpoints.filter(({ tool }) => tool !== null);
  return tools.find(({ exampleArguments }) => Object.keys(exampleArguments).length > 0) ?? tools[0];
}

function toolCall(
  server: string,
  { tool, exampleArguments, scopes }: DescribedEndpoint,
  headers: string[],
  more: object = {},
): string {
  const params = { name: tool, arguments: exampleArguments, ...more };
  const all = ["Content-Type: application/json", "Accept: application/json, text/event-stream", ...headers];
  return [
    `curl ${quoted(server)}`,
    ...(scopes ? [`  -H ${BEARER}`] : []),
    ...all.map((header) => `  -H ${quoted(header)}`),
    `  -d ${quoted(JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params }, null, 2))}`,
  ].join(" \\\n");
}

/** A text as one word of a shell command. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
