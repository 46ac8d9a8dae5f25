import type { Text } from "../../../shared/platform/language.ts";
import type { PresentRecords } from "../../../shared/zones-contract/check-change.ts";
import type { ReadChange } from "../../../shared/zones-contract/read-change.ts";
import type { ZonePlace, ZoneResult } from "../../../shared/zones-contract/zone-system.ts";

/** A server that hosts zones. Each kind of server has its own API. */
export interface ZoneServer {
  /** A note about the conflicts that the server cannot prevent; `null` if it prevents all conflicts. */
  readonly note: Text | null;
  /** Reads a zone. If the zone does not belong to the user, the server or its adapter returns `not_found`. */
  open(place: ZonePlace, requestId: string): Promise<ZoneResult<OpenZone>>;
}

/** A zone that has been read, with a method to change it. */
export interface OpenZone extends PresentRecords {
  /** The serial number in the SOA record. */
  serial: string;
  /**
   * The rest of the content for the revision: one line for each record or directive that is not in `records`, except
   * the SOA record and comments.
   */
  rest: string[];
  /**
   * Applies the whole change or none of it. Applies nothing if the zone has changed and the server can detect that.
   * @returns the serial number after the change
   */
  apply(change: ReadChange): Promise<ZoneResult<{ serial: string }>>;
}
