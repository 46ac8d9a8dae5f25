import type { CodeRequest, Origin } from "../../shared/account-access/authorization-request.ts";
import type {
  ProviderSignIn,
  ProviderSignInFailure,
  SignInSession,
  SignInState,
} from "../../shared/pages/sign-in/session.ts";

/** An application's authorization request that waits for the customer to sign in, choose an account and consent. */
export interface PendingAuthorization {
  request: CodeRequest;
  /** The client's record as the OAuth library stores it, JSON. */
  client: string;
  /** As shown to customers: without control characters, and shortened. */
  name: string;
  origin: Exclude<Origin, { kind: "token" }>;
  /** Host, or private-use scheme with its colon. */
  returnsTo: string;
  /** The expected login (OpenID Connect Core §3.1.2.1), cleaned and shortened; empty if the application names none. */
  loginHint: string;
  /** The earliest accepted sign-in (`prompt=login`, `max_age`), epoch milliseconds; null: any. */
  signedInSince: number | null;
  /** Whether the application may have the catalogue's address: it runs on this device and does not name the account's MCP server. */
  mayMeanCatalogue: boolean;
  /** The requested changes. The page offers the others as well. */
  asked: string[];
  /** The chosen account; null before. */
  accountId: number | null;
  /** Epoch milliseconds. */
  expiresAt: number;
}

export interface SessionState extends SignInState {
  /** By id. */
  pending: Record<string, PendingAuthorization>;
}

/** The state of an unknown, ended or expired session. */
export const EMPTY_SESSION: SessionState = { signedIn: null, secondStep: null, providerSignIn: null, pending: {} };

/**
 * One browser's session, with the account's pages or with the client area. Its first write creates it. An unknown, ended or expired
 * one reads as empty.
 */
export interface SessionPort extends SignInSession<PendingAuthorization> {
  read(): Promise<SessionState>;
  /** Stores an authorization for ten minutes. @returns its id */
  addPending(pending: Omit<PendingAuthorization, "expiresAt">): Promise<string>;
  chooseAccount(pendingId: string, accountId: number): Promise<void>;
  /**
   * Removes and returns a pending authorization. Every later caller gets null.
   * @param form the complete form that answers it; the same form again gets the first result's redirect
   */
  takePending(pendingId: string, form?: string): Promise<PendingAuthorization | null>;
  /** An authorization that nobody answered within its ten minutes; null for any other. */
  lapsed(pendingId: string): Promise<PendingAuthorization | null>;
  /** Records where the answer to a removed authorization has led. */
  answered(pendingId: string, location: string): Promise<void>;
  /** Where the same form led within the last 30 seconds, or will lead; null for any other. */
  locationOf(pendingId: string, form: string): Promise<string | null>;
  /**
   * Stores a sign-in at the billing system's own page for ten minutes, one at a time.
   * @returns the valid one: if the same page begins two within 30 seconds, such as by a double click, the first
   */
  beginProviderSignIn(begun: Pick<ProviderSignIn, "state" | "address" | "page">): Promise<ProviderSignIn>;
  /** Records that the browser is back. `isFirst` is true for one caller only, which ends the sign-in; null if none was begun here. */
  returnFromProvider(): Promise<{ signIn: ProviderSignIn; isFirst: boolean } | null>;
  /** Records that it signed nobody in. The rotation records a successful one. */
  failProviderSignIn(failure: ProviderSignInFailure): Promise<void>;
  /** Selects an account of the signed-in login, for the client area. */
  selectAccount(accountId: number): Promise<void>;
}
