import { type Context, Hono } from "hono";
import { type RequestIdVariables, requestId } from "hono/request-id";
import type { FetchHandler } from "../../../shared/api/http/before-worker.ts";
import { measuredPages } from "../../../shared/api/http/measure-request.ts";
import type { AreaSignIns, AreaVisitor } from "../../../shared/billing-contract/client-area.ts";
import { passesCsrfCheck, readForm } from "../../../shared/pages/form.ts";
import { seeOther } from "../../../shared/pages/page-response.ts";
import { AREA_PATH, SIGN_IN_PATH, signInForArea } from "../../../shared/pages/sign-in/sign-in-address.ts";
import { visitOf } from "../../../shared/pages/visit.ts";
import type { Addresses } from "../../../shared/platform/addresses.ts";
import { log } from "../../../shared/platform/log.ts";
import { notFound, stopAt } from "./answers.tsx";
import { selectedAccount } from "./area-frame.ts";
import {
  type AreaDependencies,
  type AreaRequest,
  areaLink,
  type ClientAreaForm,
  here,
  idOf,
  MOVED,
  nextOf,
  PATHS,
  type SignedInRequest,
} from "./area-request.ts";
import { showCart } from "./cart/checkout.tsx";
import { submitCart } from "./cart/submit-cart.tsx";
import { showVisitorCart } from "./cart/visitor-cart.tsx";
import { SHOWN_ACCOUNT } from "./components/area-page.tsx";
import { saveLanguage, showAccount } from "./pages/account/account.tsx";
import { closeAccount, showClosing } from "./pages/account/closing.tsx";
import { changeDetails, showDetails } from "./pages/account/details.tsx";
import { changeEmail, showEmail } from "./pages/account/email.tsx";
import { showHistory } from "./pages/account/history.tsx";
import { changePassword, repetitionOf, showPassword } from "./pages/account/password.tsx";
import { changeSecondStep, showSecondStep } from "./pages/account/second-step.tsx";
import { endSessions, showSessions } from "./pages/account/sessions.tsx";
import { setAutoRenewal, setLock, setNameservers } from "./pages/domains/change-domain.ts";
import { renew, showRenewal, showSwitchOff, showTransfer, transferAway } from "./pages/domains/confirm-domain.tsx";
import { showDomains } from "./pages/domains/domain-list.tsx";
import { showDomain } from "./pages/domains/domains.tsx";
import { payInvoice, payInvoices, showInvoice, showInvoices } from "./pages/invoices/invoices.tsx";
import { changePaymentMethods, showPaymentMethods } from "./pages/invoices/payment-methods.tsx";
import { showOverview } from "./pages/overview/overview.tsx";
import { cancel, showCancellation } from "./pages/services/cancel-service.tsx";
import { changePlan, showPlanChange } from "./pages/services/change-plan.tsx";
import { changeRecords } from "./pages/services/change-records.ts";
import { showRecords } from "./pages/services/dns-records.tsx";
import { showServices } from "./pages/services/service-list.tsx";
import { showService } from "./pages/services/service-page.tsx";
import { showTicket, showTickets } from "./pages/tickets/tickets.tsx";
import { showNewPassword, takeNewPassword } from "./visitors/new-password.tsx";
import { showSignUp, signUp } from "./visitors/sign-up.tsx";
import { showUndoEmail, undoEmail } from "./visitors/undo-email.tsx";

/** The bindings of one call to the client area. */
interface AreaCall {
  visitor: AreaVisitor | null;
  /** The sign-ins and sign-outs that the account Worker must perform. The handler fills this object. */
  signIns: AreaSignIns;
}

type AreaEnv = { Variables: RequestIdVariables; Bindings: AreaCall };
type AreaContext = Context<AreaEnv>;
type AreaPage = (request: SignedInRequest, id: string) => Promise<Response>;
type Act = (request: ClientAreaForm, id: string) => Promise<Response>;

