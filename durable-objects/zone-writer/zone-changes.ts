import { Mutex } from "../../shared/platform/mutex.ts";
import type { ChangedZone, ZoneChange, ZonePlace, ZoneResult } from "../../shared/zones-contract/zone-system.ts";

/** The longest wait for earlier changes, in milliseconds. A change that has waited longer is refused. */
export const MAX_WAIT_MS = 2_000;
const RETRY_AFTER_S = 5;
/** How long a change without a response may still take effect, in milliseconds. */
const UNKNOWN_MS = 30_000;
/** The storage key for the time until which a sent change may take effect, in epoch milliseconds. */
const SENT_UNTIL = "sent_until";

/** The methods of a zone's object that the Worker calls. */
export interface ZoneWriterPort {
  /** Changes a zone. The changes to one zone run one at a time. */
  changeZone(place: ZonePlace, change: ZoneChange, requestId: string): Promise<ZoneResult<ChangedZone>>;
}

/** The guard that a change must pass before it is sent. A change with an unknown outcome blocks later changes. */
export interface SendingGuard {
  /**
   * Call this method right before a change is sent.
   * @returns the number of seconds that the change must wait; 0 if it may be sent
   */
  begin(): number;
  /** Call this method once the server has reported the outcome. */
  end(): void;
}

/** Reads, compares and changes a zone within its time limit. Never throws. */
export type GuardedChange = (
  place: ZonePlace,
  change: ZoneChange,
  requestId: string,
  guard: SendingGuard,
) => Promise<ZoneResult<ChangedZone>>;

/** The storage for state that must survive the object's eviction. */
export type ZoneWriterStore = Pick<SyncKvStorage, "get" | "put" | "delete">;

/**
 * The logic of a zone's object, without the Workers runtime. It makes changes to one zone one after another, because
 * the server does not support preconditions. After a change with an unknown outcome, no other change is sent until that
 * change can no longer take effect.
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
