import {
  type GuardedChange,
  ZoneChanges,
  type ZoneWriterPort,
  type ZoneWriterStore,
} from "../../../durable-objects/zone-writer/zone-changes.ts";
import type { ZoneChange, ZonePlace } from "../../../shared/zones-contract/zone-system.ts";
import { guardedChangeOn, openZones } from "../../../workers/zones/composition.ts";
import type { ConnectedZones } from "../../../workers/zones/connected-zones.ts";

/** The zones of all servers, with a fixed request id. */
export interface RequestedZones {
  describe: ConnectedZones["describe"];
  readZone(place: ZonePlace): ReturnType<ConnectedZones["readZone"]>;
  changeZone(place: ZonePlace, change: ZoneChange): ReturnType<ConnectedZones["changeZone"]>;
}

export function memoryStore(): ZoneWriterStore {
  const stored = new Map<string, unknown>();
  return {
    get: <Value>(key: string) => stored.get(key) as Value | undefined,
    put: (key: string, value: unknown) => void stored.set(key, value),
    delete: (key: string) => stored.delete(key),
  };
}

/** Returns a function that returns the writer of a zone. It replaces the Worker's Durable Objects. */
function writersOver(change: GuardedChange): (place: ZonePlace) => ZoneWriterPort {
  const writers = new Map<string, ZoneWriterPort>();
  return ({ server, zone }) => {
    const name = `${server} ${zone}`;
    const writer = writers.get(name) ?? new ZoneChanges(memoryStore(), change);
    writers.set(name, writer);
    return writer;
  };
}

/** Opens the zones of servers in this process. */
export function zonesOf(settings: { ZONE_SERVERS: string; ZONE_SERVER_TOKENS?: string }): RequestedZones {
  const zones = openZones(settings, writersOver(guardedChangeOn(settings)));
  return {
    describe: () => zones.describe(),
    readZone: (place) => zones.readZone(place, "r-1"),
    changeZone: (place, change) => zones.changeZone(place, change, "r-1"),
  };
}
