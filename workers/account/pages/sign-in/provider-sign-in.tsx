import { askBilling } from "../../../../shared/billing-contract/ask-billing.ts";
import type { SignInMethod } from "../../../../shared/billing-contract/description.ts";
import type { Login } from "../../../../shared/billing-contract/sign-in.ts";
import { FilledText } from "../../../../shared/pages/filled-text.tsx";
import { isSameOrigin } from "../../../../shared/pages/form.ts";
import { byLanguage } from "../../../../shared/pages/french-typography.ts";
import { seeOther } from "../../../../shared/pages/page-response.ts";
import type { ProviderSignIn, ProviderSignInFailure } from "../../../../shared/pages/sign-in/session.ts";
import { enter, enteredBefore } from "../../../../shared/pages/sign-in/sign-in.tsx";
import { SIGNED_OUT, type SignInJourney } from "../../../../shared/pages/sign-in/sign-in-journey.ts";
import type { Visit } from "../../../../shared/pages/visit.ts";
import { visitOf } from "../../../../shared/pages/visit.ts";
import { addressOf } from "../../../../shared/platform/caller-address.ts";
import { log } from "../../../../shared/platform/log.ts";
import type { RatePolicy } from "../../../../shared/platform/rate-limit.ts";
import { BILLING_DEADLINE_MS, managedAccounts } from "../../queries/billing-answers.ts";
import { authorizationClosed, signInUnavailable, stopAt } from "../answers.tsx";
import {
  afterSignIn,
  SIGN_IN_PROVIDER_PATH,
  SIGN_IN_RETURNED_PATH,
  sameSignIn,
  signInAddress,
} from "../page-addresses.ts";
import { type CustomerPageRequest, type CustomerSession, pendingAuthorizationOf } from "../page-request.ts";

const providerTexts = byLanguage({
  continueAt: { en: "Continue at {provider}", fr: "Continuer chez {provider}" },
  signInThere: { en: "You sign in at {host}.", fr: "Vous ouvrez votre session sur {host}." },
  /** The text after the customer has signed out here. */
  signedInThere: {
    en: "At {host} you may still be signed in.",
    fr: "Votre session est peut-être encore ouverte sur {host}.",
  },
  failures: {
    declined: {
      en: "You came back from {host} without signing in. Nothing was done; you can continue there at any time.",
      fr: "Aucune session n’a été ouverte sur {host}. Rien n’a été fait ; vous pouvez y continuer à tout moment.",
    },
    not_accepted: {
      en: "{host} signed you in, but we could not match you to a login here. Try another login there, or ask us for help.",
      fr: "{host} a ouvert votre session, mais on ne sait pas avec certitude à quel identifiant elle correspond ici ; elle n’a donc pas été acceptée. Essayez-y un autre identifiant, ou demandez-nous de l’aide.",
    },
    no_account: {
      en: "The login that you used at {host} manages no account, so there is nothing to show or connect. Ask the owner of an account to give you access, or sign out there and come back with another login.",
      fr: "L’identifiant que vous avez employé sur {host} ne gère aucun compte : il n’y a rien à afficher ni à connecter. Demandez au titulaire d’un compte de vous y donner accès, ou fermez là-bas votre session et revenez avec un autre identifiant.",
    },
    expired: {
      en: "That sign-in took longer than ten minutes, or was already used. Nothing was done; sign in again.",
      fr: "Cette ouverture de session a duré plus de dix minutes, ou a déjà servi. Rien n’a été fait ; continuez une fois de plus.",
    },
    unavailable: {
      en: "{host} did not answer, so you could not be signed in. Nothing was done; try again in a moment.",
      fr: "{host} n’a pas répondu ; votre session n’a donc pas pu être ouverte. Rien n’a été fait ; réessayez dans un moment.",
    },
  },
});

/** The limit on sign-ins that are started from one network address. Each one calls the billing system. */
const SIGN_INS: RatePolicy = { id: "sign-ins", name: "sign-ins", quota: 120, windowSeconds: 3_600 };
/** How long a repeated click on the link to the billing system's page leads to the same URL, in milliseconds. */
const REPEATED_MS = 30_000;
/**
 * The deadline for the end of a sign-in, in milliseconds. To complete a sign-in, the billing system sends several
 * requests to the server of its sign-in page, one after another.
 */
const END_DEADLINE_MS = 20_000;
/** The interval at which the second of two identical returns looks up the destination of the first, in milliseconds. */
const LOOKUP_MS = 500;
const LOOKUPS = Math.ceil((END_DEADLINE_MS + BILLING_DEADLINE_MS) / LOOKUP_MS);

