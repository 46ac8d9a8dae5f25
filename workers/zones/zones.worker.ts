import { WorkerEntrypoint } from "cloudflare:workers";
import { ZoneWriterObject } from "../../durable-objects/zone-writer/zone-writer-object.ts";
import { within } from "../../shared/platform/jurisdiction.ts";
import type { ZoneChange, ZonePlace, ZoneSystem } from "../../shared/zones-contract/zone-system.ts";
import { guardedChangeOn, openZones } from "./composition.ts";
import type { ConnectedZones } from "./connected-zones.ts";
import type { ZonesEnv } from "./environment.ts";

/** The object of a zone on a server without preconditions. */
export class ZoneWriter extends ZoneWriterObject<ZonesEnv> {
  constructor(state: DurableObjectState, env: ZonesEnv) {
    super(state, env, guardedChangeOn(env));
  }
}

let zones: ConnectedZones | undefined;

/** Creates the zones once per isolate. A stub belongs to the request that got it, so each change gets a new one. */
function zonesOf(env: ZonesEnv): ConnectedZones {
  zones ??= openZones(env, ({ server, zone }) => within(env.ZONE_WRITER, env).getByName(`${server} ${zone}`));
  return zones;
}

/** The zones of the provider's servers, behind the service binding `ZONES`. */
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
