/** The lifetime of a session from its sign-in, regardless of use. */
export const SESSION_MAX_MS = 8 * 3_600_000;

/** The signed-in login. */
export interface SignedIn {
  loginId: number;
  email: string;
  /** The time of the customer's last sign-in, epoch milliseconds. */
  at: number;
  /** The start of this session, if later: the customer continued in it without a new sign-in. */
  begunAt?: number;
  /** When the billing system's own page authenticated the person, if known. It can be long before `at`. */
  authenticatedAt?: number;
  /** The browser and system in plain words. Empty if neither is known. */
  browser?: string;
  /** The account selected in the client area. Absent before a selection, and in sessions of the account's pages. */
  accountId?: number;
}

/** A sign-in between its password and its second step. */
export interface SecondStepWaiting {
  /** The billing system's challenge. */
  challenge: string;
  /** The typed address. Attempts at the code count for the same login. */
  email: string;
  /** Epoch milliseconds. */
  expiresAt: number;
}

/** The outcome of a sign-in at the billing system's own page that signed nobody in. */
export type ProviderSignInFailure = "declined" | "not_accepted" | "no_account" | "expired" | "unavailable";

/** A sign-in at the billing system's own page, from the redirect on. */
export interface ProviderSignIn {
  /** The billing system's state, which completes the sign-in. */
  state: string;
  address: string;
  /** The path and query of the sign-in page where it began and continues. */
  page: string;
  /** Epoch milliseconds. */
  begunAt: number;
  /** `returned`: the browser is back, and its parameters are being checked. */
  progress: "away" | "returned" | "signed_in" | ProviderSignInFailure;
}

/** The session state that the sign-in reads. */
export interface SignInState {
  signedIn: SignedIn | null;
  secondStep: SecondStepWaiting | null;
  /** Null before such a sign-in, and ten minutes after it began. */
  providerSignIn: ProviderSignIn | null;
}

/** The data that signing in or out moves from one session to another with a new id. */
export interface SessionRotation<Pending = unknown> {
  session: string;
  /** Null after signing out. */
  signedIn: SignedIn | null;
  /** Items that wait for the customer in the session, by id. */
  pending: Record<string, Pending>;
  /** The finished sign-in at the billing system's own page, for a repeated return from there. Absent without one. */
  providerSignIn?: ProviderSignIn;
}

/** A stored session as the sign-in uses it. An unknown, ended or expired session reads as empty. */
export interface SignInSession<Pending = unknown> {
  read(): Promise<SignInState>;
  /** Checks that a login is signed in. Unlike a read, this check does not count as a use. */
  isSignedIn(): Promise<boolean>;
  /** Stores the login's changed address. */
  setEmail(email: string): Promise<void>;
  /** @param waiting null: no second step is pending */
  awaitSecondStep(waiting: Omit<SecondStepWaiting, "expiresAt"> | null): Promise<void>;
  /**
   * Rotates the session: moves pending items to a session with a new id and signs this one out. A repetition within 30
   * seconds returns the first rotation. It may be a form sent twice by the same login, or a second sign-out.
   * @param codeProof proof of the second step's code; null if there was none
   */
  rotate(
    to: Pick<SessionRotation<Pending>, "session" | "signedIn">,
    codeProof: string | null,
  ): Promise<SessionRotation<Pending>>;
  /**
   * Returns the rotation of the last 30 seconds that a code completed, by the code's proof. One wrong proof makes the
   * rotation unavailable.
   */
  rotated(codeProof: string): Promise<SessionRotation<Pending> | null>;
  /** Begins a session from a rotation. Does nothing if it has begun. */
  begin(rotation: Omit<SessionRotation<Pending>, "session">): Promise<void>;
  /** Clears the session. A repeated rotation does not restart it. */
  end(): Promise<void>;
}
