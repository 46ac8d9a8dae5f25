import type { JSX } from "hono/jsx/jsx-runtime";
import type { Language } from "../../../shared/language.ts";
import { pageResponse } from "../../../shared/pages/page-response.ts";
import {
  ASSISTANTS_PATH,
  AUTHORIZE_PATH,
  type ConnectingRequest,
  goalParameter,
  pageAddress,
  SIGN_IN_PATH,
} from "./page-request.ts";
import { StopPage, type StopPageProps } from "./components/stop-page.tsx";
import type { Stop } from "./components/stop-texts.ts";

interface ShowOptions {
  status?: number;
  headers?: Record<string, string>;
  /** A form of the page leads, over redirects, back to an application. */
  leadsToApplication?: boolean;
}

/** A page of connecting as a response. */
export function show(to: ConnectingRequest, page: JSX.Element, options: ShowOptions = {}): Promise<Response> {
  return pageResponse(page, {
    theme: to.theme,
    visit: to.visit,
    status: options.status ?? 200,
    formsPostTo: options.leadsToApplication ? "anywhere" : "self",
    headers: options.headers ?? {},
  });
}

/** Sends the browser on, with GET (RFC 9110 §15.4.4). The address can be an application's own scheme. */
export function goOn(location: string, cookie?: string): Response {
  return new Response(null, {
    status: 303,
    headers: { Location: location, "Cache-Control": "no-store", ...(cookie && { "Set-Cookie": cookie }) },
  });
}

const STATUSES: Record<Stop, number> = {
  closed: 410,
  noSession: 403,
  foreignForm: 403,
  unreadableForm: 400,
  noAccounts: 403,
  foreignAccount: 403,
  unknownChange: 400,
  billingUnavailable: 503,
  notConnected: 503,
  tooMany: 429,
  cannotCount: 503,
  refusedRequest: 400,
  answerLater: 503,
  methodNotAllowed: 405,
  internalError: 500,
};

interface StopOptions extends Pick<StopPageProps, "reason" | "ways" | "signOut"> {
  /** Seconds. */
  retryAfter?: number;
  headers?: Record<string, string>;
}

/** A page on which the journey stops. */
export function stopAt(to: ConnectingRequest, stop: Stop, options: StopOptions = {}): Promise<Response> {
  const { retryAfter, headers, ...shown } = options;
  const when = retryAfter === undefined ? "" : inWords(retryAfter, to.visit.language);
  return show(to, <StopPage scene={to} stop={stop} when={when} {...shown} />, {
    status: STATUSES[stop],
    headers: { ...headers, ...(retryAfter !== undefined && { "Retry-After": String(retryAfter) }) },
  });
}

/** A question that was answered, has expired or never was. */
export function closedQuestion(to: ConnectingRequest): Promise<Response> {
  return stopAt(to, "closed", {
    ways: [{ way: "assistants", address: pageAddress(to.visit, ASSISTANTS_PATH, null) }],
  });
}

/** The billing system did not answer; the question stays open. */
export function billingUnavailable(to: ConnectingRequest, pending: string, retryAfter: number): Promise<Response> {
  return stopAt(to, "billingUnavailable", {
    retryAfter,
    ways: [{ way: "again", address: pageAddress(to.visit, AUTHORIZE_PATH, pending) }],
  });
}

/** Where a customer signs in, for a question or for the connected assistants. */
export function signInAddress(
  to: ConnectingRequest,
  pending: string | null,
  more: Record<string, string> = {},
): string {
  return pageAddress(to.visit, SIGN_IN_PATH, pending, { ...goalParameter(to.visit), ...more });
}

/** A wait in words, rounded up: `in 12 minutes`, `dans 40 secondes`. */
function inWords(seconds: number, language: Language): string {
  const format = new Intl.RelativeTimeFormat(language, { numeric: "always" });
  return seconds > 90 ? format.format(Math.ceil(seconds / 60), "minute") : format.format(seconds, "second");
}
