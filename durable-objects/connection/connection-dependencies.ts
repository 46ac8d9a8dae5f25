import type { Scope } from "../../shared/account-access/scopes.ts";
import type { Holds } from "../../shared/holds/holds.ts";
import type { Agreement, End } from "./connection-port.ts";

/** Mails to the owner of the account and to the login of a connection. Methods throw only where that is said. */
export interface Notices {
  connectionMade(agreement: Agreement, requestId?: string | undefined): Promise<void>;
  /** The service ended the connection. @param isFormer its billing system is gone: the mail goes to the contact of the agreement */
  connectionEnded(agreement: Agreement, end: End, requestId?: string | undefined, isFormer?: boolean): Promise<void>;
  /**
   * Its tokens were used from two places.
   * @param at when that was detected, RFC 3339
   * @throws where no recipient could be mailed although there is one: retry
   */
  connectionMarked(agreement: Agreement, at: string, requestId?: string | undefined): Promise<void>;
  /** An API token ends in a week. */
  tokenEnding(agreement: Agreement, requestId?: string | undefined): Promise<void>;
}

/** The index of connections by login. The connection's object is authoritative. */
export interface ConnectionList {
  ended(id: string, end: End): Promise<void>;
  /** The object has deleted its data. */
  forget(id: string): Promise<void>;
  /** Lists a connection in use again, if a restore of the list has lost it. */
  relist(agreement: Agreement): Promise<void>;
}

export interface ConnectionDependencies {
  /** Epoch milliseconds. */
  now: () => number;
  /** The billing system of this deployment. */
  billingSystem: string;
  notices: Notices;
  list: ConnectionList;
  /** Which stores are on hold; one for each instance of the object, so that an instance that was restored reads them first. */
  holds: Pick<Holds, "isHeld">;
  /** Ends what a connection asked to approve before it ended or was changed. */
  voidApprovals(agreement: Agreement): Promise<void>;
  /** The scope that an operation needs, by the operation's id; undefined for one that is not known. */
  scopeOf: (operation: string) => Scope | undefined;
}
