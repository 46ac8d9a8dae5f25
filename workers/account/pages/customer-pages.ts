import { type Context, Hono } from "hono";
import type { RequestVariables } from "../../../shared/api/http/serve-http.ts";
import { areaElsewhere } from "../../../shared/billing-contract/area-elsewhere.ts";
import { passesCsrfCheck, readForm } from "../../../shared/pages/form.ts";
import { AREA_PATH, SIGN_IN_PATH, SIGN_OUT_PATH } from "../../../shared/pages/sign-in/sign-in-address.ts";
import { type Visit, visitOf } from "../../../shared/pages/visit.ts";
import { LANGUAGES } from "../../../shared/platform/language.ts";
import { log } from "../../../shared/platform/log.ts";
import { offeredScopes } from "../acting-operations.ts";
import { stopAt } from "./answers.tsx";
import { decideApproval, showApproval } from "./approval/show-approval.tsx";
import { type AreaAccess, answerArea } from "./client-area.ts";
import { showAssistants } from "./connected-assistants/connected-assistants.tsx";
import { answerAuthorization, authorize } from "./consent/authorize.tsx";
import {
  APPROVALS_PATH,
  ASSISTANTS_PATH,
  AUTHORIZE_PATH,
  pageAddress,
  SIGN_IN_PROVIDER_PATH,
  SIGN_IN_RETURNED_PATH,
  signInAddress,
} from "./page-addresses.ts";
import type { CustomerForm, CustomerPageRequest, PageDependencies } from "./page-request.ts";
import { beginAtProvider, returnFromProvider } from "./sign-in/provider-sign-in.tsx";
import { showAccountSignIn, signedInBefore, signIn, signOut } from "./sign-in/sign-in.tsx";

const APPROVAL_PAGE = `${APPROVALS_PATH}/:approval`;

interface PageHandlers {
  get?: (to: CustomerPageRequest) => Promise<Response>;
  post?: (own: CustomerForm) => Promise<Response>;
}

const PAGES: Record<string, PageHandlers> = {
  [SIGN_IN_PATH]: { get: showAccountSignIn, post: signIn },
  [SIGN_IN_PROVIDER_PATH]: { get: beginAtProvider },
  [SIGN_IN_RETURNED_PATH]: { get: returnFromProvider },
  [SIGN_OUT_PATH]: { post: signOut },
  [AUTHORIZE_PATH]: { get: authorize, post: answerAuthorization },
  [ASSISTANTS_PATH]: { get: showAssistants, post: showAssistants },
  [APPROVAL_PAGE]: { get: showApproval, post: decideApproval },
};

/**
 * Creates the customer's pages: `/sign-in` and its subpages, `/sign-out`, `/oauth/authorize`, and
 * `/connected-assistants` with the approvals. Any other request to these paths, and any failure, also gets a page. The
 * client area handles `/client-area` with the browser's session. If the client area is elsewhere, the path redirects to
 * it.
 */
export function customerPages(collaborators: PageDependencies, area: AreaAccess): Hono<RequestVariables> {
  const pages = new Hono<RequestVariables>();
  const withoutSession = async (c: Context<RequestVariables>): Promise<CustomerPageRequest> => {
    const { requestId, addresses } = c.var;
    const [description, hasZones] = await Promise.all([
      collaborators.describe(requestId),
      collaborators.areZonesConnected(requestId),
    ]);
    const described = description.ok ? description.value : null;
    return {
      ...collaborators,
      ...{ described, hasZones, offered: offeredScopes({ acts: described?.acts ?? true, hasZones }) },
      ...{ request: c.req.raw, requestId, addresses, visit: visitInTheirLanguage(c.req.raw), session: null },
    };
  };
  const asked = async (c: Context<RequestVariables>): Promise<CustomerPageRequest> => ({
    ...(await withoutSession(c)),
    session: await collaborators.sessions.of(c.req.raw),
  });

  for (const [path, { get, post }] of Object.entries(PAGES)) {
    pages.use(path, async (c, next) => {
      await next();
      if (c.res.status === 503) log("page_unavailable", { request_id: c.var.requestId, path });
      c.header("X-Request-Id", c.var.requestId);
      // The query of this URL contains a credential of the sign-in.
      if (path === SIGN_IN_RETURNED_PATH) c.header("Referrer-Policy", "no-referrer");
      if (path === APPROVAL_PAGE) c.header("X-Robots-Tag", "noindex");
    });
    pages.get(`${path}/`, (c) => c.redirect(c.req.path.slice(0, -1) + new URL(c.req.url).search, 308));
    if (get) pages.get(path, async (c) => get(await asked(c)));
    if (post) pages.post(path, async (c) => withOwnForm(await asked(c), post));
    const Allow = [...(get ? ["GET", "HEAD"] : []), ...(post ? ["POST"] : [])].join(", ");
    pages.all(path, async (c) => stopAt(await withoutSession(c), "methodNotAllowed", { headers: { Allow } }));
  }

  for (const path of [AREA_PATH, `${AREA_PATH}/*`]) {
    pages.all(path, async (c, next) => {
      await next();
      // The client area may have set the header on its own response.
      if (!c.res.headers.has("X-Request-Id")) c.header("X-Request-Id", c.var.requestId);
      c.header("X-Robots-Tag", "noindex");
    });
    pages.all(path, async (c) => {
      const { addresses, requestId } = c.var;
      if (addresses.clientArea === addresses.site + AREA_PATH) return answerArea(c.req.raw, collaborators, area, c.var);
      const described = await collaborators.describe(requestId);
      return c.redirect(areaElsewhere(new URL(c.req.url), addresses, described.ok ? described.value.links : null), 302);
    });
  }

  pages.onError(async (error, c) => {
    // Log the route's pattern, because the URL may contain the id of an approval.
    log("page_failed", { request_id: c.var.requestId, path: c.req.routePath, cause: error });
    return stopAt(await withoutSession(c), "internalError");
  });
  return pages;
}

/** Runs `act` only for a form that came from a page of this session. */
async function withOwnForm(to: CustomerPageRequest, act: (own: CustomerForm) => Promise<Response>): Promise<Response> {
  const form = await readForm(to.request);
  if (!form) return stopAt(to, "unreadableForm");
  const { session } = to;
  if (!session || !passesCsrfCheck(to.request, form, session.formToken)) return foreignForm(to, form);
  return act({ ...to, session, form });
}

/** Refuses a form that did not come from this session, and links to the form's page in this session. */
async function foreignForm(to: CustomerPageRequest, form: URLSearchParams): Promise<Response> {
  const { visit, session } = to;
  const { pathname } = visit.url;
  const repeated = pathname === SIGN_IN_PATH ? await signedInBefore(to, form) : null;
  if (repeated) return repeated;
  const pending = session && form.get("pending");
  const reopen =
    pathname === SIGN_IN_PATH || pathname === SIGN_OUT_PATH
      ? signInAddress(visit, pending)
      : pageAddress(visit, pathname, pending);
  return stopAt(to, "foreignForm", { ways: { reopen } });
}

/** Reads the language from the URL (`lang` or OpenID Connect's `ui_locales`), or otherwise from the browser. */
function visitInTheirLanguage(request: Request): Visit {
  const visit = visitOf(request);
  const locales = visit.url.searchParams.get("ui_locales");
  if (visit.languageAsked || locales === null) return visit;
  const wanted = locales.split(/\s+/).map((locale) => locale.toLowerCase().split("-")[0]);
  const language = wanted.map((tag) => LANGUAGES.find((known) => known === tag)).find((known) => known !== undefined);
  return language ? { ...visit, language, languageAsked: true } : visit;
}
