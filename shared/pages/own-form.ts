import { sameBytes } from "../platform/service-key.ts";

/** Hidden field of every form. */
export const TOKEN_FIELD = "token";

/**
 * Whether a form was sent by a page of ours, made for the session that has the token. The token says it; what browsers
 * say of where a form came from must not speak against it.
 */
export function isOwnForm(request: Request, form: URLSearchParams, formToken: string): boolean {
  if (!cameFromHere(request)) return false;
  const encoder = new TextEncoder();
  return sameBytes(encoder.encode(form.get(TOKEN_FIELD) ?? ""), encoder.encode(formToken));
}

/** Whether a form came from this site: by Fetch Metadata, or by `Origin` in browsers without it. `none` is the customer's own doing, such as a reload. */
export function cameFromHere(request: Request): boolean {
  const site = request.headers.get("Sec-Fetch-Site");
  if (site !== null) return site === "same-origin" || site === "none";
  const origin = request.headers.get("Origin");
  return origin === null || origin === new URL(request.url).origin;
}
