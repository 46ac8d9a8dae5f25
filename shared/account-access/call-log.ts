import type { CallRecord } from "../api/pipeline/gate.ts";

/** Retention of log entries and of everything that refers to one. */
export const LOG_RETENTION_DAYS = 180;
export const LOG_RETENTION_MS = LOG_RETENTION_DAYS * 86_400_000;

export interface LogEntry extends CallRecord {
  /** A unique id within the log. Ids sort in the order of `at`. */
  id: string;
  /** RFC 3339, UTC. */
  at: string;
}

/** The position at which a log page begins. The page has only strictly older entries. */
export interface LogKey {
  at: string;
  id: string;
}
