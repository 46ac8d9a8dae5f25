import { linkTo, type Visit } from "../../../shared/pages/visit.ts";

/** Path of the client area; links of the API and of the catalogue lead below it. */
export const AREA_PATH = "/client-area";
export const SIGN_IN_PATH = `${AREA_PATH}/sign-in`;
export const SIGN_OUT_PATH = `${AREA_PATH}/sign-out`;
export const ACCOUNT_PATH = `${AREA_PATH}/account`;
export const SERVICES_PATH = `${AREA_PATH}/services`;
export const DOMAINS_PATH = `${AREA_PATH}/domains`;
export const INVOICES_PATH = `${AREA_PATH}/invoices`;
export const TICKETS_PATH = `${AREA_PATH}/tickets`;
export const PAYMENT_METHODS_PATH = `${AREA_PATH}/payment-methods`;
export const PROFILE_PATH = `${AREA_PATH}/profile`;
export const CART_PATH = `${AREA_PATH}/cart`;

/** A link to a page of the area that keeps the requested language. */
export function areaLink(visit: Visit, path: string, parameters: Record<string, string> = {}): string {
  const query = new URLSearchParams(parameters);
  return linkTo(visit, query.size > 0 ? `${path}?${query}` : path);
}

/** The address of this page, to return to. */
export function here({ url }: Visit): string {
  return url.pathname + url.search;
}

/** The address to go on to, taken from a parameter; the overview where it is not a page of the area. */
export function nextOf(next: string | null): string {
  const url = next === null ? null : URL.parse(next, "http://area.invalid");
  if (url?.origin !== "http://area.invalid") return AREA_PATH;
  const isOfArea = url.pathname === AREA_PATH || url.pathname.startsWith(`${AREA_PATH}/`);
  const leadsNowhere = [SIGN_IN_PATH, SIGN_OUT_PATH, ACCOUNT_PATH].includes(url.pathname);
  return isOfArea && !leadsNowhere ? url.pathname + url.search : AREA_PATH;
}

/** An id in an address; null for what cannot be one. */
export function idOf(text: string): number | null {
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null;
}
