import { linkTo, type Visit } from "../../../shared/pages/visit.ts";

/** Path of the client area; links of the API and of the catalogue lead below it. */
export const AREA_PATH = "/client-area";

export const PATHS = {
  signIn: `${AREA_PATH}/sign-in`,
  signOut: `${AREA_PATH}/sign-out`,
  account: `${AREA_PATH}/account`,
  services: `${AREA_PATH}/services`,
  domains: `${AREA_PATH}/domains`,
  invoices: `${AREA_PATH}/invoices`,
  tickets: `${AREA_PATH}/tickets`,
  paymentMethods: `${AREA_PATH}/payment-methods`,
  profile: `${AREA_PATH}/profile`,
  cart: `${AREA_PATH}/cart`,
} as const;

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
  const leadsNowhere = [PATHS.signIn, PATHS.signOut, PATHS.account].some((path) => path === url.pathname);
  return isOfArea && !leadsNowhere ? url.pathname + url.search : AREA_PATH;
}

/** An id in an address; null for what cannot be one. */
export function idOf(text: string): number | null {
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null;
}
