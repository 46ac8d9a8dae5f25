import type { Language } from "../platform/language.ts";

/** The origin of a sign-in attempt. */
interface AttemptOrigin {
  /** The customer's IP address, from `addressOf`. */
  address: string;
  /** The `mark` values from earlier sign-ins in this browser. */
  marks: readonly string[];
}

export interface SignInCredentials extends AttemptOrigin {
  email: string;
  password: string;
}

export interface SecondStepCode extends AttemptOrigin {
  challenge: string;
  code: string;
}

/**
 * The outcome of a sign-in with a password. `refused` means an unknown login or a wrong password, and the caller cannot
 * distinguish the two.
 */
export type SignIn =
  | SignedInLogin
  | { outcome: "second_step"; challenge: string }
  | { outcome: "refused" }
  | TooManyAttempts;

/**
 * A successful sign-in. `mark`, in base64url, later proves that this browser has signed in to this login. Attempts from
 * this browser then have their own limit.
 */
export interface SignedInLogin {
  outcome: "signed_in";
  login: Login;
  mark: string;
}

/** Too many attempts have failed, so this one was not checked. `retryAfter` is in seconds. */
export interface TooManyAttempts {
  outcome: "too_many";
  retryAfter: number;
}

/**
 * The outcome of the second step. With `refused`, the code was wrong and the customer may try another. With `expired`,
 * the challenge is unknown or too old and the customer must sign in again.
 */
export type SecondStep = Exclude<SignIn, { outcome: "second_step" }> | { outcome: "expired" };

export interface Login {
  id: number;
  email: string;
  language: Language;
}

export interface BeginSignIn {
  /** The URL to which the billing system's page redirects the browser. It must equal the registered URL exactly. */
  returnTo: string;
  language: Language;
  /**
   * Whether the page must authenticate a user who is already signed in. A page that cannot do so signs the user in
   * immediately.
   */
  isAgain?: boolean;
}

export interface SignInRedirect {
  /**
   * The URL of the billing system's page. If it has the parameter `state`, a return with another `state`, or without
   * one, belongs to another sign-in.
   */
  address: string;
  /**
   * An opaque value of at most 1 KiB that is valid for ten minutes. The browser's session stores it until the browser
   * returns.
   */
  state: string;
}

export interface EndSignIn {
  /** The value that `beginSignIn` returned to this browser. */
  state: string;
  /** The query with which the browser returned, without repeated parameters. */
  returned: Record<string, string>;
  returnTo: string;
}

/**
 * The outcome of a sign-in at the billing system's page. With `declined`, the customer or that page ended the sign-in.
 * With `not_accepted`, the customer is signed in at that page, but their identity is uncertain. With `expired`, the
 * state is too old or belongs to another sign-in, so the customer must start again.
 */
export type EndedSignIn =
  | {
      outcome: "signed_in";
      login: Login;
      /** Whether the login manages an account. If absent, the caller uses `listManagedAccounts`. */
      hasAccounts?: boolean;
      /**
       * Time at which the page authenticated the person, in epoch milliseconds. Absent if the page does not report it.
       */
      authenticatedAt?: number;
    }
  | { outcome: "refused"; reason: "declined" | "not_accepted" }
  | { outcome: "expired" };
