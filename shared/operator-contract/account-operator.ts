import type { HeldStore } from "../holds/holds.ts";
import type { ActResult, ShownRow } from "./answers.ts";
import type { DataSubject, EraseStep, SubjectPlaces } from "./erasure.ts";
import type { ExportPage } from "./export-pages.ts";
import type { StatusTables } from "./status.ts";

/** An action in the journal of an account. */
export interface WritePlace {
  account: number;
  /** The billing system's id of the action. */
  reference: string;
}

/** The outcome that the operator states for an action. */
export interface SettleOrder extends WritePlace {
  outcome: "done" | "nothing";
  order: number | null;
  because: string;
}

/** Operator actions on a login that the customer's page shows. */
export type ActOnLogin = "unlocked" | "exported" | "mailed";

/** The kinds of id that select connections. */
export const CONNECTIONS_BY = ["connection", "application", "login", "account"] as const;
export interface ConnectionsOf {
  by: (typeof CONNECTIONS_BY)[number];
  /** The id, as text. */
  id: string;
}

/** The rows that were read, and the number of other rows. */
export interface RowsFound {
  rows: ShownRow[];
  left: number;
}

/** The number of selected connections, and of their logins and accounts. */
export interface ConnectionCounts {
  connections: number;
  logins: number;
  accounts: number;
}

/** Actions that journals record as done and the billing system does not have. */
export interface MissingWrites {
  /** `isUnanswered`: the billing system did not answer for the row. */
  rows: ShownRow[];
  /** The cursor of the next call. Null after the last call. */
  next: string | null;
}

/** The account Worker's entry point for the operator console, its only caller. Reads change nothing. */
export interface AccountOperatorPort {
  status(): Promise<StatusTables>;
  /** Returns the actions that wait for the operator, the oldest first. */
  stuck(): Promise<ShownRow[]>;
  /** Returns one stuck action, with the operator's instructions for it so far. */
  action(place: WritePlace): Promise<{ stuck: ShownRow[]; instructions: ShownRow[] }>;
  /** Stores an instruction. Scheduled work executes it within a minute unless the billing system contradicts it. */
  settle(order: SettleOrder): Promise<ActResult>;
  connections(of: ConnectionsOf, requestId: string): Promise<RowsFound>;
  /** Returns the data that an application declared when it registered or in its document, and its connections. */
  application(id: string, requestId: string): Promise<{ application: ShownRow[]; connections: RowsFound }>;
  /** Returns one connection, with its newest calls. */
  connection(id: string, requestId: string): Promise<{ connection: RowsFound; calls: ShownRow[] }>;
  /** Returns everything about one account, with the newest actions of its log. */
  account(
    account: number,
    requestId: string,
  ): Promise<{ connections: RowsFound; stuck: ShownRow[]; actions: ShownRow[] }>;
  /** Returns the actions requested on a target of an account, such as `domain:example.com`, the newest first. */
  actionsOn(account: number, target: string): Promise<ShownRow[]>;
  /** Returns the journal of an account: the actions requested under idempotency keys, without the keys. */
  journal(account: number): Promise<ShownRow[]>;
  /** Finds the rows with a request id. @param of the connections to search; null: all, up to the search limit */
  request(sought: string, of: ConnectionsOf | null, requestId: string): Promise<RowsFound>;
  /** Keeps every registration for one day, even those that never connect. */
  liftRegistrations(): Promise<ActResult>;
  /** Rotates the key of connections, sessions and cursors. @param commit false: answers the same, changes nothing */
  rotateKey(commit: boolean): Promise<ActResult>;
  activeConnections(of: ConnectionsOf): Promise<ConnectionCounts>;
  /** Ends active connections, up to the limit of one call. Their customers get a mail and see it on their page. */
  endConnections(of: ConnectionsOf, requestId: string): Promise<{ ended: number; left: number }>;
  /** Records for a customer's page what the operator did about the login. */
  showAct(act: ActOnLogin, login: number): Promise<void>;
  /** Returns the mails about connections that were not accepted for delivery within the last 7 days. */
  failedMails(): Promise<ShownRow[]>;
  /** Sends a failed mail again with current data. */
  sendMailAgain(id: number, requestId: string): Promise<ActResult>;
  /** Returns the places with data about a subject, and the number of open actions, which block an erasure. */
  placesOf(subject: DataSubject, until: number | null): Promise<{ places: SubjectPlaces; openActions: number }>;
  /** Returns one page of a subject's data. @param cursor null: the first page */
  exportOf(subject: DataSubject, cursor: string | null, requestId: string): Promise<ExportPage>;
  /** Erases a subject's data in this Worker, up to the limit of one call: sessions, connections, objects, rows. */
  erase(subject: DataSubject, places: SubjectPlaces, requestId: string): Promise<EraseStep>;
  /** Stores on hold, the longest first. */
  held(): Promise<HeldStore[]>;
  /** Checks that a store exists and can be put on hold. */
  isStore(store: string): Promise<boolean>;
  /** Puts the database, an account or a connection on hold. */
  hold(store: string): Promise<ActResult>;
  /** Finishes an interrupted restore, then ends the hold. */
  resume(store: string): Promise<ActResult>;
  /** Ends connections that the index or their object records as ended. @param after the previous `next`, or empty */
  endEndedConnections(after: string, requestId: string): Promise<{ ended: number; next: string | null }>;
  /** Lists the missing actions of some accounts per call. @param after `next` of the previous call, or empty */
  missingActions(since: number, after: string, requestId: string): Promise<MissingWrites>;
  /** Describes the effect of restoring an object. Null if {@link restore} refuses, with the reason. */
  restorePreview(store: string, to: string): Promise<string | null>;
  /** Restores an object, and leaves it on hold. @param to an instant (RFC 3339), or a bookmark */
  restore(store: string, to: string): Promise<ActResult>;
}
