import type { ServerDescription } from "../../../shared/api/mcp/protocol-handler.ts";
import { INTERFACE_VERSION } from "../../../shared/platform/addresses.ts";

export function serverDescription(brandName: string): ServerDescription {
  return {
    name: "frontdesk-catalogue",
    title: `${brandName} catalogue`,
    version: INTERFACE_VERSION,
    instructions: `What ${brandName} sells: product lines, plans, prices, domain prices, and whether a domain name is free (check_domain asks the registry; say so when it answers unknown, and never guess). Everything is public and read-only: nothing can be ordered here, the order links lead to the cart. Amounts exclude taxes. Ask for the customer's currency (CAD, EUR or USD) and language (en or fr). Start with list_product_lines when you do not know an id.`,
  };
}
