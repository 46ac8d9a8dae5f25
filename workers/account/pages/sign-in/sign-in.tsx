import {
  EMPTY_SESSION,
  type PendingAuthorization,
  type SessionState,
} from "../../../../durable-objects/session/session-port.ts";
import { askBilling } from "../../../../shared/billing-contract/ask-billing.ts";
import type { BillingResult } from "../../../../shared/billing-contract/result.ts";
import type { Login } from "../../../../shared/billing-contract/sign-in.ts";
import { Submit } from "../../../../shared/pages/buttons.tsx";
import { FilledText, filled } from "../../../../shared/pages/filled-text.tsx";
import { isSameOrigin } from "../../../../shared/pages/form.ts";
import { byLanguage } from "../../../../shared/pages/french-typography.ts";
import { seeOther } from "../../../../shared/pages/page-response.ts";
import { showSignIn, submitSignIn } from "../../../../shared/pages/sign-in/sign-in.tsx";
import { AREA_PATH, goalIn, SIGN_IN_PATH } from "../../../../shared/pages/sign-in/sign-in-address.ts";
import {
  type PasswordPageParts,
  SIGNED_OUT,
  type SignInJourney,
} from "../../../../shared/pages/sign-in/sign-in-journey.ts";
import { samePage } from "../../../../shared/pages/visit.ts";
import { BILLING_DEADLINE_MS, managedAccounts } from "../../queries/billing-answers.ts";
import { authorizationClosed, show, signInUnavailable, stopAt } from "../answers.tsx";
import { ApplicationOrigin } from "../components/application-origin.tsx";
import { CustomerPage, HiddenFields } from "../components/customer-page.tsx";
import { WhatItWillRead } from "../components/what-it-reads.tsx";
import {
  APPROVALS_PATH,
  AUTHORIZE_PATH,
  afterSignIn,
  areaAddress,
  goalOf,
  goalPathOf,
  pageAddress,
  sameSignIn,
  signInAddress,
} from "../page-addresses.ts";
import { type CustomerForm, type CustomerPageRequest, pendingAuthorizationOf } from "../page-request.ts";
import { showProviderPage } from "./provider-sign-in.tsx";
import { mustSignInAgain, NOT_ASKED } from "./recent-sign-in.ts";

export const accountSignInTexts = byLanguage({
  title: { en: "Sign in", fr: "Ouvrir une session" },
  titleFor: { en: "Sign in to connect {name}", fr: "Ouvrez une session pour connecter {name}" },
  forAssistants: {
    en: "Review, restrict or disconnect the apps linked to your account.",
    fr: "Consultez, restreignez ou déconnectez les applications liées à votre compte.",
  },
  forApproval: {
    en: "Approve or decline a connected application’s request.",
    fr: "Approuvez ou refusez la demande d’une application connectée.",
  },
  forArea: {
    en: "See your services, domain names and invoices, and pay.",
    fr: "Pour voir vos services, vos noms de domaine et vos factures, et pour payer.",
  },
  forOrder: { en: "Continue with your order.", fr: "Pour poursuivre votre commande." },
  backToOrder: { en: "Back to the order", fr: "Revenir à la commande" },
  signedOut: {
    en: "You are signed out. What is connected stays connected until you disconnect it.",
    fr: "Votre session est fermée. Ce qui est connecté le reste jusqu’à ce que vous y mettiez fin.",
  },
  credentials: {
    en: "Use the e-mail and password of your client area. The application never gets them.",
    fr: "Indiquez l’adresse de courriel et le mot de passe de votre espace client. L’application ne les reçoit jamais.",
  },
  credentialsAlone: {
    en: "Use the e-mail and password of your client area.",
    fr: "Indiquez l’adresse de courriel et le mot de passe de votre espace client.",
  },
  cancel: { en: "Cancel", fr: "Annuler" },
  clientArea: { en: "Open the client area", fr: "Ouvrir l’espace client" },
  signUp: { en: "Open an account", fr: "Ouvrir un compte" },
  newPassword: { en: "Forgot your password?", fr: "Mot de passe oublié ?" },
});

/** How long a repeated form from a rotated session is treated as a double click, in milliseconds. */
const REPEATED_MS = 30_000;
/**
 * The id of a separate form for the cancel button. The Enter key in a field presses the first button of the field's
 * form, which signs in.
 */
const CANCEL_FORM = "cancel";

const NOT_DESCRIBED = { ok: false, problem: { code: "billing_unavailable", retryAfter: 5 } } as const;

