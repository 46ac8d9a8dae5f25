/**
 * Extensions that nobody has in public: RFC 6761, RFC 6762, RFC 7686, RFC 8375, RFC 9476, what ICANN reserved for private use, and
 * what networks use although nobody reserved it (RFC 6762 appendix G). `.example` is not one: invented data uses it.
 */
const SPECIAL_USE =
  /\.(?:local|localhost|internal|private|home\.arpa|onion|alt|test|invalid|lan|corp|intranet|home|localdomain|mail)$/;

/** Whether a domain name, in lower case, is one that nobody has in public. */
export function isSpecialUse(name: string): boolean {
  return SPECIAL_USE.test(name);
}
