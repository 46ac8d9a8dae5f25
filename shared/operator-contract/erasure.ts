import type { ShownRow } from "./answers.ts";

/** Whom an export or an erasure is about. */
export interface DataSubject {
  kind: "login" | "account";
  /** The billing system that it is of; empty: the one without a name. */
  installation: string;
  id: number;
}

/** Where something is kept about a subject, as it was found before any of it went. */
export interface SubjectPlaces {
  /** Ids of connections. */
  connections: string[];
  /** Ids of accounts. */
  accounts: number[];
  /** Ids of the applications of those connections. */
  applications: string[];
  /** Epoch milliseconds: what is newer is of a customer who came back, and stays. Null or absent: nothing stays. */
  until?: number | null;
}

/** One step of an erasure. Each may be repeated. */
export interface EraseStep {
  /** How much is left of the step: it is done where nothing is. */
  left: number;
  /** Why something is left, or what was kept on purpose; empty: nothing to say. */
  note: string;
}

/** Tables of what is kept about a subject, by name, and what is left out. */
export interface SubjectExport {
  tables: Record<string, ShownRow[]>;
  notes: string[];
}
