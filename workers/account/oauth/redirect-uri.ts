import { isLoopback } from "../../../shared/platform/addresses.ts";
import { isAllowedPrivateScheme } from "./redirect-schemes.ts";

const MAX_LENGTH = 2_000;
/** A URI is printable ASCII (RFC 3986 §2); a browser takes a backslash for a slash. */
const PRINTABLE = /^[\x21-\x5b\x5d-\x7e]+$/;

/**
 * Why an address may not receive an authorization code, as the end of a sentence; null for one that may: https, http on
 * loopback, or an application's private-use scheme (RFC 8252 §7).
 * @param known private-use schemes without a dot that are known applications' (`APPLICATION_SCHEMES`)
 */
export function redirectRefusal(uri: string, known: ReadonlySet<string>): string | null {
  if (uri.length > MAX_LENGTH) return `must be at most ${MAX_LENGTH} characters`;
  if (!PRINTABLE.test(uri) || !URL.canParse(uri)) return "must be an absolute URI";
  const url = new URL(uri);
  if (uri.includes("#")) return "must have no fragment";
  if (url.username !== "" || url.password !== "") return "must have no user information";
  if (url.hostname.includes("*")) return "must name one host";
  if (url.protocol === "https:") return null;
  if (url.protocol === "http:") return isLoopback(url.hostname) ? null : "must use https, or http on loopback";
  return isAllowedPrivateScheme(url.protocol.slice(0, -1), known) ? null : "must not use this scheme";
}

/** Whether an error may be sent there before the customer has seen anything: to a program on this machine. */
export function returnsToLoopback(redirectUri: string): boolean {
  const url = new URL(redirectUri);
  return url.protocol === "http:" && isLoopback(url.hostname);
}

/** Whether an https address is at a host or under it. @param host name with or without its port */
export function returnsUnder(redirectUri: string, host: string): boolean {
  const { protocol, hostname } = new URL(redirectUri);
  const name = host.replace(/:\d+$/, "");
  return protocol === "https:" && (hostname === name || hostname.endsWith(`.${name}`));
}

/** Whether an address is an application's private-use scheme. */
export function hasPrivateScheme(redirectUri: string): boolean {
  return !/^https?:$/.test(new URL(redirectUri).protocol);
}

/** What a page may call the place an application is returned to: host with its port, or private-use scheme with its colon. */
export function placeOf(redirectUri: string): string {
  const url = new URL(redirectUri);
  return url.protocol === "https:" || url.protocol === "http:" ? url.host : url.protocol;
}