/** The pages for signed-in customers, each with the handler of its form. */
const PAGES: [path: string, page: AreaPage, act?: Act][] = [
  [AREA_PATH, showOverview],
  [PATHS.services, showServices],
  [`${PATHS.services}/:id`, byId(showService)],
  [`${PATHS.services}/:id/plan`, byId(showPlanChange), byId(changePlan)],
  [`${PATHS.services}/:id/cancel`, byId(showCancellation), byId(cancel)],
  [`${PATHS.services}/:id/dns`, byId(showRecords), byId(changeRecords)],
  [PATHS.domains, showDomains],
  [`${PATHS.domains}/:id`, showDomain, setNameservers],
  [`${PATHS.domains}/:id/lock`, showSwitchOff("lock"), setLock],
  [`${PATHS.domains}/:id/auto-renew`, showSwitchOff("autoRenew"), setAutoRenewal],
  [`${PATHS.domains}/:id/renew`, showRenewal, renew],
  [`${PATHS.domains}/:id/transfer`, showTransfer, transferAway],
  [PATHS.invoices, showInvoices, payInvoices],
  [`${PATHS.invoices}/:id`, byId(showInvoice), byId(payInvoice)],
  [PATHS.tickets, showTickets],
  [`${PATHS.tickets}/:id`, byId(showTicket)],
  [PATHS.paymentMethods, showPaymentMethods, changePaymentMethods],
  [PATHS.details, showDetails, changeDetails],
  [PATHS.email, showEmail, changeEmail],
  [PATHS.password, showPassword, changePassword],
  [PATHS.secondStep, showSecondStep, changeSecondStep],
  [PATHS.sessions, showSessions, endSessions],
  [PATHS.language, showAccount, saveLanguage],
  [PATHS.cart, (request) => showCart(request), submitCart],
  [PATHS.account, showAccount, chooseAccount],
  [PATHS.history, showHistory],
  [PATHS.close, showClosing, closeAccount],
];

type VisitorPage = (request: AreaRequest) => Promise<Response>;
type VisitorAct = (request: AreaRequest, form: URLSearchParams) => Promise<Response>;

/** The pages for visitors who have no account or cannot sign in. */
const VISITOR_PAGES: [path: string, page: VisitorPage, act: VisitorAct][] = [
  [PATHS.signUp, showSignUp, signUp],
  [PATHS.newPassword, showNewPassword, takeNewPassword],
  [PATHS.undoEmail, showUndoEmail, undoEmail],
];

/**
 * Creates the client area of the embedded engine. Customers see errors as pages too. Search engines must not index any
 * response.
 * @param addressesOf returns `null` for a host that does not belong to this deployment
 */
export function clientArea(
  dependencies: AreaDependencies,
  addressesOf: (address: string) => Addresses | null,
): FetchHandler<[AreaCall]> {
  const area = new Hono<AreaEnv>();
  const requestOf = (c: AreaContext): AreaRequest => ({
    ...dependencies,
    httpRequest: c.req.raw,
    requestId: c.var.requestId,
    visit: visitOf(c.req.raw),
    ...{ visitor: c.env.visitor, signIns: c.env.signIns },
  });
  const refuseMethod = (allow: string) => (c: AreaContext) =>
    stopAt(requestOf(c), "methodNotAllowed", { headers: { Allow: allow } });

  area.use(requestId({ headerName: "" }), async (c, next) => {
    await next();
    if (c.res.status === 503) log("page_unavailable", { request_id: c.var.requestId, path: pathOf(c) });
    c.header("X-Request-Id", c.var.requestId);
    c.header("X-Robots-Tag", "noindex");
  });
  if (dependencies.metrics) area.use(measuredPages(dependencies.metrics));
  area.use(async (c, next) => {
    if (!addressesOf(c.req.url)) return new Response(null, { status: 404 });
    return next();
  });
  area.post(PATHS.paymentEvents, (c) => dependencies.engine.takePaymentEvent(c.req.raw, c.var.requestId));
  area.get(`${AREA_PATH}${SIGN_IN_PATH}`, (c) =>
    seeOther(signInForArea(visitOf(c.req.raw), nextOf(c.req.query("next") ?? null))),
  );
  for (const [path, page, act] of VISITOR_PAGES) {
    area.get(path, (c) => page(requestOf(c)));
    area.post(path, async (c) => requireOwnForm(requestOf(c), act));
    area.all(path, refuseMethod("GET, HEAD, POST"));
  }
  for (const [path, page, act] of PAGES) {
    area.get(path, async (c) => {
      const request = requestOf(c);
      if (path === PATHS.cart && !request.visitor?.signedIn) return showVisitorCart(request);
      const show = (signedIn: SignedInRequest) => page(signedIn, c.req.param("id") ?? "");
      return requireSignIn(request, (signedIn) => selectOwningAccount(signedIn, show));
    });
    if (act) {
      area.post(path, async (c) => {
        const request = requestOf(c);
        const { visitor, visit } = request;
        // The session has ended. The sign-in returns to the form's page.
        const toSignIn = () => seeOther(signInForArea(visit, here(visit)));
        // If the password form is sent twice, the first change has already ended the session.
        const mayRepeat = path === PATHS.password && visitor !== null;
        if (!visitor?.signedIn && !mayRepeat) return toSignIn();
        return requireOwnForm(request, async (own, form) => {
          if (!visitor?.signedIn) {
            own.signIns.repeated = repetitionOf(visit, form);
            return toSignIn();
          }
          return requireSignIn(
            own,
            (signedIn) => act({ ...signedIn, form }, c.req.param("id") ?? ""),
            form.get(SHOWN_ACCOUNT),
          );
        });
      });
    }
    area.all(path, refuseMethod(act ? "GET, HEAD, POST" : "GET, HEAD"));
  }
  for (const [from, to] of MOVED) area.get(from, (c) => c.redirect(to + new URL(c.req.url).search, 308));
  area.get(`${AREA_PATH}/`, (c) => seeOther(areaLink(visitOf(c.req.raw), AREA_PATH)));
  area.all(`${AREA_PATH}/*`, async (c) => requireSignIn(requestOf(c), notFound));

  area.onError((error, c) => {
    log("page_failed", { request_id: c.var.requestId, path: pathOf(c), cause: error });
    return stopAt(requestOf(c), "internalError");
  });
  return area;
}

