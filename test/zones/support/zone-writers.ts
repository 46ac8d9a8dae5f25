import { ZoneChanges, type ZoneWriterStore } from "../../../durable-objects/zone-writer/zone-changes.ts";
import type { ZoneWriterDependencies, ZoneWriterPort } from "../../../durable-objects/zone-writer/zone-writer-port.ts";
import type { ZonePlace } from "../../../shared/zones-contract/zone-system.ts";
import { openZones, zoneWriterDependencies } from "../../../workers/zones/composition.ts";
import type { ConnectedZones } from "../../../workers/zones/connected-zones.ts";

export function memoryStore(): ZoneWriterStore {
  const stored = new Map<string, unknown>();
  return {
    get: <Value>(key: string) => stored.get(key) as Value | undefined,
    put: (key: string, value: unknown) => void stored.set(key, value),
    delete: (key: string) => stored.delete(key),
  };
}

/** A writer for each zone, as the Worker has objects. */
function writersOver(dependencies: ZoneWriterDependencies): (place: ZonePlace) => ZoneWriterPort {
  const writers = new Map<string, ZoneWriterPort>();
  return ({ server, zone }) => {
    const name = `${server} ${zone}`;
    const writer = writers.get(name) ?? new ZoneChanges(memoryStore(), dependencies);
    writers.set(name, writer);
    return writer;
  };
}

/** The zones of servers, in this process. */
export function zonesOf(settings: { ZONE_SERVERS: string; ZONE_SERVER_TOKENS?: string }): ConnectedZones {
  return openZones(settings, writersOver(zoneWriterDependencies(settings)));
}
