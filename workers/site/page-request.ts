import type { Visit } from "../../shared/pages/visit.ts";
import type { Addresses } from "../../shared/platform/addresses.ts";
import { CURRENCIES, type Currency } from "../../shared/platform/money.ts";
import type { Fetched } from "./api-clients.ts";
import type { SiteContext } from "./site-context.ts";

export interface SitePageRequest {
  context: SiteContext;
  visit: Visit;
  requestId: string;
  addresses: Addresses;
  /** Headers with the visitor's network address, for a Worker that counts calls per network address. */
  visitor: Record<string, string>;
}

/** The variables that the site sets for each request. */
export type SiteHono = { Variables: { addresses: Addresses; requestId: string; request: SitePageRequest } };

/** Returns the currency in the URL; `undefined` stands for the catalogue's default. */
export function currencyOf({ url }: Visit): Currency | undefined {
  return CURRENCIES.find((known) => known === url.searchParams.get("currency"));
}

/** Maximum age of a page without catalogue data, in seconds. */
export const PAGE_MAX_AGE = 300;

/**
 * Returns the number of seconds for which caches may keep a page. That time never exceeds the remaining time of any
 * value on the page, so a price is never older than the catalogue promises. A page that lacks a value is not cached.
 */
export function pageMaxAge(shown: (Fetched<unknown> | null)[]): number {
  return Math.min(PAGE_MAX_AGE, ...shown.map((fetched) => fetched?.maxAge ?? 0));
}

/**
 * Returns the headers of a text that is not a page.
 * @param visit the visit, if the text depends on its language
 */
export function textHeaders(type: string, visit: Visit | null, maxAge: number): Record<string, string> {
  return {
    "Content-Type": `${type}; charset=utf-8`,
    "Cache-Control": maxAge > 0 ? `public, max-age=${maxAge}` : "no-store",
    "X-Content-Type-Options": "nosniff",
    ...(visit && { "Content-Language": visit.language }),
    ...(visit && !visit.languageAsked && { Vary: "Accept-Language" }),
  };
}
