import type { Text } from "../platform/language.ts";
import { firstUnseen } from "../platform/plain-text.ts";
import { type RefusedField, readData } from "./record-data.ts";
import { readOwnerName, readPresentName } from "./record-names.ts";
import { MAX_CHANGES, type RecordType, type ZoneChange, type ZoneProblem, type ZoneRecord } from "./zone-system.ts";

/** An invalid field of a change, with its JSON pointer and the expected value. */
export type RefusedChange = Extract<ZoneProblem, { code: "invalid_body" }>["refused"][number];

/** The records of a change in canonical form. */
export interface ReadChange {
  remove: ZoneRecord[];
  add: ZoneRecord[];
}

/**
 * The minimum and maximum TTL in seconds. A TTL of one minute limits the effect of a mistake, and resolvers should keep
 * nothing longer than a week (RFC 8767 §4).
 */
const TTL_BOUNDS = [60, 604_800] as const;

/** Types that belong to hosts. Servers may refuse to load a zone that has one of them at a name with an underscore. */
const OF_HOSTS: RecordType[] = ["A", "AAAA", "MX"];

/**
 * Reads a change and checks the rules that concern each record alone.
 * @param zone the zone's name in A-label form
 */
export function readChange(
  zone: string,
  { remove, add }: Pick<ZoneChange, "remove" | "add">,
): { change: ReadChange } | { refused: RefusedChange[] } {
  const count = remove.length + add.length;
  if (count === 0 || count > MAX_CHANGES) {
    const message = {
      en: `must remove and add 1 to ${MAX_CHANGES} records together.`,
      fr: `doit retirer et ajouter de 1 à ${MAX_CHANGES} enregistrements en tout.`,
    };
    return { refused: [{ pointer: "", message }] };
  }
  const refused: RefusedChange[] = [];
  const removed = remove.map((record, index) => readRemoved(record, zone, `/remove/${index}`, refused));
  const added = add.map((record, index) => readAdded(record, zone, `/add/${index}`, refused));
  return refused.length > 0 ? { refused } : { change: { remove: removed, add: added } };
}

/**
 * Reads a record to add.
 * @param refused collects the record's errors; an invalid record is returned as written
 */
function readAdded(
  { name, type, ttl, data }: ZoneRecord,
  zone: string,
  pointer: string,
  refused: RefusedChange[],
): ZoneRecord {
  const refuse = (member: string, message: Text) => refused.push({ pointer: pointer + member, message });
  const owner = readOwnerName(name, zone, OF_HOSTS.includes(type));
  const wrongName = typeof owner === "string" ? wrongPlace(type, owner, zone) : owner;
  if (wrongName) refuse("/name", wrongName);
  const [min, max] = TTL_BOUNDS;
  if (!Number.isInteger(ttl) || ttl < min || ttl > max) {
    refuse("/ttl", {
      en: `must be a whole number of seconds from ${min} to ${max}.`,
      fr: `doit être un nombre entier de secondes de ${min} à ${max}.`,
    });
  }
  const read = readData(type, data);
  for (const { index, message } of "refused" in read ? read.refused : unseenIn(read.data)) {
    refuse(index === null ? "/data" : `/data/${index}`, message);
  }
  return { name: typeof owner === "string" ? owner : name, type, ttl, data: "data" in read ? read.data : data };
}

/**
 * Finds invisible characters, because the customer did not see them when approving the change. Only TXT records accept
 * characters other than ASCII.
 */
function unseenIn(data: string[]): RefusedField[] {
  return data.flatMap((text, index) => {
    const unseen = firstUnseen(text);
    const message = {
      en: `must have no invisible characters, such as ${unseen}.`,
      fr: `ne doit contenir aucun caractère invisible, comme ${unseen}.`,
    };
    return unseen ? [{ index, message }] : [];
  });
}

/** Reads a record to remove. Only its form is checked, because records in a zone may break the rules for added ones. */
function readRemoved(record: ZoneRecord, zone: string, pointer: string, refused: RefusedChange[]): ZoneRecord {
  const name = readPresentName(record.name, zone);
  const read = readData(record.type, record.data);
  if (typeof name === "string") return { ...record, name, data: "data" in read ? read.data : record.data };
  refused.push({ pointer: `${pointer}/name`, message: name });
  return record;
}

function wrongPlace(type: RecordType, name: string, zone: string): Text | null {
  if (type === "CNAME" && name === zone) {
    return {
      en: "must be a name below the zone’s own: a CNAME must be alone at its name (RFC 1034).",
      fr: "doit être un nom sous celui de la zone : un CNAME est seul à son nom (RFC 1034).",
    };
  }
  // The form is `_service._proto.name` (RFC 2782).
  if (type === "SRV" && !/^_[a-z0-9-]+\._[a-z0-9-]+\./.test(name)) {
    return {
      en: "must begin with service and protocol, such as _sip._tcp.",
      fr: "doit commencer par le service et le protocole, comme _sip._tcp.",
    };
  }
  return null;
}
