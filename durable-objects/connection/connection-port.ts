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
  /** See `shared/platform/ids.ts`. */
  id: string;
  /** As shown to customers: without control characters, and shortened. */
  name: string;
  /** The client id, or an API token's connection id. Groups log entries. */
  application: string;
  origin: Origin;
  /** The host or private-use scheme (with its colon) of the redirect address; null for an API token. */
  returnsTo: string | null;
  /** The resource of its tokens. Absent for an API token, and for a connection made before resources were stored. */
  resource?: string;
  loginId: number;
  accountId: number;
  accountName: string;
  currency: AccountCurrency;
  /** The limit's name on pages, such as `studio-ana.ca`; null if there is none. */
  limitName: string | null;
  /** RFC 3339, UTC, like every instant here. */
  madeAt: string;
  /** {auth_url} at the time of consent, for links in mails. */
  pages: string;
  /** The end date of an API token; null for an OAuth connection. */
  endsAt: string | null;
  /** The recipient of the mail about its end, if the deployment has since changed its billing system. */
  contact: MailRecipient;
}

export type EndReason =
  | "disconnected"
  /** The provider's operator ended the connection. */
  | "ended_by_provider"
  /** The application revoked its tokens (RFC 7009). */
  | "revoked"
  /** The login no longer manages the account. */
  | "access_lost"
  /** A refresh token was reused more than an hour after its successor was issued. */
  | "refresh_token_reused"
  /** Two places kept refreshing after a refresh token was reused from the second place. */
  | "used_in_two_places"
  | "code_reused"
  /** Not refreshed for 30 days, or the API token's end date. */
  | "expired";

export interface End {
  at: string;
  reason: EndReason;
}

/**
 * The current permissions of one request: those of its connection, with the scopes reduced to the presented token's.
 */
export interface Grant
  extends Omit<
    Agreement,
    "origin" | "returnsTo" | "accountName" | "limitName" | "madeAt" | "pages" | "endsAt" | "contact"
  > {
  /** The connection's scopes. A refresh without `scope` returns them. */
  agreedScopes: Scope[];
  /** Whether the application answered a scope challenge with a refresh, which cannot add a scope. */
  isChallenged: boolean;
}

export type Credential =
  /** An access token. It must have been issued for one of the resources. */
  { kind: "access_token"; token: string; resources: string[] } | { kind: "api_token"; token: string };

/** The recorder of admitted calls: an RPC stub that the admission returns. */
export interface CallLog {
  /**
   * Records how a call ended. `access_lost` ends the connection before the promise resolves.
   * @param needed the scope that the operation needs
   */
  record(record: CallRecord, needed: Scope): Promise<void>;
  /** Present on an RPC stub: releases the object. Pending records are not lost. */
  [Symbol.dispose]?(): void;
}

export type AdmissionResult =
  | { outcome: "admitted"; grant: Grant; rateResults: RateLimitResult[]; log: CallLog }
  /** The credential is unknown, expired, for another resource, or of a connection that has ended. */
  | { outcome: "refused" }
  /** Its login and account belong to a former billing system. This request ended the connection. */
  | { outcome: "access_lost" }
  /** A message without a request exceeds its limit. The next one is admitted at `moreAt`, epoch milliseconds. */
  | { outcome: "too_many_notifications"; moreAt: number };

/** A connection as pages show it. */
export interface ConnectionSummary extends Agreement {
  lastUsedAt: string | null;
  end: End | null;
  /** The first reuse of a refresh token from another country and network operator; null if there was none. */
  markedAt: string | null;
  expiresAt: string;
  /** The newest entries, newest first. */
  recent: LogEntry[];
}

export interface ServerAddresses {
  /** {auth_url} */
  issuer: string;
  /** The resources for which tokens can be issued. The first is the default. */
  resources: [string, ...string[]];
}

/** A form posted to the token or revocation endpoint, with the record of its client. */
export interface TokenRequest {
  server: ServerAddresses;
  /** The body, `application/x-www-form-urlencoded`. */
  body: string;
  /** The `Authorization` header; null if absent. */
  authorization: string | null;
  /** The client's record as the OAuth library stores it, JSON. */
  client: string;
  /** The origin of the request; null if unknown. */
  place: Place | null;
  requestId?: string;
}

export interface TokenAnswer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

