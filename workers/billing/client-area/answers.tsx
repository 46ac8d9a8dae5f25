import type { Child } from "hono/jsx";
import type { JSX } from "hono/jsx/jsx-runtime";
import type {
  BillingProblem,
  BillingUnavailable,
  ChangesHeld,
  WriteRefused,
} from "../../../shared/billing-contract/result.ts";
import { filled } from "../../../shared/pages/filled-text.tsx";
import { formatWait } from "../../../shared/pages/formats.ts";
import { MessagePage } from "../../../shared/pages/layout.tsx";
import { type PageOptions, pageResponse, seeOther } from "../../../shared/pages/page-response.ts";
import { AREA_PATH, VISITOR_FORM_PATHS } from "../../../shared/pages/sign-in/sign-in-address.ts";
import { log } from "../../../shared/platform/log.ts";
import { type AreaRequest, areaLink, here, PATHS, type SignedInRequest } from "./area-request.ts";
import { areaTexts, type Stop } from "./area-texts.ts";
import { AreaPage } from "./components/area-page.tsx";

type ShowOptions = Pick<PageOptions, "status" | "headers" | "formsLeadTo">;

export function show({ theme, visit }: AreaRequest, page: JSX.Element, options: ShowOptions = {}): Promise<Response> {
  return pageResponse(page, { theme, visit, ...options });
}

const STATUSES: Record<Stop, number> = {
  foreignForm: 403,
  signedInAgain: 403,
  unreadableForm: 400,
  noAccounts: 403,
  permissionDenied: 403,
  notFound: 404,
  unavailable: 503,
  changesHeld: 503,
  tooMany: 429,
  tooManyActions: 429,
  busy: 503,
  planNotOrdered: 503,
  planUnknown: 503,
  notPaidHere: 403,
  tooManyCarts: 429,
  tooManyNames: 429,
  tooManyCodes: 429,
  methodNotAllowed: 405,
  internalError: 500,
};

interface AreaStopOptions {
  /** Seconds after which the visitor may retry. */
  retryAfter?: number;
  headers?: Record<string, string>;
  children?: Child;
}

/**
 * Returns a page that states why the request cannot be handled. Signed-in customers see it in the frame of the client
 * area.
 */
export function stopAt(
  request: AreaRequest | SignedInRequest,
  stop: Stop,
  { retryAfter, headers, children }: AreaStopOptions = {},
) {
  const { theme, visit } = request;
  const texts = areaTexts[visit.language];
  const { title, what, next } = texts.stops[stop];
  // On a form for visitors who are not signed in, the link reopens the form instead of the client area.
  const isReopened =
    stop === "signedInAgain" || (VISITOR_FORM_PATHS.includes(visit.url.pathname) && stop !== "notFound");
  const when = retryAfter === undefined ? "" : formatWait(retryAfter, visit.language);
  const message = { title, what, next: filled(next, { when }) };
  const page =
    "account" in request ? (
      <AreaPage request={request} title={title}>
        <div class="card stack">
          <p>{message.what}</p>
          <p class="muted">{message.next}</p>
          {children}
        </div>
      </AreaPage>
    ) : (
      <MessagePage theme={theme} visit={visit} {...message}>
        {children}
        <p class="links">
          {isReopened ? (
            <a href={here(visit)}>{texts.reopen}</a>
          ) : (
            <a href={areaLink(visit, AREA_PATH)}>{texts.toArea}</a>
          )}
        </p>
      </MessagePage>
    );
  return show(request, page, {
    status: STATUSES[stop],
    headers: { ...headers, ...(retryAfter !== undefined && { "Retry-After": String(retryAfter) }) },
  });
}

/**
 * Counts a view of the cart. Returns an error page if the limit is reached or the count failed, or `null` if the view
 * was counted.
 */
export async function stopUncounted(
  request: AreaRequest,
  stop: "tooManyCarts" | "tooManyNames",
): Promise<Response | null> {
  const counted = await request.countCartView(request.httpRequest, request.visitor?.signedIn?.loginId ?? null);
  if (counted.outcome === "counted") return null;
  if (counted.outcome === "refused") return stopAt(request, stop, { retryAfter: counted.rate.resetSeconds });
  log("address_limit_failed", { request_id: request.requestId, cause: counted.cause });
  return stopAt(request, "unavailable", { retryAfter: 5 });
}

const LISTS = ["services", "domains", "invoices", "tickets"] as const;

/** Returns the page for an unknown id or domain name. The page is the same if another account has the item. */
export function notFound(request: SignedInRequest): Promise<Response> {
  const { visit } = request;
  const list = LISTS.find((name) => visit.url.pathname.startsWith(PATHS[name]));
  return stopAt(request, "notFound", {
    children: (
      <p class="buttons">
        <a class="button primary" href={areaLink(visit, list ? PATHS[list] : AREA_PATH)}>
          {areaTexts[visit.language][list ?? "overview"]}
        </a>
      </p>
    ),
  });
}

/**
 * Returns the page for an attempt to pay on a deployment that has no payment forms.
 * @param path the path of the page that explains how to pay
 */
export function notPaidHere(request: SignedInRequest, path: string): Promise<Response> {
  return stopAt(request, "notPaidHere", {
    children: (
      <p>
        <a class="button primary" href={areaLink(request.visit, path)}>
          {areaTexts[request.visit.language].howToPay}
        </a>
      </p>
    ),
  });
}

type CommonProblem = Exclude<BillingProblem, WriteRefused>;

/** A failed result with a problem that every page handles in the same way. */
export interface Failed {
  ok: false;
  problem: CommonProblem;
}

const COMMON_PROBLEMS: Record<CommonProblem["code"], true> = {
  billing_unavailable: true,
  changes_held: true,
  access_lost: true,
  permission_denied: true,
  not_found: true,
  currency_not_sold: true,
};

/** Returns whether a problem is a refusal that the form's page explains. */
export function isRefusal(problem: BillingProblem): problem is WriteRefused {
  return !Object.hasOwn(COMMON_PROBLEMS, problem.code);
}

export function statusOf({ code }: WriteRefused): number {
  return code === "server_unavailable" ? 503 : 422;
}

/** Returns the page for a temporary failure. */
export function notNow(request: AreaRequest, { code, retryAfter }: BillingUnavailable | ChangesHeld) {
  return stopAt(request, code === "changes_held" ? "changesHeld" : "unavailable", { retryAfter });
}

export function failed(request: SignedInRequest, { problem }: Failed): Promise<Response> | Response {
  switch (problem.code) {
    case "changes_held":
    case "billing_unavailable":
      return notNow(request, problem);
    case "permission_denied":
      return stopAt(request, "permissionDenied");
    case "not_found":
    case "currency_not_sold":
      return notFound(request);
    case "access_lost":
      return seeOther(areaLink(request.visit, AREA_PATH));
  }
}
