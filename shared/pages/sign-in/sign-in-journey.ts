import type { Child } from "hono/jsx";
import type { CustomerReads } from "../../billing-contract/customer.ts";
import type { Login } from "../../billing-contract/sign-in.ts";
import type { PageOptions } from "../page-response.ts";
import type { Visit } from "../visit.ts";
import type { SignInState } from "./session.ts";
import type { BrowserSession, Sessions } from "./sessions.ts";

/** The parameter that marks the address after signing out. */
export const SIGNED_OUT = "signed_out";
/** The parameter that marks the address after a new password. */
export const PASSWORD_SAVED = "password_saved";

/** The texts of the password page that differ between the account's pages and the client area. */
export interface PasswordPageParts {
  title: string;
  /** The title, and the purpose of the sign-in. */
  heading: Child;
  signedOut: string;
  /** Content between the errors and the form. */
  above?: Child;
  /** The credentials that the page requests. */
  hint?: string;
  /** The way back, left of the button. */
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
  /** Epoch milliseconds. */
  now: () => number;
  /** The time of the request, epoch milliseconds, before any credential check. */
  at: number;
  /** Returns the address of this sign-in, with more parameters. */
  address(parameters?: Record<string, string>): string;
  /** The page that the customer continues to after the sign-in. */
  target: string;
  passwordPage: PasswordPageParts;
  /** The suggested e-mail address if no login is signed in. */
  loginHint?: string | undefined;
  /** The authorization that the customer signs in for. Both forms carry it. */
  pending?: string | null;
  show(step: "password" | "code", title: string, content: Child, options: ResponseOptions): Promise<Response>;
  /** Returns the page for too many attempts. @param retryAfter seconds */
  tooMany(retryAfter: number): Promise<Response>;
  /** Returns the page for a login that may not enter. Null if it may. */
  refuse?(login: Login): Promise<Response | null>;
}
