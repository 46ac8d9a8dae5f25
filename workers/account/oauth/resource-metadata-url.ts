import type { Addresses } from "../../../shared/addresses.ts";

/** Where resource metadata begins (RFC 9728 §3). */
export const RESOURCE_PATH = "/.well-known/oauth-protected-resource";

/** Which of the two a client speaks to: the account API, or the account MCP server. */
export type ResourceSide = "http" | "mcp";

/** Where the metadata of a resource is, for a challenge (RFC 9728 §3.1: the path is inserted on its own origin). */
export function resourceMetadataUrl(addresses: Addresses, side: ResourceSide): string {
  const resource = new URL(side === "http" ? addresses.base : addresses.accountMcp);
  return `${resource.origin}${RESOURCE_PATH}${resource.pathname}`;
}
