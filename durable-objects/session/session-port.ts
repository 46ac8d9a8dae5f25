import type { CodeRequest, Origin } from "../../shared/account-access/authorization-request.ts";
import type {
  ProviderSignIn,
  ProviderSignInFailure,
  SignInSession,
  SignInState,
} from "../../shared/pages/sign-in/session.ts";

/** An application's authorization request that waits for the customer: signing in, choosing an account, consenting. */
export interface PendingAuthorization {
  request: CodeRequest;
  /** The client's record as the OAuth library stores it, JSON. */
  client: string;
  /** As it is shown: cleaned of control characters and cut. */
  name: string;
  origin: Exclude<Origin, { kind: "token" }>;
  /** Host, or private-use scheme with its colon. */
  returnsTo: string;
  /** Who the application expects to sign in (OpenID Connect Core §3.1.2.1), cleaned and cut; empty where it does not say. */
  loginHint: string;
  /** The customer is to have signed in at this instant or later (`prompt=login`, `max_age`), epoch milliseconds; null: whenever. */
  signedInSince: number | null;
  /** It may have been given the catalogue's address: a program on this device that does not name the account's MCP server. */
  mayMeanCatalogue: boolean;
  /** The changes it asked for; the others are offered as well. */
  asked: string[];
  /** The account that was chosen; null before. */
  accountId: number | null;
  /** Epoch milliseconds. */
  expiresAt: number;
}

export interface SessionState extends SignInState {
  /** By id. */
  pending: Record<string, PendingAuthorization>;
}

/** What an unknown, ended or expired session reads as. */
export const EMPTY_SESSION: SessionState = { signedIn: null, secondStep: null, providerSignIn: null, pending: {} };

/**
 * One browser's session, with the account's pages or with the client area. It is created by its first write; an unknown,
 * ended or expired one reads as empty.
 */
export interface SessionPort extends SignInSession<PendingAuthorization> {
  read(): Promise<SessionState>;
  /** Keeps an authorization for ten minutes. @returns its id */
  addPending(pending: Omit<PendingAuthorization, "expiresAt">): Promise<string>;
  chooseAccount(pendingId: string, accountId: number): Promise<void>;
  /**
   * Removes and returns a pending authorization. Every later caller gets null.
   * @param form the complete form that answers it; the same form again gets the first result's redirect
   */
  takePending(pendingId: string, form?: string): Promise<PendingAuthorization | null>;
  /** An authorization that nobody answered within its ten minutes; null for any other. */
  lapsed(pendingId: string): Promise<PendingAuthorization | null>;
  /** Records where the answer to an authorization that was taken out has led. */
  answered(pendingId: string, location: string): Promise<void>;
  /** Where the very same form led within the last 30 seconds, or is about to lead; null for any other. */
  locationOf(pendingId: string, form: string): Promise<string | null>;
  /**
   * Keeps a sign-in at the billing system's own page for ten minutes, one at a time.
   * @returns the one that counts: of two that the same page began within 30 seconds, as a double click does, the first
   */
  beginProviderSignIn(begun: Pick<ProviderSignIn, "state" | "address" | "page">): Promise<ProviderSignIn>;
  /** Records that the browser is back. `isFirst` is true for one caller only, which ends the sign-in; null if none was begun here. */
  returnFromProvider(): Promise<{ signIn: ProviderSignIn; isFirst: boolean } | null>;
  /** Records that it signed nobody in. One that did is recorded by the rotation. */
  failProviderSignIn(failure: ProviderSignInFailure): Promise<void>;
  /** Selects an account of the signed-in login, for the client area. */
  selectAccount(accountId: number): Promise<void>;
}
