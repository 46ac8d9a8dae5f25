import { mayBePlain } from "../platform/addresses.ts";

/** A cookie of ours; `__Host-` is before its name where https is required. */
export interface CookieSettings {
  name: string;
  /** Applies where plain http is allowed; elsewhere `__Host-` requires `/`. */
  path: string;
}

/** The values of a request's cookies of one name, in the order that the browser sends them. */
export function cookieValues(request: Request, { name }: CookieSettings): string[] {
  const ours = nameAt(new URL(request.url), name);
  const cookies = (request.headers.get("Cookie") ?? "").split(";").map((cookie) => cookie.trim().split("="));
  return cookies.flatMap(([known, value = ""]) => (known === ours ? [value] : []));
}

/** `Set-Cookie` of a cookie that no script and no other site's form gets. @param maxAgeS absent: until the browser closes */
export function setCookie({ name, path }: CookieSettings, value: string, url: URL, maxAgeS?: number): string {
  const [at, secure] = mayBePlain(url) ? [path, ""] : ["/", "; Secure"];
  const maxAge = maxAgeS === undefined ? "" : `; Max-Age=${maxAgeS}`;
  return `${nameAt(url, name)}=${value}; Path=${at}; HttpOnly; SameSite=Lax${secure}${maxAge}`;
}

function nameAt(url: URL, name: string): string {
  return mayBePlain(url) ? name : `__Host-${name}`;
}
