import { Mutex } from "../../shared/platform/mutex.ts";
import type { ChangedZone, ZoneChange, ZonePlace, ZoneResult } from "../../shared/zones-contract/zone-system.ts";

/** The longest wait of a change for earlier ones. */
export const MAX_WAIT_MS = 2_000;
const RETRY_AFTER_S = 5;
/** The time in which an unanswered change may still take effect. */
const UNKNOWN_MS = 30_000;
/** The storage key of the end of that time for a sent change, epoch milliseconds. */
const SENT_UNTIL = "sent_until";

/** The methods of a zone's writer for the Worker. */
export interface ZoneWriterPort {
  /** Makes a change, one at a time per zone. */
  changeZone(place: ZonePlace, change: ZoneChange, requestId: string): Promise<ZoneResult<ChangedZone>>;
}

/** A guard around the sending of a change. A change with an unknown outcome blocks later ones. */
export interface SendingGuard {
  /** Call right before a change is sent. @returns the seconds that the change must wait; 0 if it may be sent */
  begin(): number;
  /** Call once the server has reported the outcome. */
  end(): void;
}

/** Reads, compares and changes a zone within its time limit. Never throws. */
export type GuardedChange = (
  place: ZonePlace,
  change: ZoneChange,
  requestId: string,
  guard: SendingGuard,
) => Promise<ZoneResult<ChangedZone>>;

/** The storage for state that survives the object's eviction. */
export type ZoneWriterStore = Pick<SyncKvStorage, "get" | "put" | "delete">;

/**
 * The zone object's work without the runtime. Makes changes to one zone one after another, for a server without
 * preconditions. After a change with an unknown outcome, waits until that change can no longer take effect.
 */
export class ZoneChanges implements ZoneWriterPort {
  readonly #store: ZoneWriterStore;
  readonly #change: GuardedChange;
  readonly #mutex = new Mutex();

  constructor(store: ZoneWriterStore, change: GuardedChange) {
    this.#store = store;
    this.#change = change;
  }

  changeZone(place: ZonePlace, change: ZoneChange, requestId: string): Promise<ZoneResult<ChangedZone>> {
    const arrived = Date.now();
    return this.#mutex.runExclusive(async () => {
      if (Date.now() - arrived > MAX_WAIT_MS) {
        return { ok: false, problem: { code: "server_unavailable", retryAfter: RETRY_AFTER_S, isSent: false } };
      }
      return await this.#change(place, change, requestId, this.#guard());
    });
  }

  #guard(): SendingGuard {
    return {
      begin: () => {
        const left = (this.#store.get<number>(SENT_UNTIL) ?? 0) - Date.now();
        if (left > 0) return Math.ceil(left / 1_000);
        this.#store.put(SENT_UNTIL, Date.now() + UNKNOWN_MS);
        return 0;
      },
      end: () => void this.#store.delete(SENT_UNTIL),
    };
  }
}
