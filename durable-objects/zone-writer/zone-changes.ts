import { Mutex } from "../../shared/platform/mutex.ts";
import type { ChangedZone, ZoneChange, ZonePlace, ZoneResult } from "../../shared/zones-contract/zone-system.ts";
import type { SendingGuard, ZoneWriterDependencies, ZoneWriterPort } from "./zone-writer-port.ts";

/** No change waits longer for the ones before it. */
export const MAX_WAIT_MS = 2_000;
const RETRY_AFTER_S = 5;
/** How long a change that was sent and not answered may still take effect. */
const UNKNOWN_MS = 30_000;
/** Until when a change that was sent may still take effect, epoch milliseconds. */
const SENT_UNTIL = "sent_until";

/** Where the state that survives the object's eviction is kept. */
export type ZoneWriterStore = Pick<SyncKvStorage, "get" | "put" | "delete">;

/**
 * The work of a zone's object, without the runtime: changes to one zone, one after another, for a server that has no precondition.
 * After one without an outcome none is sent until that one cannot take effect any more.
 */
export class ZoneChanges implements ZoneWriterPort {
  readonly #store: ZoneWriterStore;
  readonly #dependencies: ZoneWriterDependencies;
  readonly #mutex = new Mutex();

  constructor(store: ZoneWriterStore, dependencies: ZoneWriterDependencies) {
    this.#store = store;
    this.#dependencies = dependencies;
  }

  changeZone(place: ZonePlace, change: ZoneChange, requestId: string): Promise<ZoneResult<ChangedZone>> {
    const arrived = Date.now();
    return this.#mutex.runExclusive(async () => {
      if (Date.now() - arrived > MAX_WAIT_MS) {
        return { ok: false, problem: { code: "server_unavailable", retryAfter: RETRY_AFTER_S, isSent: false } };
      }
      return await this.#dependencies.change(place, change, requestId, this.#guard());
    });
  }

  #guard(): SendingGuard {
    return {
      begin: async () => {
        const left = (this.#store.get<number>(SENT_UNTIL) ?? 0) - Date.now();
        if (left > 0) return Math.ceil(left / 1_000);
        this.#store.put(SENT_UNTIL, Date.now() + UNKNOWN_MS);
        return 0;
      },
      end: async () => void this.#store.delete(SENT_UNTIL),
    };
  }
}
