import type { PendingAuthorization } from "../../../durable-objects/session/session-port.ts";
import { areaPageIn, SIGN_IN_PATH } from "../../../shared/pages/sign-in/sign-in-address.ts";
import { linkTo, type Visit } from "../../../shared/pages/visit.ts";
import type { Addresses } from "../../../shared/platform/addresses.ts";

/** The path that leads to the billing system's own sign-in page. */
export const SIGN_IN_PROVIDER_PATH = "/sign-in/provider";
/**
 * The path to which the billing system's sign-in page sends the browser back. The billing system has exactly this URL
 * registered.
 */
export const SIGN_IN_RETURNED_PATH = "/sign-in/returned";
export const AUTHORIZE_PATH = "/oauth/authorize";
export const ASSISTANTS_PATH = "/connected-assistants";
/** The path of the list of connected assistants, with the form for a new API token open. */
export const NEW_TOKEN_PATH = `${ASSISTANTS_PATH}?new-token#new-token`;

/** The parent path of the pages on which a customer approves or declines an application's request. */
export const APPROVALS_PATH = `${ASSISTANTS_PATH}/approvals`;

interface ApprovalReference {
  connectionId: string;
  id: string;
}

const REFERENCE = /^([0-9A-Za-z]{22})\.([0-9A-Za-z]{22})$/;
/**
 * The value of the parameter `to` for a sign-in that leads to the form for a new API token. For the client area and the
 * list of assistants, the value is their path.
 */
const TOKEN_GOAL = "new-token";
const APPROVAL_GOAL = "approval.";

/** Returns the path of an approval's page, which is the same in every language. */
export function approvalPath({ connectionId, id }: ApprovalReference): string {
  return `${APPROVALS_PATH}/${connectionId}.${id}`;
}

export function approvalAddress(visit: Visit, approval: ApprovalReference): string {
  return linkTo(visit, approvalPath(approval));
}

/** Reads the approval from a page's path. Returns `null` for any other path. */
export function readApproval(path: string): ApprovalReference | null {
  const isUnder = path.startsWith(`${APPROVALS_PATH}/`);
  const [, connectionId, id] = (isUnder && REFERENCE.exec(path.slice(APPROVALS_PATH.length + 1))) || [];
  return connectionId !== undefined && id !== undefined ? { connectionId, id } : null;
}

/**
 * Returns the sign-in URL for an approval.
 * @param isAgain whether the customer must sign in again
 */
export function signInForApproval(visit: Visit, { connectionId, id }: ApprovalReference, isAgain = false): string {
  const to = `${APPROVAL_GOAL}${connectionId}.${id}`;
  return pageAddress(visit, SIGN_IN_PATH, null, isAgain ? { again: "1", to } : { to });
}

/** Returns the URL of a client area page. It keeps the requested language if the client area is on this origin. */
export function areaAddress({ visit, addresses }: { visit: Visit; addresses: Addresses }, path: string): string {
  const { origin } = visit.url;
  const address = addresses.clientArea + path;
  return address.startsWith(`${origin}/`) ? linkTo(visit, address.slice(origin.length)) : address;
}

/** Returns the URL of a customer page in the visitor's language, with its pending authorization. */
export function pageAddress(
  visit: Visit,
  path: string,
  pending: string | null,
  more: Record<string, string> = {},
): string {
  const query = new URLSearchParams({ ...(pending !== null && { pending }), ...more }).toString();
  return linkTo(visit, query === "" ? path : `${path}?${query}`);
}

/**
 * Returns a URL that repeats an authorization request (RFC 6749 §4.1.1, RFC 7636 §4.3, RFC 8707 §2). A request with
 * `max_age` becomes a stricter request with `prompt=login`.
 */
export function authorizationAddress(
  visit: Visit,
  { request, signedInSince }: Pick<PendingAuthorization, "request" | "signedInSince">,
): string {
  return pageAddress(visit, AUTHORIZE_PATH, null, {
    response_type: request.responseType,
    client_id: request.clientId,
    redirect_uri: request.redirectUri,
    scope: request.scope.join(" "),
    state: request.state,
    code_challenge: request.codeChallenge,
    code_challenge_method: request.codeChallengeMethod,
    resource: request.resource,
    ...(signedInSince !== null && { prompt: "login" }),
  });
}

/** Returns the sign-in URL for a pending authorization, or for the goal of this visit. */
export function signInAddress(visit: Visit, pending: string | null, more: Record<string, string> = {}): string {
  const goal = goalOf(visit);
  return pageAddress(visit, SIGN_IN_PATH, pending, { ...(goal !== null && { to: goal }), ...more });
}

/** Returns the URL of this visit's sign-in, here or at the billing system, with its parameters. */
export function sameSignIn(
  visit: Visit,
  pending: string | null,
  path: typeof SIGN_IN_PATH | typeof SIGN_IN_PROVIDER_PATH = SIGN_IN_PATH,
): string {
  const goal = goalOf(visit);
  const isAgain = visit.url.searchParams.has("again");
  return pageAddress(visit, path, pending, { ...(isAgain && { again: "1" }), ...(goal !== null && { to: goal }) });
}

/** Returns the URL for entering the password again before an API token is created. */
export function signInForToken(visit: Visit): string {
  return pageAddress(visit, SIGN_IN_PATH, null, { again: "1", to: TOKEN_GOAL });
}

export function afterSignIn(visit: Visit, pending: string | null): string {
  if (pending !== null) return pageAddress(visit, AUTHORIZE_PATH, pending);
  return linkTo(visit, goalPathOf(visit));
}

/** Returns the path and query that a sign-in without an application leads to. */
export function goalPathOf(visit: Visit): string {
  return pathOf(goalOf(visit)) ?? ASSISTANTS_PATH;
}

/** Returns the goal in a sign-in URL, or `null` if there is no known goal. */
export function goalOf({ url }: Visit): string | null {
  const goal = url.searchParams.get("to");
  return pathOf(goal) === null ? null : goal;
}

function pathOf(goal: string | null): string | null {
  if (goal === TOKEN_GOAL) return NEW_TOKEN_PATH;
  if (goal === ASSISTANTS_PATH) return ASSISTANTS_PATH;
  if (!goal?.startsWith(APPROVAL_GOAL)) return areaPageIn(goal);
  const path = `${APPROVALS_PATH}/${goal.slice(APPROVAL_GOAL.length)}`;
  return readApproval(path) && path;
}
