import type { HeldStore } from "../holds/holds.ts";
import type { ActResult, ShownRow } from "./answers.ts";
import type { DataSubject, EraseStep, SubjectPlaces } from "./erasure.ts";
import type { ExportPage } from "./export-pages.ts";
import type { StatusTables } from "./status.ts";

/** An action in the journal of an account. */
export interface WritePlace {
  account: number;
  /** What the billing system knows the action by. */
  reference: string;
}

/** What the operator says became of an action. */
export interface SettleOrder extends WritePlace {
  outcome: "done" | "nothing";
  order: number | null;
  because: string;
}

/** What an operator does about a login that its customer is shown. */
export type ActOnLogin = "unlocked" | "exported" | "mailed";

/** Which connections: by one of these. */
export const CONNECTIONS_BY = ["connection", "application", "login", "account"] as const;
export interface ConnectionsOf {
  by: (typeof CONNECTIONS_BY)[number];
  /** The id of it, as text. */
  id: string;
}

/** Rows, and how many further ones there are that were not read. */
export interface RowsFound {
  rows: ShownRow[];
  left: number;
}

/** How much ending connections would end. */
export interface ConnectionCounts {
  connections: number;
  logins: number;
  accounts: number;
}

/** What journals call done and the billing system does not have. */
export interface MissingWrites {
  /** `isUnanswered`: the billing system did not say whether it has it. */
  rows: ShownRow[];
  /** Where the next call begins; null: this was the last. */
  next: string | null;
}

/** The account Worker's entry point for the operator console, which nothing else binds. Reads change nothing. */
export interface AccountOperatorPort {
  status(): Promise<StatusTables>;
  /** The actions that wait for the operator, the longest first. */
  stuck(): Promise<ShownRow[]>;
  /** One of them, with what was said of it so far. */
  action(place: WritePlace): Promise<{ stuck: ShownRow[]; instructions: ShownRow[] }>;
  /** Writes an instruction, which scheduled work carries out within a minute unless the billing system contradicts it. */
  settle(order: SettleOrder): Promise<ActResult>;
  connections(of: ConnectionsOf, requestId: string): Promise<RowsFound>;
  /** What an application said of itself, as it registered or in its document, and its connections. */
  application(id: string, requestId: string): Promise<{ application: ShownRow[]; connections: RowsFound }>;
  /** One connection, with its newest calls. */
  connection(id: string, requestId: string): Promise<{ connection: RowsFound; calls: ShownRow[] }>;
  /** Everything of one account; of its log the newest actions. */
  account(
    account: number,
    requestId: string,
  ): Promise<{ connections: RowsFound; stuck: ShownRow[]; actions: ShownRow[] }>;
  /** The requested actions on a target of an account, such as `domain:example.com`, the newest first. */
  actionsOn(account: number, target: string): Promise<ShownRow[]>;
  /** The journal of an account: the actions requested under idempotency keys, without the keys. */
  journal(account: number): Promise<ShownRow[]>;
  /** What has a request id. @param of where it is looked for; null: everywhere, as far as it goes */
  request(sought: string, of: ConnectionsOf | null, requestId: string): Promise<RowsFound>;
  /** For a day every registration is kept, however many never connect. */
  liftRegistrations(): Promise<ActResult>;
  /** Rotates the key of connections, sessions and cursors. @param commit false: answers as if it did, and changes nothing */
  rotateKey(commit: boolean): Promise<ActResult>;
  activeConnections(of: ConnectionsOf): Promise<ConnectionCounts>;
  /** Ends those that are active, as many as one call can. Their customers are mailed and see it on their page. */
  endConnections(of: ConnectionsOf, requestId: string): Promise<{ ended: number; left: number }>;
  /** Writes down for a customer's page what was done about the login. */
  showAct(act: ActOnLogin, login: number): Promise<void>;
  /** Mails about connections that were not accepted for delivery within the last 7 days. */
  failedMails(): Promise<ShownRow[]>;
  /** Sends one of them again, as things are now. */
  sendMailAgain(id: number, requestId: string): Promise<ActResult>;
  /** Where something is kept, and how many actions are open: nothing is erased while there are some. */
  placesOf(subject: DataSubject, until: number | null): Promise<{ places: SubjectPlaces; openActions: number }>;
  /** One page of what is kept. @param cursor null: the first */
  exportOf(subject: DataSubject, cursor: string | null, requestId: string): Promise<ExportPage>;
  /** Erases what this Worker keeps, as much of it as one call can: sessions, connections, the accounts' objects, rows. */
  erase(subject: DataSubject, places: SubjectPlaces, requestId: string): Promise<EraseStep>;
  /** Stores on hold, the longest first. */
  held(): Promise<HeldStore[]>;
  /** Whether there is such a store to put on hold. */
  isStore(store: string): Promise<boolean>;
  /** Puts the database, an account or a connection on hold. */
  hold(store: string): Promise<ActResult>;
  /** Ends the hold, after finishing a restore that was stopped. */
  resume(store: string): Promise<ActResult>;
  /** Ends connections that the index or their object calls ended, some with each call. @param after `next` of the call before, or empty */
  endEndedConnections(after: string, requestId: string): Promise<{ ended: number; next: string | null }>;
  /** Of some accounts with each call. @param after `next` of the call before, or empty */
  missingActions(since: number, after: string, requestId: string): Promise<MissingWrites>;
  /** What restoring an object would mean; null: it cannot be restored, and {@link restore} says why. */
  restorePreview(store: string, to: string): Promise<string | null>;
  /** Restores the object of an account or a connection, and leaves it on hold. @param to an instant (RFC 3339), or a bookmark */
  restore(store: string, to: string): Promise<ActResult>;
}
