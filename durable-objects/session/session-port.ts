import type { CodeRequest, Origin } from "../connection/connection-port.ts";

/** Who is signed in. */
export interface SignedIn {
  loginId: number;
  email: string;
  /** When the password was last given, epoch milliseconds. */
  at: number;
}

/** An application's question that waits for the customer: signing in, choosing an account, consenting. */
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
  loginHint?: string;
  /** The changes it asked for; the others are offered as well. */
  asked: string[];
  /** The account that was chosen; null before. */
  accountId: number | null;
  /** Epoch milliseconds. */
  expiresAt: number;
}

/** A sign-in between its password and its second step. */
export interface SecondStepWaiting {
  /** The billing system's. */
  challenge: string;
  /** As it was typed: attempts at the code count for the same login. */
  email: string;
  /** Epoch milliseconds. */
  expiresAt: number;
}

export interface SessionState {
  signedIn: SignedIn | null;
  secondStep: SecondStepWaiting | null;
  /** By id. */
  pending: Record<string, PendingAuthorization>;
}

/** What signing in or out takes over from one session into another with a new id. */
export interface SessionRotation {
  /** Id of the new session. */
  session: string;
  /** Null after signing out. */
  signedIn: SignedIn | null;
  pending: Record<string, PendingAuthorization>;
}

/**
 * One browser's session with the customer pages. It is created by its first write; an unknown, ended or expired one reads
 * as empty.
 */
export interface SessionPort {
  read(): Promise<SessionState>;
  /** Keeps a question for ten minutes; its id. */
  addPending(pending: Omit<PendingAuthorization, "expiresAt">): Promise<string>;
  chooseAccount(pendingId: string, accountId: number): Promise<void>;
  /**
   * Takes a question out, once: null for whoever comes second.
   * @param form everything that was sent to answer it; the same again is told where this one led
   */
  takePending(pendingId: string, form?: string): Promise<PendingAuthorization | null>;
  /** What a question asked that nobody answered within its ten minutes; null for any other. */
  lapsed(pendingId: string): Promise<CodeRequest | null>;
  /** Where the answer to a question that was taken out has led. */
  answered(pendingId: string, location: string): Promise<void>;
  /** Where the very same form led within the last 30 seconds, or is about to lead; null for any other. */
  locationOf(pendingId: string, form: string): Promise<string | null>;
  /** Null: nothing is waited for any more. */
  awaitSecondStep(waiting: Omit<SecondStepWaiting, "expiresAt"> | null): Promise<void>;
  /**
   * Gives the questions to a session with a new id, and has nobody signed in any more. The same once more within 30 seconds,
   * the same login signing in or a second signing out, as a form that was sent twice does, is given what the first was given.
   * @param codeProof of the second step's code; null without one
   */
  handOver(to: Pick<SessionRotation, "session" | "signedIn">, codeProof: string | null): Promise<SessionRotation>;
  /** What a sign-in was given within the last 30 seconds, by the proof of its code. One wrong proof, and it is over. */
  handedOver(codeProof: string): Promise<SessionRotation | null>;
  /** Begins a session with what was handed over to it; nothing where it has begun. */
  begin(rotation: Omit<SessionRotation, "session">): Promise<void>;
  /** Forgets everything; nothing that was handed over begins it anew. */
  end(): Promise<void>;
}
