import { readPresented } from "../../../../../shared/zones-contract/presentation-format.ts";
import { MAX_CHANGES, type RecordType, type ZoneRecord } from "../../../../../shared/zones-contract/zone-system.ts";

/** The form values of a record to add. */
export interface DnsEntry {
  name: string;
  type: string;
  /** The record data on one line, in the order of the presentation format. */
  value: string;
  ttl: string;
}

/** The number of entries in a new form. A submitted form may have more. */
const ENTRIES = 3;
const DEFAULT_TTL = "3600";
const MAX_STRING = 255;

/** Returns the entries of a submitted form, by position. For a new form, the entries are empty. */
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

/**
 * Converts an entry to a record, which the API has not validated yet. Returns `null` if a quoted string in the value is
 * incomplete.
 */
export function recordOf({ name, type, value, ttl }: DnsEntry): ZoneRecord | null {
  const data = dataOf(type, value);
  return data && { name, type: type as RecordType, ttl: Number(ttl), data };
}

/**
 * Splits a one-line value into the record's data fields. A long TXT string becomes several strings of at most 255
 * characters. Returns `null` if a quoted string is incomplete.
 */
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

/** Parses quoted strings in the form that the page shows (RFC 1035 §5.1). Text without quotes is one string. */
function stringsOf(text: string): string[] | null {
  if (!text.startsWith('"')) return [text];
  return QUOTED.test(text) ? readPresented("TXT", text) : null;
}
