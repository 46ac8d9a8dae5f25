import { WorkerEntrypoint } from "cloudflare:workers";
import { ZoneWriterObject } from "../../durable-objects/zone-writer/zone-writer-object.ts";
import { within } from "../../shared/platform/jurisdiction.ts";
import type { ZoneChange, ZonePlace, ZoneSystem } from "../../shared/zones-contract/zone-system.ts";
import { guardedChangeOn, openZones } from "./composition.ts";
import type { ConnectedZones } from "./connected-zones.ts";
import type { ZonesEnv } from "./environment.ts";

/** The Durable Object that makes the changes to its zone one at a time, for servers that cannot lock a zone. */
export class ZoneWriter extends ZoneWriterObject<ZonesEnv> {
  constructor(state: DurableObjectState, env: ZonesEnv) {
    super(state, env, guardedChangeOn(env));
  }
}

let zones: ConnectedZones | undefined;

/**
 * Creates the zones once per isolate. A Durable Object stub belongs to the request that created it, so each change gets
 * a new stub.
 */
function zonesOf(env: ZonesEnv): ConnectedZones {
  zones ??= openZones(env, ({ server, zone }) => within(env.ZONE_WRITER, env).getByName(`${server} ${zone}`));
  return zones;
}

/** The entrypoint of the service binding `ZONES`, for the zones on the provider's servers. */
export default class Zones extends WorkerEntrypoint<ZonesEnv> implements ZoneSystem {
  async describe() {
    return zonesOf(this.env).describe();
  }

  readZone(place: ZonePlace, requestId: string) {
    return zonesOf(this.env).readZone(place, requestId);
  }

  changeZone(place: ZonePlace, change: ZoneChange, requestId: string) {
    return zonesOf(this.env).changeZone(place, change, requestId);
  }
}