/** Wraps a page or form handler that takes a numeric id. An invalid id shows the page for unknown items. */
function byId<Request extends SignedInRequest>(act: (request: Request, id: number) => Promise<Response>) {
  return (request: Request, text: string) => {
    const id = idOf(text);
    return id === null ? notFound(request) : act(request, id);
  };
}

/** Returns the kind of page, for logs. The rest of the path is omitted, because it may contain a customer's domain. */
function pathOf(c: AreaContext): string {
  return c.req.path.split("/")[2] ?? "";
}

/**
 * Requires a signed-in visitor, and reads the accounts that the login currently manages.
 * @param shownAccount the id of the account that a form was shown for; `null` for the selected account
 */
async function requireSignIn(
  request: AreaRequest,
  show: (request: SignedInRequest) => Promise<Response>,
  shownAccount: string | null = null,
): Promise<Response> {
  const { visitor, visit } = request;
  if (!visitor?.signedIn || !visitor.actions) return seeOther(signInForArea(visit, here(visit)));
  const { signedIn, actions } = visitor;
  const managed = await request.engine.listHoldings({ requestId: request.requestId, loginId: signedIn.loginId });
  if (!managed.ok) return stopAt(request, "unavailable", { retryAfter: managed.problem.retryAfter });
  const selected = selectedAccount(managed.value, signedIn.accountId);
  if (!selected) {
    await visitor.session.end();
    return stopAt(request, "noAccounts");
  }
  const account = shownAccount === null ? selected : managed.value.find(({ id }) => String(id) === shownAccount);
  if (!account) return stopAt(request, "permissionDenied");
  return show({ ...request, visitor, signedIn, actions, accounts: managed.value, account });
}

/**
 * Shows a page from the account that owns the requested item. If that is another account of the login, selects it. A
 * link may select an account because each form names the account that it was shown for.
 */
async function selectOwningAccount(
  request: SignedInRequest,
  show: (request: SignedInRequest) => Promise<Response>,
): Promise<Response> {
  const response = await show(request);
  if (response.status !== 404) return response;
  for (const account of request.accounts.filter(({ id }) => id !== request.account.id).slice(0, MAX_ACCOUNTS_TRIED)) {
    const found = await show({ ...request, account });
    if (found.status === 200) {
      await request.visitor.session.selectAccount(account.id);
      return found;
    }
  }
  return response;
}

/** The maximum number of accounts to search for a linked item. Nearly every login manages fewer. */
const MAX_ACCOUNTS_TRIED = 20;

/** Accepts a form only if one of our pages created it for this session. */
async function requireOwnForm(
  request: AreaRequest,
  act: (request: AreaRequest, form: URLSearchParams) => Promise<Response>,
): Promise<Response> {
  const form = await readForm(request.httpRequest);
  if (!form) return stopAt(request, "unreadableForm");
  const { visitor } = request;
  if (!visitor || !passesCsrfCheck(request.httpRequest, form, visitor.formToken)) {
    return stopAt(request, visitor?.signedIn ? "signedInAgain" : "foreignForm");
  }
  return act(request, form);
}

async function chooseAccount(request: ClientAreaForm): Promise<Response> {
  const chosen = request.accounts.find(({ id }) => String(id) === request.form.get("account"));
  if (!chosen) return stopAt(request, "permissionDenied");
  await request.visitor.session.selectAccount(chosen.id);
  return seeOther(areaLink(request.visit, nextOf(request.form.get("next"))));
}