type SignInPageRequest = CustomerPageRequest & Pick<CustomerForm, "session">;

/** The authorization that the customer signs in for, with its id; `null` for a sign-in without an application. */
type Asking = { id: string; application: PendingAuthorization } | null;

/** Handles `GET /sign-in`. */
export async function showAccountSignIn(to: CustomerPageRequest): Promise<Response> {
  const { visit, sessions } = to;
  const pending = visit.url.searchParams.get("pending");
  const method = to.described?.signIn;
  if (!method) return signInUnavailable(to, pending);
  // A sign-in with a form and no other goal leads to the client area.
  if (pending === null && goalOf(visit) === null && method.kind === "form") {
    return seeOther(SIGN_IN_PATH + samePage(visit, { to: AREA_PATH }));
  }
  // The billing system sends the browser back to a single URL, where the browser must have the same session.
  if (method.kind === "redirect" && pending === null && new URL(to.addresses.auth).host !== visit.url.host) {
    return seeOther(to.addresses.auth + sameSignIn(visit, null));
  }
  const provider = to.theme.brand.name;
  const showPage = (journey: SignInJourney, headers?: Record<string, string>) =>
    method.kind === "redirect"
      ? showProviderPage(journey, { ...method, provider }, pending, headers)
      : showSignIn(journey, headers);
  if (!to.session) {
    if (pending !== null) return stopAt(to, "noSession");
    const session = await sessions.start();
    const journey = journeyOf({ ...to, session }, EMPTY_SESSION, null);
    return showPage(journey, { "Set-Cookie": sessions.cookie(session, visit.url) });
  }
  const journey = await openJourney({ ...to, session: to.session }, pending);
  return journey ? showPage(journey) : authorizationClosed(to, pending);
}

/** Handles `POST /sign-in`. */
export async function signIn(own: CustomerForm): Promise<Response> {
  const pending = own.form.get("pending");
  // The deployment changed its billing system after the form was shown.
  if (own.described?.signIn.kind === "redirect") return seeOther(sameSignIn(own.visit, pending));
  const journey = await openJourney(own, pending);
  return journey ? submitSignIn(journey, own.form) : authorizationClosed(own, pending);
}

/** Handles `POST /sign-out`. Ends the session or, with a pending authorization, rotates it for the next person. */
export async function signOut({ session, sessions, visit, described, form, now }: CustomerForm): Promise<Response> {
  const id = form.get("pending");
  if (id === null || !pendingAuthorizationOf(await session.port.read(), id, now())) {
    await session.port.end();
    return seeOther(signInAddress(visit, null, { [SIGNED_OUT]: "1" }), sessions.noCookie(visit.url));
  }
  const { id: fresh } = await sessions.start();
  const rotation = await session.port.rotate({ session: fresh, signedIn: null }, null);
  const next = await sessions.begin(rotation);
  // If the billing system has its own page, the next page warns that the previous customer may still be signed in
  // there.
  const note = described?.signIn.kind === "redirect" ? { [SIGNED_OUT]: "1" } : {};
  return seeOther(signInAddress(visit, id, note), sessions.cookie(next, visit.url));
}

/**
 * Repeats the redirect of a sign-in form, for a browser that already has the rotated session and resends the form of
 * the old session. Nothing is changed, and nobody is signed in.
 */
export async function signedInBefore(to: CustomerPageRequest, form: URLSearchParams): Promise<Response | null> {
  if (!to.session || !isSameOrigin(to.request)) return null;
  const { signedIn } = await to.session.port.read();
  if (!signedIn || to.now() - signedIn.at > REPEATED_MS) return null;
  const email = form.get("email")?.trim().toLowerCase() ?? null;
  if (email !== null && email !== signedIn.email.toLowerCase()) return null;
  return seeOther(afterSignIn(to.visit, form.get("pending")));
}

/** Opens the sign-in. Returns `null` if its authorization is no longer pending. */
async function openJourney(to: SignInPageRequest, pending: string | null): Promise<SignInJourney | null> {
  const state = await to.session.port.read();
  if (pending === null) return journeyOf(to, state, null);
  const application = pendingAuthorizationOf(state, pending, to.now());
  return application && journeyOf(to, state, { id: pending, application });
}

