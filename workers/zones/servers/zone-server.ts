import type { Text } from "../../../shared/platform/language.ts";
import type { PresentRecords } from "../../../shared/zones-contract/check-change.ts";
import type { ReadChange } from "../../../shared/zones-contract/read-change.ts";
import type { ZonePlace, ZoneResult } from "../../../shared/zones-contract/zone-system.ts";

/** A server that hosts zones, with the API of its kind. */
export interface ZoneServer {
  /** A conflict that the server cannot prevent between a read and a change. Null if it prevents every conflict. */
  readonly note: Text | null;
  /** Reads a zone of the place's user. The server, or this adapter for it, answers `not_found` for zones of others. */
  open(place: ZonePlace, requestId: string): Promise<ZoneResult<OpenZone>>;
}

/** A zone that was read, and the method that changes it. */
export interface OpenZone extends PresentRecords {
  /** The serial of the SOA record. */
  serial: string;
  /**
   * The revision's content beyond the serial and the shown records: a line for each other record or directive, apart
   * from SOA and comments.
   */
  rest: string[];
  /**
   * Makes all of a change or none of it. Does nothing if the zone has changed, if the server can detect that.
   * @returns the serial after the change
   */
  apply(change: ReadChange): Promise<ZoneResult<{ serial: string }>>;
}