/** Handles `GET /sign-in/provider`: starts a sign-in at the billing system's own page and redirects there. */
export async function beginAtProvider(to: CustomerPageRequest): Promise<Response> {
  const { visit, request, requestId, described, sessions, billing, now } = to;
  const pending = visit.url.searchParams.get("pending");
  const page = sameSignIn(visit, pending);
  if (!described) return signInUnavailable(to, pending);
  // A link from another site starts nothing. The customer sees the destination first.
  if (described.signIn.kind !== "redirect" || request.method === "HEAD" || !isSameOrigin(request))
    return seeOther(page);
  if (!to.session && pending !== null) return stopAt(to, "noSession");
  const state = to.session && (await to.session.port.read());
  if (state && pending !== null && !pendingAuthorizationOf(state, pending, now())) {
    return authorizationClosed(to, pending);
  }
  const isAgain = visit.url.searchParams.has("again");
  if (state?.signedIn && !isAgain) return seeOther(afterSignIn(visit, pending));
  const before = state?.providerSignIn;
  if (before?.progress === "away" && before.page === page && now() - before.begunAt < REPEATED_MS) {
    return seeOther(before.address);
  }

  const counted = await to.limit.count(addressOf(request), SIGN_INS);
  if (counted.outcome === "refused") {
    return stopAt(to, "tooManySignIns", { retryAfter: counted.rate.resetSeconds, ways: { signIn: page } });
  }
  if (counted.outcome === "not_counted") {
    log("address_limit_failed", { request_id: requestId, cause: counted.cause });
    return signInUnavailable(to, pending);
  }
  const begin = { returnTo: returnTo(to), language: visit.language, isAgain };
  const begun = await askBilling(() => billing.beginSignIn({ requestId }, begin), BILLING_DEADLINE_MS, requestId);
  if (!begun.ok) return signInUnavailable(to, pending, begun.problem.retryAfter);
  const session = to.session ?? (await sessions.start());
  const kept = await session.port.beginProviderSignIn({ ...begun.value, page });
  return seeOther(kept.address, to.session ? undefined : sessions.cookie(session, visit.url));
}

/**
 * Handles `GET /sign-in/returned`, the return from the billing system's page, for a sign-in that this browser started.
 */
export async function returnFromProvider(to: CustomerPageRequest): Promise<Response> {
  const { visit, request, session } = to;
  const { lang: _, ...returned } = sentOnce(visit.url.searchParams);
  const { providerSignIn: begunHere } = (await session?.port.read()) ?? {};
  if (!session || !begunHere) return begunElsewhere(to);
  const isReturn = request.method === "GET" && Object.keys(returned).length > 0;
  if (!isReturn) return seeOther(begunHere.page);
  // A link from another site, or the return of another window, must not complete this browser's open sign-in.
  const found = isOf(begunHere, returned) ? await session.port.returnFromProvider() : null;
  if (!found) return begunElsewhere(to);
  const { signIn, isFirst } = found;

  const begun = visitOf(new Request(new URL(signIn.page, visit.url), { headers: request.headers }));
  const target = afterSignIn(begun, begun.url.searchParams.get("pending"));
  const entering = { ...to, at: to.now(), session, visit: begun, target };
  const query = visit.url.search;
  if (!isFirst) return followFirst(entering, signIn, query);

  const ended = await end(to, signIn, returned);
  if ("login" in ended) return enter(entering, ended.login, query, ended.authenticatedAt);
  if (ended.failure !== "declined") log("sign_in_failed", { request_id: to.requestId, outcome: ended.failure });
  await session.port.failProviderSignIn(ended.failure);
  return seeOther(signIn.page);
}

/** Returns the query parameters that occur once. Repeated parameters are ignored (RFC 6749 §3.1). */
function sentOnce(query: URLSearchParams): Record<string, string> {
  return Object.fromEntries([...query].filter(([name]) => query.getAll(name).length === 1));
}

/** Checks whether the returned state is the state that was sent. The billing system compares it too. */
function isOf({ address }: ProviderSignIn, { state }: Record<string, string>): boolean {
  const sent = new URL(address).searchParams.get("state");
  return sent === null || state === sent;
}

/**
 * Returns the page for a sign-in that has ended or that another browser started. The page's links leave out the
 * returned parameters.
 */
function begunElsewhere(to: CustomerPageRequest): Promise<Response> {
  const url = new URL(SIGN_IN_RETURNED_PATH, to.visit.url);
  const own = { ...to, visit: { ...to.visit, url } };
  return stopAt(own, "signInElsewhere", { ways: { signIn: signInAddress(own.visit, null) } });
}

type ProviderReturn = CustomerPageRequest & { at: number; session: CustomerSession; target: string };

