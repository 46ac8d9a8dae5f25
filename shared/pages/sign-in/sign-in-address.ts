import { linkTo, type Visit } from "../visit.ts";

export const SIGN_IN_PATH = "/sign-in";
export const SIGN_OUT_PATH = "/sign-out";
/** The path of the client area. Links in the API and in the catalogue lead to pages below it. */
export const AREA_PATH = "/client-area";
/** The path of the page that shows the account's history. */
export const HISTORY_PATH = `${AREA_PATH}/account/history`;

/** The client area pages that have forms for signed-out visitors, such as the cart and the page for a new password. */
export const VISITOR_FORM_PATHS = ["cart", "sign-up", "new-password", "undo-email"].map(
  (page) => `${AREA_PATH}/${page}`,
);

/** Returns the client area page in a parameter, as path and query, or `null` for any other value. */
export function areaPageIn(parameter: string | null): string | null {
  const url = parameter === null ? null : URL.parse(parameter, "http://area.invalid");
  if (url?.origin !== "http://area.invalid") return null;
  const isOfArea = url.pathname === AREA_PATH || url.pathname.startsWith(`${AREA_PATH}/`);
  return isOfArea ? url.pathname + url.search : null;
}

/**
 * Reads the goal of a sign-in from the sign-in page's URL. The goal is an application's pending authorization, or the
 * page to which the customer continues after the sign-in. The default is the client area.
 */
export function goalIn({ url: { searchParams } }: Visit): { pending: string } | { to: string } {
  const pending = searchParams.get("pending");
  return pending === null ? { to: searchParams.get("to") ?? AREA_PATH } : { pending };
}

/**
 * Returns the URL of the sign-in that continues to the same goal as this page.
 * @param more additional parameters
 */
export function signInWithGoal(visit: Visit, more: Record<string, string> = {}): string {
  return linkTo(visit, `${SIGN_IN_PATH}?${new URLSearchParams({ ...goalIn(visit), ...more })}`);
}

/**
 * Returns the URL of the sign-in that continues to a page of the client area.
 * @param page path and query
 * @param isAgain whether the sign-in is shown even to a signed-in login
 */
export function signInForArea(visit: Visit, page: string, isAgain = false): string {
  return linkTo(visit, `${SIGN_IN_PATH}?${new URLSearchParams({ ...(isAgain && { again: "1" }), to: page })}`);
}
