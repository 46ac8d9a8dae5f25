import type { Asks } from "../../shared/account-access/asks.ts";
import type { CodeRequest, Origin } from "../../shared/account-access/authorization-request.ts";
import type { LogEntry, LogKey } from "../../shared/account-access/call-log.ts";
import type { Scope } from "../../shared/account-access/scopes.ts";
import type { Standing } from "../../shared/account-access/standing.ts";
import type { CallRecord } from "../../shared/api/pipeline/gate.ts";
import type { MailRecipient } from "../../shared/billing-contract/customer.ts";
import type { Holds } from "../../shared/holds/holds.ts";
import type { RestorableObject } from "../../shared/holds/point-in-time.ts";
import type { AccountCurrency } from "../../shared/platform/money.ts";
import type { RateLimitResult } from "../../shared/platform/rate-limit.ts";

/** The customer's agreement: one consent or one API token, for one application, login and account. */
export interface Agreement extends Standing {
  /** The connection id. See `shared/platform/ids.ts`. */
  id: string;
  /** The application's name as shown to customers. It is shortened and contains no control characters. */
  name: string;
  /** The client id, or the connection id of an API token. Log entries are grouped by it. */
  application: string;
  origin: Origin;
  /** The host of the redirect URI, or its private-use scheme with the colon; `null` for an API token. */
  returnsTo: string | null;
  /**
   * The resource that tokens are issued for. Absent for an API token, and for a connection that was made before
   * resources were stored.
   */
  resource?: string;
  loginId: number;
  accountId: number;
  accountName: string;
  currency: AccountCurrency;
  /** The name of the limit as pages show it, such as `studio-ana.ca`; `null` if there is no limit. */
  limitName: string | null;
  /** Time at which the connection was made. All times here are RFC 3339 in UTC. */
  madeAt: string;
  /** The base URL of the customer's pages ({auth_url}) at the time of consent. Links in e-mails use it. */
  pages: string;
  /** The end date of an API token; `null` for an OAuth connection. */
  endsAt: string | null;
  /** The recipient of the e-mail about the connection's end if the deployment has since changed its billing system. */
  contact: MailRecipient;
}

export type EndReason =
  | "disconnected"
  /** The provider's operator ended the connection. */
  | "ended_by_provider"
  /** The application revoked its tokens (RFC 7009). */
  | "revoked"
  /** The login no longer manages the account, or both belong to a former billing system. */
  | "access_lost"
  /** A refresh token was reused more than an hour after its successor was issued. */
  | "refresh_token_reused"
  /** Refreshes continued from two locations after a refresh token was reused from the second one. */
  | "used_in_two_places"
  | "code_reused"
  /** The connection was not refreshed for 30 days, or the API token reached its end date. */
  | "expired";

export interface End {
  at: string;
  reason: EndReason;
}

/**
 * What a connection may do in this request: the connection's current permissions, with the scopes reduced to those of
 * the presented token.
 */
export interface Grant
  extends Omit<
    Agreement,
    "origin" | "returnsTo" | "accountName" | "limitName" | "madeAt" | "pages" | "endsAt" | "contact"
  > {
  /** The scopes of the connection. A refresh without `scope` issues a token with all of them. */
  agreedScopes: Scope[];
  /** Whether the application answered a scope challenge with a refresh, which cannot add a scope. */
  isChallenged: boolean;
}

export type Credential =
  /** An access token. It must have been issued for one of `resources`. */
  { kind: "access_token"; token: string; resources: string[] } | { kind: "api_token"; token: string };

/** The recorder of admitted calls. An admission returns it as an RPC stub. */
export interface CallLog {
  /**
   * Records how a call ended. If a call ended with `access_lost`, the connection ends before the promise resolves.
   * @param needed the scope that the operation needs
   */
  record(record: CallRecord, needed: Scope): Promise<void>;
  /** Present on an RPC stub. Disposing of the stub releases the object, but pending records are still written. */
  [Symbol.dispose]?(): void;
}

export type AdmissionResult =
  | { outcome: "admitted"; grant: Grant; rateResults: RateLimitResult[]; log: CallLog }
  /** The credential is unknown, expired or for another resource, or its connection has ended. */
  | { outcome: "refused" }
  /** The connection's login and account belong to a former billing system. This request ended the connection. */
  | { outcome: "access_lost" }
  /**
   * The application sent too many messages that are not requests. The next one is admitted at `moreAt`, in epoch
   * milliseconds.
   */
  | { outcome: "too_many_notifications"; moreAt: number };

/** A connection as pages show it. */
export interface ConnectionSummary extends Agreement {
  lastUsedAt: string | null;
  end: End | null;
  /**
   * Time at which a refresh token was first reused from another country and another network operator; `null` if that
   * has not happened.
   */
  markedAt: string | null;
  expiresAt: string;
  /** The newest log entries, newest first. */
  recent: LogEntry[];
}

export interface ServerAddresses {
  /** The base URL of the authorization server ({auth_url}). */
  issuer: string;
  /** The resources for which tokens can be issued. The first is the default. */
  resources: [string, ...string[]];
}

