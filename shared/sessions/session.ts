import type { CodeRequest, Origin } from "../connections/connection.ts";

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

/**
 * One browser's session with the customer pages. It is created by its first write; an unknown, ended or expired one reads
 * as empty.
 */
export interface SessionPort {
  read(): Promise<SessionState>;
  /** Keeps a question for ten minutes; its id. */
  addPending(pending: Omit<PendingAuthorization, "expiresAt">): Promise<string>;
  chooseAccount(pendingId: string, accountId: number): Promise<void>;
  /** Takes a question out, once: null for whoever comes second. */
  takePending(pendingId: string): Promise<PendingAuthorization | null>;
  /** Null: nothing is waited for any more. */
  awaitSecondStep(waiting: Omit<SecondStepWaiting, "expiresAt"> | null): Promise<void>;
  /** Takes over the pending questions of the session before, and who has signed in. Written to a session with a new id. */
  begin(signedIn: SignedIn, pending: Record<string, PendingAuthorization>): Promise<void>;
  /**
   * Gives the questions that wait, by id, to the session that takes its place. Nobody is signed in here any more; the questions
   * wait on for half a minute, for a form that was sent twice.
   */
  handOver(): Promise<Record<string, PendingAuthorization>>;
  /** Forgets everything. */
  end(): Promise<void>;
}
