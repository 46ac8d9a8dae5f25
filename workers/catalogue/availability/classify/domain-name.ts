/** Letters, digits, hyphens and dots, with a last label that starts with a letter: not an address or a date. */
const DOMAIN =
  /[\p{L}\p{N}_](?:[\p{L}\p{N}\p{M}_-]{0,62})(?:\.[\p{L}\p{N}\p{M}_-]{1,63}){0,8}\.\p{L}[\p{L}\p{N}\p{M}-]{1,62}/gu;

const WHOLE_DOMAIN = new RegExp(`^(?:${DOMAIN.source})$`, "u");

/** The lower-case A-label form without the last dot. Null if the text is not a domain. */
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

/** The words of `text` that look like domains, in order, unchanged. */
export function domainsIn(text: string): string[] {
  return text.match(DOMAIN) ?? [];
}

/** `text` with every domain replaced by `mark`, so that words inside a domain never affect a verdict. */
export function maskDomains(text: string, mark: string): string {
  return text.replace(DOMAIN, mark);
}

/** Checks that `text` is one host name, with or without its address. */
export function isHostName(text: string): boolean {
  const [first = "", ...rest] = text.trim().split(/[\s,;(]+/, 8);
  const host = first.replace(/\.$/, "").toLowerCase();
  if (!/^[a-z0-9_][a-z0-9_-]*(?:\.[a-z0-9_-]+)+$/.test(host) || !/\.[a-z][a-z0-9-]+$/.test(host)) return false;
  return rest.every(
    (word) => word === "" || /^[\d.:a-f[\])/]+$/i.test(word) || /^[a-z0-9_-]+(?:\.[a-z0-9_-]+)+$/i.test(word),
  );
}

/**
 * Compares a record's own domain (`found`, as printed) with the requested one. Null if there was no requested domain,
 * or the printed one is unreadable. Some registries print only the first label, which is compared with that of `asked`.
 */
export function compareNames(found: string, asked: string): "same" | "other" | null {
  const wanted = canonicalName(asked);
  if (wanted === null) return null;
  const printed = found.trim().replace(/\.$/, "");
  const name = canonicalName(printed.includes(".") ? printed : `${printed}${wanted.slice(wanted.indexOf("."))}`);
  return name === null ? null : name === wanted ? "same" : "other";
}
