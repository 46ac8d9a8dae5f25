import type { ChangedZone, ZoneChange, ZonePlace, ZoneResult } from "../../shared/zones-contract/zone-system.ts";

/** What the Worker may ask of a zone's writer. */
export interface ZoneWriterPort {
  /** Makes a change while no other is made to the zone. */
  changeZone(place: ZonePlace, change: ZoneChange, requestId: string): Promise<ZoneResult<ChangedZone>>;
}

/** How a change says what it sends, so that one whose outcome is unknown keeps others from being sent. */
export interface SendingGuard {
  /** Right before a change is sent. @returns how many seconds it has to wait instead; 0: it may be sent */
  begin(): Promise<number>;
  /** Once the server has said what became of it. */
  end(): Promise<void>;
}

/** Injected dependencies of the zone writer's object. */
export interface ZoneWriterDependencies {
  /** Reads, compares and changes. Never throws, and answers within a bound of its own. */
  change(
    place: ZonePlace,
    change: ZoneChange,
    requestId: string,
    guard: SendingGuard,
  ): Promise<ZoneResult<ChangedZone>>;
}
