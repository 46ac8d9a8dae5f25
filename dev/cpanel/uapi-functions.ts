import { type FileEntry, type FileRecord, parseZoneFile, type RecordFields, writeRecord } from "./zone-file.ts";

/** A zone as the server stores it. */
export interface StoredZone {
  user: string;
  name: string;
  text: string;
}

/** The result of a function: `status` 1 with data, or 0 with errors. */
export interface UapiResult {
  status: 0 | 1;
  data: unknown;
  errors: string[] | null;
  messages: null;
  metadata: Record<string, unknown>;
  warnings: null;
}

export interface UapiCall {
  user: string;
  parameters: URLSearchParams;
  /** Whether the user's language is French. Some errors are then in French too. */
  isFrench: boolean;
}

type UapiFunction = (zones: StoredZone[], call: UapiCall) => UapiResult;

/** The functions by module and name. A function sees only the user's own zones. */
export const UAPI_FUNCTIONS: Record<string, UapiFunction> = {
  "DNS::parse_zone": parseZone,
  "DNS::mass_edit_zone": massEditZone,
  "DomainInfo::list_domains": listDomains,
};

function parseZone(zones: StoredZone[], call: UapiCall): UapiResult {
  const zone = ownZone(zones, call);
  return zone ? success(parseZoneFile(zone.text).map(toAnswer)) : noZone(call);
}

function massEditZone(zones: StoredZone[], call: UapiCall): UapiResult {
  const zone = ownZone(zones, call);
  if (!zone) return noZone(call);
  const { parameters, isFrench } = call;
  const entries = parseZoneFile(zone.text);
  const serial = serialOf(entries);
  const given = parameters.get("serial");
  if (given !== serial) {
    return failure(
      isFrench
        ? `Le numéro de série indiqué (${given}) ne correspond pas à celui de la zone DNS (${serial}).`
        : `The given serial number (${given}) does not match the DNS zone's serial number (${serial}). Refresh your view of the DNS zone, then resubmit.`,
    );
  }
  const removed = listOf(parameters, "remove").map((text) => entries.find((entry) => String(entry.line) === text));
  if (!removed.every((entry) => entry?.kind === "record"))
    return failure("A given “remove” is not the line index of a record.");
  const added = listOf(parameters, "add").map(readAddition);
  const wrong = added.find((record) => typeof record === "string");
  if (wrong !== undefined) return failure(wrong as string);
  if (removed.length + added.length === 0) return failure("You must provide at least one change.");
  const gone = new Set(removed.flatMap(({ line, lines }) => Array.from({ length: lines }, (_, index) => line + index)));
  const newSerial = String(Number(serial) + 1);
  const kept = zone.text.split("\n").filter((_, index) => !gone.has(index));
  const lines = [...kept, ...(added as RecordFields[]).map(writeRecord)];
  const text = lines.join("\n").replace(serial, newSerial);
  if (hasAliasBesideOthers(parseZoneFile(text), zone.name)) return failure("CNAME and other data");
  zone.text = text;
  return success({ new_serial: newSerial });
}

function listDomains(zones: StoredZone[], { user }: UapiCall): UapiResult {
  const [main_domain = "", ...addon_domains] = zones.filter((zone) => zone.user === user).map(({ name }) => name);
  return success({ main_domain, addon_domains, parked_domains: [], sub_domains: [`shop.${main_domain}`] });
}

function ownZone(zones: StoredZone[], { user, parameters }: UapiCall): StoredZone | undefined {
  return zones.find((zone) => zone.user === user && zone.name === parameters.get("zone"));
}

function noZone({ parameters, isFrench }: UapiCall): UapiResult {
  const zone = parameters.get("zone");
  return failure(isFrench ? `Vous ne gérez pas de zone DNS ${zone}.` : `You do not control a DNS zone named ${zone}.`);
}

/** Returns the items of a list in order. A parameter has the list's name, or that name with a number. */
function listOf(parameters: URLSearchParams, name: string): string[] {
  return [...parameters].filter(([key]) => key.replace(/-\d+$/, "") === name).map(([, value]) => value);
}

/** Parses an addition from JSON, or returns the error. The apex must be written as its full name, not as `@`. */
function readAddition(text: string): RecordFields | string {
  let read: { dname?: unknown; ttl?: unknown; record_type?: unknown; data?: unknown };
  try {
    read = JSON.parse(text);
  } catch {
    return "A given “add” is not JSON.";
  }
  const { dname: owner, ttl, record_type: type, data } = read;
  if (typeof owner !== "string" || owner.includes("@")) return "A given “dname” is not a DNS name.";
  if (typeof ttl !== "number" || typeof type !== "string" || !Array.isArray(data))
    return "A given “add” is incomplete.";
  if (type === "TXT" && data.some((string) => Buffer.byteLength(String(string)) > 255)) {
    return "A TXT record’s strings have at most 255 octets.";
  }
  return { owner, ttl, type, data: data.map(String) };
}

function serialOf(entries: FileEntry[]): string {
  const soa = entries.find((entry) => entry.kind === "record" && entry.type === "SOA") as FileRecord;
  return soa.data[2] ?? "";
}

/** Returns whether a name has a CNAME record and any other record. A nameserver would refuse to load that zone. */
function hasAliasBesideOthers(entries: FileEntry[], zone: string): boolean {
  const records = entries.filter((entry) => entry.kind === "record");
  const nameOf = ({ owner }: FileRecord) => (owner.endsWith(".") ? owner : `${owner}.${zone}.`);
  return records.some(
    (record) =>
      record.type === "CNAME" && records.some((other) => other !== record && nameOf(other) === nameOf(record)),
  );
}

const base64 = (text: string) => Buffer.from(text).toString("base64");

function toAnswer(entry: FileEntry): object {
  if (entry.kind !== "record") return { type: entry.kind, line_index: entry.line, text_b64: base64(entry.text) };
  const { line, owner, ttl, type, data } = entry;
  return {
    type: "record",
    line_index: line,
    record_type: type,
    ttl,
    dname_b64: base64(owner),
    data_b64: data.map(base64),
  };
}

function success(data: unknown): UapiResult {
  return { status: 1, data, errors: null, messages: null, metadata: { transformed: 1 }, warnings: null };
}

export function failure(error: string): UapiResult {
  return { status: 0, data: null, errors: [error], messages: null, metadata: {}, warnings: null };
}
