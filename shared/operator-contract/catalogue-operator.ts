import type { ActResult, ShownRow } from "./answers.ts";
import type { StatusTables } from "./status.ts";

/** A week. To stop using a host permanently, remove it from the sources. */
export const MAX_PAUSE_MINUTES = 7 * 24 * 60;

/** The catalogue Worker's entry point for the operator console, which nothing else binds. Reads change nothing. */
export interface CatalogueOperatorPort {
  status(): Promise<StatusTables>;
  /** The registry hosts that domain checks ask, with those that fail or are paused first. */
  hosts(): Promise<ShownRow[]>;
  /** Stops calls to a host for this long. @param host `host:port` */
  pause(host: string, minutes: number): Promise<ActResult>;
  /** Asks it again, whatever paused it. */
  resume(host: string): Promise<ActResult>;
}
