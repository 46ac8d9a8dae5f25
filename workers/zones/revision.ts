import type { ZoneRecord } from "../../shared/zones-contract/zone-system.ts";
import type { OpenZone } from "./servers/zone-server.ts";

/**
 * The revision of a zone: its serial, and a SHA-256 of what it has, in any order. A zone that is edited by hand can keep its serial,
 * and one that is restored can come back to it.
 */
export async function revisionOf({ serial, records, rest }: Pick<OpenZone, "serial" | "records" | "rest">) {
  const lines = [...records.map(lineOf), ...rest].toSorted();
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(JSON.stringify(lines)));
  return `${serial}-${new Uint8Array(digest).toHex()}`;
}

/** By name, type and data; the zone's own name first. */
export function sortedRecords(zone: string, records: ZoneRecord[]): ZoneRecord[] {
  const keyOf = (record: ZoneRecord) => (record.name === zone ? `0${lineOf(record)}` : `1${lineOf(record)}`);
  return records.toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));
}

function lineOf({ name, type, ttl, data }: ZoneRecord): string {
  return JSON.stringify([name, type, data, ttl]);
}
