import { type Context, Hono } from "hono";
import { LANGUAGES } from "../../../shared/language.ts";
import { type Visit, visitOf } from "../../../shared/pages/visit.ts";
import { stopAt } from "./answers.tsx";
import { beginQuestion, showQuestion } from "./consent/authorize.tsx";
import {
  AUTHORIZE_PATH,
  type ConnectingCollaborators,
  type ConnectingRequest,
  type OwnForm,
  SIGN_IN_PATH,
  SIGN_OUT_PATH,
} from "./page-request.ts";
import { answerQuestion } from "./consent/consent.ts";
import { readForm } from "./form.ts";
import { showSignIn, signIn } from "./sign-in/sign-in.tsx";
import { signOut } from "./sign-in/sign-out.ts";

const ALLOWED = { [SIGN_IN_PATH]: "GET, HEAD, POST", [AUTHORIZE_PATH]: "GET, HEAD, POST", [SIGN_OUT_PATH]: "POST" };

/**
 * The pages on which a customer signs in and answers an application: `/sign-in`, `/sign-out` and `/oauth/authorize`.
 * Whatever else is asked of these paths, and whatever fails, is a page too.
 */
export function connectingPages(collaborators: ConnectingCollaborators): Hono {
  const pages = new Hono({ strict: false });
  const asked = async (c: Context): Promise<ConnectingRequest> => ({
    ...collaborators,
    request: c.req.raw,
    visit: visitInTheirLanguage(c.req.raw),
    session: await collaborators.sessions.of(c.req.raw),
  });

  pages.get(SIGN_IN_PATH, async (c) => showSignIn(await asked(c)));
  pages.post(SIGN_IN_PATH, async (c) => withOwnForm(await asked(c), signIn));
  pages.post(SIGN_OUT_PATH, async (c) => withOwnForm(await asked(c), signOut));
  pages.get(AUTHORIZE_PATH, async (c) => {
    const pending = c.req.query("client_id") === undefined ? c.req.query("pending") : undefined;
    return pending === undefined ? beginQuestion(await asked(c)) : showQuestion(await asked(c), pending);
  });
  pages.post(AUTHORIZE_PATH, async (c) => withOwnForm(await asked(c), answerQuestion));
  for (const [path, Allow] of Object.entries(ALLOWED)) {
    pages.all(path, (c) => stopAt(withoutSession(c), "methodNotAllowed", { headers: { Allow } }));
  }

  pages.onError((error, c) => {
    const name = error instanceof Error ? error.name : typeof error;
    console.error(JSON.stringify({ event: "page_failed", path: c.req.path, error: name }));
    return stopAt(withoutSession(c), "internalError");
  });
  return pages;

  function withoutSession(c: Context): ConnectingRequest {
    return { ...collaborators, request: c.req.raw, visit: visitInTheirLanguage(c.req.raw), session: null };
  }
}

/** Only a form that a page of ours made for this session does anything. */
async function withOwnForm(to: ConnectingRequest, act: (own: OwnForm) => Promise<Response>): Promise<Response> {
  const form = await readForm(to.request);
  if (!form) return stopAt(to, "unreadableForm");
  const { session } = to;
  if (!session || !(await to.sessions.isOwnForm(to.request, form, session))) return stopAt(to, "foreignForm");
  return act({ ...to, session, form });
}

/** The language the address names, by our `lang` or by OpenID Connect's `ui_locales`; else the browser's. */
function visitInTheirLanguage(request: Request): Visit {
  const visit = visitOf(request);
  const locales = visit.url.searchParams.get("ui_locales");
  if (visit.languageAsked || locales === null) return visit;
  const wanted = locales.split(/\s+/).map((locale) => locale.toLowerCase().split("-")[0]);
  const language = wanted.map((tag) => LANGUAGES.find((known) => known === tag)).find((known) => known !== undefined);
  return language ? { ...visit, language, languageAsked: true } : visit;
}
