import type { RecordType, ZoneRecord } from "../../../../shared/zones-contract/zone-system.ts";
import { withFinalDot } from "../present-record.ts";

/** Fields whose values are quoted strings of octets: of TXT all, of CAA the value. */
const isString = (type: string, index: number) => type === "TXT" || (type === "CAA" && index === 2);

/**
 * The fields of a record's content, as the server writes it (RFC 1035 §5.1).
 * @returns null for octets that are no text, which the API cannot show
 */
export function readContent(type: RecordType, content: string): string[] | null {
  const fields = [...content.matchAll(/"((?:[^"\\]|\\.)*)"|((?:[^\s"\\]|\\.)+)/gs)];
  const texts = fields.map(([, quoted, plain = ""], index) =>
    isString(type, index) ? textOf(quoted ?? plain) : (quoted ?? plain),
  );
  return texts.every((text) => text !== null) ? texts : null;
}

/** The content of a record: names with their final dot, strings quoted, octets beyond ASCII as `\DDD`. */
export function writeContent(record: Pick<ZoneRecord, "type" | "data">): string {
  return withFinalDot(record)
    .map((field, index) => (isString(record.type, index) ? quoted(field) : field))
    .join(" ");
}

const encoder = new TextEncoder();

function quoted(text: string): string {
  const octets = Array.from(encoder.encode(text), (octet) => {
    const character = String.fromCharCode(octet);
    if (octet < 0x20 || octet > 0x7e) return `\\${String(octet).padStart(3, "0")}`;
    return character === '"' || character === "\\" ? `\\${character}` : character;
  });
  return `"${octets.join("")}"`;
}

/** Octets come as `\DDD`, or as themselves in UTF-8. */
function textOf(escaped: string): string | null {
  const octets = [...escaped.matchAll(/\\(\d{3})|\\?(.)/gsu)].flatMap(([, code, character = ""]) =>
    code === undefined ? Array.from(encoder.encode(character)) : [Number(code)],
  );
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(new Uint8Array(octets));
  } catch {
    // expected: such a record is not shown.
    return null;
  }
}
