import { mayBePlain } from "../platform/addresses.ts";

/** One of our cookies. Its name gets the prefix `__Host-` wherever https is required. */
export interface CookieSettings {
  name: string;
  /** The path of the cookie on plain http. On https, `__Host-` requires the path `/`. */
  path: string;
}

/** Returns the values of a request's cookies with one name, in the browser's order. */
export function cookieValues(request: Request, { name }: CookieSettings): string[] {
  const ours = nameAt(new URL(request.url), name);
  const cookies = (request.headers.get("Cookie") ?? "").split(";").map((cookie) => cookie.trim().split("="));
  return cookies.flatMap(([known, value = ""]) => (known === ours ? [value] : []));
}

/**
 * Returns the `Set-Cookie` header for a cookie that scripts cannot read and other sites' POST forms do not send.
 * @param maxAgeS lifetime in seconds; if absent, the cookie lasts until the browser closes
 */
export function setCookie({ name, path }: CookieSettings, value: string, url: URL, maxAgeS?: number): string {
  const [at, secure] = mayBePlain(url) ? [path, ""] : ["/", "; Secure"];
  const maxAge = maxAgeS === undefined ? "" : `; Max-Age=${maxAgeS}`;
  return `${nameAt(url, name)}=${value}; Path=${at}; HttpOnly; SameSite=Lax${secure}${maxAge}`;
}

function nameAt(url: URL, name: string): string {
  return mayBePlain(url) ? name : `__Host-${name}`;
}
