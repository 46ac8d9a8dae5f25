import type { Language } from "../platform/language.ts";

/** The origin of a sign-in attempt. */
interface AttemptOrigin {
  /** The customer's IP address, from `addressOf`. */
  address: string;
  /** The values of `mark` from earlier sign-ins that the browser sends. */
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

/** `refused`: an unknown login or a wrong password. The caller cannot tell which. */
export type SignIn =
  | SignedInLogin
  | { outcome: "second_step"; challenge: string }
  | { outcome: "refused" }
  | TooManyAttempts;

/**
 * `mark`, in base64url, later proves that this browser has signed in to this login. Its attempts then have their own
 * limit.
 */
export interface SignedInLogin {
  outcome: "signed_in";
  login: Login;
  mark: string;
}

/** The attempt was not checked, because too many have failed. `retryAfter` is in seconds. */
export interface TooManyAttempts {
  outcome: "too_many";
  retryAfter: number;
}

/**
 * `refused`: a wrong code; the customer may try another. `expired`: the challenge is unknown or too old; sign in again.
 */
export type SecondStep = Exclude<SignIn, { outcome: "second_step" }> | { outcome: "expired" };

export interface Login {
  id: number;
  email: string;
  language: Language;
}

export interface BeginSignIn {
  /** The address to which the billing system's page redirects the browser. It must equal the registered one exactly. */
  returnTo: string;
  language: Language;
  /** That page must authenticate a signed-in user again. A page that cannot do so signs the user in at once. */
  isAgain?: boolean;
}

export interface SignInRedirect {
  /**
   * The redirect address. If it has the parameter `state`, a return without the same `state` belongs to another
   * sign-in.
   */
  address: string;
  /** Opaque, at most 1 KiB, valid for ten minutes. The browser's session stores it until the return. */
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
 * `declined`: the customer or the billing system's page ended the sign-in. `not_accepted`: the customer is signed in
 * there, but their identity is uncertain. `expired`: the state is too old or belongs to another sign-in; start again.
 */
export type EndedSignIn =
  | {
      outcome: "signed_in";
      login: Login;
      /** Whether the login manages an account. If absent, call `listManagedAccounts`. */
      hasAccounts?: boolean;
      /** When the page authenticated the person, epoch milliseconds; absent if the page does not report it. */
      authenticatedAt?: number;
    }
  | { outcome: "refused"; reason: "declined" | "not_accepted" }
  | { outcome: "expired" };
