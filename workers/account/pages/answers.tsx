import type { JSX } from "hono/jsx/jsx-runtime";
import { Person } from "../../../shared/pages/area-layout.tsx";
import { ButtonLink, Submit } from "../../../shared/pages/buttons.tsx";
import { FilledText, filled } from "../../../shared/pages/filled-text.tsx";
import { formatWait } from "../../../shared/pages/formats.ts";
import { byLanguage, typeset } from "../../../shared/pages/french-typography.ts";
import { pageResponse } from "../../../shared/pages/page-response.ts";
import { SIGN_OUT_PATH } from "../../../shared/pages/sign-in/sign-in-address.ts";
import type { Text } from "../../../shared/platform/language.ts";
import { frameOf } from "./area-frame.ts";
import { CustomerPage, type CustomerPageProps, HiddenFields } from "./components/customer-page.tsx";
import { ASSISTANTS_PATH, AUTHORIZE_PATH, authorizationAddress, pageAddress, sameSignIn } from "./page-addresses.ts";
import type { CustomerPageRequest } from "./page-request.ts";
import { type StopKind, stopTexts } from "./stop-texts.ts";

const stopWays = byLanguage({
  again: { en: "Try again", fr: "Réessayer" },
  reopen: { en: "Open the page again", fr: "Rouvrir la page" },
  question: { en: "Back to the request", fr: "Revenir à la demande" },
  assistants: { en: "Connected assistants", fr: "Assistants connectés" },
  signIn: { en: "Sign in", fr: "Ouvrir une session" },
  someoneElse: { en: "Sign in as someone else", fr: "Changer d’identifiant" },
  application: { en: "Go on to {host}", fr: "Continuer vers {host}" },
  told: { en: "The application would receive: {error}", fr: "Ce que l’application apprendrait : {error}" },
});

/** The reasons for refusing an authorization request without a redirect, by reason code. */
const REFUSALS: Record<string, Text> = {
  unknown: {
    en: "No application is registered under this client_id.",
    fr: "Aucune application n’est inscrite sous ce client_id.",
  },
  client_id_missing: {
    en: "The request does not name its application.",
    fr: "La demande ne dit pas de quelle application elle vient.",
  },
  redirect_uri_missing: {
    en: "The request has no address to return to.",
    fr: "La demande n’indique pas d’adresse de retour.",
  },
  redirect_uri_not_registered: {
    en: "The address to return to is not one that the application has registered.",
    fr: "L’adresse de retour n’est pas une de celles que l’application a inscrites.",
  },
  repeated_parameter: {
    en: "The request names the application or the address to return to more than once.",
    fr: "La demande nomme plus d’une fois l’application ou l’adresse de retour.",
  },
};

/** The text for every other reason. Those reasons concern the application's metadata document. */
const DOCUMENT: Text = {
  en: "The document in which the application describes itself cannot be used.",
  fr: "Le document dans lequel l’application se décrit est inutilisable.",
};

/** Returns a page for the customer. Every page except those under connected assistants can lead to an application. */
export function show(
  { theme, visit }: CustomerPageRequest,
  page: JSX.Element,
  options: { status?: number; headers?: Record<string, string> } = {},
): Promise<Response> {
  const leadsToApplication = !visit.url.pathname.startsWith(ASSISTANTS_PATH);
  return pageResponse(page, { theme, visit, leadsToApplication, ...options });
}

interface StopOptions {
  /** The number of seconds until a retry. */
  retryAfter?: number;
  headers?: Record<string, string>;
  /** The reason code for refusing the application's request. */
  reason?: string;
  /** The error for the application (RFC 6749 §4.1.2.1), and the unchecked URL that would receive it. */
  application?: { error: string; address: string; host: string };
  /** The URLs of the next steps. The primary step is first here, and last on the page. */
  ways?: Partial<Record<"again" | "reopen" | "question" | "assistants" | "signIn", string>>;
  /** A form that ends the session, so that another person can decide about the authorization. */
  signOut?: { token: string; pending: string | null };
}

/**
 * Returns the frame for a page that ends the flow. Under connected assistants, a signed-in visitor gets the client
 * area's frame.
 */
