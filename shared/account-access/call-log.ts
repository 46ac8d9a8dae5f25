import type { CallRecord } from "../api/pipeline/gate.ts";

/** How long an entry of a log is kept, and whatever refers to one. */
export const LOG_RETENTION_DAYS = 180;
export const LOG_RETENTION_MS = LOG_RETENTION_DAYS * 86_400_000;

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
