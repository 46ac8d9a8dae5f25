import type { ServerDescription } from "../../../shared/api/mcp/protocol-handler.ts";
import type { ApiDescription } from "../../../shared/api/openapi/describe-openapi.ts";
import { type Addresses, INTERFACE_VERSION } from "../../../shared/platform/addresses.ts";

/** What the OpenAPI document says of the catalogue API as a whole. */
export function apiDescription(brandName: string, addresses: Addresses): ApiDescription {
  return {
    title: `${brandName} catalogue`,
    description: [
      "Product lines, plans, prices, domain prices and domain availability: public, free, read-only, no key.",
      "Every amount excludes taxes and is in the currency asked for; names, features and links follow the language.",
      "Answers may be used for ten minutes from when their data was read, a domain check for five: `Cache-Control` counts down, `ETag` gives 304.",
      `The same operations are tools of the MCP server at ${addresses.catalogueMcp}.`,
    ].join("\n"),
    server: addresses.catalogue,
    documentation: `${addresses.site}/developers`,
  };
}

export function serverDescription(brandName: string): ServerDescription & { instructions: string } {
  return {
    name: "frontdesk-catalogue",
    title: `${brandName} catalogue`,
    version: INTERFACE_VERSION,
    instructions: `What ${brandName} sells: product lines, plans, prices, domain prices, and whether a domain name is free (check_domain asks the registry; say so when it answers unknown, and never guess). Everything is public and read-only: nothing can be ordered here, the order links lead to the cart. Amounts exclude taxes. Ask for the customer's currency (CAD, EUR or USD) and language (en or fr). Start with list_product_lines when you do not know an id.`,
  };
}
