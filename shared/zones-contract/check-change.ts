import type { Text } from "../platform/language.ts";
import type { ReadChange, RefusedChange } from "./read-change.ts";
import { NO_HOST } from "./record-names.ts";
import type { RecordType, ZoneRecord } from "./zone-system.ts";

/**
 * A record that the API neither shows nor changes, such as an NS record below the apex, or a TXT record with octets
 * that are not text.
 */
export interface HiddenRecord {
  /** The name in A-label form, lower case, without a final dot. */
  name: string;
  type: string;
  /** The time to live in seconds. */
  ttl: number;
}

/** The current records of a zone, read before a change. */
export interface PresentRecords {
  zone: string;
  records: ZoneRecord[];
  hidden: HiddenRecord[];
}

/** Checks whether two records are equal except for their TTL. A set cannot contain both (RFC 2181 §5). */
export function isSameData(one: ZoneRecord, other: ZoneRecord): boolean {
  return isSameSet(one, other) && JSON.stringify(one.data) === JSON.stringify(other.data);
}

/** Checks whether two records belong to one set, which means that they have the same name and type. */
function isSameSet(one: { name: string; type: string }, other: { name: string; type: string }): boolean {
  return one.name === other.name && one.type === other.type;
}

/** Returns the records after a change that {@link checkChange} accepts. */
export function changedRecords(records: ZoneRecord[], { remove, add }: ReadChange): ZoneRecord[] {
  return [...records.filter((record) => !remove.some((removed) => isSameData(record, removed))), ...add];
}

/** Checks whether a zone has every record that a change adds and none that it removes. */
export function isMade(records: ZoneRecord[], { remove, add }: ReadChange): boolean {
  const isThere = (record: ZoneRecord) => records.some((one) => isSameData(one, record) && one.ttl === record.ttl);
  return add.every(isThere) && !remove.some(isThere);
}

/**
 * Checks a change against the zone's records. Returns an error for each record that breaks a rule of the whole zone.
 * Additions are checked only if all removals are valid.
 */
export function checkChange(present: PresentRecords, change: ReadChange): RefusedChange[] {
  const removed = change.remove.flatMap((record, index) => {
    const at = wrongRemoval(record, index, present, change);
    return at ? [{ ...at, pointer: `/remove/${index}${at.pointer}` }] : [];
  });
  if (removed.length > 0) return removed;
  const after = changedRecords(present.records, change);
  return change.add.flatMap((record, index) => {
    const at = wrongAddition(record, index, { ...present, records: after }, present, change);
    return at ? [{ ...at, pointer: `/add/${index}${at.pointer}` }] : [];
  });
}

function wrongRemoval(
  record: ZoneRecord,
  index: number,
  { records }: PresentRecords,
  { remove }: ReadChange,
): RefusedChange | null {
  const found = records.find((present) => isSameData(present, record));
  if (!found) return at("", "must be a record of the zone.", "doit être un enregistrement de la zone.");
  if (found.ttl !== record.ttl) return at("/ttl", "must be the record’s TTL.", "doit être le TTL de l’enregistrement.");
  if (remove.findIndex((other) => isSameData(other, record)) < index) {
    return at("", "must be in the list only once.", "doit figurer une seule fois dans la liste.");
  }
  return null;
}

function wrongAddition(
  record: ZoneRecord,
  index: number,
  after: PresentRecords,
  before: PresentRecords,
  { remove, add }: ReadChange,
): RefusedChange | null {
  if (add.findIndex((other) => isSameData(other, record)) < index) {
    return at("", "must be in the list only once.", "doit figurer une seule fois dans la liste.");
  }
  const isRemoved = (one: ZoneRecord) => remove.some((other) => isSameData(other, one));
  const there = before.records.find((present) => isSameData(present, record));
  if (there && !isRemoved(there)) {
    return at(
      "",
      "must not be in the zone already: remove the old one to change its TTL.",
      "ne doit pas être déjà dans la zone : retirez l’ancien pour changer son TTL.",
    );
  }
  if (there?.ttl === record.ttl) {
    return at("", "must not be both removed and added.", "ne doit pas être retiré et ajouté à l’identique.");
  }
  const atName = after.records.filter(({ name }) => name === record.name);
  if ([...atName, ...after.hidden].some((other) => isSameSet(other, record) && other.ttl !== record.ttl)) {
    return at(
      "/ttl",
      "must be the same for every record of this name and type (RFC 2181).",
      "doit être celui de tous les enregistrements de ce nom et de ce type (RFC 2181).",
    );
  }
  return wrongAlias(record, atName, after) ?? wrongSet(record, atName) ?? delegated(record, after);
}

