/**
 * Letters, digits, hyphens, underscores and dots. The last label must start with a letter, so that IP addresses and
 * dates do not match.
 */
const DOMAIN =
  /[\p{L}\p{N}_](?:[\p{L}\p{N}\p{M}_-]{0,62})(?:\.[\p{L}\p{N}\p{M}_-]{1,63}){0,8}\.\p{L}[\p{L}\p{N}\p{M}-]{1,62}/gu;

const WHOLE_DOMAIN = new RegExp(`^(?:${DOMAIN.source})$`, "u");

/** Returns a domain in lower-case A-label form without its trailing dot; `null` if the text is not a domain. */
function canonicalName(text: string): string | null {
  const name = text.trim().replace(/\.$/, "").toLowerCase();
  if (!WHOLE_DOMAIN.test(name)) return null;
  if (/^[a-z0-9_.-]+$/.test(name)) return name;
  try {
    return new URL(`http://${name}`).hostname;
  } catch {
    // expected: not every text is a host name
    return null;
  }
}

/** Returns the words of `text` that look like domains, in order and unchanged. */
export function domainsIn(text: string): string[] {
  return text.match(DOMAIN) ?? [];
}

/** Replaces every domain in `text` with `mark`, so that words inside a domain never affect a verdict. */
export function maskDomains(text: string, mark: string): string {
  return text.replace(DOMAIN, mark);
}

/** Returns whether `text` is a host name, optionally followed by IP addresses or other host names. */
export function isHostName(text: string): boolean {
  const [first = "", ...rest] = text.trim().split(/[\s,;(]+/, 8);
  const host = first.replace(/\.$/, "").toLowerCase();
  if (!/^[a-z0-9_][a-z0-9_-]*(?:\.[a-z0-9_-]+)+$/.test(host) || !/\.[a-z][a-z0-9-]+$/.test(host)) return false;
  return rest.every(
    (word) => word === "" || /^[\d.:a-f[\])/]+$/i.test(word) || /^[a-z0-9_-]+(?:\.[a-z0-9_-]+)+$/i.test(word),
  );
}

/**
 * Compares the domain in a record (`found`, as printed) with the requested domain (`asked`). Some registries print only
 * the first label, so a text without a dot is compared with the first label of `asked`.
 * @returns `null` if `asked` is not a domain, or `found` is unreadable
 */
export function compareNames(found: string, asked: string): "same" | "other" | null {
  const wanted = canonicalName(asked);
  if (wanted === null) return null;
  const printed = found.trim().replace(/\.$/, "");
  const name = canonicalName(printed.includes(".") ? printed : `${printed}${wanted.slice(wanted.indexOf("."))}`);
  return name === null ? null : name === wanted ? "same" : "other";
}
