import type { Child } from "hono/jsx";
import type { CustomerReads } from "../../billing-contract/customer.ts";
import type { Login } from "../../billing-contract/sign-in.ts";
import type { PageOptions } from "../page-response.ts";
import type { Visit } from "../visit.ts";
import type { SignInState } from "./session.ts";
import type { BrowserSession, Sessions } from "./sessions.ts";

/** The parameter that marks the URL after signing out. */
export const SIGNED_OUT = "signed_out";
/** The parameter that marks the URL after setting a new password. */
export const PASSWORD_SAVED = "password_saved";

/** The texts of the password page that differ between the account's pages and the client area. */
export interface PasswordPageParts {
  title: string;
  /** The title, and the reason for signing in. */
  heading: Child;
  signedOut: string;
  /** Content between the errors and the form. */
  above?: Child;
  /** The hint that states which credentials the page expects. */
  hint?: string;
  /** The link that leads back, left of the button. */
  wayBack?: Child;
}

export type ResponseOptions = Pick<PageOptions, "status" | "headers">;

/** One sign-in, with everything that differs between the account's pages and the client area. */
export interface SignInJourney {
  request: Request;
  visit: Visit;
  sessions: Sessions;
  session: BrowserSession;
  state: SignInState;
  requestId: string;
  billing: Pick<CustomerReads, "signIn" | "signInSecondStep">;
  /** Returns the current time in epoch milliseconds. */
  now: () => number;
  /** Time of the request in epoch milliseconds, taken before any credential is checked. */
  at: number;
  /** Returns the URL of this sign-in with additional parameters. */
  address(parameters?: Record<string, string>): string;
  /** The page to which the customer continues after the sign-in. */
  target: string;
  passwordPage: PasswordPageParts;
  /** The e-mail address that the form suggests if no login is signed in. */
  loginHint?: string | undefined;
  /** The id of the authorization for which the customer signs in. Both forms contain it. */
  pending?: string | null;
  show(step: "password" | "code", title: string, content: Child, options: ResponseOptions): Promise<Response>;
  /**
   * Returns the page for too many attempts.
   * @param retryAfter seconds
   */
  tooMany(retryAfter: number): Promise<Response>;
  /** Returns the page for a login that is not allowed to enter, or `null` if it is allowed. */
  refuse?(login: Login): Promise<Response | null>;
}
