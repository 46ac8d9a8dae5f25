import type { Child } from "hono/jsx";
import type { CustomerReads } from "../../billing-contract/customer.ts";
import type { Login } from "../../billing-contract/sign-in.ts";
import type { PageOptions } from "../page-response.ts";
import type { Visit } from "../visit.ts";
import type { SignInState } from "./session.ts";
import type { BrowserSession, Sessions } from "./sessions.ts";

/** Parameter of the address that signing out leads to. */
export const SIGNED_OUT = "signed_out";
/** Parameter of the address that a new password leads to. */
export const PASSWORD_SAVED = "password_saved";

/** The texts of the password page that differ between the account's pages and the client area. */
export interface PasswordPageParts {
  title: string;
  /** The title, and what the sign-in is for. */
  heading: Child;
  signedOut: string;
  /** Between the errors and the form. */
  above?: Child;
  /** Which credentials the page requests. */
  hint?: string;
  /** Left of the button: the way back. */
  wayBack?: Child;
}

export type ResponseOptions = Pick<PageOptions, "status" | "headers">;

/** One sign-in, with everything in which those of the account's pages and of the client area differ. */
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
  /** When its request came, epoch milliseconds: before any credential is checked. */
  at: number;
  /** Address of this sign-in, with more parameters. */
  address(parameters?: Record<string, string>): string;
  /** Where a customer continues after the sign-in. */
  target: string;
  passwordPage: PasswordPageParts;
  /** E-mail address to suggest where nobody is signed in. */
  loginHint?: string | undefined;
  /** The authorization that the customer signs in for, which both forms carry on. */
  pending?: string | null;
  show(step: "password" | "code", title: string, content: Child, options: ResponseOptions): Promise<Response>;
  /** The page shown while no further attempt is made. @param retryAfter seconds */
  tooMany(retryAfter: number): Promise<Response>;
  /** A page for a login that may not enter; null: it may. */
  refuse?(login: Login): Promise<Response | null>;
}
