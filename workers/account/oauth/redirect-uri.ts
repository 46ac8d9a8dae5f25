import { isLoopback } from "../../../shared/platform/addresses.ts";

/** Private-use schemes without a dot that are known applications'. Those with a dot need no entry. */
const APPLICATION_SCHEMES: ReadonlySet<string> = new Set([
  ...["claude", "cursor", "raycast", "vscode", "vscode-insiders", "vscodium", "warp", "windsurf", "zed"],
]);

const MAX_LENGTH = 2_000;
/** A URI is printable ASCII (RFC 3986 §2); a browser takes a backslash for a slash. */
const PRINTABLE = /^[\x21-\x5b\x5d-\x7e]+$/;

const words = (text: string) => text.trim().split(/\s+/);

/**
 * Schemes that a browser or an operating system handles itself, with or without a dot: none belongs to one application
 * (RFC 8252 §7.1), and a link that opens one opens more than an application.
 */
const RESERVED = [
  // Run, shown or opened by a browser.
  ...words("javascript vbscript data file filesystem blob about view-source jar intent wyciwyg"),
  ...words("chrome.* moz-.* edge.* microsoft-edge.* firefox.* googlechrome.* opera.* brave.* x-safari.* safari-.*"),
  ...words("resource res mhtml mk its ms-its view-.*"),
  // Opened by an operating system: settings, diagnostics, office documents, searches, shares, shells, stores.
  ...words(String.raw`ms-.* search search-ms shell shortcuts x-apple.* com\.apple\..* com\.microsoft\..*`),
  ...words(String.raw`app-prefs.* prefs.* itms.* market windowsdefender onenote vnd\..*`),
  // Connect somewhere, or write to somebody.
  ...words("smb afp nfs ssh telnet rlogin ldaps? ftps? sftp tftp rdp vnc wss? dav.*"),
  ...words("mailto tel sms mms facetime.* callto sip sips xmpp"),
];
const RESERVED_SCHEME = new RegExp(`^(?:${RESERVED.join("|")})$`);
/** A reversed domain name, as RFC 8252 §7.1 requires: the owner of the name owns the scheme. */
const REVERSED_DOMAIN = /^[a-z][a-z0-9-]*(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)+$/;

/**
 * Why an address may not receive an authorization code, as the end of a sentence; null for one that may: https, http on
 * loopback, or an application's private-use scheme (RFC 8252 §7).
 * @param known private-use schemes without a dot that are known applications'
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

/**
 * A scheme with a dot must be a reversed domain name. One without a dot belongs to nobody, so it must be a known
 * application's.
 */
function isAllowedPrivateScheme(scheme: string, known: ReadonlySet<string>): boolean {
  if (RESERVED_SCHEME.test(scheme)) return false;
  return scheme.includes(".") ? REVERSED_DOMAIN.test(scheme) : known.has(scheme);
}
