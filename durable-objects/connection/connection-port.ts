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

/** What the customer agreed to: one consent or one API token, for one application, login and account. */
export interface Agreement extends Standing {
  /** See `shared/platform/ids.ts`. */
  id: string;
  /** As shown to customers: without control characters, and shortened. */
  name: string;
  /** Client id, or an API token's own connection id; log entries are grouped by it. */
  application: string;
  origin: Origin;
  /** Host, or private-use scheme with its colon, that the application is returned to; null for an API token. */
  returnsTo: string | null;
  /** The resource of its tokens; absent for an API token, and for a connection made before resources were stored. */
  resource?: string;
  loginId: number;
  accountId: number;
  accountName: string;
  currency: AccountCurrency;
  /** The limit's name on pages, such as `studio-ana.ca`; null without a limit. */
  limitName: string | null;
  /** RFC 3339, UTC, like every instant here. */
  madeAt: string;
  /** {auth_url} at the time of consent; mails link to it. */
  pages: string;
  /** The end date of an API token; null for an OAuth connection. */
  endsAt: string | null;
  /** The recipient of the mail about its end, if the billing system that knows the login is gone. */
  contact: MailRecipient;
}

export type EndReason =
  | "disconnected"
  /** The provider's operator ended it. */
  | "ended_by_provider"
  /** The application revoked its tokens (RFC 7009). */
  | "revoked"
  /** The login no longer manages the account. */
  | "access_lost"
  /** A refresh token was reused more than an hour after its successor was issued. */
  | "refresh_token_reused"
  /** Two places kept refreshing after a reused refresh token came from a second one. */
  | "used_in_two_places"
  | "code_reused"
  /** Not refreshed for 30 days, or the API token's end date. */
  | "expired";

export interface End {
  at: string;
  reason: EndReason;
}

/** The current permissions of one request: its connection's, with its scopes cut to those of the presented token. */
export interface Grant
  extends Omit<
    Agreement,
    "origin" | "returnsTo" | "accountName" | "limitName" | "madeAt" | "pages" | "endsAt" | "contact"
  > {
  /** The connection's scopes: those that a refresh without `scope` gives. */
  agreedScopes: Scope[];
  /** Whether the application answered a scope challenge with a refresh, which cannot add a scope. */
  isChallenged: boolean;
}

export type Credential =
  /** An access token, and the resources for one of which it must have been issued. */
  { kind: "access_token"; token: string; resources: string[] } | { kind: "api_token"; token: string };

/** Records how admitted calls ended; an RPC stub of the same call to the object. */
export interface CallLog {
  /**
   * A record of `access_lost` ends the connection before this resolves.
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
  /** Its login and account belong to a former billing system: this request has ended the connection. */
  | { outcome: "access_lost" }
  /** A message without a request, above the limit of such messages; the next one is admitted at `moreAt`, epoch milliseconds. */
  | { outcome: "too_many_notifications"; moreAt: number };

/** A connection as pages show it. */
export interface ConnectionSummary extends Agreement {
  lastUsedAt: string | null;
  end: End | null;
  /** When a reused refresh token first came from another country and network operator; null if none did. */
  markedAt: string | null;
  expiresAt: string;
  /** The newest entries, newest first. */
  recent: LogEntry[];
}

export interface ServerAddresses {
  /** {auth_url} */
  issuer: string;
  /** The resources that tokens can be issued for. The first is the default. */
  resources: [string, ...string[]];
}

/** A form posted to the token or revocation endpoint, its client already looked up. */
export interface TokenRequest {
  server: ServerAddresses;
  /** The body, `application/x-www-form-urlencoded`. */
  body: string;
  /** `Authorization` header, null if absent. */
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
  /** The domain of the limit's service, from the billing system; absent without a lookup. */
  within?: string;
}

/** The object of one connection: its agreement, tokens, request window and log of reads. */
export interface ConnectionPort extends RestorableObject {
  /** Client id of an active connection's application; null otherwise. */
  application(): Promise<string | null>;
  /** Its current permissions; null if it has ended or does not exist. */
  standing(): Promise<Standing | null>;
  /** Creates the connection of a consent. @returns the redirect address with the authorization code */
  open(agreement: Agreement, request: CodeRequest, client: string, requestId?: string): Promise<string>;
  /** Creates the connection of an API token. @param tokenHash SHA-256 of the whole token, base64 */
  openToken(agreement: Agreement, tokenHash: string, requestId?: string): Promise<void>;
  /** Checks a credential and counts these requests against the window of 120 a minute. 0 requests count against a separate window. */
  admit(credential: Credential, requests: number): Promise<AdmissionResult>;
  tokenEndpoint(request: TokenRequest): Promise<TokenAnswer>;
  /** Null if it does not exist, or belongs to a former billing system. @param entries how many of the newest log entries to include */
  summary(entries: number): Promise<ConnectionSummary | null>;
  /** Log entries before a key, newest first. */
  entries(before: LogKey | null, limit: number): Promise<LogEntry[]>;
  /** Removes scopes or narrows the limit. @returns false, and changes nothing, if either would be widened */
  narrow(to: Narrowing): Promise<boolean>;
  /** Sets what the customer must approve first. @returns false if the connection has ended */
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
/** The origin of a request, as keyed hashes. Two origins of one connection can be compared; nobody can be identified by them. */
export interface Place {
  /** Hash of the country. */
  country: string;
  /** Hash of the network's operator (autonomous system). */
  network: string;
}

/** Mails to the owner of the account and to the login of a connection. Methods throw only if documented. */
export interface Notices {
  connectionMade(agreement: Agreement, requestId?: string | undefined): Promise<void>;
  /** The service ended the connection. @param isFormer its billing system is gone: the mail goes to the contact of the agreement */
  connectionEnded(agreement: Agreement, end: End, requestId?: string | undefined, isFormer?: boolean): Promise<void>;
  /**
   * Its tokens were used from two places.
   * @param at when that was detected, RFC 3339
   * @throws if no mail was sent although there is a recipient: retry
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
  /** Which stores are on hold. Each instance of the object has its own, so that a restored instance reads the holds first. */
  holds: Pick<Holds, "isHeld">;
  /** Voids the approval requests that a connection made before it ended or was changed. */
  voidApprovals(agreement: Agreement): Promise<void>;
  /** The scope that an operation needs, by the operation's id; undefined for an unknown one. */
  scopeOf: (operation: string) => Scope | undefined;
}
