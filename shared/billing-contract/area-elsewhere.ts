import { AREA_PATH } from "../pages/sign-in/sign-in-address.ts";
import type { Addresses } from "../platform/addresses.ts";
import { type AccountLinks, pageUrl } from "./description.ts";

/** Matches the paths of the embedded engine's client area. */
const OWN = /^(?:(?:services|domains|invoices|tickets|account|cart|sign-up|sign-in|new-password|undo-email)(?:\/|$)|$)/;

/**
 * The kinds of pages in the embedded engine's client area, by path. A path that ends in `/` is followed by an id or
 * name.
 */
const PAGES = new Map<string, keyof AccountLinks>([
  ["services/", "service"],
  ["services", "services"],
  ["domains/", "domain"],
  ["domains", "domains"],
  ["invoices/", "invoice"],
  ["invoices", "invoices"],
  ["tickets/", "ticket"],
  ["tickets", "tickets"],
  ["account/payment-methods", "payment_methods"],
  ["account/details", "profile"],
  ["account/password", "password"],
  ["new-password", "password"],
]);

/**
 * Returns the URL that replaces a `/client-area` URL if the client area is on another site. The URL leads to the same
 * page, or else to the page's list, or else to the home page. An unknown path is kept. A cart URL becomes the URL of
 * the plan's or domain's page in the shop, which leads to the other site's cart.
 * @param links `null` if the links could not be read; the result is then the other site's URL
 */
export function areaElsewhere(
  { pathname, search, searchParams }: URL,
  { site, clientArea: address }: Pick<Addresses, "site" | "clientArea">,
  links: AccountLinks | null,
): string {
  const path = pathname.slice(AREA_PATH.length + 1);
  if (path === "cart") {
    const { plan, domain, ...more } = Object.fromEntries(searchParams);
    const shown = new URLSearchParams({ ...more, ...(domain && { domain }) });
    return `${site}/${plan ? `plans/${encodeURIComponent(plan)}` : ""}?${shown}`;
  }
  if (!OWN.test(path)) return `${address}/${path}${search}`;
  if (!links) return address;
  const [, kind = "", thing = ""] = /^(\w+\/)([^/]+)/.exec(path) ?? [];
  const page = PAGES.get(path) ?? PAGES.get(kind) ?? "home";
  const isKnown = !links[page].includes("{id}") || /^\d{1,15}$/.test(thing);
  const shown = isKnown ? page : (PAGES.get(kind.slice(0, -1)) ?? "home");
  return pageUrl({ address, pages: links }, shown, { id: Number(thing), name: thing });
}
