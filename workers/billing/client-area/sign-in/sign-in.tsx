import type { Login } from "../../../../shared/billing-contract/customer.ts";
import type { FormError } from "../../../../shared/pages/error-summary.tsx";
import { addressOf } from "../../../../shared/platform/caller-address.ts";
import { goOn, show, stopAt } from "../answers.tsx";
import { areaLink, CART_PATH, nextOf, SIGN_IN_PATH } from "../area-paths.ts";
import type { AreaRequest, ClientAreaForm } from "../area-request.ts";
import type { AreaSession } from "../area-sessions.ts";
import { CodePage, PasswordPage } from "./sign-in-pages.tsx";
import { type SignInWords, signInTexts } from "./sign-in-texts.ts";

const SIGNED_OUT = "signed_out";

type Entry = AreaRequest & { session: AreaSession };

/** `GET /client-area/sign-in`. */
export async function showSignIn(to: AreaRequest): Promise<Response> {
  if (to.session?.signedIn) return goOn(areaLink(to.visit, nextOf(to.visit.url.searchParams.get("next"))));
  const session = to.session ?? (await to.sessions.start());
  const headers: Record<string, string> = to.session ? {} : { "Set-Cookie": to.sessions.cookie(session, to.visit.url) };
  return passwordPage({ ...to, session }, { headers });
}

/** `POST /client-area/sign-in`: e-mail and password, or the code of the second step. */
export function signIn(to: Entry, form: URLSearchParams): Promise<Response> {
  return form.has("challenge") ? withCode(to, form) : withPassword(to, form);
}

/** `POST /client-area/sign-out`. */
export async function signOut({ sessions, session, visit }: ClientAreaForm): Promise<Response> {
  await sessions.end(session);
  return goOn(areaLink(visit, SIGN_IN_PATH, { [SIGNED_OUT]: "1" }), sessions.noCookie(visit.url));
}

async function withPassword(to: Entry, form: URLSearchParams): Promise<Response> {
  const email = (form.get("email") ?? "").trim();
  const password = form.get("password") ?? "";
  const missing: [string, SignInWords][] = [];
  if (email === "" || email.length > 254) missing.push(["email", "emailMissing"]);
  if (password === "") missing.push(["password", "passwordMissing"]);
  if (missing.length > 0) return passwordPage(to, { email, status: 422, errors: said(to, ...missing) });

  const result = await to.engine.signIn({ email, password, address: addressOf(to.request), requestId: to.requestId });
  if (!result.ok) return passwordPage(to, { email, status: 503, errors: said(to, [null, "unavailable"]) });
  switch (result.value.outcome) {
    case "too_many":
      return stopAt(to, "tooMany", result.value);
    case "refused":
      return passwordPage(to, { email, status: 422, errors: said(to, [null, "refused"]) });
    case "second_step":
      return codePage(to, email, result.value.challenge);
    case "signed_in":
      return enter(to, result.value.login);
  }
}

async function withCode(to: Entry, form: URLSearchParams): Promise<Response> {
  const email = (form.get("email") ?? "").slice(0, 254);
  const challenge = (form.get("challenge") ?? "").slice(0, 100);
  const code = (form.get("code") ?? "").replace(/\s/g, "");
  const refuse = (status: number, ...error: [field: string | null, words: SignInWords]) =>
    codePage(to, email, challenge, { status, errors: said(to, error) });
  if (!/^\d{6}$/.test(code)) return refuse(422, "code", "codeMissing");

  const result = await to.engine.signInSecondStep({
    challenge,
    code,
    address: addressOf(to.request),
    requestId: to.requestId,
  });
  if (!result.ok) return refuse(503, null, "codeUnavailable");
  switch (result.value.outcome) {
    case "too_many":
      return stopAt(to, "tooMany", result.value);
    case "refused":
      return refuse(422, "code", "codeRefused");
    case "expired":
      return passwordPage(to, { email, status: 422, errors: said(to, [null, "codeExpired"]) });
    case "signed_in":
      return enter(to, result.value.login);
  }
}

async function enter({ sessions, session, visit }: Entry, login: Login): Promise<Response> {
  const fresh = await sessions.begin(session, login);
  return goOn(areaLink(visit, nextOf(visit.url.searchParams.get("next"))), sessions.cookie(fresh, visit.url));
}

function said(to: AreaRequest, ...errors: [field: string | null, words: SignInWords][]): FormError[] {
  return errors.map(([field, words]) => ({ field, text: signInTexts[to.visit.language][words] }));
}

interface PageState {
  status?: number;
  headers?: Record<string, string>;
  errors?: FormError[];
}

function passwordPage(to: Entry, { email = "", errors = [], ...rest }: PageState & { email?: string } = {}) {
  const isSignedOut = to.visit.url.searchParams.has(SIGNED_OUT) && errors.length === 0;
  const note = isSignedOut ? { note: signInTexts[to.visit.language].signedOut } : {};
  return show(
    to,
    <PasswordPage to={to} action={actionOf(to)} email={email} order={orderOf(to)} errors={errors} {...note} />,
    rest,
  );
}

function codePage(to: Entry, email: string, challenge: string, { errors = [], ...rest }: PageState = {}) {
  const again = actionOf(to);
  const page = <CodePage {...{ to, email, challenge, again, errors }} action={again} />;
  return show(to, page, rest);
}

/** The cart that an order link showed before the sign-in. */
function orderOf({ visit }: AreaRequest): string | null {
  const next = nextOf(visit.url.searchParams.get("next"));
  return next.startsWith(`${CART_PATH}?`) ? next : null;
}

/** The sign-in with where it leads. */
function actionOf({ visit }: AreaRequest): string {
  const next = visit.url.searchParams.get("next");
  return areaLink(visit, SIGN_IN_PATH, next === null ? {} : { next: nextOf(next) });
}
