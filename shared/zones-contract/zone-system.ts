import type { Text } from "../platform/language.ts";

/**
 * The record types that the API shows and changes. Others, such as SOA, NS at the apex and DNSSEC records, are hidden.
 */
export const RECORD_TYPES = ["A", "AAAA", "CAA", "CNAME", "MX", "SRV", "TXT"] as const;
export type RecordType = (typeof RECORD_TYPES)[number];

/** Maximum number of records in `remove` and `add` together. */
export const MAX_CHANGES = 50;

/** The zones of services, on the servers that the provider has connected. */
export interface ZoneSystem {
  describe(): Promise<ZoneSystemDescription>;
  readZone(place: ZonePlace, requestId: string): Promise<ZoneResult<Zone>>;
  /**
   * Applies a change completely or not at all. A change applies once per revision, and a repeated change returns
   * `zone_changed`.
   */
  changeZone(place: ZonePlace, change: ZoneChange, requestId: string): Promise<ZoneResult<ChangedZone>>;
}

export interface ZoneSystemDescription {
  /** Whether any server is connected. */
  isConnected: boolean;
}

/** The server that hosts a service, and the service's user on that server. Both are named as in the billing system. */
export interface ServerPlace {
  server: string;
  user: string;
}

export interface ZonePlace extends ServerPlace {
  /** The zone's name in A-label form, lower case, without a final dot. */
  zone: string;
}

export interface ZoneRecord {
  /** The absolute name in A-label form, lower case, without a final dot. */
  name: string;
  type: RecordType;
  /** The time to live in seconds. */
  ttl: number;
  /**
   * The fields in the order of the presentation format. Domain names have the same form as `name`, and `.` means no
   * host.
   * - A, AAAA: the IP address.
   * - CAA: flags, tag, value.
   * - CNAME: the target.
   * - MX: preference, host.
   * - SRV: priority, weight, port, target.
   * - TXT: the strings, without quotes or escapes.
   */
  data: string[];
}

export interface Zone {
  zone: string;
  /**
   * The revision of all records, including hidden ones. A change applies only to this revision. The value is opaque and
   * has at most 75 characters.
   */
  revision: string;
  /** The records, sorted by name, type and data. */
  records: ZoneRecord[];
  /** A note about conflicts between a read and a change that the server cannot prevent; `null` if it prevents all. */
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
  /** The user has no zone with this name on the server. */
  | { code: "not_found" }
  /** The zone now has another revision. */
  | { code: "zone_changed" }
  /**
   * The server did not respond. The outcome of a change is unknown unless `isSent` is `false`. `retryAfter` is in
   * seconds.
   */
  | { code: "server_unavailable"; retryAfter: number; isSent?: boolean }
  /** The invalid fields, as JSON pointers (RFC 6901) into the change, and the expected values. */
  | { code: "invalid_body"; refused: { pointer: string; message: Text }[] }
  /** The server refused the change for another reason. */
  | { code: "refused"; reason: Text };
