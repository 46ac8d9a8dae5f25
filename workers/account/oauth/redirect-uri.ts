import { isLoopback } from "../../../shared/addresses.ts";

const LONGEST = 2_000;
/** A URI is printable ASCII (RFC 3986 §2); a browser takes a backslash for a slash. */
const PRINTABLE = /^[\x21-\x5b\x5d-\x7e]+$/;
/** RFC 3986 §3.1, as `URL.protocol` spells it. */
const SCHEME = /^[a-z][a-z0-9+.-]*:$/;

/** Schemes that a browser or a system acts on by itself: none belongs to one application (RFC 8252 §7.1). */
const NEVER_PRIVATE = new Set(
  [
    ...["javascript", "data", "file", "blob", "about", "vbscript", "filesystem", "view-source", "jar", "intent"],
    ...["mailto", "tel", "sms", "ftp", "ws", "wss"],
  ].map((scheme) => `${scheme}:`),
);

/**
 * Why an address may not receive an authorization code, as the end of a sentence; null for one that may: https, http on
 * loopback, or an application's private-use scheme (contract, Addresses).
 */
export function redirectRefusal(uri: string): string | null {
  if (uri.length > LONGEST) return `must be at most ${LONGEST} characters`;
  if (!PRINTABLE.test(uri) || !URL.canParse(uri)) return "must be an absolute URI";
  const url = new URL(uri);
  if (uri.includes("#")) return "must have no fragment";
  if (url.username !== "" || url.password !== "") return "must have no user information";
  if (url.protocol === "https:") return null;
  if (url.protocol === "http:") return isLoopback(url.hostname) ? null : "must use https, or http on loopback";
  if (NEVER_PRIVATE.has(url.protocol) || !SCHEME.test(url.protocol)) return "must not use this scheme";
  return null;
}

/** What a page may call the place an application is returned to: host with its port, or private-use scheme with its colon. */
export function placeOf(redirectUri: string): string {
  const url = new URL(redirectUri);
  return url.protocol === "https:" || url.protocol === "http:" ? url.host : url.protocol;
}
