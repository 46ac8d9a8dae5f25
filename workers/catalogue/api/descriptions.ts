import type { ServerDescription } from "../../../shared/api/mcp/server-identity.ts";
import { type IdentityOf, serverIdentities, shortName } from "../../../shared/api/mcp/server-identity.ts";
import type { ApiDescription } from "../../../shared/api/openapi/describe-openapi.ts";
import type { Api } from "../../../shared/api/pipeline/run-operation.ts";
import { API_VERSIONS, type ApiVersion, currentVersion } from "../../../shared/api/versions/api-versions.ts";
import type { Addresses } from "../../../shared/platform/addresses.ts";
import { recordedCalls } from "../recorded/recorded-calls.ts";

/** Returns the description of the whole catalogue API for its OpenAPI document. */
export function apiDescription(
  brandName: string,
  addresses: Addresses,
  version: ApiVersion,
  deprecation: string | undefined,
): ApiDescription {
  return {
    title: `${brandName} catalogue`,
    description: [
      "Product lines, plans, prices, domain prices and domain availability: public, free, read-only, no key.",
      "Every amount excludes taxes and is in the requested currency; names, features and links are in the requested language.",
      "You can cache an answer until its data is ten minutes old, or five for a domain check. `Cache-Control` has the remaining time, and `ETag` allows a 304 response.",
      `The same operations are tools of the MCP server at ${addresses.catalogueMcp}.`,
    ].join("\n"),
    provider: brandName,
    tags: {
      catalogue: "The product lines, plans compared, the status and this document.",
      plans: "Plans with their prices and features.",
      domains: "Prices of domain names, and whether a name is free.",
    },
    version,
    deprecation,
    server: addresses.catalogue,
    documentation: `${addresses.site}/developers`,
    recorded: recordedCalls,
  };
}

/** Returns a function that describes the catalogue's MCP server with the URLs of a request. */
export function catalogueIdentity(
  brandName: string,
  { release }: ApiVersion = currentVersion(API_VERSIONS.catalogue),
): IdentityOf {
  return serverIdentities({
    part: "catalogue",
    brandName,
    version: release,
    description: {
      branded: `Plans, prices and domain names of ${brandName}, and whether a name is free. No sign-in.`,
      plain: "Hosting plans, prices and domain names, and whether a name is free. No sign-in.",
    },
    page: "/developers",
  });
}

export function serverDescription(
  brandName: string,
  { version, deprecation }: Pick<Api<never>, "version" | "deprecation"> = {
    version: currentVersion(API_VERSIONS.catalogue),
  },
): ServerDescription & { instructions: string } {
  const instructions = `What ${shortName(brandName)} sells: product lines, plans, prices, domain prices, and whether a domain name is free (check_domain asks the registry; say so when it answers unknown, and never guess; checks are limited, so check only names the customer is interested in). Everything is public and read-only: nothing can be ordered here, the order links lead to the cart. Amounts exclude taxes. Ask for the customer's currency (CAD, EUR or USD) and language (en or fr). Start with list_product_lines when you do not know an id.`;
  return {
    identify: catalogueIdentity(brandName, version),
    instructions: deprecation === undefined ? instructions : `${instructions} ${deprecation}`,
  };
}