/** Redirects a repeated return to the destination of the first one, because a code is accepted only once. */
async function followFirst(entering: ProviderReturn, { page }: ProviderSignIn, query: string): Promise<Response> {
  const { target } = entering;
  for (let lookup = 0; lookup <= LOOKUPS; lookup++) {
    const before = await enteredBefore(entering, query, [lookup === 0 ? 0 : LOOKUP_MS]);
    if (before) return before;
    const { signedIn, providerSignIn } = await entering.session.port.read();
    if (providerSignIn?.progress === "signed_in" && signedIn) return seeOther(target);
    if (providerSignIn?.progress !== "returned") break;
  }
  return seeOther(page);
}

async function end(
  to: CustomerPageRequest,
  { state }: ProviderSignIn,
  returned: Record<string, string>,
): Promise<{ login: Login; authenticatedAt?: number } | { failure: ProviderSignInFailure }> {
  const { billing, requestId } = to;
  const ask = { state, returned, returnTo: returnTo(to) };
  const ended = await askBilling(() => billing.endSignIn({ requestId }, ask), END_DEADLINE_MS, requestId);
  if (!ended.ok) return { failure: "unavailable" };
  switch (ended.value.outcome) {
    case "expired":
      return { failure: "expired" };
    case "refused":
      return { failure: ended.value.reason };
    case "signed_in": {
      const { outcome: _, hasAccounts, ...signedIn } = ended.value;
      if (hasAccounts !== undefined) return hasAccounts ? signedIn : { failure: "no_account" };
      const managed = await managedAccounts(to, { loginId: signedIn.login.id });
      return managed.ok && managed.value.length === 0 ? { failure: "no_account" } : signedIn;
    }
  }
}

function returnTo({ addresses }: CustomerPageRequest): string {
  return addresses.auth + SIGN_IN_RETURNED_PATH;
}

/** Returns the page of `GET /sign-in` for a billing system with its own sign-in page. */
export async function showProviderPage(
  journey: SignInJourney,
  { host, provider }: Extract<SignInMethod, { kind: "redirect" }> & { provider: string },
  pending: string | null,
  headers: Record<string, string> = {},
): Promise<Response> {
  const { visit, state, passwordPage } = journey;
  if (state.signedIn && !visit.url.searchParams.has("again")) return seeOther(journey.target);
  const address = sameSignIn(visit, pending, SIGN_IN_PROVIDER_PATH);
  const failure = failureOf(state.providerSignIn, pending, visit);
  const page = <ProviderPage journey={journey} provider={provider} host={host} address={address} failure={failure} />;
  return journey.show("password", passwordPage.title, page, { headers });
}

function failureOf(
  before: ProviderSignIn | null,
  pending: string | null,
  { url }: Visit,
): ProviderSignInFailure | null {
  if (!before || new URL(before.page, url).searchParams.get("pending") !== pending) return null;
  const { progress } = before;
  return progress === "away" || progress === "returned" || progress === "signed_in" ? null : progress;
}

interface ProviderPageProps {
  journey: Pick<SignInJourney, "visit" | "passwordPage">;
  provider: string;
  host: string;
  address: string;
  /** The reason why the previous sign-in from this page failed; `null` if it did not fail. */
  failure: ProviderSignInFailure | null;
}

/**
 * The sign-in page for a billing system with its own page. Its main link names the destination. It is a link and not a
 * form, because browsers also apply the CSP directive `form-action` to the redirects after a form.
 */
function ProviderPage({ journey, provider, host, address, failure }: ProviderPageProps) {
  const { visit, passwordPage } = journey;
  const { heading, signedOut, above, wayBack } = passwordPage;
  const texts = providerTexts[visit.language];
  const fill = { host: <bdi class="strong">{host}</bdi> };
  return (
    <>
      <div class="stack tight">{heading}</div>
      {visit.url.searchParams.has(SIGNED_OUT) && !failure && (
        <p class="note" role="status">
          {signedOut} <FilledText text={texts.signedInThere} fill={fill} />
        </p>
      )}
      {failure && (
        <div class="error-summary" role="alert" tabindex={-1} autofocus>
          <p>
            <FilledText text={texts.failures[failure]} fill={fill} />
          </p>
        </div>
      )}
      {above}
      <p class="muted">
        <FilledText text={texts.signInThere} fill={fill} />
      </p>
      <div class="buttons forward">
        {wayBack}
        <a class="button primary" href={address} rel="nofollow">
          {/* The button has a single child, because the spaces between several children would be lost. */}
          <span>
            <FilledText text={texts.continueAt} fill={{ provider: <bdi>{provider}</bdi> }} />
          </span>
        </a>
      </div>
    </>
  );
}
