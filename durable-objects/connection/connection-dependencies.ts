import type { Scope } from "../../shared/account-access/scopes.ts";
import type { Agreement, End } from "./connection-port.ts";

/** Tells people what became of a connection: the owner of its account, and whoever signed in for it. Never throws but where it is said. */
export interface Notices {
  connectionMade(agreement: Agreement, requestId: string | undefined): Promise<void>;
  /** The service ended it, not the customer. */
  connectionEnded(agreement: Agreement, end: End, requestId: string | undefined): Promise<void>;
  /**
   * Its tokens were used from two places.
   * @param at when that was noticed, RFC 3339
   * @throws where nobody could be told, although mails are sent and there is somebody: it is to be tried again
   */
  connectionMarked(agreement: Agreement, at: string, requestId: string | undefined): Promise<void>;
  /** An API token ends in a week. */
  tokenEnding(agreement: Agreement, requestId: string | undefined): Promise<void>;
}

/** The list of connections by login. The connection's object is the authority; this only finds it. */
export interface ConnectionList {
  ended(id: string, end: End): Promise<void>;
  /** Its object has forgotten everything. */
  forget(id: string): Promise<void>;
}

/** What a connection takes from the world around it. */
export interface ConnectionDependencies {
  /** Epoch milliseconds. */
  now: () => number;
  notices: Notices;
  list: ConnectionList;
  /** The scope that an operation needs, by the operation's id; undefined for one that is not known. */
  scopeOf: (operation: string) => Scope | undefined;
}