/**
 * Checks that an alias has no other records at its name, and that no MX or SRV record points to it (RFC 1034 §3.6.2,
 * RFC 2181 §10).
 */
function wrongAlias(record: ZoneRecord, atName: ZoneRecord[], { records, hidden }: PresentRecords) {
  const others = [...atName.filter((other) => other !== record), ...hidden.filter(({ name }) => name === record.name)];
  if (record.type === "CNAME") {
    if (others.length > 0) {
      return at(
        "",
        "must be the only record of its name, as it is a CNAME (RFC 1034).",
        "doit être le seul enregistrement de son nom : un CNAME est seul (RFC 1034).",
      );
    }
    if (record.data[0] === record.name) {
      return at("/data/0", "must be another name than the record’s own.", "doit être un autre nom que le sien.");
    }
    const leadsHere = ({ type, data }: ZoneRecord) => data[HOST_FIELDS[type] ?? -1] === record.name;
    return records.some(leadsHere)
      ? at(
          "/name",
          "must not be the host of an MX or SRV record (RFC 2181).",
          "ne doit pas être l’hôte d’un enregistrement MX ou SRV (RFC 2181).",
        )
      : null;
  }
  if (others.some(({ type }) => type === "CNAME")) {
    return at(
      "",
      "must not be at a name that has a CNAME (RFC 1034).",
      "ne doit pas être à un nom qui a un CNAME (RFC 1034).",
    );
  }
  const field = HOST_FIELDS[record.type];
  const isAlias = (host: string) => records.some(({ name, type }) => type === "CNAME" && name === host);
  return field !== undefined && isAlias(record.data[field] ?? "")
    ? at(
        `/data/${field}`,
        "must be a host, not a name that has a CNAME (RFC 2181).",
        "doit être un hôte, pas un nom qui a un CNAME (RFC 2181).",
      )
    : null;
}

const HOST_FIELDS: Partial<Record<RecordType, number>> = { MX: 1, SRV: 3 };

/**
 * Checks that a null MX is the only MX (RFC 7505 §3). The same rule applies to an SRV record for an absent service (RFC
 * 2782).
 */
function wrongSet(record: ZoneRecord, atName: ZoneRecord[]) {
  const field = HOST_FIELDS[record.type];
  if (field === undefined) return null;
  const set = atName.filter((other) => isSameSet(other, record));
  return set.length > 1 && set.some(({ data }) => data[field] === NO_HOST)
    ? at(
        `/data/${field}`,
        "must not be a dot, or combined with one, if there are several: a single dot means none.",
        "ne doit pas être un point, ni figurer à côté d’un, là où il y en a plusieurs : un point seul signifie aucun.",
      )
    : null;
}

/**
 * Refuses records below a delegation, where servers return only the addresses of the delegation's nameservers (RFC 1034
 * §4.2.1).
 */
function delegated({ name, type }: ZoneRecord, { zone, hidden }: PresentRecords) {
  if (type === "A" || type === "AAAA") return null;
  const isBelow = (cut: string) => name === cut || name.endsWith(`.${cut}`);
  return hidden.some((other) => other.type === "NS" && other.name !== zone && isBelow(other.name))
    ? at(
        "/name",
        "must not be a name that is delegated to other nameservers.",
        "ne doit pas être un nom délégué à d’autres serveurs de noms.",
      )
    : null;
}

function at(pointer: string, en: string, fr: string): { pointer: string; message: Text } {
  return { pointer, message: { en, fr } };
}
