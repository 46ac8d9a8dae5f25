import type { ApiDescription } from "../../../shared/api/openapi/describe-openapi.ts";
import type { Addresses } from "../../../shared/platform/addresses.ts";

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
