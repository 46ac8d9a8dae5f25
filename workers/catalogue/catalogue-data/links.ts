import type { Catalogue, LinkKind } from "../../../shared/billing-contract/catalogue.ts";
import type { Addresses } from "../../../shared/platform/addresses.ts";

interface LinkValues {
  line?: string;
  plan?: string;
  product?: string;
  promotion?: string | undefined;
  domain?: string;
}

const OPTIONAL_PARAMETER = /&[\w-]+=\{(promotion|product|plan|line|domain)\}/g;

/** A function that fills a link template of the catalogue with the URLs of one call. */
export type LinkTo = (kind: LinkKind, values?: LinkValues) => string;

/** Returns a function that makes links in the catalogue's own currency and language. */
export function linksOf(
  catalogue: Pick<Catalogue, "links" | "currency" | "language">,
  addresses: Pick<Addresses, "site" | "clientArea">,
): LinkTo {
  return (kind, values = {}) => {
    const known: Record<string, string | undefined> = {
      ...values,
      currency: catalogue.currency,
      language: catalogue.language,
    };
    // Omit parameters without a value, because some carts reject an empty promotion code.
    const template = catalogue.links[kind].replace(OPTIONAL_PARAMETER, (parameter, name: string) =>
      known[name] ? parameter : "",
    );
    return template.replace(/\{(\w+)\}/g, (_, name: string) => {
      if (name === "site") return addresses.site;
      if (name === "client_area") return addresses.clientArea;
      return encodeURIComponent(known[name] ?? "");
    });
  };
}
