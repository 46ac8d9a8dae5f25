import { canonicalIpv6, FIELDS, readData } from "../../../shared/zones-contract/record-data.ts";
import { RECORD_TYPES, type RecordType, type ZoneRecord } from "../../../shared/zones-contract/zone-system.ts";

/** Checks whether the API can show and change records of a type. */
function isShownType(type: string): type is RecordType {
  return (RECORD_TYPES as readonly string[]).includes(type);
}

/**
 * Returns a name from a server in lower case, without its trailing dot; `null` if the API does not allow its
 * characters or length.
 */
export function presentName(text: string): string | null {
  const name = text.toLowerCase().replace(/\.$/, "");
  return /^[a-z0-9_*.-]{1,253}$/.test(name) ? name : null;
}

/** The position of the domain name in a record's data, by record type. */
export const NAME_FIELDS: Partial<Record<string, number>> = { CNAME: 0, MX: 1, SRV: 3 } satisfies Partial<
  Record<RecordType, number>
>;

/**
 * Returns a record from a server in canonical form, as the API shows it. The record may break the rules for new
 * records.
 * @param data the record's fields; names must be absolute, with a trailing dot
 * @returns `null` if the API cannot show the record, which then stays unchanged
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

/** Returns a record's data in the form that servers need: its name is absolute, with a trailing dot. */
export function withFinalDot({ type, data }: Pick<ZoneRecord, "type" | "data">): string[] {
  return data.map((field, index) => (index === NAME_FIELDS[type] && field !== "." ? `${field}.` : field));
}
