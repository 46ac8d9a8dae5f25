import { DurableObject } from "cloudflare:workers";
import type { ZoneChange, ZonePlace } from "../../shared/zones-contract/zone-system.ts";
import { ZoneChanges } from "./zone-changes.ts";
import type { ZoneWriterDependencies, ZoneWriterPort } from "./zone-writer-port.ts";

/** The object of a zone, one for each on a server without a precondition. See {@link ZoneChanges}. */
export class ZoneWriterObject<Bindings = unknown> extends DurableObject<Bindings> implements ZoneWriterPort {
  readonly #changes: ZoneChanges;

  constructor(state: DurableObjectState, bindings: Bindings, dependencies: ZoneWriterDependencies) {
    super(state, bindings);
    this.#changes = new ZoneChanges(state.storage.kv, dependencies);
  }

  changeZone(place: ZonePlace, change: ZoneChange, requestId: string) {
    return this.#changes.changeZone(place, change, requestId);
  }
}