export interface Narrowing extends Pick<Agreement, "scopes" | "limit" | "limitName"> {
  /** The domain of the limit's service, from the billing system. Absent if it was not looked up. */
  within?: string;
}

/** The object of one connection: its agreement, tokens, request window and log of reads. */
export interface ConnectionPort extends RestorableObject {
  /** Returns the client id of an active connection's application; null otherwise. */
  application(): Promise<string | null>;
  /** Returns its current permissions; null if it has ended or does not exist. */
  standing(): Promise<Standing | null>;
  /** Creates the connection of a consent. @returns the redirect address with the authorization code */
  open(agreement: Agreement, request: CodeRequest, client: string, requestId?: string): Promise<string>;
  /** Creates the connection of an API token. @param tokenHash SHA-256 of the whole token, base64 */
  openToken(agreement: Agreement, tokenHash: string, requestId?: string): Promise<void>;
  /** Checks a credential, and counts the requests against the window of 120 a minute. A call with 0 requests counts against a
   * separate window. */
  admit(credential: Credential, requests: number): Promise<AdmissionResult>;
  tokenEndpoint(request: TokenRequest): Promise<TokenAnswer>;
  /**
   * Returns the connection for pages; null if it does not exist or belongs to a former billing system.
   * @param entries how many of the newest log entries to include
   */
  summary(entries: number): Promise<ConnectionSummary | null>;
  /** Log entries before a key, newest first. */
  entries(before: LogKey | null, limit: number): Promise<LogEntry[]>;
  /** Removes scopes or restricts the limit. @returns false, and changes nothing, if either would be widened */
  narrow(to: Narrowing): Promise<boolean>;
  /** Sets which commands need the customer's approval. @returns false if the connection has ended */
  ask(asks: Asks): Promise<boolean>;
  /** Ends it, effective with the next request. Does nothing if it has already ended. */
  end(reason: EndReason, requestId?: string): Promise<void>;
  /** Ends it without a notice, and deletes all its data, including its place in the list. */
  erase(requestId: string): Promise<void>;
  /** Sends a mail about the connection again, in its current state. @returns false if there is nothing to report */
  sendAgain(mail: ConnectionMail, requestId: string): Promise<boolean>;
}

/** The mails about a connection. */
export type ConnectionMail = "made" | "ending" | "marked" | "ended";
/** The origin of a request, as keyed hashes. Origins of one connection can be compared, but identify nobody. */
export interface Place {
  /** Hash of the country. */
  country: string;
  /** Hash of the network's operator (autonomous system). */
  network: string;
}

/** Mails to the owner of the account and to the login of a connection. Methods throw only if documented. */
export interface Notices {
  connectionMade(agreement: Agreement, requestId?: string | undefined): Promise<void>;
  /**
   * The service ended the connection.
   * @param isFormer whether its billing system was replaced; the mail then goes to the agreement's contact
   */
  connectionEnded(agreement: Agreement, end: End, requestId?: string | undefined, isFormer?: boolean): Promise<void>;
  /**
   * The tokens of the connection were used from two places.
   * @param at when that was detected, RFC 3339
   * @throws if no mail was sent although there is a recipient; the caller retries
   */
  connectionMarked(agreement: Agreement, at: string, requestId?: string | undefined): Promise<void>;
  /** An API token ends in a week. */
  tokenEnding(agreement: Agreement, requestId?: string | undefined): Promise<void>;
}

/** The index of connections by login. The connection's object is authoritative. */
export interface ConnectionList {
  ended(id: string, end: End): Promise<void>;
  /** Removes a connection whose object has deleted its data. */
  forget(id: string): Promise<void>;
  /** Lists an active connection again, if a restore of the list has lost it. */
  relist(agreement: Agreement): Promise<void>;
}

export interface ConnectionDependencies {
  /** Epoch milliseconds. */
  now: () => number;
  /** The billing system of this deployment. */
  billingSystem: string;
  notices: Notices;
  list: ConnectionList;
  /**
   * The holds on stores. Each instance of the object reads them itself, so that a restored instance reads them first.
   */
  holds: Pick<Holds, "isHeld">;
  /** Voids the approval requests that a connection made before it ended or changed. */
  voidApprovals(agreement: Agreement): Promise<void>;
  /** Returns the scope that an operation needs, by its id; undefined for an unknown operation. */
  scopeOf: (operation: string) => Scope | undefined;
}
