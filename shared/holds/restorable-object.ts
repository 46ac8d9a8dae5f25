import type { CarriedRestore, CarriedState } from "./object-hold.ts";
import type { RecoverablePort } from "./point-in-time.ts";

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
