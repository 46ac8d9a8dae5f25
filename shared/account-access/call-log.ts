import type { CallRecord } from "../api/pipeline/gate.ts";

export interface LogEntry extends CallRecord {
  /** Sorts as `at` does; unique within the log. */
  id: string;
  /** RFC 3339, UTC. */
  at: string;
}

/** Where a page of the log begins: entries strictly older than this. */
export interface LogKey {
  at: string;
  id: string;
}
