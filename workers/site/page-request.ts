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
  /** The visitor's network address, as headers for a Worker that counts it. */
  visitor: Record<string, string>;
}

/** What the site sets for each request. */
export type SiteHono = { Variables: { addresses: Addresses; requestId: string; request: SitePageRequest } };

/** The price list that the address asks for; undefined: the catalogue's default. */
export function currencyOf({ url }: Visit): Currency | undefined {
  return CURRENCIES.find((known) => known === url.searchParams.get("currency"));
}

/** Maximum age of a page without catalogue data, in seconds. */
export const PAGE_MAX_AGE = 300;

/**
 * Seconds a page may be kept: no longer than any value it shows, so that prices are never older than the catalogue
 * promises. A page that lacks one is not kept at all.
 */
export function pageMaxAge(shown: (Fetched<unknown> | null)[]): number {
  return Math.min(PAGE_MAX_AGE, ...shown.map((fetched) => fetched?.maxAge ?? 0));
}

/** The headers of a text that is no page. @param visit its language, where the text follows it */
export function textHeaders(type: string, visit: Visit | null, maxAge: number): Record<string, string> {
  return {
    "Content-Type": `${type}; charset=utf-8`,
    "Cache-Control": maxAge > 0 ? `public, max-age=${maxAge}` : "no-store",
    "X-Content-Type-Options": "nosniff",
    ...(visit && { "Content-Language": visit.language }),
    ...(visit && !visit.languageAsked && { Vary: "Accept-Language" }),
  };
}
