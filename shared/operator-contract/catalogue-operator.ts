import type { ActResult, ShownRow } from "./answers.ts";
import type { StatusTables } from "./status.ts";

/** The longest pause, which is one week. To stop using a host permanently, an operator removes it from the sources. */
export const MAX_PAUSE_MINUTES = 7 * 24 * 60;

/**
 * The catalogue Worker's entry point for the operator console, which is its only caller. Read methods change nothing.
 */
export interface CatalogueOperatorPort {
  status(): Promise<StatusTables>;
  /** Returns the registry hosts that domain checks call, with failing and paused hosts first. */
  hosts(): Promise<ShownRow[]>;
  /**
   * Pauses calls to a host.
   * @param host `host:port`
   */
  pause(host: string, minutes: number): Promise<ActResult>;
  /** Resumes calls to a host, whatever the reason for the pause. */
  resume(host: string): Promise<ActResult>;
}
