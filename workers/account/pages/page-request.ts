import type { AccountReference, CustomerBilling, Reach } from "../../../shared/billing-customer.ts";
import type { Scope } from "../../../shared/connections/scopes.ts";
import type { Theme } from "../../../shared/pages/theme.ts";
import { linkTo, type Visit } from "../../../shared/pages/visit.ts";
import type { PendingAuthorization, SessionState, SignedIn } from "../../../shared/sessions/session.ts";
import type { Session, Sessions } from "../sessions.ts";
import type { SignInAttempts } from "../sign-in-attempts.ts";

export const SIGN_IN_PATH = "/sign-in";
export const SIGN_OUT_PATH = "/sign-out";
export const AUTHORIZE_PATH = "/oauth/authorize";
export const ASSISTANTS_PATH = "/connected-assistants";

/** What became of an application's authorization request (RFC 6749 §4.1.1). */
export type AuthorizationAnswer =
  | { kind: "ask"; pending: Omit<PendingAuthorization, "expiresAt"> }
  /** Back to the application, with an error. */
  | { kind: "redirect"; location: string }
  /** Nothing may be sent back: the application or the address to return to is not known. */
  | { kind: "refused"; reason: string };

/** Reasons that say nothing against the application: the same request may be answered later. */
export const ANSWER_LATER: readonly string[] = ["temporarily_unavailable", "host_unreachable"];

/** What the customer agreed to. */
export interface Choice {
  signedIn: SignedIn;
  account: AccountReference;
  /** In the order of `SCOPES`, `account:read` always among them. */
  scopes: Scope[];
  limit: Reach;
  /** What the limit is called on pages; null without a limit. */
  limitName: string | null;
}

/** What the pages of connecting work with. */
export interface ConnectingCollaborators {
  theme: Theme;
  sessions: Sessions;
  attempts: SignInAttempts;
  billing: Pick<
    CustomerBilling,
    "signIn" | "signInSecondStep" | "listManagedAccounts" | "listServices" | "listDomains"
  >;
  parseAuthorization(request: Request): Promise<AuthorizationAnswer>;
  /** Makes the connection. @returns the address to return to, with its authorization code */
  connect(pending: PendingAuthorization, choice: Choice): Promise<string>;
  /** Epoch milliseconds. */
  now: () => number;
  /** Every page says that nothing here is real. */
  demonstration: boolean;
}

/** One request for a page of connecting. */
export interface ConnectingRequest extends ConnectingCollaborators {
  request: Request;
  visit: Visit;
  /** The session of the request's cookie. */
  session: Session | null;
}

/** A form that a page of ours sent, made for the session it came with. */
export interface OwnForm extends ConnectingRequest {
  session: Session;
  form: URLSearchParams;
}

/** What every page of connecting is drawn with. */
export type Scene = Pick<ConnectingCollaborators, "theme" | "demonstration"> & { visit: Visit };

/** A waiting question, as pages show it. */
export type ShownApplication = Pick<PendingAuthorization, "name" | "origin" | "returnsTo">;

/** A question that waits in a session. Ids come from addresses: one may be the name of what every object has. */
export function questionOf({ pending }: SessionState, id: string, now: number): PendingAuthorization | null {
  const question = Object.hasOwn(pending, id) ? pending[id] : undefined;
  return question && question.expiresAt > now ? question : null;
}

/** Where a sign-in leads that no application asked for; carried from page to page. */
const GOALS: Record<string, string> = { "new-token": "#new-token" };

/** The parameter that names the goal of a sign-in. */
export function goalParameter({ url }: Visit): Record<string, string> {
  const goal = url.searchParams.get("to");
  return goal !== null && Object.hasOwn(GOALS, goal) ? { to: goal } : {};
}

/** Where a customer goes on to once signed in. */
export function afterSignIn(visit: Visit, pending: string | null): string {
  if (pending !== null) return pageAddress(visit, AUTHORIZE_PATH, pending);
  return pageAddress(visit, ASSISTANTS_PATH + (GOALS[goalParameter(visit).to ?? ""] ?? ""), null);
}

/** A page of connecting, in the visitor's language, going on with the question that waits. */
export function pageAddress(
  visit: Visit,
  path: string,
  pending: string | null,
  more: Record<string, string> = {},
): string {
  const query = new URLSearchParams({ ...(pending !== null && { pending }), ...more }).toString();
  return linkTo(visit, query === "" ? path : `${path}?${query}`);
}
