import type { JSX } from "hono/jsx/jsx-runtime";
import { formatWait } from "../../../shared/pages/formats.ts";
import { pageResponse } from "../../../shared/pages/page-response.ts";
import { StopPage, type StopPageProps } from "./components/stop-page.tsx";
import type { StopKind } from "./components/stop-texts.ts";
import { ASSISTANTS_PATH, AUTHORIZE_PATH, authorizationAddress, pageAddress, sameSignIn } from "./page-addresses.ts";
import type { CustomerPageRequest } from "./page-request.ts";

/** A page for the customer as a response. Every page but the connected assistants can be on the way to an application. */
export function show(
  { theme, visit }: CustomerPageRequest,
  page: JSX.Element,
  options: { status?: number; headers?: Record<string, string> } = {},
): Promise<Response> {
  const leadsToApplication = !visit.url.pathname.startsWith(ASSISTANTS_PATH);
  return pageResponse(page, { theme, visit, leadsToApplication, ...options });
}

const STATUSES: Record<StopKind, number> = {
  closed: 410,
  lapsed: 410,
  noSession: 403,
  foreignForm: 403,
  unreadableForm: 400,
  noAccounts: 403,
  noAccountsOfLogin: 403,
  foreignAccount: 403,
  unknownChange: 400,
  unknownDecision: 400,
  billingUnavailable: 503,
  nothingConnectedNow: 503,
  notConnected: 503,
  tooMany: 429,
  signInElsewhere: 410,
  signInUnavailable: 503,
  tooManySignIns: 429,
  refusedRequest: 400,
  uncheckedError: 400,
  answerLater: 503,
  tooManyRequests: 429,
  methodNotAllowed: 405,
  internalError: 500,
};

interface CustomerStopOptions extends Pick<StopPageProps, "reason" | "error" | "ways" | "signOut"> {
  /** Seconds. */
  retryAfter?: number;
  headers?: Record<string, string>;
}

export function stopAt(to: CustomerPageRequest, stop: StopKind, options: CustomerStopOptions = {}): Promise<Response> {
  const { retryAfter, headers, ...shown } = options;
  const when = retryAfter === undefined ? "" : formatWait(retryAfter, to.visit.language);
  return show(to, <StopPage context={to} stop={stop} when={when} {...shown} />, {
    status: STATUSES[stop],
    headers: { ...headers, ...(retryAfter !== undefined && { "Retry-After": String(retryAfter) }) },
  });
}

/** An authorization that was answered, has expired or never was pending. One that expired can be requested again. */
export async function authorizationClosed(to: CustomerPageRequest, id: string | null): Promise<Response> {
  const lapsed = id === null ? null : await to.session?.port.lapsed(id);
  const assistants = { way: "assistants" as const, address: pageAddress(to.visit, ASSISTANTS_PATH, null) };
  return lapsed
    ? stopAt(to, "lapsed", { ways: [{ way: "reopen", address: authorizationAddress(to.visit, lapsed) }, assistants] })
    : stopAt(to, "closed", { ways: [assistants] });
}

/** The billing system did not answer when a sign-in was to begin. */
export function signInUnavailable(to: CustomerPageRequest, pending: string | null, retryAfter = 5): Promise<Response> {
  const address = sameSignIn(to.visit, pending);
  return stopAt(to, "signInUnavailable", { retryAfter, ways: [{ way: "again", address }] });
}

/** The billing system did not answer; the authorization stays pending. */
export function billingUnavailable(to: CustomerPageRequest, pending: string, retryAfter: number): Promise<Response> {
  return stopAt(to, "billingUnavailable", {
    retryAfter,
    ways: [{ way: "again", address: pageAddress(to.visit, AUTHORIZE_PATH, pending) }],
  });
}
