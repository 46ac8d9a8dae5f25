import type { ActResult, ShownRow } from "./answers.ts";
import type { StatusTables } from "./status.ts";

/** A week. To stop using a host permanently, remove it from the sources. */
export const MAX_PAUSE_MINUTES = 7 * 24 * 60;

/** The catalogue Worker's entry point for the operator console, its only caller. Reads change nothing. */
export interface CatalogueOperatorPort {
  status(): Promise<StatusTables>;
  /** Returns the registry hosts that domain checks call, the failing or paused ones first. */
  hosts(): Promise<ShownRow[]>;
  /** Stops calls to a host for a number of minutes. @param host `host:port` */
  pause(host: string, minutes: number): Promise<ActResult>;
  /** Resumes calls to a host, regardless of the reason for the pause. */
  resume(host: string): Promise<ActResult>;
}
