import type { Language } from "../platform/language.ts";
import { pickLanguage } from "./pick-language.ts";

/** A page request: its URL and language. */
export interface Visit {
  url: URL;
  language: Language;
  /** The address names the language; the page's links then keep it. */
  languageAsked: boolean;
}

export function visitOf(request: Request): Visit {
  const url = new URL(request.url);
  const { language, asked } = pickLanguage(url, request.headers.get("Accept-Language"));
  return { url, language, languageAsked: asked };
}

/** The visit for links of the page, without a parameter that only a form of it sends. */
export function visitWithout(visit: Visit, parameter: string): Visit {
  const url = new URL(visit.url);
  url.searchParams.delete(parameter);
  return { ...visit, url };
}

/** A link to another page, such as `/developers#mcp`, that keeps the requested language. */
export function linkTo(visit: Visit, path: string): string {
  if (!visit.languageAsked) return path;
  const target = new URL(path, visit.url);
  target.searchParams.set("lang", visit.language);
  return target.pathname + target.search + target.hash;
}

/**
 * This page with other parameters. Only the query: it is resolved against the page's own address, so a path like
 * `//elsewhere.example` cannot turn it into a link to another site.
 */
export function samePage(visit: Visit, parameters: Record<string, string>): string {
  const query = new URLSearchParams(visit.url.search);
  for (const [name, value] of Object.entries(parameters)) query.set(name, value);
  return `?${query}`;
}
