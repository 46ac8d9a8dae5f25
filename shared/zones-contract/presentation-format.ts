import type { ZoneRecord } from "./zone-system.ts";

const encoder = new TextEncoder();

/** Checks whether a field is a character-string, as are all fields of a TXT record and the value of a CAA record. */
const isCharacterString = (type: string, index: number) => type === "TXT" || (type === "CAA" && index === 2);

/**
 * Returns the fields of a record in the presentation format (RFC 1035 §5.1). Strings are quoted, and octets other than
 * printable ASCII are written as `\DDD`. Spaces that pages and e-mails would collapse are also written as `\DDD`.
 */
export function presentedFields({ type, data }: Pick<ZoneRecord, "type" | "data">): string[] {
  return data.map((field, index) => (isCharacterString(type, index) ? quoted(field) : field));
}

function quoted(text: string): string {
  const octets = Array.from(encoder.encode(text), (octet) => {
    const character = String.fromCharCode(octet);
    if (octet < 0x20 || octet > 0x7e) return `\\${String(octet).padStart(3, "0")}`;
    return character === '"' || character === "\\" ? `\\${character}` : character;
  });
  return `"${octets.join("").replace(/(?<=^| ) | $/g, "\\032")}"`;
}

/**
 * Reads the fields of a record in the presentation format. The result has no quotes, and its character-strings have no
 * escapes.
 * @returns `null` for octets that are not text, which the API cannot show
 */
export function readPresented(type: string, content: string): string[] | null {
  const fields = [...content.matchAll(/"((?:[^"\\]|\\.)*)"|((?:[^\s"\\]|\\.)+)/gs)];
  const texts = fields.map(([, quoted, plain = ""], index) =>
    isCharacterString(type, index) ? unescaped(quoted ?? plain) : (quoted ?? plain),
  );
  return texts.every((text) => text !== null) ? texts : null;
}

/** Decodes octets that are written as `\DDD` or in UTF-8. */
function unescaped(text: string): string | null {
  const octets = [...text.matchAll(/\\(\d{3})|\\?(.)/gsu)].flatMap(([, code, character = ""]) =>
    code === undefined ? Array.from(encoder.encode(character)) : [Number(code)],
  );
  return octets.every((octet) => octet <= 0xff) ? textOf(new Uint8Array(octets)) : null;
}

/**
 * Decodes UTF-8. Returns `null` for other octets. A zone may hold any octets, and the API hides a record that is not
 * text.
 */
export function textOf(octets: Uint8Array): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(octets);
  } catch {
    // expected: other octets are not text
    return null;
  }
}
