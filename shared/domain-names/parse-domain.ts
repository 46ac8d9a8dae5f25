import { toUnicode } from "punycode/punycode.es6.js";
import type { Text } from "../platform/language.ts";

/** A name that can be checked, in both of its forms. */
export interface DomainName {
  /** A-label form, lower case, without a final dot. */
  ascii: string;
  unicode: string;
}

const MAX_LENGTH = 253;

/** Letters, digits, marks, hyphens and dots (the ideographic ones too): what a name is written with. Nothing is cleaned away. */
const WRITTEN = /^[\p{L}\p{N}\p{M}.\-\u00b7\u3002\uff0e\uff61]+$/u;
const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/**
 * Reads a domain name as a person or program writes it: Unicode or ASCII, any case, with or without a final dot. What
 * is is not one is refused, never repaired: a URL parser would silently drop line ends and soft hyphens.
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

/** The extension of a name that can be ordered: what follows its first label, with its first dot. */
export function extensionOf(name: string): string {
  return name.slice(name.indexOf("."));
}

/** The site's own name: a `www.` before it is the same site. Keeps `www.ca`, which is a domain name itself. */
export function withoutWww(name: string): string {
  return name.replace(/^www\.(?=[^.]+\.)/, "");
}

/** UTS #46 through the runtime; null where it does not map to a host name. */
function toAscii(name: string): string | null {
  try {
    return new URL(`http://${name}/`).hostname;
  } catch {
    // expected: not every text is a host name
    return null;
  }
}

/** The Unicode form, null where an `xn--` label does not decode to what would be encoded so. */
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
