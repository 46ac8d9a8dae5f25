import { toUnicode } from "punycode/punycode.es6.js";
import type { Text } from "../platform/language.ts";

/** A domain name in both forms. It is well-formed, so it can be checked. */
export interface DomainName {
  /** The A-label form, lower case, without a final dot. */
  ascii: string;
  unicode: string;
}

const MAX_LENGTH = 253;

/**
 * Matches the characters that a written domain name may have: letters, digits, marks, hyphens, middle dots and dots,
 * including ideographic dots.
 */
const WRITTEN = /^[\p{L}\p{N}\p{M}.\-\u00b7\u3002\uff0e\uff61]+$/u;
const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/**
 * Parses a domain name as a person or program writes it: in Unicode or ASCII, in any case, with or without a final dot.
 * Any other text is refused and never repaired. A URL parser would silently drop line ends and soft hyphens.
 */
export function parseDomainName(text: string): DomainName | { refused: Text } {
  if (text.length > MAX_LENGTH + 1)
    return refused("is too long to be a domain name.", "est trop long pour un nom de domaine.");
  if (!WRITTEN.test(text)) {
    return refused(
      "has a character that no domain name has: letters, digits, hyphens and dots only.",
      "contient un caractère qu’aucun nom de domaine n’a : lettres, chiffres, traits d’union et points seulement.",
    );
  }
  const ascii = toAscii(text.replace(/[.\u3002\uff0e\uff61]$/, ""));
  const labels = ascii?.split(".") ?? [];
  const unicode = ascii && toReadable(ascii);
  if (!ascii || !unicode || ascii.length > MAX_LENGTH || !labels.every(isLabel)) {
    return refused("is not a well-formed domain name.", "n’est pas un nom de domaine bien formé.");
  }
  if (labels.length < 2 || /^\d+$/.test(labels.at(-1) ?? "")) {
    return refused(
      "must be a name with its extension, such as example.com.",
      "doit être un nom avec son extension, comme exemple.com.",
    );
  }
  return { ascii, unicode };
}

/**
 * Returns the extension of a domain that can be ordered, which is everything after the first label, with its first dot.
 */
export function extensionOf(name: string): string {
  return name.slice(name.indexOf("."));
}

/**
 * Returns a domain name without a leading `www.`, which serves the same site. `www.ca` is kept, because it is itself a
 * domain name.
 */
export function withoutWww(name: string): string {
  return name.replace(/^www\.(?=[^.]+\.)/, "");
}

/**
 * Maps a domain name to ASCII (UTS #46) with the runtime's URL parser. Returns `null` if the result is not a host name.
 */
function toAscii(name: string): string | null {
  try {
    return new URL(`http://${name}/`).hostname;
  } catch {
    // expected: not every text is a host name
    return null;
  }
}

/**
 * Returns the Unicode form of a domain name. Returns `null` if an `xn--` label does not decode to text that encodes to
 * the same label.
 */
function toReadable(ascii: string): string | null {
  try {
    const unicode = toUnicode(ascii);
    return WRITTEN.test(unicode) && toAscii(unicode) === ascii ? unicode : null;
  } catch {
    // expected: not every `xn--` label decodes
    return null;
  }
}

function isLabel(label: string): boolean {
  return LABEL.test(label) && (label.slice(2, 4) !== "--" || label.startsWith("xn--"));
}

function refused(en: string, fr: string): { refused: Text } {
  return { refused: { en, fr } };
}
