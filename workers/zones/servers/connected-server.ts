import type { Text } from "../../../shared/platform/language.ts";
import type { ChangedZone, ZoneChange, ZonePlace, ZoneResult } from "../../../shared/zones-contract/zone-system.ts";
import type { ZoneServer } from "./zone-server.ts";

/** A server with the way in which its zones are changed. */
export interface ConnectedServer extends ZoneServer {
  /** What the server cannot exclude between reading and changing; null where it excludes everything. */
  note: Text | null;
  change(place: ZonePlace, change: ZoneChange, requestId: string): Promise<ZoneResult<ChangedZone>>;
}
