import * as z from "zod";
import type { HiddenRecord } from "../../../../shared/zones-contract/check-change.ts";
import { textOf } from "../../../../shared/zones-contract/presentation-format.ts";
import type { ZoneRecord } from "../../../../shared/zones-contract/zone-system.ts";
import { NAME_FIELDS, presentName, presentRecord } from "../present-record.ts";

const encoded = z.string().transform((text, context) => {
  try {
    return Uint8Array.fromBase64(text);
  } catch {
    // expected: zod reports the issue for the response.
    context.addIssue({ code: "custom", message: "not base64" });
    return z.NEVER;
  }
});
const index = z.coerce.number().int().nonnegative();

/**
 * The response of `DNS::parse_zone`. Each item is one line of the zone file, or the first line of a record that spans
 * several lines.
 */
const LINES = z.array(
  z.discriminatedUnion("type", [
    z.object({ type: z.literal("comment"), line_index: index }),
    z.object({ type: z.literal("control"), line_index: index, text_b64: encoded }),
    z.object({
      type: z.literal("record"),
      line_index: index,
      dname_b64: encoded,
      record_type: z.string(),
      ttl: z.coerce.number().int().nonnegative(),
      data_b64: z.array(encoded),
    }),
  ]),
);

/** The content of the zone file when it was read. */
export interface ZoneLines {
  serial: string;
  records: (ZoneRecord & { line: number })[];
  hidden: HiddenRecord[];
  rest: string[];
}

/** The position of the serial in the SOA data, after the primary server and the mailbox. */
const SERIAL = 2;

/**
 * Reads the lines of a zone file.
 * @returns `null` if a line or the serial cannot be read, because a change needs the whole zone
 */
export function readZoneLines(zone: string, answered: unknown): ZoneLines | null {
  const read = LINES.safeParse(answered);
  if (!read.success) return null;
  const lines: ZoneLines = { serial: "", records: [], hidden: [], rest: [] };
  let origin = `${zone}.`;
  for (const line of read.data.toSorted((one, other) => one.line_index - other.line_index)) {
    if (line.type === "comment") continue;
    if (line.type === "control") {
      const text = latin(line.text_b64).trim();
      lines.rest.push(text);
      const [, named] = /^\$ORIGIN\s+(\S+)/i.exec(text) ?? [];
      if (named) origin = absolute(named, origin);
      continue;
    }
    const { record_type: type, ttl, data_b64: data, line_index } = line;
    const owner = absolute(latin(line.dname_b64), origin);
    if (type === "SOA") {
      lines.serial = latin(data[SERIAL] ?? new Uint8Array());
      continue;
    }
    const fields = data.map((field, at) => {
      const text = textOf(field);
      return text !== null && at === NAME_FIELDS[type] ? absolute(text, origin) : text;
    });
    const shown = isText(fields) ? presentRecord(owner, type, ttl, fields) : null;
    if (shown) lines.records.push({ ...shown, line: line_index });
    else {
      lines.hidden.push({ name: presentName(owner) ?? owner, type, ttl });
      lines.rest.push(JSON.stringify([owner.toLowerCase(), type, ttl, data.map((field) => field.toHex())]));
    }
  }
  return /^\d{1,10}$/.test(lines.serial) ? lines : null;
}

function isText(fields: (string | null)[]): fields is string[] {
  return fields.every((field) => field !== null);
}

/** Returns an absolute name with a trailing dot. */
function absolute(name: string, origin: string): string {
  if (name === "@") return origin;
  return name.endsWith(".") ? name : `${name}.${origin}`;
}

function latin(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
}
