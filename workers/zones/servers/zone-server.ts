import type { Text } from "../../../shared/platform/language.ts";
import type { PresentRecords } from "../../../shared/zones-contract/check-change.ts";
import type { ReadChange } from "../../../shared/zones-contract/read-change.ts";
import type { ZonePlace, ZoneResult } from "../../../shared/zones-contract/zone-system.ts";

/** A server that keeps zones, in the API of its kind. */
export interface ZoneServer {
  /** What the server cannot prevent between reading and changing; null if it prevents every conflict. */
  readonly note: Text | null;
  /** Reads a zone of the place's user. The server, or this adapter for it, refuses those of others as `not_found`. */
  open(place: ZonePlace, requestId: string): Promise<ZoneResult<OpenZone>>;
}

/** A zone as it was read, and the way to change it. */
export interface OpenZone extends PresentRecords {
  /** Of the SOA record. */
  serial: string;
  /**
   * What the revision stands for beyond the serial and the records that are shown: a line for each other record or directive, apart
   * from SOA and comments.
   */
  rest: string[];
  /**
   * Does all of a change or nothing, where the server can exclude that: not if it is another zone by now.
   * @returns the serial after it
   */
  apply(change: ReadChange): Promise<ZoneResult<{ serial: string }>>;
}
