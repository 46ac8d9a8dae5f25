import { LANGUAGES, type Language } from "../../../shared/platform/language.ts";
import { AI_CATALOG_PATH, AI_CATALOG_TYPE } from "./ai-catalog.ts";
import { API_CATALOG_PATH } from "./api-catalog.ts";

/** Links to the service's machine-readable descriptions, for the head of a page and for the headers of any response. */
export const DISCOVERY_RELATIONS = [
  { rel: "ai-catalog", href: AI_CATALOG_PATH, type: AI_CATALOG_TYPE },
  { rel: "api-catalog", href: API_CATALOG_PATH, type: "application/linkset+json" },
];

/**
 * The links as a header. RFC 9727 §2 requires the `api-catalog` link in responses to HEAD requests for the API
 * catalogue.
 */
export const DISCOVERY_LINKS = {
  Link: DISCOVERY_RELATIONS.map(({ rel, href, type }) => `<${href}>; rel="${rel}"; type="${type}"`).join(", "),
};

/**
 * Returns the canonical URL of a public page in a language.
 * @param page URL without a query
 */
export function addressIn(page: string, language: Language): string {
  return `${page}?lang=${language}`;
}

/**
 * Returns the URLs of a public page in every language, for the sitemap and the page's head. `x-default` is for readers
 * of other languages.
 */
export function languageAlternates(page: string): { hreflang: string; href: string }[] {
  const inLanguages = LANGUAGES.map((hreflang) => ({ hreflang, href: addressIn(page, hreflang) }));
  return [...inLanguages, { hreflang: "x-default", href: addressIn(page, "en") }];
}
