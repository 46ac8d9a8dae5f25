import type { Language } from "../platform/language.ts";

/** Where an attempt to sign in comes from. */
interface AttemptOrigin {
  /** The customer's IP address as `addressOf` gives it. */
  address: string;
  /** What earlier sign-ins gave the browser as `mark`, as the browser sends it. */
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

/** `refused`: an unknown login or a wrong password, which look the same. */
export type SignIn =
  | SignedInLogin
  | { outcome: "second_step"; challenge: string }
  | { outcome: "refused" }
  | TooManyAttempts;

/** `mark`, base64url, proves later that the browser has signed in to this login; its attempts are then counted apart from everybody's. */
export interface SignedInLogin {
  outcome: "signed_in";
  login: Login;
  mark: string;
}

/** Not attempted, after too many failed ones. `retryAfter` in seconds. */
export interface TooManyAttempts {
  outcome: "too_many";
  retryAfter: number;
}

/** `refused`: a wrong code; another may be tried. `expired`: the challenge is over or was never issued; sign in again. */
export type SecondStep = Exclude<SignIn, { outcome: "second_step" }> | { outcome: "expired" };

export interface Login {
  id: number;
  email: string;
  language: Language;
}

export interface BeginSignIn {
  /** The address that the billing system's page sends the browser back to, to the letter as it was registered there. */
  returnTo: string;
  language: Language;
  /** That page must authenticate a signed-in user again. A page that cannot do so signs them in at once. */
  isAgain?: boolean;
}

export interface SignInRedirect {
  /** Where the browser is sent. What comes back without the same parameter `state` is of another sign-in, where it has one. */
  address: string;
  /** Kept in the browser's session, and handed back: opaque, at most 1 KiB, valid for ten minutes. */
  state: string;
}

export interface EndSignIn {
  /** As `beginSignIn` gave it to this browser. */
  state: string;
  /** The query that the browser came back with, without names that it repeats. */
  returned: Record<string, string>;
  returnTo: string;
}

/**
 * `declined`: the customer, or the billing system's page, ended it. `not_accepted`: the customer is signed in there,
 * but their identity is not certain. `expired`: the state is too old, or what came back belongs to another one; the
 * sign-in starts again.
 */
export type EndedSignIn =
  | {
      outcome: "signed_in";
      login: Login;
      /** Whether it manages an account, where that was read along; where it is absent, `listManagedAccounts` tells. */
      hasAccounts?: boolean;
      /** When the page authenticated the person, epoch milliseconds; absent if it does not say. */
      authenticatedAt?: number;
    }
  | { outcome: "refused"; reason: "declined" | "not_accepted" }
  | { outcome: "expired" };
