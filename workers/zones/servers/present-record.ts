import { canonicalIpv6, FIELDS, readData } from "../../../shared/zones-contract/record-data.ts";
import { RECORD_TYPES, type RecordType, type ZoneRecord } from "../../../shared/zones-contract/zone-system.ts";

/** Checks that the API shows and changes a record type. */
function isShownType(type: string): type is RecordType {
  return (RECORD_TYPES as readonly string[]).includes(type);
}

/** Returns a server's name in lower case, without its final dot. Null if the API does not accept its characters. */
export function presentName(text: string): string | null {
  const name = text.toLowerCase().replace(/\.$/, "");
  return /^[a-z0-9_*.-]{1,253}$/.test(name) ? name : null;
}

/** The position of the name in a record's data, by type. */
export const NAME_FIELDS: Partial<Record<string, number>> = { CNAME: 0, MX: 1, SRV: 3 } satisfies Partial<
  Record<RecordType, number>
>;

/**
 * Returns a server's record in canonical form, as the API shows it, even if it breaks the rules for new records.
 * @param data its fields; names absolute, with a final dot
 * @returns null for a record that the API cannot show; it stays unchanged
 */
export function presentRecord(owner: string, type: string, ttl: number, data: string[]): ZoneRecord | null {
  const name = presentName(owner);
  if (name === null || !isShownType(type)) return null;
  const count = type === "TXT" ? data.length : FIELDS[type].length;
  if (data.length !== count || count === 0 || !data.every((field) => field.isWellFormed())) return null;
  const fields = data.map((field, index) => {
    if (index !== NAME_FIELDS[type]) return type === "AAAA" ? canonicalIpv6(field) : field;
    return field === "." ? field : presentName(field);
  });
  if (!fields.every((field) => field !== null)) return null;
  const read = readData(type, fields);
  return { name, type, ttl, data: "data" in read ? read.data : fields };
}

/** Returns a record's data in the servers' form: its name absolute, with a final dot. */
export function withFinalDot({ type, data }: Pick<ZoneRecord, "type" | "data">): string[] {
  return data.map((field, index) => (index === NAME_FIELDS[type] && field !== "." ? `${field}.` : field));
}
