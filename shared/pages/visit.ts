import type { Language } from "../platform/language.ts";
import { pickLanguage } from "./pick-language.ts";

/** One request for a page, as far as the page follows it. */
export interface Visit {
  url: URL;
  language: Language;
  /** The address names the language; the page's links then go on naming it. */
  languageAsked: boolean;
}

export function visitOf(request: Request): Visit {
  const url = new URL(request.url);
  const { language, asked } = pickLanguage(url, request.headers.get("Accept-Language"));
  return { url, language, languageAsked: asked };
}

/** The visit as its links go on from it: without a parameter that only a form of the page sends. */
export function visitWithout(visit: Visit, parameter: string): Visit {
  const url = new URL(visit.url);
  url.searchParams.delete(parameter);
  return { ...visit, url };
}

/** A link to another page of ours, such as `/developers#mcp`, that keeps the language the visitor asked for. */
export function linkTo(visit: Visit, path: string): string {
  if (!visit.languageAsked) return path;
  const target = new URL(path, visit.url);
  target.searchParams.set("lang", visit.language);
  return target.pathname + target.search + target.hash;
}

/**
 * This very page with other parameters. The query alone: it is resolved against the page's own address, so a path like
 * `//elsewhere.example` cannot turn it into a link to another site.
 */
export function samePage(visit: Visit, parameters: Record<string, string>): string {
  const query = new URLSearchParams(visit.url.search);
  for (const [name, value] of Object.entries(parameters)) query.set(name, value);
  return `?${query}`;
}