function journeyOf(to: SignInPageRequest, state: SessionState, asking: Asking): SignInJourney {
  const { visit, session, billing, described, requestId } = to;
  const pending = asking?.id ?? null;
  // A sign-in needs a known billing system, because another billing system has other logins under the same ids.
  const ask = async <Value,>(call: () => Promise<BillingResult<Value>>): Promise<BillingResult<Value>> =>
    described ? askBilling(call, BILLING_DEADLINE_MS, requestId) : NOT_DESCRIBED;
  return {
    ...to,
    state,
    at: to.now(),
    billing: {
      signIn: (call, credentials) => ask(() => billing.signIn(call, credentials)),
      signInSecondStep: (call, step) => ask(() => billing.signInSecondStep(call, step)),
    },
    address: (parameters) => signInAddress(visit, pending, parameters),
    target: afterSignIn(visit, pending),
    passwordPage: partsOf(to, asking, state),
    loginHint: asking?.application.loginHint,
    pending,
    show: (step, title, content, options) => {
      const below = step === "password" && <WaysAround to={to} />;
      const page = (
        <CustomerPage context={to} title={title} below={below} signsIn>
          {content}
        </CustomerPage>
      );
      return show(to, page, options);
    },
    tooMany: (retryAfter) => stopAt(to, "tooMany", { retryAfter, ways: { signIn: signInAddress(visit, pending) } }),
    refuse: async (login: Login) => {
      const managed = await managedAccounts(to, { loginId: login.id });
      if (!managed.ok || managed.value.length > 0) return null;
      await session.port.awaitSecondStep(null);
      return stopAt(to, "noAccounts", { signOut: { token: session.formToken, pending } });
    },
  };
}

/** Shows the links below the form: to a new password, to sign-up and to the client area. */
function WaysAround({ to }: { to: SignInPageRequest }) {
  const { visit, described, theme } = to;
  const texts = accountSignInTexts[visit.language];
  const isForArea = goalPathOf(visit).startsWith(AREA_PATH);
  const method = described?.signIn;
  const { signUp = null, newPassword = null } = method?.kind === "form" ? method : {};
  const own = (path: string | null) => path && areaAddress(to, `${path}?${new URLSearchParams({ ...goalIn(visit) })}`);
  const links: [string, string | null][] = [
    [texts.newPassword, own(newPassword)],
    [texts.signUp, theme.brand.signUp ?? own(signUp)],
    [texts.clientArea, isForArea ? null : areaAddress(to, described?.links.home ?? "")],
  ];
  return <p class="links">{links.map(([label, href]) => href && <a href={href}>{label}</a>)}</p>;
}

function partsOf(
  { visit, session, hasZones }: SignInPageRequest,
  asking: Asking,
  { signedIn }: SessionState,
): PasswordPageParts {
  const { language } = visit;
  const texts = accountSignInTexts[language];
  if (!asking) {
    const goal = goalPathOf(visit);
    const lead =
      [
        [`${APPROVALS_PATH}/`, texts.forApproval],
        [`${AREA_PATH}/cart?`, texts.forOrder],
        [AREA_PATH, texts.forArea],
      ].find(([path = ""]) => goal.startsWith(path))?.[1] ?? texts.forAssistants;
    const heading = (
      <>
        <h1>{texts.title}</h1>
        <p class="muted">{lead}</p>
      </>
    );
    const wayBack = lead === texts.forOrder && (
      <a class="quiet" href={goal}>
        {texts.backToOrder}
      </a>
    );
    return { title: texts.title, heading, signedOut: texts.signedOut, hint: texts.credentialsAlone, wayBack };
  }
  const { id, application } = asking;
  // True if the customer returned from the billing system's page without a new sign-in there.
  const wasLetIn =
    signedIn && signedIn.at >= (application.signedInSince ?? 0) && mustSignInAgain(signedIn, application);
  return {
    title: filled(texts.titleFor, { name: application.name }),
    heading: (
      <>
        <h1>
          <FilledText text={texts.titleFor} fill={{ name: <bdi>{application.name}</bdi> }} />
        </h1>
        <ApplicationOrigin application={application} language={language} isBrief />
      </>
    ),
    signedOut: texts.signedOut,
    above: (
      <>
        {wasLetIn && <p class="note">{NOT_ASKED[language]}</p>}
        <WhatItWillRead language={language} hasZones={hasZones} />
        <form id={CANCEL_FORM} hidden method="post" action={pageAddress(visit, AUTHORIZE_PATH, id)}>
          <HiddenFields token={session.formToken} pending={id} />
        </form>
      </>
    ),
    hint: texts.credentials,
    wayBack: <Submit class="quiet" form={CANCEL_FORM} name="decision" value="deny" label={texts.cancel} />,
  };
}
