import { sameBytes } from "../platform/service-key.ts";

/** Hidden field of every form. */
export const TOKEN_FIELD = "token";

/**
 * Whether a form was made by our pages for the session of the token. The token proves it; what browsers say of the
 * form's origin must not contradict it.
 */
export function isOwnForm(request: Request, form: URLSearchParams, formToken: string): boolean {
  if (!cameFromHere(request)) return false;
  const encoder = new TextEncoder();
  return sameBytes(encoder.encode(form.get(TOKEN_FIELD) ?? ""), encoder.encode(formToken));
}

/** Whether a form came from this site: by Fetch Metadata, or by `Origin` in browsers without it. `none` is a user action, such as a reload. */
export function cameFromHere(request: Request): boolean {
  const site = request.headers.get("Sec-Fetch-Site");
  if (site !== null) return site === "same-origin" || site === "none";
  const origin = request.headers.get("Origin");
  return origin === null || origin === new URL(request.url).origin;
}
