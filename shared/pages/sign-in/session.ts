/**
 * The maximum lifetime of a session after its sign-in. Use of the session does not extend it, and an unused session
 * ends earlier.
 */
export const SESSION_MAX_MS = 8 * 3_600_000;

/** The signed-in login. */
export interface SignedIn {
  loginId: number;
  email: string;
  /** Time of the customer's last sign-in, in epoch milliseconds. */
  at: number;
  /** Time at which this session began, if the customer continued in it without signing in again. */
  begunAt?: number;
  /** Time at which the billing system's own page authenticated the person, if known. It can be long before `at`. */
  authenticatedAt?: number;
  /** The browser and system in plain words; empty if neither is known. */
  browser?: string;
  /**
   * The account that is selected in the client area. Absent before a selection, and in sessions of the account's pages.
   */
  accountId?: number;
}

/** A sign-in between its password and its second step. */
export interface SecondStepWaiting {
  /** The challenge that the billing system created. */
  challenge: string;
  /** The e-mail address as typed. Attempts to enter the code count for the same login. */
  email: string;
  /** Time at which the second step expires, in epoch milliseconds. */
  expiresAt: number;
}

/** The reasons why a sign-in at the billing system's own page did not sign anyone in. */
export type ProviderSignInFailure = "declined" | "not_accepted" | "no_account" | "expired" | "unavailable";

/** A sign-in at the billing system's own page. It begins with the redirect to that page. */
export interface ProviderSignIn {
  /** The billing system's state, with which the sign-in is completed. */
  state: string;
  address: string;
  /** The path and query of the sign-in page where the sign-in began and continues. */
  page: string;
  /** Time at which the sign-in began, in epoch milliseconds. */
  begunAt: number;
  /** The progress of the sign-in. With `returned`, the browser is back and its parameters are being checked. */
  progress: "away" | "returned" | "signed_in" | ProviderSignInFailure;
}

/** The part of a session that the sign-in reads. */
export interface SignInState {
  signedIn: SignedIn | null;
  secondStep: SecondStepWaiting | null;
  /**
   * The sign-in at the billing system's own page; `null` if there is none, or if it began more than ten minutes ago.
   */
  providerSignIn: ProviderSignIn | null;
}

/** The data that moves from one session to another with a new id when a person signs in or out. */
export interface SessionRotation<Pending = unknown> {
  session: string;
  /** The login that signed in; `null` after signing out. */
  signedIn: SignedIn | null;
  /** Items in the session that wait for the customer, by id. */
  pending: Record<string, Pending>;
  /**
   * The completed sign-in at the billing system's own page, in case the browser returns from there again. Absent if
   * there was none.
   */
  providerSignIn?: ProviderSignIn;
}

/** A stored session as the sign-in uses it. An unknown, ended or expired session reads as empty. */
export interface SignInSession<Pending = unknown> {
  read(): Promise<SignInState>;
  /** Checks whether a login is signed in. Unlike a read, this check does not count as use of the session. */
  isSignedIn(): Promise<boolean>;
  /** Stores the login's changed e-mail address. */
  setEmail(email: string): Promise<void>;
  /**
   * Stores or clears the pending second step.
   * @param waiting `null` if no second step is pending
   */
  awaitSecondStep(waiting: Omit<SecondStepWaiting, "expiresAt"> | null): Promise<void>;
  /**
   * Rotates the session: pending items move to a session with a new id, and this session is signed out. A repeated call
   * within 30 seconds returns the first rotation. Calls are repeated if the same login sends a form twice or signs out
   * twice.
   * @param codeProof the proof of the code in the second step; `null` if there was no code
   */
  rotate(
    to: Pick<SessionRotation<Pending>, "session" | "signedIn">,
    codeProof: string | null,
  ): Promise<SessionRotation<Pending>>;
  /**
   * Returns the rotation that a code completed in the last 30 seconds. One wrong proof makes the rotation unavailable.
   * @param codeProof the proof of that code
   */
  rotated(codeProof: string): Promise<SessionRotation<Pending> | null>;
  /** Begins a session with the data of a rotation. Does nothing if the session has already begun. */
  begin(rotation: Omit<SessionRotation<Pending>, "session">): Promise<void>;
  /** Clears the session. A repeated rotation does not restart it. */
  end(): Promise<void>;
}
