/** Lifetime of a signed-in session from its sign-in on, however it is used. */
export const SESSION_MAX_MS = 8 * 3_600_000;

/** Who is signed in. */
export interface SignedIn {
  loginId: number;
  email: string;
  /** When the customer last signed in, epoch milliseconds. */
  at: number;
  /** When this session began, if later: the customer continued in it without a new sign-in. */
  begunAt?: number;
  /** When the billing system's own page authenticated the person, if it says so; that can be long before `at`. */
  authenticatedAt?: number;
  /** Browser and system in plain words; empty where neither is known. */
  browser?: string;
  /** The account selected in the client area; absent before, and in sessions of the account's pages. */
  accountId?: number;
}

/** A sign-in between its password and its second step. */
export interface SecondStepWaiting {
  /** The billing system's. */
  challenge: string;
  /** As typed: attempts at the code are counted for the same login. */
  email: string;
  /** Epoch milliseconds. */
  expiresAt: number;
}

/** How a sign-in at the billing system's own page ended that signed nobody in. */
export type ProviderSignInFailure = "declined" | "not_accepted" | "no_account" | "expired" | "unavailable";

/** A sign-in at the billing system's own page, from the moment the browser is sent there. */
export interface ProviderSignIn {
  /** The billing system's, for ending it. */
  state: string;
  address: string;
  /** Path and query of the sign-in page that it began on, which continues from there. */
  page: string;
  /** Epoch milliseconds. */
  begunAt: number;
  /** `returned`: the browser is back, and what it came with is being checked. */
  progress: "away" | "returned" | "signed_in" | ProviderSignInFailure;
}

/** The state of a session as far as signing in reads it. */
export interface SignInState {
  signedIn: SignedIn | null;
  secondStep: SecondStepWaiting | null;
  /** Null before one, and ten minutes after it was begun. */
  providerSignIn: ProviderSignIn | null;
}

/** What signing in or out moves from one session into another with a new id. */
export interface SessionRotation<Pending = unknown> {
  session: string;
  /** Null after signing out. */
  signedIn: SignedIn | null;
  /** What waits for the customer in the session, by id. */
  pending: Record<string, Pending>;
  /** The sign-in at the billing system's own page that it ended, for a repeated return from there; absent without one. */
  providerSignIn?: ProviderSignIn;
}

/** A stored session as far as signing in needs it; an unknown, ended or expired one reads as empty. */
export interface SignInSession<Pending = unknown> {
  read(): Promise<SignInState>;
  /** Whether somebody is signed in with it. Unlike reading it, this does not count as a use. */
  isSignedIn(): Promise<boolean>;
  /** The signed-in login has another address by now. */
  setEmail(email: string): Promise<void>;
  /** @param waiting null: no second step is pending */
  awaitSecondStep(waiting: Omit<SecondStepWaiting, "expiresAt"> | null): Promise<void>;
  /**
   * Rotates the session: moves what is pending to a session with a new id and signs this one out. A repetition within 30
   * seconds (a form sent twice: the same login signing in, or a second sign-out) gets the first rotation.
   * @param codeProof of the second step's code; null without one
   */
  rotate(
    to: Pick<SessionRotation<Pending>, "session" | "signedIn">,
    codeProof: string | null,
  ): Promise<SessionRotation<Pending>>;
  /** The rotation of the last 30 seconds that a code completed, by the code's proof; one wrong proof ends its availability. */
  rotated(codeProof: string): Promise<SessionRotation<Pending> | null>;
  /** Begins a session from a rotation; does nothing if it has begun. */
  begin(rotation: Omit<SessionRotation<Pending>, "session">): Promise<void>;
  /** Clears the session; a repeated rotation does not begin it again. */
  end(): Promise<void>;
}
