import { isLoopback } from "../../../shared/platform/addresses.ts";

const MAX_LENGTH = 2_000;
/** A public name in its one spelling: several labels, the last one no number, so that no IP address passes. */
const PUBLIC_NAME = /^(?=.{4,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$/;
/**
 * Names that nobody has in public: RFC 6761, RFC 6762, RFC 7686, RFC 8375, RFC 9476, what ICANN reserved for private use, and
 * what networks use although nobody reserved it (RFC 6762 appendix G).
 */
const NEVER_PUBLIC =
  /\.(?:local|localhost|internal|private|home\.arpa|onion|alt|test|invalid|lan|corp|intranet|home|localdomain|mail)$/;
/** Public names under which every name leads to an address that it spells out, or to this machine. */
const LEADS_INSIDE =
  /(?:^|\.)(?:nip\.io|sslip\.io|xip\.io|traefik\.me|localtest\.me|lvh\.me|vcap\.me|lacolhost\.com|localho\.st|local\.gd|localhost\.direct)$/;

/** Whether a client id is to be looked up as the address of a metadata document, acceptable or not. */
export function looksLikeDocument(clientId: string): boolean {
  return /^https?:/i.test(clientId);
}

/**
 * Whether a client id may be fetched as the address of a metadata document
 * (draft-ietf-oauth-client-id-metadata-document-02 §3 and its §8.6 on requests to inside): https, a public name, no other
 * port, a path, and nothing besides. It must be in the one spelling that a URL parser gives it, so that nothing it drops
 * or rewrites (dot segments, tabs, numbers that are addresses) can make it mean another place.
 * @param allowLoopback accepts loopback hosts with any port as well: for the demonstration and for tests
 */
export function mayBeFetched(clientId: string, allowLoopback: boolean): boolean {
  if (clientId.length > MAX_LENGTH || !URL.canParse(clientId)) return false;
  const url = new URL(clientId);
  const spelled = clientId.replace(/^(https:\/\/[^/]*):443\//, "$1/");
  if (url.href !== spelled || url.protocol !== "https:") return false;
  if (url.pathname === "/" || /[?#\\]/.test(clientId) || url.username !== "" || url.password !== "") return false;
  if (hasDotSegment(url.pathname)) return false;
  if (isLoopback(url.hostname)) return allowLoopback;
  if (url.port !== "" || !PUBLIC_NAME.test(url.hostname)) return false;
  return !NEVER_PUBLIC.test(url.hostname) && !LEADS_INSIDE.test(url.hostname);
}

/** What a server behind the address could take for `.` or `..`, however often it decodes. */
function hasDotSegment(path: string): boolean {
  return path.split("/").some((segment) => /^(?:\.|%(?:25)*2e){1,2}$/i.test(segment));
}
