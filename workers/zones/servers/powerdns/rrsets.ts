import * as z from "zod";
import { changedRecords, type HiddenRecord } from "../../../../shared/zones-contract/check-change.ts";
import { presentedFields, readPresented } from "../../../../shared/zones-contract/presentation-format.ts";
import type { ReadChange } from "../../../../shared/zones-contract/read-change.ts";
import type { ZoneRecord } from "../../../../shared/zones-contract/zone-system.ts";
import { presentName, presentRecord, withFinalDot } from "../present-record.ts";

const RRSET = z.object({
  name: z.string(),
  type: z.string(),
  ttl: z.number().int().nonnegative(),
  records: z.array(z.object({ content: z.string(), disabled: z.boolean().default(false) })),
});

/** The zone in the response of `GET …/zones/{zone}`. */
export const ZONE = z.object({
  name: z.string(),
  account: z.string(),
  kind: z.string(),
  serial: z.number().int().nonnegative(),
  rrsets: z.array(RRSET),
});

/** A zone without its record sets. */
export const ZONE_HEAD = z.object({ serial: z.number().int().nonnegative() });

type Rrset = z.infer<typeof RRSET>;

/** The record sets of a zone, split into records that the API shows and records that it hides. */
export interface ReadRrsets {
  records: ZoneRecord[];
  hidden: HiddenRecord[];
  rest: string[];
  /** The hidden records in sets that may be changed. A change to a set must send them again. */
  kept: { name: string; type: string; ttl: number; content: string; disabled: boolean }[];
}

export function readRrsets(rrsets: Rrset[]): ReadRrsets {
  const read: ReadRrsets = { records: [], hidden: [], rest: [], kept: [] };
  for (const { name: owner, type, ttl, records } of rrsets) {
    if (type === "SOA") continue;
    const name = presentName(owner) ?? owner;
    for (const { content, disabled } of records) {
      const data = disabled ? null : readPresented(type, content);
      const shown = data && presentRecord(owner, type, ttl, data);
      if (shown) {
        read.records.push(shown);
        continue;
      }
      // A disabled record conflicts with no other record.
      if (!disabled) read.hidden.push({ name, type, ttl });
      read.rest.push(JSON.stringify([name, type, ttl, content, disabled]));
      read.kept.push({ name, type, ttl, content, disabled });
    }
  }
  return read;
}

/** A record set in `PATCH …/zones/{zone}`, which replaces or deletes the whole set. */
export interface PatchedRrset {
  name: string;
  type: string;
  changetype: "REPLACE" | "DELETE";
  ttl?: number;
  records?: { content: string; disabled: boolean }[];
}

/**
 * Returns the record sets that a change affects. Deletions come first, so that an alias can replace other records or be
 * replaced by them.
 */
export function patchOf({ records, kept }: ReadRrsets, change: ReadChange): PatchedRrset[] {
  const after = changedRecords(records, change);
  const touched = new Map(
    [...change.remove, ...change.add].map(({ name, type }) => [`${name} ${type}`, { name, type }]),
  );
  const patched = [...touched.values()].map(({ name, type }): PatchedRrset => {
    const isOfSet = (record: { name: string; type: string }) => record.name === name && record.type === type;
    const shown = after.filter(isOfSet);
    const also = kept.filter(isOfSet);
    const ttl = (shown.at(-1) ?? also[0])?.ttl;
    if (ttl === undefined) return { name: `${name}.`, type, changetype: "DELETE" };
    const contents = [
      ...shown.map((record) => ({ content: writeContent(record), disabled: false })),
      ...also.map(({ content, disabled }) => ({ content, disabled })),
    ];
    return { name: `${name}.`, type, ttl, changetype: "REPLACE", records: contents };
  });
  return patched.toSorted((one, other) => Number(one.changetype !== "DELETE") - Number(other.changetype !== "DELETE"));
}

/**
 * Returns a record's content in PowerDNS format. Names have a trailing dot, strings are quoted, and octets beyond ASCII
 * are written as `\DDD`.
 */
export function writeContent(record: Pick<ZoneRecord, "type" | "data">): string {
  return presentedFields({ type: record.type, data: withFinalDot(record) }).join(" ");
}
