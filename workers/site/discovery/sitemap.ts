import { LANGUAGES } from "../../../shared/platform/language.ts";
import { GUIDE_NAMES, guidePath } from "../developers/guides.ts";
import { PROBLEM_CODES } from "../problem-words.ts";
import { addressIn, languageAlternates } from "./language-alternates.ts";

/**
 * The sitemap (sitemaps.org, with the language alternates that search engines read): the public pages in each language, and
 * without a language for whoever speaks neither.
 * @param plans ids of what is sold
 * @param operations paths of the operations' pages
 */
export function sitemap(site: string, plans: string[], operations: string[]): string {
  const paths = [
    "/",
    ...GUIDE_NAMES.map(guidePath),
    ...operations,
    ...plans.map((id) => `/plans/${encodeURIComponent(id)}`),
    "/problems",
    ...PROBLEM_CODES.map((code) => `/problems/${code}`),
  ];
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">',
    ...paths.flatMap((path) => pageIn(site + path)),
    "</urlset>",
    "",
  ].join("\n");
}

/** The entries of a page, one for each language: each names all of them, itself included. */
function pageIn(page: string): string[] {
  const alternates = languageAlternates(page).map(
    ({ hreflang, href }) => `<xhtml:link rel="alternate" hreflang="${hreflang}" href="${escaped(href)}"/>`,
  );
  return LANGUAGES.map(
    (language) => `<url><loc>${escaped(addressIn(page, language))}</loc>${alternates.join("")}</url>`,
  );
}

function escaped(address: string): string {
  return address.replace(/[&<>"']/g, (sign) => `&#${sign.codePointAt(0)};`);
}
