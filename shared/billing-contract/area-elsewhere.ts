import { AREA_PATH } from "../pages/sign-in/sign-in-address.ts";
import type { Addresses } from "../platform/addresses.ts";
import { type AccountLinks, pageUrl } from "./description.ts";

/** The paths of the embedded engine's client area. */
const OWN = /^(?:(?:services|domains|invoices|tickets|account|cart|sign-up|sign-in|new-password|undo-email)(?:\/|$)|$)/;

/** The kinds of page in the embedded engine's client area, by path. A path that ends in `/` precedes an id or name. */
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
 * Returns the address of a `/client-area` page in a client area elsewhere. That is the same page, else its list, else
 * the home page. An unknown path stays unchanged. A cart becomes the shop's page of its plan or domain, which leads to
 * the cart there.
 * @param links null if they could not be read
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
