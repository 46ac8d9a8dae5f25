import type { Text } from "../platform/language.ts";

/** The record types that the API shows and changes. SOA, NS at the apex, DNSSEC and others are hidden. */
export const RECORD_TYPES = ["A", "AAAA", "CAA", "CNAME", "MX", "SRV", "TXT"] as const;
export type RecordType = (typeof RECORD_TYPES)[number];

/** The maximum number of records in `remove` and `add` together. */
export const MAX_CHANGES = 50;

/** The zones of services, on the servers that the provider connected. */
export interface ZoneSystem {
  describe(): Promise<ZoneSystemDescription>;
  readZone(place: ZonePlace, requestId: string): Promise<ZoneResult<Zone>>;
  /** Makes all of a change or none of it. A change applies once per revision; a repeated one returns `zone_changed`. */
  changeZone(place: ZonePlace, change: ZoneChange, requestId: string): Promise<ZoneResult<ChangedZone>>;
}

export interface ZoneSystemDescription {
  /** Whether any server is connected. */
  isConnected: boolean;
}

/** The location of a zone: the service's server and its user there, by the billing system's names. */
export interface ServerPlace {
  server: string;
  user: string;
}

export interface ZonePlace extends ServerPlace {
  /** A-label form, lower case, without a final dot. */
  zone: string;
}

export interface ZoneRecord {
  /** Absolute, in A-label form and lower case, without a final dot. */
  name: string;
  type: RecordType;
  /** Seconds. */
  ttl: number;
  /**
   * The fields in the order of the presentation format: one address; CAA flags, tag, value; CNAME target; MX
   * preference, host; SRV priority, weight, port, target; the strings of a TXT record, without quotes or escapes. Names
   * have the form above. `.` means no host.
   */
  data: string[];
}

export interface Zone {
  zone: string;
  /** The revision of all records, also hidden ones. A change applies only to it. Opaque, at most 75 characters. */
  revision: string;
  /** Sorted by name, type and data. */
  records: ZoneRecord[];
  /** A conflict that the server cannot prevent between a read and a change. Null if it prevents every conflict. */
  note: Text | null;
}

export interface ZoneChange {
  /** The revision that the caller read. */
  revision: string;
  remove: ZoneRecord[];
  add: ZoneRecord[];
}

export interface ChangedZone {
  zone: string;
  /** The revision after the change. */
  revision: string;
  added: ZoneRecord[];
  removed: ZoneRecord[];
  note: Text | null;
}

export type ZoneFailure = { ok: false; problem: ZoneProblem };
export type ZoneResult<Value> = { ok: true; value: Value } | ZoneFailure;

export type ZoneProblem =
  /** The server, or the user on it, is not connected. */
  | { code: "not_bridged" }
  /** The user has no such zone on its server. */
  | { code: "not_found" }
  /** The zone has another revision now. */
  | { code: "zone_changed" }
  /** The server did not answer. A change's outcome is unknown unless `isSent` is false. `retryAfter` in seconds. */
  | { code: "server_unavailable"; retryAfter: number; isSent?: boolean }
  /** JSON pointers (RFC 6901) into the change, and the expected values. */
  | { code: "invalid_body"; refused: { pointer: string; message: Text }[] }
  /** The server rejected the change for another reason. */
  | { code: "refused"; reason: Text };
