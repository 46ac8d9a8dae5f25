import { isLoopback } from "../../../shared/platform/addresses.ts";

/** Private-use schemes without a dot that belong to known applications. Schemes with a dot need no entry. */
const APPLICATION_SCHEMES: ReadonlySet<string> = new Set([
  ...["claude", "cursor", "raycast", "vscode", "vscode-insiders", "vscodium", "warp", "windsurf", "zed"],
]);

const MAX_LENGTH = 2_000;
/** Matches printable ASCII (RFC 3986 §2) without the backslash, which browsers read as a slash. */
const PRINTABLE = /^[\x21-\x5b\x5d-\x7e]+$/;

const words = (text: string) => text.trim().split(/\s+/);

/**
 * Schemes that a browser or an operating system handles, with or without a dot. None of them belongs to one application
 * (RFC 8252 §7.1), and opening one does something other than open an application.
 */
const RESERVED = [
  // The browser runs, shows or opens these.
  ...words("javascript vbscript data file filesystem blob about view-source jar intent wyciwyg"),
  ...words("chrome.* moz-.* edge.* microsoft-edge.* firefox.* googlechrome.* opera.* brave.* x-safari.* safari-.*"),
  ...words("resource res mhtml mk its ms-its view-.*"),
  // The operating system opens these: settings, diagnostics, office documents, searches, shares, shells, stores.
  ...words(String.raw`ms-.* search search-ms shell shortcuts x-apple.* com\.apple\..* com\.microsoft\..*`),
  ...words(String.raw`app-prefs.* prefs.* itms.* market windowsdefender onenote vnd\..*`),
  // These connect to a server or write a message.
  ...words("smb afp nfs ssh telnet rlogin ldaps? ftps? sftp tftp rdp vnc wss? dav.*"),
  ...words("mailto tel sms mms facetime.* callto sip sips xmpp"),
];
const RESERVED_SCHEME = new RegExp(`^(?:${RESERVED.join("|")})$`);
/** Matches a reversed domain name, as RFC 8252 §7.1 requires. The owner of the domain owns the scheme. */
const REVERSED_DOMAIN = /^[a-z][a-z0-9-]*(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)+$/;

/**
 * Returns the reason why a URI must not receive an authorization code, as the end of a sentence. Returns `null` for an
 * allowed URI: https, http on loopback, or an application's private-use scheme (RFC 8252 §7).
 * @param known private-use schemes without a dot that belong to known applications
 */
export function redirectRefusal(uri: string, known: ReadonlySet<string> = APPLICATION_SCHEMES): string | null {
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

/** Checks whether a URI uses http on loopback. Such a program may receive an error before the customer sees a page. */
export function returnsToLoopback(redirectUri: string): boolean {
  const url = new URL(redirectUri);
  return url.protocol === "http:" && isLoopback(url.hostname);
}

/**
 * Checks whether a URI is an https URL on a host or on one of its subdomains.
 * @param host the host name, with or without a port
 */
export function returnsUnder(redirectUri: string, host: string): boolean {
  const { protocol, hostname } = new URL(redirectUri);
  const name = host.replace(/:\d+$/, "");
  return protocol === "https:" && (hostname === name || hostname.endsWith(`.${name}`));
}

/** Checks whether a URI has a private-use scheme. */
export function hasPrivateScheme(redirectUri: string): boolean {
  return !/^https?:$/.test(new URL(redirectUri).protocol);
}

/**
 * Returns the destination of a redirect URI for pages: the host with its port, or the private-use scheme with its
 * colon.
 */
export function placeOf(redirectUri: string): string {
  const url = new URL(redirectUri);
  return url.protocol === "https:" || url.protocol === "http:" ? url.host : url.protocol;
}

/**
 * Checks whether a private-use scheme is allowed. A scheme with a dot must be a reversed domain name. A scheme without
 * a dot has no owner, so it must belong to a known application.
 */
function isAllowedPrivateScheme(scheme: string, known: ReadonlySet<string>): boolean {
  if (RESERVED_SCHEME.test(scheme)) return false;
  return scheme.includes(".") ? REVERSED_DOMAIN.test(scheme) : known.has(scheme);
}
