import { LANGUAGES, type Language } from "../platform/language.ts";

/** A page request, with its URL and language. */
export interface Visit {
  url: URL;
  language: Language;
  /**
   * Whether the URL states the language. If so, the page's links keep it. Otherwise `Accept-Language` decides the
   * language, and caches vary by that header.
   */
  languageAsked: boolean;
}

export function visitOf(request: Request): Visit {
  const url = new URL(request.url);
  return { url, ...pickLanguage(url, request.headers.get("Accept-Language")) };
}

/** Returns the visit for the links of a page, without a parameter that only a form sends. */
export function visitWithout(visit: Visit, parameter: string): Visit {
  const url = new URL(visit.url);
  url.searchParams.delete(parameter);
  return { ...visit, url };
}

/** Returns a link to another page, such as `/developers/account#events`, that keeps the requested language. */
export function linkTo(visit: Visit, path: string): string {
  if (!visit.languageAsked) return path;
  const target = new URL(path, visit.url);
  target.searchParams.set("lang", visit.language);
  return target.pathname + target.search + target.hash;
}

/**
 * Returns a link to this page with other parameters. It is only a query, so a path such as `//elsewhere.example` cannot
 * lead to another site.
 */
export function samePage(visit: Visit, parameters: Record<string, string>): string {
  const query = new URLSearchParams(visit.url.search);
  for (const [name, value] of Object.entries(parameters)) query.set(name, value);
  return `?${query}`;
}

/** Returns the language of a page: the `lang` of its URL, or else the browser's preference, or else English. */
export function pickLanguage(url: URL, acceptLanguage: string | null): Pick<Visit, "language" | "languageAsked"> {
  const named = url.searchParams.getAll("lang");
  const asked = named.length === 1 ? LANGUAGES.find((language) => language === named[0]) : undefined;
  if (asked) return { language: asked, languageAsked: true };
  return { language: preferred(acceptLanguage ?? "") ?? "en", languageAsked: false };
}

/** Returns the supported language that an `Accept-Language` header prefers (RFC 9110 §12.5.4). Regions are ignored. */
function preferred(header: string): Language | undefined {
  const ranges = header.split(",").flatMap((range) => {
    const match = /^\s*([a-z]{1,8})(?:-[a-z0-9]{1,8})*\s*(?:;\s*q=([01](?:\.\d{0,3})?)\s*)?$/i.exec(range);
    const language = LANGUAGES.find((known) => known === match?.[1]?.toLowerCase());
    const weight = Number(match?.[2] ?? 1);
    return language && weight > 0 ? [{ language, weight }] : [];
  });
  return ranges.sort((one, other) => other.weight - one.weight)[0]?.language;
}