export async function areaAround(to: CustomerPageRequest): Promise<Pick<CustomerPageProps, "frame" | "person">> {
  const { visit, session } = to;
  const isOfArea = visit.url.pathname.startsWith(ASSISTANTS_PATH);
  const signedIn = isOfArea && session ? (await session.port.read()).signedIn : null;
  const frame = signedIn && (await frameOf(to, signedIn));
  if (!session || !signedIn || !frame) return {};
  return { frame, person: <Person visit={visit} email={signedIn.email} formToken={session.formToken} /> };
}

/** Returns a page that ends the flow. It states what happened, what was not done, and the next step. */
export async function stopAt(to: CustomerPageRequest, stop: StopKind, options: StopOptions = {}): Promise<Response> {
  const { retryAfter, headers } = options;
  const around = await areaAround(to);
  return show(to, <StopPage to={to} around={around} stop={stop} options={options} />, {
    status: stopTexts[to.visit.language][stop].status,
    headers: { ...headers, ...(retryAfter !== undefined && { "Retry-After": String(retryAfter) }) },
  });
}

interface StopPageProps {
  to: CustomerPageRequest;
  around: Pick<CustomerPageProps, "frame" | "person">;
  stop: StopKind;
  options: StopOptions;
}

function StopPage({ to, around, stop, options }: StopPageProps) {
  const { visit } = to;
  const { language } = visit;
  const { retryAfter, reason, application, ways = {}, signOut } = options;
  const words = stopWays[language];
  const { title, what, next } = stopTexts[language][stop];
  const when = retryAfter === undefined ? "" : formatWait(retryAfter, language);
  const [primary, ...others] = Object.entries(ways) as [keyof typeof ways, string][];
  return (
    <CustomerPage context={to} title={title} {...around}>
      <div class="stack">
        <h1>{title}</h1>
        <p>{what}</p>
        <p class="muted">{filled(next, { when })}</p>
        {reason !== undefined && (
          <p class="note">
            {typeset(refusalText(reason), language)} <code translate="no">{reason}</code>
          </p>
        )}
        {application && (
          <p class="note">
            <FilledText text={words.told} fill={{ error: <code translate="no">{application.error}</code> }} />
          </p>
        )}
        {(primary || application || signOut) && (
          <div class="buttons">
            {signOut && (
              <form method="post" action={pageAddress(visit, SIGN_OUT_PATH, null)}>
                <HiddenFields token={signOut.token} pending={signOut.pending} />
                <Submit class="button primary" label={words.someoneElse} />
              </form>
            )}
            {application && (
              <a class="button" href={application.address} rel="nofollow noreferrer">
                {/* The button has a single child, because the spaces between several children would be lost. */}
                <span>
                  <FilledText text={words.application} fill={{ host: <bdi>{application.host}</bdi> }} />
                </span>
              </a>
            )}
            {others.map(([way, address]) => (
              <ButtonLink class="button" href={address} label={words[way]} />
            ))}
            {primary && <ButtonLink class="button primary" href={primary[1]} label={words[primary[0]]} />}
          </div>
        )}
      </div>
    </CustomerPage>
  );
}

function refusalText(reason: string): Text {
  return (Object.hasOwn(REFUSALS, reason) && REFUSALS[reason]) || DOCUMENT;
}

/**
 * Returns the page for an authorization that is completed, expired or unknown. An expired one can be requested again.
 */
export async function authorizationClosed(to: CustomerPageRequest, id: string | null): Promise<Response> {
  const lapsed = id === null ? null : await to.session?.port.lapsed(id);
  const assistants = pageAddress(to.visit, ASSISTANTS_PATH, null);
  return lapsed
    ? stopAt(to, "lapsed", { ways: { reopen: authorizationAddress(to.visit, lapsed), assistants } })
    : stopAt(to, "closed", { ways: { assistants } });
}

/** Returns the page for a sign-in that could not begin because the billing system did not respond. */
export function signInUnavailable(to: CustomerPageRequest, pending: string | null, retryAfter = 5): Promise<Response> {
  return stopAt(to, "signInUnavailable", { retryAfter, ways: { again: sameSignIn(to.visit, pending) } });
}

/** Returns the page for a billing system that did not respond. The authorization stays pending. */
export function billingUnavailable(to: CustomerPageRequest, pending: string, retryAfter: number): Promise<Response> {
  const again = pageAddress(to.visit, AUTHORIZE_PATH, pending);
  return stopAt(to, "billingUnavailable", { retryAfter, ways: { again } });
}
