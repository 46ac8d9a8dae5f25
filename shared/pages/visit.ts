import { LANGUAGES, type Language } from "../platform/language.ts";

/** A page request: its URL and language. */
export interface Visit {
  url: URL;
  language: Language;
  /**
   * The address states the language, and the page's links keep it. Otherwise it came from `Accept-Language`, and caches
   * vary by that header.
   */
  languageAsked: boolean;
}

export function visitOf(request: Request): Visit {
  const url = new URL(request.url);
  return { url, ...pickLanguage(url, request.headers.get("Accept-Language")) };
}

/** The visit for links of the page, without a parameter that only a form sends. */
export function visitWithout(visit: Visit, parameter: string): Visit {
  const url = new URL(visit.url);
  url.searchParams.delete(parameter);
  return { ...visit, url };
}

/** A link to another page, such as `/developers/account#events`, that keeps the requested language. */
export function linkTo(visit: Visit, path: string): string {
  if (!visit.languageAsked) return path;
  const target = new URL(path, visit.url);
  target.searchParams.set("lang", visit.language);
  return target.pathname + target.search + target.hash;
}

/**
 * The address of this page with other parameters. It is only the query, so a path like `//elsewhere.example` cannot
 * link to another site.
 */
export function samePage(visit: Visit, parameters: Record<string, string>): string {
  const query = new URLSearchParams(visit.url.search);
  for (const [name, value] of Object.entries(parameters)) query.set(name, value);
  return `?${query}`;
}

/** Returns the language of a page: the address's `lang`, else the browser's preference, else English. */
export function pickLanguage(url: URL, acceptLanguage: string | null): Pick<Visit, "language" | "languageAsked"> {
  const named = url.searchParams.getAll("lang");
  const asked = named.length === 1 ? LANGUAGES.find((language) => language === named[0]) : undefined;
  if (asked) return { language: asked, languageAsked: true };
  return { language: preferred(acceptLanguage ?? "") ?? "en", languageAsked: false };
}

/** The preferred supported language of an `Accept-Language` header (RFC 9110 §12.5.4). Ignores regions. */
function preferred(header: string): Language | undefined {
  const ranges = header.split(",").flatMap((range) => {
    const match = /^\s*([a-z]{1,8})(?:-[a-z0-9]{1,8})*\s*(?:;\s*q=([01](?:\.\d{0,3})?)\s*)?$/i.exec(range);
    const language = LANGUAGES.find((known) => known === match?.[1]?.toLowerCase());
    const weight = Number(match?.[2] ?? 1);
    return language && weight > 0 ? [{ language, weight }] : [];
  });
  return ranges.sort((one, other) => other.weight - one.weight)[0]?.language;
}
