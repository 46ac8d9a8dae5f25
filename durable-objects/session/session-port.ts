import type { CodeRequest, Origin } from "../../shared/account-access/authorization-request.ts";
import type {
  ProviderSignIn,
  ProviderSignInFailure,
  SignInSession,
  SignInState,
} from "../../shared/pages/sign-in/session.ts";

/**
 * An application's authorization request. It waits until the customer has signed in, chosen an account and consented.
 */
export interface PendingAuthorization {
  request: CodeRequest;
  /** The client's record as JSON, in the format of the OAuth library. */
  client: string;
  /** The application's name as shown to customers. It is shortened and contains no control characters. */
  name: string;
  origin: Exclude<Origin, { kind: "token" }>;
  /** The host of the redirect URI, or its private-use scheme with the colon. */
  returnsTo: string;
  /** The expected login (OpenID Connect Core §3.1.2.1), cleaned and shortened; empty if the application names none. */
  loginHint: string;
  /**
   * The earliest time of sign-in that is accepted (`prompt=login`, `max_age`), in epoch milliseconds; `null` if any
   * sign-in is accepted.
   */
  signedInSince: number | null;
  /**
   * Whether the consent page mentions the catalogue, because the application may only need the catalogue's URL. True if
   * the application runs on the customer's device and does not name the account's MCP server.
   */
  mayMeanCatalogue: boolean;
  /** The scopes for changes that the application requested. The page also offers the others. */
  asked: string[];
  /** The chosen account; `null` before the choice. */
  accountId: number | null;
  /** Time at which the authorization lapses, in epoch milliseconds. */
  expiresAt: number;
}

export interface SessionState extends SignInState {
  /** The pending authorizations by id. */
  pending: Record<string, PendingAuthorization>;
}

/** The state of an unknown, ended or expired session. */
export const EMPTY_SESSION: SessionState = { signedIn: null, secondStep: null, providerSignIn: null, pending: {} };

/**
 * The Durable Object of one browser's session, for the account's pages and the client area. The first write creates the
 * session. An unknown, ended or expired session reads as empty.
 */
export interface SessionPort extends SignInSession<PendingAuthorization> {
  read(): Promise<SessionState>;
  /** Stores an authorization for ten minutes. @returns its id */
  addPending(pending: Omit<PendingAuthorization, "expiresAt">): Promise<string>;
  chooseAccount(pendingId: string, accountId: number): Promise<void>;
  /**
   * Removes and returns a pending authorization. Every later caller gets `null`.
   * @param form the complete form with the customer's decision; a repeat of the form gets the same redirect
   */
  takePending(pendingId: string, form?: string): Promise<PendingAuthorization | null>;
  /** Returns an authorization whose ten minutes ended without a decision by the customer, or `null` for any other. */
  lapsed(pendingId: string): Promise<PendingAuthorization | null>;
  /** Records the redirect URL that completes an authorization, after {@link SessionPort.takePending} removed it. */
  answered(pendingId: string, location: string): Promise<void>;
  /**
   * Returns the redirect URL that the same form got within the last 30 seconds, or `null` for any other form. Waits if
   * the redirect URL is not ready.
   */
  locationOf(pendingId: string, form: string): Promise<string | null>;
  /**
   * Stores a sign-in at the billing system's own page for ten minutes. A session has at most one.
   * @returns the sign-in that is valid; if the same page begins two sign-ins within 30 seconds, such as after a double
   * click, the first one is valid
   */
  beginProviderSignIn(begun: Pick<ProviderSignIn, "state" | "address" | "page">): Promise<ProviderSignIn>;
  /**
   * Records that the browser has returned from the billing system's page. `isFirst` is true for only one caller, which
   * completes the sign-in.
   * @returns `null` if no sign-in was begun in this session, or if it has expired
   */
  returnFromProvider(): Promise<{ signIn: ProviderSignIn; isFirst: boolean } | null>;
  /** Records a failed sign-in. A successful sign-in is recorded when the session is rotated. */
  failProviderSignIn(failure: ProviderSignInFailure): Promise<void>;
  /** Selects an account of the signed-in login for the client area. */
  selectAccount(accountId: number): Promise<void>;
}
