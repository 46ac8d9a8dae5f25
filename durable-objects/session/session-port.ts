import type { CodeRequest, Origin } from "../../shared/account-access/authorization-request.ts";
import type {
  ProviderSignIn,
  ProviderSignInFailure,
  SignInSession,
  SignInState,
} from "../../shared/pages/sign-in/session.ts";

/**
 * An application's authorization request that waits until the customer has signed in, chosen an account and consented.
 */
export interface PendingAuthorization {
  request: CodeRequest;
  /** The client's record as the OAuth library stores it, JSON. */
  client: string;
  /** As shown to customers: without control characters, and shortened. */
  name: string;
  origin: Exclude<Origin, { kind: "token" }>;
  /** The host or private-use scheme (with its colon) of the redirect address. */
  returnsTo: string;
  /** The expected login (OpenID Connect Core §3.1.2.1), cleaned and shortened; empty if the application names none. */
  loginHint: string;
  /** The earliest accepted sign-in (`prompt=login`, `max_age`), epoch milliseconds; null if any sign-in is accepted. */
  signedInSince: number | null;
  /** Whether the application may have the catalogue's address. True if it runs on the customer's device and does not name the
   * account's MCP server. */
  mayMeanCatalogue: boolean;
  /** The requested changes. The page offers the others as well. */
  asked: string[];
  /** The chosen account; null before the choice. */
  accountId: number | null;
  /** Epoch milliseconds. */
  expiresAt: number;
}

export interface SessionState extends SignInState {
  /** The pending authorizations by id. */
  pending: Record<string, PendingAuthorization>;
}

/** The state of an unknown, ended or expired session. */
export const EMPTY_SESSION: SessionState = { signedIn: null, secondStep: null, providerSignIn: null, pending: {} };

/**
 * One browser's session, with the account's pages or with the client area. Its first write creates it. An unknown,
 * ended or expired session reads as empty.
 */
export interface SessionPort extends SignInSession<PendingAuthorization> {
  read(): Promise<SessionState>;
  /** Stores an authorization for ten minutes. @returns its id */
  addPending(pending: Omit<PendingAuthorization, "expiresAt">): Promise<string>;
  chooseAccount(pendingId: string, accountId: number): Promise<void>;
  /**
   * Removes and returns a pending authorization. Every later caller gets null.
   * @param form the complete form that answers it; a repeat of the form gets the same redirect
   */
  takePending(pendingId: string, form?: string): Promise<PendingAuthorization | null>;
  /** Returns an authorization that the customer did not answer within its ten minutes; null for any other. */
  lapsed(pendingId: string): Promise<PendingAuthorization | null>;
  /** Records the redirect address of the answer to a removed authorization. */
  answered(pendingId: string, location: string): Promise<void>;
  /** Returns the redirect address of the same form within the last 30 seconds. Waits if its answer is not ready. Null for any
   * other form. */
  locationOf(pendingId: string, form: string): Promise<string | null>;
  /**
   * Stores a sign-in at the billing system's own page for ten minutes, one at a time.
   * @returns the valid sign-in: if the same page begins two within 30 seconds, such as by a double click, the first
   */
  beginProviderSignIn(begun: Pick<ProviderSignIn, "state" | "address" | "page">): Promise<ProviderSignIn>;
  /** Records that the browser has returned. Null if no sign-in was begun here. `isFirst` is true for only one caller, which ends
   * the sign-in. */
  returnFromProvider(): Promise<{ signIn: ProviderSignIn; isFirst: boolean } | null>;
  /** Records a failed sign-in. The rotation records a successful one. */
  failProviderSignIn(failure: ProviderSignInFailure): Promise<void>;
  /** Selects an account of the signed-in login, for the client area. */
  selectAccount(accountId: number): Promise<void>;
}
