import type { ShownRow } from "../../../shared/operator-contract/answers.ts";

/** A key of the journal as its operator may see it; instants in epoch milliseconds. */
export type JournalEntry = {
  reference: string;
  operation: string;
  target: string | null;
  login: number;
  state: string;
  /** Why it is stuck; null where it is not. */
  reason: string | null;
  sentAt: number | null;
  settledAt: number | null;
  /** The order that it made; null where it made none, or it is not known. */
  order: number | null;
  /** Of the refusal. */
  code: string | null;
};

/** An entry of the log of actions, of whatever application. */
export type LoggedWrite = {
  at: number;
  login: number;
  application: string;
  connection: string;
  operation: string;
  target: string | null;
  outcome: string;
  status: number | null;
  code: string | null;
  via: string;
  requestId: string;
};

/** Which entries; null: all. */
export interface OperatorFilter {
  loginId: number | null;
  requestId: string | null;
  limit: number;
}

/** Which entries are erased. */
export interface ErasedEntries {
  /** Null: everybody's. */
  loginId: number | null;
  /** Epoch milliseconds; what is newer stays. Null: nothing stays. */
  until: number | null;
}

/** The tables that are exported of an account's object. */
export const EXPORTED_TABLES = ["actions", "journal", "approvals"] as const;
export type AccountExportTable = (typeof EXPORTED_TABLES)[number];

/** Which rows of such a table. */
export interface ExportedEntries {
  /** Null: everybody's. */
  loginId: number | null;
  limit: number;
  offset: number;
}

/** An action that the journal calls done. */
export interface DoneWrite {
  reference: string;
  loginId: number;
  operation: string;
  target: string | null;
  orderId: number | null;
  /** Epoch milliseconds. */
  sentAt: number;
}

/** What the operator console alone asks of an account's object. */
export interface AccountOperatorView {
  journalEntries(): Promise<JournalEntry[]>;
  /** What was done of what was sent after an instant, as the journal says; the oldest first. */
  doneSince(instant: number): Promise<DoneWrite[]>;
  /** How many actions are open. */
  openActions(entries: ErasedEntries): Promise<number>;
  loggedActions(filter: OperatorFilter): Promise<LoggedWrite[]>;
  /** Rows of a table in a fixed order, instants as epoch milliseconds. */
  exportRows(table: AccountExportTable, entries: ExportedEntries): Promise<ShownRow[]>;
  /** Removes them, but for keys that still have to be known. @returns how many actions are open: then nothing was removed */
  erase(entries: ErasedEntries): Promise<number>;
}
