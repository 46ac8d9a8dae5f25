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

/** The outcome of an action, as the operator states it. */
export interface SettleOrder extends WritePlace {
  outcome: "done" | "nothing";
  order: number | null;
  because: string;
}

/** The kinds of operator actions on a login that the customer's page shows. */
export type ActOnLogin = "unlocked" | "exported" | "mailed";

/** The kinds of ids by which an operator selects connections. */
export const CONNECTIONS_BY = ["connection", "application", "login", "account"] as const;
export interface ConnectionsOf {
  by: (typeof CONNECTIONS_BY)[number];
  /** The id as text. */
  id: string;
}

/** The rows that were read, and the number of rows that were not. */
export interface RowsFound {
  rows: ShownRow[];
  left: number;
}

/** The number of selected connections, and the number of their logins and accounts. */
export interface ConnectionCounts {
  connections: number;
  logins: number;
  accounts: number;
}

/** Actions that a journal records as done but the billing system does not have. */
export interface MissingWrites {
  /** The actions. `isUnanswered` means that the billing system did not respond about that action. */
  rows: ShownRow[];
  /** The cursor of the next call; `null` after the last call. */
  next: string | null;
}

/**
 * The account Worker's entry point for the operator console, which is its only caller. Read methods change nothing.
 */
export interface AccountOperatorPort {
  status(): Promise<StatusTables>;
  /** Returns the actions that wait for the operator, oldest first. */
  stuck(): Promise<ShownRow[]>;
  /** Returns one stuck action and the operator's previous instructions for it. */
  action(place: WritePlace): Promise<{ stuck: ShownRow[]; instructions: ShownRow[] }>;
  /** Stores an instruction. Scheduled work executes it within a minute, unless the billing system contradicts it. */
  settle(order: SettleOrder): Promise<ActResult>;
  connections(of: ConnectionsOf, requestId: string): Promise<RowsFound>;
  /**
   * Returns an application's connections and the data that it declared, in its registration or in its metadata
   * document.
   */
  application(id: string, requestId: string): Promise<{ application: ShownRow[]; connections: RowsFound }>;
  /** Returns one connection with its newest calls. */
  connection(id: string, requestId: string): Promise<{ connection: RowsFound; calls: ShownRow[] }>;
  /** Returns an account's connections, its stuck actions and the newest actions in its log. */
  account(
    account: number,
    requestId: string,
  ): Promise<{ connections: RowsFound; stuck: ShownRow[]; actions: ShownRow[] }>;
  /**
   * Returns the actions that were requested on a target of an account, newest first.
   * @param target such as `domain:example.com`
   */
  actionsOn(account: number, target: string): Promise<ShownRow[]>;
  /**
   * Returns the journal of an account. It lists the actions that were requested with idempotency keys, without the
   * keys.
   */
  journal(account: number): Promise<ShownRow[]>;
  /**
   * Finds the rows with the request id `sought`.
   * @param of the connections to search; `null` for all connections, up to the search limit
   */
  request(sought: string, of: ConnectionsOf | null, requestId: string): Promise<RowsFound>;
  /** Keeps every registration for one day, even if its application never connects. */
  liftRegistrations(): Promise<ActResult>;
  /**
   * Rotates the key that signs connections, sessions and cursors.
   * @param commit `false` to describe the effect without changing anything
   */
  rotateKey(commit: boolean): Promise<ActResult>;
  activeConnections(of: ConnectionsOf): Promise<ConnectionCounts>;
  /**
   * Ends active connections, up to the limit of one call. Their customers get an e-mail and see on their page that the
   * connections ended.
   */
  endConnections(of: ConnectionsOf, requestId: string): Promise<{ ended: number; left: number }>;
  /** Records what the operator did to a login. The customer's page shows the record. */
  showAct(act: ActOnLogin, login: number): Promise<void>;
  /** Returns the e-mails about connections that were not accepted for delivery in the last 7 days. */
  failedMails(): Promise<ShownRow[]>;
  /** Sends a failed e-mail again, with current data. */
  sendMailAgain(id: number, requestId: string): Promise<ActResult>;
  /**
   * Returns the ids that locate a subject's data, and the number of open actions. Open actions prevent an erasure.
   */
  placesOf(subject: DataSubject, until: number | null): Promise<{ places: SubjectPlaces; openActions: number }>;
  /**
   * Returns one page of a subject's data.
   * @param cursor `null` for the first page
   */
  exportOf(subject: DataSubject, cursor: string | null, requestId: string): Promise<ExportPage>;
  /** Erases a subject's sessions, connections, objects and rows in this Worker, up to the limit of one call. */
  erase(subject: DataSubject, places: SubjectPlaces, requestId: string): Promise<EraseStep>;
  /** Returns the stores on hold, longest hold first. */
  held(): Promise<HeldStore[]>;
  /** Checks that a store exists and can be put on hold. */
  isStore(store: string): Promise<boolean>;
  /** Puts the database, an account or a connection on hold. */
  hold(store: string): Promise<ActResult>;
  /** Finishes an interrupted restore and then ends the hold. */
  resume(store: string): Promise<ActResult>;
  /**
   * Fully ends each connection that either the index of connections or the connection's own object records as ended.
   * @param after the `next` of the previous call, or an empty string
   */
  endEndedConnections(after: string, requestId: string): Promise<{ ended: number; next: string | null }>;
  /**
   * Returns the missing actions of the next few accounts.
   * @param since epoch milliseconds
   * @param after the `next` of the previous call, or an empty string
   */
  missingActions(since: number, after: string, requestId: string): Promise<MissingWrites>;
  /**
   * Describes the effect of {@link restore}. Returns `null` if the restore would be refused. The result of
   * {@link restore} then states the reason.
   */
  restorePreview(store: string, to: string): Promise<string | null>;
  /**
   * Restores an object and leaves it on hold.
   * @param to a time (RFC 3339), or a bookmark
   */
  restore(store: string, to: string): Promise<ActResult>;
}
