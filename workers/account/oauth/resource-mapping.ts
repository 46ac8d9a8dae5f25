import type { ServerAddresses } from "../../../durable-objects/connection/connection-port.ts";
import { API_VERSIONS, type ApiVersion, inVersion } from "../../../shared/api/versions/api-versions.ts";
import type { Addresses } from "../../../shared/platform/addresses.ts";

/** What the OAuth library needs to know of the addresses. */
export function serverOf({ auth, base }: Addresses): ServerAddresses {
  return { issuer: auth, resource: base };
}

/** The account's MCP server in each version: a resource of its own to clients, and one with the API to us. */
export function mcpResources(
  { accountMcp }: Addresses,
  versions: readonly ApiVersion[] = API_VERSIONS.account,
): string[] {
  return versions.map((version) => inVersion(accountMcp, version));
}

/**
 * Puts the one resource in the place of {account_mcp_url}, which is below it (RFC 8707 §2.2). Any
 * other value stays for the OAuth library to refuse.
 */
export function mapResource(parameters: URLSearchParams, addresses: Addresses): void {
  const asked = parameters.getAll("resource");
  if (asked.length === 0) return;
  parameters.delete("resource");
  const servers = mcpResources(addresses);
  const mapped = new Set(asked.map((resource) => (servers.includes(resource) ? addresses.base : resource)));
  for (const resource of mapped) parameters.append("resource", resource);
}

/** A parameter that came more than once, which none but `resource` may (RFC 6749 §3.1, RFC 8707 §2). */
export function repeatedParameter(parameters: URLSearchParams): string | undefined {
  const seen = new Set<string>();
  for (const name of parameters.keys()) {
    if (seen.has(name) && name !== "resource") return name;
    seen.add(name);
  }
  return undefined;
}
