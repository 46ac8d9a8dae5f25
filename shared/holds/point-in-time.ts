import { log } from "../platform/log.ts";
import type { CarriedRestore, CarriedState } from "./object-hold.ts";

/** As much of an object's storage as recovers earlier moments: the last 30 days, on the platform alone. */
export type RecoverableStorage = Pick<
  DurableObjectStorage,
  "getCurrentBookmark" | "getBookmarkForTime" | "onNextSessionRestoreBookmark"
>;

/** `not_available`: the platform that this runs on keeps no earlier moments. `refused`: it has none of that instant or bookmark. */
export type RecoveryResult = { ok: true; bookmark: string } | { ok: false; reason: "not_available" | "refused" };

/** An object whose storage the platform can restore. */
export interface RecoverablePort {
  /** The bookmark of an instant in epoch milliseconds; null: the current one. Changes nothing. */
  bookmarkAt(instant: number | null): Promise<RecoveryResult>;
  /** Restores the object's storage to a bookmark and restarts it. @returns the bookmark that undoes it */
  restoreTo(bookmark: string): Promise<RecoveryResult>;
}

/** An object that the operator can put on hold and restore. */
export interface RestorableObject extends RecoverablePort {
  /** Marks it as held: from this call on it sends nothing, and its alarm does nothing. */
  hold(): Promise<void>;
  /** Takes the mark away. */
  resume(): Promise<void>;
  /**
   * Marks it for a restore, and reads what the restore must not undo. Until it is restored it refuses every change.
   * @param instant that it is restored to, epoch milliseconds; null: unknown, of a bookmark
   */
  carry(restore: string, instant: number | null): Promise<CarriedState>;
  /** Writes what was carried. Repeating it changes nothing. @returns false if the object is not restored yet */
  merge(carried: Pick<CarriedRestore, "id" | "state">): Promise<boolean>;
}

/** Point-in-time recovery of one object, which only code inside the object can begin. */
export class PointInTime implements RecoverablePort {
  readonly #storage: RecoverableStorage;
  readonly #restart: () => void;

  /** @param restart ends this instance, once its answer has left: the next one begins with what is restored */
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

/** Ends an instance of an object after the answer to the present call has left. */
export function restartSoon(state: DurableObjectState): () => void {
  return () => void setTimeout(() => state.abort("restored to an earlier moment"), 100);
}
