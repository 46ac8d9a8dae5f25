import type { Catalogue, LinkKind } from "../../../shared/billing-contract/catalogue.ts";
import type { Addresses } from "../../../shared/platform/addresses.ts";

interface LinkValues {
  line?: string;
  plan?: string;
  product?: string;
  domain?: string;
}

/** Fills a link template of the catalogue for the addresses of one call. */
export type LinkTo = (kind: LinkKind, values?: LinkValues) => string;

/** Links in the catalogue's own currency and language. */
export function linksOf(catalogue: Catalogue, addresses: Addresses): LinkTo {
  return (kind, values = {}) => {
    const known: Record<string, string | undefined> = {
      ...values,
      currency: catalogue.currency,
      language: catalogue.language,
    };
    return catalogue.links[kind].replace(/\{(\w+)\}/g, (_, name: string) => {
      if (name === "site") return addresses.site;
      if (name === "client_area") return addresses.clientArea;
      return encodeURIComponent(known[name] ?? "");
    });
  };
}