/** A form that was posted to the token or revocation endpoint, with the client's record. */
export interface TokenRequest {
  server: ServerAddresses;
  /** The request body, in the format `application/x-www-form-urlencoded`. */
  body: string;
  /** The `Authorization` header; `null` if absent. */
  authorization: string | null;
  /** The client's record as JSON, in the format of the OAuth library. */
  client: string;
  /** The location that the request came from; `null` if unknown. */
  place: Place | null;
  requestId?: string;
}

export interface TokenAnswer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

export interface Narrowing extends Pick<Agreement, "scopes" | "limit" | "limitName"> {
  /** The agreed domain, if the billing system confirmed that the new limit's service is on that domain. */
  within?: string;
}

/**
 * The Durable Object of one connection. It stores the connection's agreement, tokens, request window and call log.
 */
export interface ConnectionPort extends RestorableObject {
  /** Returns the client id of the connection's application, or `null` if the connection is not active. */
  application(): Promise<string | null>;
  /**
   * Returns the connection's current permissions, or `null` if the connection is not active or belongs to a former
   * billing system.
   */
  standing(): Promise<Standing | null>;
  /**
   * Creates a connection after the customer's consent.
   * @returns the redirect URL with the authorization code
   */
  open(agreement: Agreement, request: CodeRequest, client: string, requestId?: string): Promise<string>;
  /**
   * Creates a connection for an API token.
   * @param tokenHash SHA-256 of the whole token, in base64
   */
  openToken(agreement: Agreement, tokenHash: string, requestId?: string): Promise<void>;
  /**
   * Checks a credential, and counts the requests against the window of 120 requests a minute. A call with 0 requests
   * counts against a separate window.
   */
  admit(credential: Credential, requests: number): Promise<AdmissionResult>;
  tokenEndpoint(request: TokenRequest): Promise<TokenAnswer>;
  /**
   * Returns the connection for pages, or `null` if it does not exist or belongs to a former billing system.
   * @param entries the number of log entries to include
   */
  summary(entries: number): Promise<ConnectionSummary | null>;
  /** Returns log entries that are older than the given key, newest first. */
  entries(before: LogKey | null, limit: number): Promise<LogEntry[]>;
  /**
   * Removes scopes or restricts the limit.
   * @returns false if either would be widened or the connection is not active; nothing changes in that case
   */
  narrow(to: Narrowing): Promise<boolean>;
  /**
   * Sets which commands need the customer's approval.
   * @returns false if the connection is not active
   */
  ask(asks: Asks): Promise<boolean>;
  /**
   * Ends the connection, effective with the next request. If the connection has already ended, this method only retries
   * its pending notices.
   */
  end(reason: EndReason, requestId?: string): Promise<void>;
  /** Ends the connection without a notice, and deletes all its data, including its entry in the list. */
  erase(requestId: string): Promise<void>;
  /**
   * Sends an e-mail about the connection again. The e-mail describes the connection's current state.
   * @returns false if there is nothing to report
   */
  sendAgain(mail: ConnectionMail, requestId: string): Promise<boolean>;
}

/** The kind of an e-mail about a connection. */
export type ConnectionMail = "made" | "ending" | "marked" | "ended";
/**
 * The location of a request, as keyed hashes. Locations of one connection can be compared, but do not identify anyone.
 */
export interface Place {
  /** The keyed hash of the country. */
  country: string;
  /** The keyed hash of the network operator (autonomous system). */
  network: string;
}

/**
 * Sends e-mails about a connection to the account owner and to the login. A method throws only if its comment says so.
 */
export interface Notices {
  connectionMade(agreement: Agreement, requestId?: string | undefined): Promise<void>;
  /**
   * Reports that the service ended the connection.
   * @param isFormer whether the connection's billing system was replaced; the e-mail then goes to the agreement's
   * contact
   */
  connectionEnded(agreement: Agreement, end: End, requestId?: string | undefined, isFormer?: boolean): Promise<void>;
  /**
   * Reports that the connection's tokens were used from two locations.
   * @param at the time at which the second location was detected, RFC 3339
   * @throws if no e-mail was sent although there is a recipient; the caller retries
   */
  connectionMarked(agreement: Agreement, at: string, requestId?: string | undefined): Promise<void>;
  /** Reports that an API token expires within a week. */
  tokenEnding(agreement: Agreement, requestId?: string | undefined): Promise<void>;
}

/** The index of connections by login. The connection's object is authoritative. */
export interface ConnectionList {
  ended(id: string, end: End): Promise<void>;
  /** Removes a connection whose object has deleted its data. */
  forget(id: string): Promise<void>;
  /** Adds an active connection to the list again, in case a restore of the list has lost the connection. */
  relist(agreement: Agreement): Promise<void>;
}

export interface ConnectionDependencies {
  /** Returns the current time, in epoch milliseconds. */
  now: () => number;
  /** The name of the billing system that this deployment uses. */
  billingSystem: string;
  notices: Notices;
  list: ConnectionList;
  /**
   * Checks whether stores are on hold. Each instance of the object has its own cache of the holds, so an instance that
   * starts after a restore reads the holds again.
   */
  holds: Pick<Holds, "isHeld">;
  /** Voids the approval requests that a connection made before it ended or changed. */
  voidApprovals(agreement: Agreement): Promise<void>;
  /** Returns the scope that the operation with the given id needs, or `undefined` if there is no such operation. */
  scopeOf: (operation: string) => Scope | undefined;
}
