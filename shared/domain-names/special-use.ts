/**
 * Matches names under extensions that are not in public use. They are those of RFC 6761, RFC 6762, RFC 7686, RFC 8375
 * and RFC 9476, and those that ICANN reserved for private use. Unreserved extensions that networks use are included
 * (RFC 6762 appendix G). `.example` is not included, because invented data uses it.
 */
const SPECIAL_USE =
  /\.(?:local|localhost|internal|private|home\.arpa|onion|alt|test|invalid|lan|corp|intranet|home|localdomain|mail)$/;

/** Checks whether a domain name, in lower case, has an extension that is not in public use. */
export function isSpecialUse(name: string): boolean {
  return SPECIAL_USE.test(name);
}
