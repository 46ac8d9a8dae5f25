import type { SignInMethod } from "../../../../shared/billing-contract/description.ts";
import { FilledText } from "../../../../shared/pages/filled-text.tsx";
import { seeOther } from "../../../../shared/pages/page-response.ts";
import type { ProviderSignIn, ProviderSignInFailure } from "../../../../shared/pages/sign-in/session.ts";
import { SIGNED_OUT, type SignInJourney } from "../../../../shared/pages/sign-in/sign-in-journey.ts";
import type { Visit } from "../../../../shared/pages/visit.ts";
import { SIGN_IN_PROVIDER_PATH, sameSignIn } from "../page-addresses.ts";
import { providerTexts } from "./provider-texts.ts";

/** `GET /sign-in` where the billing system has a page of its own. */
export async function showProviderPage(
  journey: SignInJourney,
  { host }: Extract<SignInMethod, { kind: "redirect" }>,
  pending: string | null,
  headers: Record<string, string> = {},
): Promise<Response> {
  const { visit, state, passwordPage } = journey;
  if (state.signedIn && !visit.url.searchParams.has("again")) return seeOther(journey.target);
  const address = sameSignIn(visit, pending, SIGN_IN_PROVIDER_PATH);
  const failure = failureOf(state.providerSignIn, pending, visit);
  const page = <ProviderPage journey={journey} host={host} address={address} failure={failure} />;
  return journey.show("password", passwordPage.title, page, { headers });
}

/** Of a sign-in that was begun for the same authorization. */
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
  /** Where the customer signs in. */
  host: string;
  /** Where that is begun. */
  address: string;
  /** Why the sign-in that this page began before signed nobody in. */
  failure: ProviderSignInFailure | null;
}

/**
 * The sign-in page of a billing system that has its own: one link that says where it leads. Not a form, because browsers apply
 * `form-action` to the redirects that follow one.
 */
function ProviderPage({ journey, host, address, failure }: ProviderPageProps) {
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
      <div class="buttons forward">
        {wayBack}
        <a class="button primary" href={address} rel="nofollow">
          {/* One item of the button: between items its spaces are lost. */}
          <span>
            <FilledText text={texts.continueAt} fill={{ host: <bdi>{host}</bdi> }} />
          </span>
        </a>
      </div>
    </>
  );
}
