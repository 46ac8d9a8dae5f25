import type { ZoneRecord } from "./zone-system.ts";

const encoder = new TextEncoder();

/** Fields whose values are character-strings: all of a TXT record, and the value of a CAA record. */
export const isCharacterString = (type: string, index: number) => type === "TXT" || (type === "CAA" && index === 2);

/**
 * The fields of a record in the presentation format (RFC 1035 §5.1): strings are quoted, and octets beyond printable ASCII are `\DDD`. So are
 * the spaces that pages and mails would collapse.
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
