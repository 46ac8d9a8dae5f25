import { readAtMost } from "../platform/read-at-most.ts";
import { sameBytes } from "../platform/service-key.ts";

const MAX_BYTES = 16 * 1024;
const FORM_TYPE = /^application\/x-www-form-urlencoded\s*(?:;|$)/i;

/**
 * Reads the fields of a posted form. Returns `null` if the body is not a form, or if it is larger than any of our
 * forms.
 */
export async function readForm(request: Request): Promise<URLSearchParams | null> {
  if (!FORM_TYPE.test(request.headers.get("Content-Type") ?? "")) return null;
  const body = await readAtMost(request.body, MAX_BYTES);
  return body && new URLSearchParams(new TextDecoder().decode(body));
}

export const TOKEN_FIELD = "token";

/**
 * Checks whether one of our pages created the form for the session that the form token belongs to. The browser's origin
 * headers must not contradict this.
 */
export function passesCsrfCheck(request: Request, form: URLSearchParams, formToken: string): boolean {
  if (!isSameOrigin(request)) return false;
  const encoder = new TextEncoder();
  return sameBytes(encoder.encode(form.get(TOKEN_FIELD) ?? ""), encoder.encode(formToken));
}

/**
 * Checks whether a form came from this site. It uses Fetch Metadata, or `Origin` in browsers that lack Fetch Metadata.
 * The value `none` stands for a user action, such as a reload.
 */
export function isSameOrigin(request: Request): boolean {
  const site = request.headers.get("Sec-Fetch-Site");
  if (site !== null) return site === "same-origin" || site === "none";
  const origin = request.headers.get("Origin");
  return origin === null || origin === new URL(request.url).origin;
}
