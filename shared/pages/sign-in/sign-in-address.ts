import { linkTo, type Visit } from "../visit.ts";

export const SIGN_IN_PATH = "/sign-in";
export const SIGN_OUT_PATH = "/sign-out";
/** Path of the client area. Links of the API and of the catalogue point below it. */
export const AREA_PATH = "/client-area";
/** The page with the account's history. */
export const HISTORY_PATH = `${AREA_PATH}/account/history`;

/** Pages of the client area with forms for signed-out visitors, such as a cart or a forgotten password. */
export const VISITOR_FORM_PATHS = ["cart", "sign-up", "new-password", "undo-email"].map(
  (page) => `${AREA_PATH}/${page}`,
);

/** The page of the client area in a parameter, as path and query. Null for any other value. */
export function areaPageIn(parameter: string | null): string | null {
  const url = parameter === null ? null : URL.parse(parameter, "http://area.invalid");
  if (url?.origin !== "http://area.invalid") return null;
  const isOfArea = url.pathname === AREA_PATH || url.pathname.startsWith(`${AREA_PATH}/`);
  return isOfArea ? url.pathname + url.search : null;
}

/**
 * The customer's goal, which the address carries to the sign-in. It is a pending authorization of an application, or a
 * page (the client area by default).
 */
export function goalIn({ url: { searchParams } }: Visit): { pending: string } | { to: string } {
  const pending = searchParams.get("pending");
  return pending === null ? { to: searchParams.get("to") ?? AREA_PATH } : { pending };
}

/** The sign-in that continues to the goal of the page's address. @param more extra parameters */
export function signInWithGoal(visit: Visit, more: Record<string, string> = {}): string {
  return linkTo(visit, `${SIGN_IN_PATH}?${new URLSearchParams({ ...goalIn(visit), ...more })}`);
}

/**
 * The sign-in that continues to a page of the client area.
 * @param page path and query
 * @param isAgain even if a login is signed in
 */
export function signInForArea(visit: Visit, page: string, isAgain = false): string {
  return linkTo(visit, `${SIGN_IN_PATH}?${new URLSearchParams({ ...(isAgain && { again: "1" }), to: page })}`);
}
