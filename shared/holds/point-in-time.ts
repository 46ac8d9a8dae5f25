import { log } from "../platform/log.ts";
import type { CarriedRestore, CarriedState } from "./object-hold.ts";

/** The part of an object's storage that recovers earlier moments: the last 30 days, on Cloudflare only. */
export type RecoverableStorage = Pick<
  DurableObjectStorage,
  "getCurrentBookmark" | "getBookmarkForTime" | "onNextSessionRestoreBookmark"
>;

/** The result of a recovery. `not_available`: the runtime has no history. `refused`: no such instant or bookmark. */
export type RecoveryResult = { ok: true; bookmark: string } | { ok: false; reason: "not_available" | "refused" };

/** An object whose storage the platform can restore. */
export interface RecoverablePort {
  /** Returns the bookmark of an instant in epoch milliseconds, or of the current moment if null. Changes nothing. */
  bookmarkAt(instant: number | null): Promise<RecoveryResult>;
  /** Restores the object's storage to a bookmark and restarts it. @returns the bookmark that undoes the restore */
  restoreTo(bookmark: string): Promise<RecoveryResult>;
}

/** An object that the operator can pause and restore. */
export interface RestorableObject extends RecoverablePort {
  /** Pauses the object. From this call on, it sends nothing and its alarm does nothing. */
  hold(): Promise<void>;
  /** Resumes the object. */
  resume(): Promise<void>;
  /**
   * Marks the object for a restore and reads the state to carry. Until it is restored, the object refuses every change.
   * @param instant the instant to restore, epoch milliseconds; null if only a bookmark is known
   */
  carry(restore: string, instant: number | null): Promise<CarriedState>;
  /** Writes the carried state. Repeating it changes nothing. @returns false if the object is not restored yet */
  merge(carried: Pick<CarriedRestore, "id" | "state">): Promise<boolean>;
}

/** Point-in-time recovery of one object. Only code inside the object can begin it. */
export class PointInTime implements RecoverablePort {
  readonly #storage: RecoverableStorage;
  readonly #restart: () => void;

  /** Creates the recovery. @param restart ends this instance after its answer; the next one is restored */
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

/** Returns a function that ends an object's instance after the current answer is sent. */
export function restartSoon(state: DurableObjectState): () => void {
  return () => void setTimeout(() => state.abort("restored to an earlier moment"), 100);
}
