import { log } from "../platform/log.ts";
import type { CarriedRestore, CarriedState } from "./object-hold.ts";

/**
 * The part of an object's storage that restores earlier states. It covers the last 30 days and exists only on
 * Cloudflare.
 */
export type RecoverableStorage = Pick<
  DurableObjectStorage,
  "getCurrentBookmark" | "getBookmarkForTime" | "onNextSessionRestoreBookmark"
>;

/**
 * The result of a restore. With `not_available`, the runtime has no history. With `refused`, the platform did not
 * accept the time or the bookmark.
 */
export type RecoveryResult = { ok: true; bookmark: string } | { ok: false; reason: "not_available" | "refused" };

/** An object whose storage the platform can restore. */
export interface RecoverablePort {
  /**
   * Returns the bookmark for a time, without changing anything.
   * @param instant the time in epoch milliseconds; `null` for the current time
   */
  bookmarkAt(instant: number | null): Promise<RecoveryResult>;
  /**
   * Restores the object's storage to a bookmark and restarts the object.
   * @returns the bookmark that undoes the restore
   */
  restoreTo(bookmark: string): Promise<RecoveryResult>;
}

/** An object that the operator can put on hold and restore. */
export interface RestorableObject extends RecoverablePort {
  /** Puts the object on hold. From this call on, the object sends nothing and its alarm does nothing. */
  hold(): Promise<void>;
  resume(): Promise<void>;
  /**
   * Marks the object for a restore and reads the state to carry. Until it is restored, the object refuses every change.
   * @param instant the time to restore, in epoch milliseconds; `null` if only a bookmark is known
   */
  carry(restore: string, instant: number | null): Promise<CarriedState>;
  /**
   * Writes the carried state. A repeated call changes nothing.
   * @returns `false` if the object is not restored yet
   */
  merge(carried: Pick<CarriedRestore, "id" | "state">): Promise<boolean>;
}

/** The point-in-time recovery of one object. Only code inside the object can start it. */
export class PointInTime implements RecoverablePort {
  readonly #storage: RecoverableStorage;
  readonly #restart: () => void;

  /**
   * Creates the recovery.
   * @param restart ends this instance of the object after its response; the next instance is restored
   */
  constructor(storage: RecoverableStorage, restart: () => void) {
    this.#storage = storage;
    this.#restart = restart;
  }

  bookmarkAt(instant: number | null): Promise<RecoveryResult> {
    return recover(() =>
      instant === null ? this.#storage.getCurrentBookmark() : this.#storage.getBookmarkForTime(instant),
    );
  }

  async restoreTo(bookmark: string): Promise<RecoveryResult> {
    const result = await recover(() => this.#storage.onNextSessionRestoreBookmark(bookmark));
    if (result.ok) this.#restart();
    return result;
  }
}

async function recover(ask: () => Promise<string>): Promise<RecoveryResult> {
  try {
    return { ok: true, bookmark: await ask() };
  } catch (cause) {
    const isMissing = cause instanceof Error && /does not implement point-in-time recovery/i.test(cause.message);
    if (!isMissing) log("object_not_restored", { cause });
    return { ok: false, reason: isMissing ? "not_available" : "refused" };
  }
}

/** Returns a function that ends an object's instance after the current response is sent. */
export function restartSoon(state: DurableObjectState): () => void {
  return () => void setTimeout(() => state.abort("restored to an earlier moment"), 100);
}
