import { linkTo, type Visit } from "../visit.ts";

export const SIGN_IN_PATH = "/sign-in";
export const SIGN_OUT_PATH = "/sign-out";
/** Path of the client area; links of the API and of the catalogue lead below it. */
export const AREA_PATH = "/client-area";
/** What happened in the account. */
export const HISTORY_PATH = `${AREA_PATH}/account/history`;

/** Pages of the client area with forms for those who are not signed in: who order, have no account, forgot their password, or lost their address. */
export const VISITOR_FORM_PATHS = ["cart", "sign-up", "new-password", "undo-email"].map(
  (page) => `${AREA_PATH}/${page}`,
);

/** The page of the client area that a parameter names, as path and query; null for anything else. */
export function areaPageIn(parameter: string | null): string | null {
  const url = parameter === null ? null : URL.parse(parameter, "http://area.invalid");
  if (url?.origin !== "http://area.invalid") return null;
  const isOfArea = url.pathname === AREA_PATH || url.pathname.startsWith(`${AREA_PATH}/`);
  return isOfArea ? url.pathname + url.search : null;
}

/**
 * What a customer comes to one of these pages for, as its address carries it to the sign-in: an application's authorization that is pending, or a
 * page, by default of the client area.
 */
export function goalIn({ url: { searchParams } }: Visit): { pending: string } | { to: string } {
  const pending = searchParams.get("pending");
  return pending === null ? { to: searchParams.get("to") ?? AREA_PATH } : { pending };
}

/** The sign-in that leads where the page's own address says. @param more parameters */
export function signInWithGoal(visit: Visit, more: Record<string, string> = {}): string {
  return linkTo(visit, `${SIGN_IN_PATH}?${new URLSearchParams({ ...goalIn(visit), ...more })}`);
}

/** The sign-in that leads to a page of the client area. @param page path and query @param isAgain although somebody is signed in */
export function signInForArea(visit: Visit, page: string, isAgain = false): string {
  return linkTo(visit, `${SIGN_IN_PATH}?${new URLSearchParams({ ...(isAgain && { again: "1" }), to: page })}`);
}
