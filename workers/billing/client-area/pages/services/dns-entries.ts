import { readPresented } from "../../../../../shared/zones-contract/presentation-format.ts";
import { MAX_CHANGES, type RecordType, type ZoneRecord } from "../../../../../shared/zones-contract/zone-system.ts";

/** A record to add, as a form has it. */
export interface DnsEntry {
  name: string;
  type: string;
  /** The data in one line, in the order of the presentation format. */
  value: string;
  ttl: string;
}

/** Of a form that was not sent; a sent one has what it was sent with. */
const ENTRIES = 3;
const DEFAULT_TTL = "3600";
const MAX_STRING = 255;

/** The entries of a sent form, by their position; of one that was not sent, empty ones. */
export function entriesOf(form: URLSearchParams): DnsEntry[] {
  const [names, types, values, ttls] = ["name", "type", "value", "ttl"].map((field) => form.getAll(field));
  return Array.from({ length: Math.min(Math.max(ENTRIES, names?.length ?? 0), MAX_CHANGES) }, (_, position) => ({
    name: names?.[position]?.trim() ?? "",
    type: types?.[position] ?? "A",
    value: values?.[position]?.trim() ?? "",
    ttl: ttls?.[position]?.trim() ?? DEFAULT_TTL,
  }));
}

export function isEmpty({ name, value }: DnsEntry): boolean {
  return name === "" && value === "";
}

/** The requested record, whose rules the API has; null if the quotes of its value do not pair or contain no text. */
export function recordOf({ name, type, value, ttl }: DnsEntry): ZoneRecord | null {
  const data = dataOf(type, value);
  return data && { name, type: type as RecordType, ttl: Number(ttl), data };
}

/** The fields of a value in one line. A string of a TXT record is in pieces of 255 characters where it is longer. */
function dataOf(type: string, value: string): string[] | null {
  switch (type) {
    case "TXT":
      return stringsOf(value)?.flatMap((text) => text.match(PIECES) ?? [""]) ?? null;
    case "CAA": {
      const [, flags = value, tag = "", rest = ""] = /^(\S+)\s+(\S+)\s+(.*)$/.exec(value) ?? [];
      const strings = stringsOf(rest);
      return strings && [flags, tag, ...strings];
    }
    case "MX":
    case "SRV":
      return value.split(/\s+/);
    default:
      return [value];
  }
}

const PIECES = new RegExp(`[^]{1,${MAX_STRING}}`, "gu");
const QUOTED = /^"(?:[^"\\]|\\.)*"(?:\s*"(?:[^"\\]|\\.)*")*$/s;

/** Strings in quotes, as the page shows them (RFC 1035 §5.1); without quotes the whole text is one string. */
function stringsOf(text: string): string[] | null {
  if (!text.startsWith('"')) return [text];
  return QUOTED.test(text) ? readPresented("TXT", text) : null;
}
