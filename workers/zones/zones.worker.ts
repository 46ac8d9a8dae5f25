import { WorkerEntrypoint } from "cloudflare:workers";
import type { ZoneChange, ZonePlace, ZoneSystem } from "../../shared/zones-contract/zone-system.ts";
import { openZones } from "./composition.ts";
import type { ConnectedZones } from "./connected-zones.ts";
import type { ZonesEnv } from "./environment.ts";

let zones: ConnectedZones | undefined;

/** One for an isolate. */
function zonesOf(env: ZonesEnv): ConnectedZones {
  zones ??= openZones(env);
  return zones;
}

/** The zones of the provider's servers behind the service binding `ZONES`. */
export default class Zones extends WorkerEntrypoint<ZonesEnv> implements ZoneSystem {
  async describe() {
    return zonesOf(this.env).describe();
  }

  readZone(place: ZonePlace, requestId?: string) {
    return zonesOf(this.env).readZone(place, requestId);
  }

  changeZone(place: ZonePlace, change: ZoneChange, requestId?: string) {
    return zonesOf(this.env).changeZone(place, change, requestId);
  }
}
