import type { CallRecord } from "../api/pipeline/gate.ts";

/** The number of days for which log entries, and everything that refers to one, are kept. */
export const LOG_RETENTION_DAYS = 180;
export const LOG_RETENTION_MS = LOG_RETENTION_DAYS * 86_400_000;

export interface LogEntry extends CallRecord {
  /** An id that is unique within the log. Ids sort in the order of `at`. */
  id: string;
  /** Time of the entry (RFC 3339 in UTC). */
  at: string;
}

/** The position at which a page of the log begins. The page has only entries that are older. */
export interface LogKey {
  at: string;
  id: string;
}
