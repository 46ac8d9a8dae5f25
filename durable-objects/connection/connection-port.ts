import type { CodeRequest, Origin } from "../../shared/account-access/authorization-request.ts";
import type { LogEntry, LogKey } from "../../shared/account-access/call-log.ts";
import type { Scope } from "../../shared/account-access/scopes.ts";
import type { CallRecord } from "../../shared/api/pipeline/gate.ts";
import type { ResourceLimit } from "../../shared/billing-contract/actor.ts";
import type { Currency } from "../../shared/platform/money.ts";
import type { RateLimitResult } from "../../shared/platform/sliding-log.ts";
import type { Grant } from "./grant.ts";
import type { Place } from "./place.ts";

/** What was agreed: one consent, or one API token, for one application, one login, one account. */
export interface Agreement {
  /** See `shared/platform/object-id.ts`. */
  id: string;
  /** As it is shown: cleaned of control characters and cut. */
  name: string;
  /** Client id, or for an API token the connection's own id: what its entries are kept together by. */
  application: string;
  origin: Origin;
  /** Host, or private-use scheme with its colon, that the application is returned to; null for an API token. */
  returnsTo: string | null;
  loginId: number;
  accountId: number;
  accountName: string;
  currency: Currency;
  scopes: Scope[];
  /** Ids of the acting operations that an API token may call; null: all that its scopes open. */
  operations: string[] | null;
  limit: ResourceLimit;
  /** What the limit is called on pages, such as `studio-ana.ca`; null without a limit. */
  limitName: string | null;
  /** RFC 3339, UTC, like every instant here. */
  madeAt: string;
  /** {auth_url} when it was made: what mails about it link to. */
  pages: string;
  /** When an API token ends, whatever happens; null for an OAuth connection. */
  endsAt: string | null;
}

const END_REASONS = [
  /** The customer disconnected it. */
  "disconnected",
  /** The application gave its tokens back (RFC 7009). */
  "revoked",
  /** The login no longer manages the account. */
  "access_lost",
  /** A refresh token was used again long after its successor was issued. */
  "refresh_token_reused",
  /** Two places went on refreshing, after a used refresh token had come back from another one. */
  "used_in_two_places",
  /** An authorization code was used again. */
  "code_reused",
  /** Not refreshed for 30 days, or the API token's end date. */
  "expired",
] as const;
export type EndReason = (typeof END_REASONS)[number];

export interface End {
  at: string;
  reason: EndReason;
}

/** What a connection may do. */
export type Standing = Pick<Agreement, "scopes" | "operations" | "limit">;

/** A credential as its holder presented it. */
export type Credential =
  /** An access token, and the resource it must have been issued for. */
  { kind: "access_token"; token: string; resource: string } | { kind: "api_token"; token: string };

/** Takes down how the admitted calls ended; part of the same call to the object. */
export interface CallLog {
  /**
   * A record of `access_lost` ends the connection before this resolves.
   * @param needed the scope that the operation needs
   */
  record(record: CallRecord, needed: Scope): Promise<void>;
  /** There where it came over a binding: lets the object go. What is being recorded is not lost by it. */
  [Symbol.dispose]?(): void;
}

/** What became of requests that came together. */
export type AdmissionResult =
  | { outcome: "admitted"; grant: Grant; rateResults: RateLimitResult[]; log: CallLog }
  /** Unknown, expired, for another resource, or of a connection that has ended. */
  | { outcome: "refused" }
  /** It held no request, and there were too many such messages; one is taken again at this instant, epoch milliseconds. */
  | { outcome: "too_many_notifications"; moreAt: number };

/** A connection as pages show it. */
export interface ConnectionSummary extends Agreement {
  lastUsedAt: string | null;
  end: End | null;
  /** When a used refresh token first came back from another country and network operator; null where none did. */
  markedAt: string | null;
  /** When it ends by itself if nothing happens. */
  expiresAt: string;
  /** The newest entries, newest first. */
  recent: LogEntry[];
}

/** The addresses of an authorization server, by which its tokens are made and checked. */
export interface ServerAddresses {
  /** {auth_url} */
  issuer: string;
  /** {base_url}: the one resource that tokens are for. */
  resource: string;
}

/** A form posted to the token or revocation endpoint, its client already looked up. */
export interface TokenRequest {
  server: ServerAddresses;
  /** The body, `application/x-www-form-urlencoded`. */
  body: string;
  /** `Authorization` header, null where absent. */
  authorization: string | null;
  /** The client's record as the OAuth library stores it, JSON. */
  client: string;
  /** From where it came; absent or null where that is not known. */
  place?: Place | null;
  requestId?: string;
}

export interface TokenAnswer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** What a connection is to be narrowed to. */
export interface Narrowing {
  scopes: Scope[];
  limit: ResourceLimit;
  limitName: string | null;
  /** The domain name that the service of the limit belongs to, as the billing system says; absent where it was not asked. */
  within?: string;
}

/** One connection: what was agreed, its tokens, its request window and the log of its reads. */
export interface ConnectionPort {
  /** Client id of the application whose tokens are known here; null where none are. */
  application(): Promise<string | null>;
  /** What it may do as of now, whatever credential a call came with; null where it has ended or never was. */
  standing(): Promise<Standing | null>;
  /** Makes the connection of a consent; the address to return to, with its authorization code. */
  open(
    agreement: Agreement,
    server: ServerAddresses,
    request: CodeRequest,
    client: string,
    requestId?: string,
  ): Promise<string>;
  /** Makes the connection of an API token. @param tokenHash SHA-256 of the whole token, base64 */
  openToken(agreement: Agreement, tokenHash: string, requestId?: string): Promise<void>;
  /** Checks a credential and counts so many requests against the window of 120 a minute; none, against one of its own. */
  admit(credential: Credential, requests: number): Promise<AdmissionResult>;
  tokenEndpoint(request: TokenRequest): Promise<TokenAnswer>;
  /** Null where nothing was ever made. @param entries how many of the newest entries to bring */
  summary(entries: number): Promise<ConnectionSummary | null>;
  /** Entries older than a key, newest first. */
  entries(before: LogKey | null, limit: number): Promise<LogEntry[]>;
  /** Takes scopes away or narrows the limit; what would widen either is refused (false). */
  narrow(to: Narrowing): Promise<boolean>;
  /** Effective with the next request; nothing where it had ended before. */
  end(reason: EndReason, requestId?: string): Promise<void>;
}
