import type { Text } from "../platform/language.ts";

/** The types of records that are read and changed. Others, SOA, NS at the apex and DNSSEC stay as they are and are not shown. */
export const RECORD_TYPES = ["A", "AAAA", "CAA", "CNAME", "MX", "SRV", "TXT"] as const;
export type RecordType = (typeof RECORD_TYPES)[number];

/** Of `remove` and `add` together. */
export const MAX_CHANGES = 50;

/** The zones of services, on the servers that the provider has connected. */
export interface ZoneSystem {
  describe(): Promise<ZoneSystemDescription>;
  readZone(place: ZonePlace, requestId: string): Promise<ZoneResult<Zone>>;
  /** Does all of a change or nothing. Under the same revision it is done once: repeated, it is `zone_changed`. */
  changeZone(place: ZonePlace, change: ZoneChange, requestId: string): Promise<ZoneResult<ChangedZone>>;
}

export interface ZoneSystemDescription {
  /** Whether any server is connected. */
  isConnected: boolean;
}

/** Where a zone is kept: the service's server and its user there, as the billing system names them. */
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
   * The fields in the order of the presentation format: one address; CAA flags, tag, value; CNAME target; MX preference, host; SRV
   * priority, weight, port, target; the strings of a TXT record, without quotes or escapes. Names as above; `.` where there is no host.
   */
  data: string[];
}

export interface Zone {
  zone: string;
  /** Of exactly these records and those that are not shown: a change is made to it, or not at all. Opaque, at most 75 characters. */
  revision: string;
  /** By name, type and data. */
  records: ZoneRecord[];
  /** What the server cannot prevent between reading and changing; null if it prevents every conflict. */
  note: Text | null;
}

export interface ZoneChange {
  /** Of the zone as it was read. */
  revision: string;
  remove: ZoneRecord[];
  add: ZoneRecord[];
}

export interface ChangedZone {
  zone: string;
  /** Of the zone after the change. */
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
  /** The server did not answer; of a change, its outcome is unknown unless `isSent` is false. `retryAfter` in seconds. */
  | { code: "server_unavailable"; retryAfter: number; isSent?: boolean }
  /** JSON pointers (RFC 6901) into the change, and what must be there. */
  | { code: "invalid_body"; refused: { pointer: string; message: Text }[] }
  /** Refused by the server for its own reason. */
  | { code: "refused"; reason: Text };
