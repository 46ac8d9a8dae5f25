import { LANGUAGES, type Language } from "../../../shared/platform/language.ts";

/** A public page in a language; `x-default`: for whoever speaks none of them. */
export interface LanguageAlternate {
  hreflang: string;
  href: string;
}

/** The one address of a public page in a language. @param page its address without a query */
export function addressIn(page: string, language: string): string {
  return `${page}?lang=${language}`;
}

const DEFAULT_LANGUAGE: Language = "en";

/** A public page in every language, the way the sitemap and the page's own head say it. */
export function languageAlternates(page: string): LanguageAlternate[] {
  const inLanguages = LANGUAGES.map((hreflang) => ({ hreflang, href: addressIn(page, hreflang) }));
  return [...inLanguages, { hreflang: "x-default", href: addressIn(page, DEFAULT_LANGUAGE) }];
}
