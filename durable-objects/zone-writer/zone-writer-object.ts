import { DurableObject } from "cloudflare:workers";
import type { ZoneChange, ZonePlace } from "../../shared/zones-contract/zone-system.ts";
import { type GuardedChange, ZoneChanges, type ZoneWriterPort } from "./zone-changes.ts";

/** The Durable Object of one zone on a server that does not support preconditions. See {@link ZoneChanges}. */
export class ZoneWriterObject<Bindings = unknown> extends DurableObject<Bindings> implements ZoneWriterPort {
  readonly #changes: ZoneChanges;

  constructor(state: DurableObjectState, bindings: Bindings, change: GuardedChange) {
    super(state, bindings);
    this.#changes = new ZoneChanges(state.storage.kv, change);
  }

  changeZone(place: ZonePlace, change: ZoneChange, requestId: string) {
    return this.#changes.changeZone(place, change, requestId);
  }
}
