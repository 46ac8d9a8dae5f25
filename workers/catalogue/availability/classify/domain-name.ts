/** A name made of letters, digits, hyphens and dots, the last label starting with a letter: not an address, not a date. */
const DOMAIN =
  /[\p{L}\p{N}_](?:[\p{L}\p{N}\p{M}_-]{0,62})(?:\.[\p{L}\p{N}\p{M}_-]{1,63}){0,8}\.\p{L}[\p{L}\p{N}\p{M}-]{1,62}/gu;

const WHOLE_DOMAIN = new RegExp(`^(?:${DOMAIN.source})$`, "u");

/** The lower-case A-label form without the last dot, or `null` if the text is not a name. */
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

/** The words of `text` that look like domain names, in order, as they stand. */
export function domainsIn(text: string): string[] {
  return text.match(DOMAIN) ?? [];
}

/** `text` with every domain name replaced by `mark`, so that words inside a name are never read as a verdict. */
export function maskDomains(text: string, mark: string): string {
  return text.replace(DOMAIN, mark);
}

/** Whether `text` is one host name, with or without its address. */
export function isHostName(text: string): boolean {
  const [first = "", ...rest] = text.trim().split(/[\s,;(]+/, 8);
  const host = first.replace(/\.$/, "").toLowerCase();
  if (!/^[a-z0-9_][a-z0-9_-]*(?:\.[a-z0-9_-]+)+$/.test(host) || !/\.[a-z][a-z0-9-]+$/.test(host)) return false;
  return rest.every(
    (word) => word === "" || /^[\d.:a-f[\])/]+$/i.test(word) || /^[a-z0-9_-]+(?:\.[a-z0-9_-]+)+$/i.test(word),
  );
}

/**
 * How a record's own name (`found`, as printed) relates to the requested name. `null` if unknown: there was no
 * requested name, or the printed one is unreadable. Some registries print only the first label, which is compared with
 * that of `asked`.
 */
export function compareNames(found: string, asked: string): "same" | "other" | null {
  const wanted = canonicalName(asked);
  if (wanted === null) return null;
  const printed = found.trim().replace(/\.$/, "");
  const name = canonicalName(printed.includes(".") ? printed : `${printed}${wanted.slice(wanted.indexOf("."))}`);
  return name === null ? null : name === wanted ? "same" : "other";
}
