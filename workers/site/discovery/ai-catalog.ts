import { SERVER_CARD_SUFFIX, SERVER_CARD_TYPE } from "../../../shared/api/mcp/server-identity.ts";
import type { Brand } from "../../../shared/pages/brand.ts";
import type { Addresses } from "../../../shared/platform/addresses.ts";

export const AI_CATALOG_PATH = "/.well-known/ai-catalog.json";
export const AI_CATALOG_TYPE = "application/ai-catalog+json";

/** The official extension for the policies that apply to an entry. */
const POLICY_URLS = "https://ai-catalog.org/extensions/policy-urls";

/**
 * Returns the AI catalogue, which lists the MCP servers' cards without repeating their contents. Source:
 * github.com/Agent-Card/ai-catalog, specification/ai-catalog.md of October 2026.
 */
export function aiCatalog(brand: Brand, addresses: Addresses): object {
  const { site, catalogueMcp, accountMcp, accountRead } = addresses;
  const { hostname } = new URL(site);
  const extensions = brand.privacy ? { extensions: { [POLICY_URLS]: { privacyPolicyUrl: brand.privacy } } } : {};
  const entry = (name: string, server: string, tags: string[]) => ({
    identifier: `urn:air:${hostname.replace(/[^a-z0-9.-]/g, "")}:mcp:${name}`,
    type: SERVER_CARD_TYPE,
    url: server + SERVER_CARD_SUFFIX,
    tags,
    ...extensions,
  });
  return {
    specVersion: "1.0",
    host: { displayName: brand.name, identifier: hostname, documentationUrl: `${site}/developers` },
    entries: [
      entry("catalogue", catalogueMcp, ["hosting", "domains", "prices"]),
      entry("account", accountMcp, ["hosting", "domains", "account"]),
      entry("account-reader", accountRead, ["hosting", "domains", "account", "read-only"]),
    ],
  };
}
