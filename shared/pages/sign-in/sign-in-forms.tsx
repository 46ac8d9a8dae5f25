import type { Child } from "hono/jsx";
import { ErrorSummary, FieldError, type FormError, fieldState } from "../error-summary.tsx";
import { FilledText } from "../filled-text.tsx";
import { TOKEN_FIELD } from "../form.ts";
import { SIGNED_OUT, type SignInJourney } from "./sign-in-journey.ts";
import { signInTexts } from "./sign-in-texts.ts";

interface SignInFormProps {
  journey: SignInJourney;
  email: string;
  errors: FormError[];
}

const HINT_ID = "credentials-hint";

export function PasswordForm({ journey, email, errors }: SignInFormProps) {
  const { visit, passwordPage } = journey;
  const { heading, signedOut, above, hint, wayBack } = passwordPage;
  const texts = signInTexts[visit.language];
  return (
    <>
      <div class="stack tight">{heading}</div>
      {visit.url.searchParams.has(SIGNED_OUT) && errors.length === 0 && (
        <p class="note" role="status">
          {signedOut}
        </p>
      )}
      <ErrorSummary errors={errors} />
      {above}
      <form class="stack" method="post" action={journey.address()} novalidate>
        <Hidden journey={journey} />
        {hint && (
          <p class="small muted" id={HINT_ID}>
            {hint}
          </p>
        )}
        <div class="field">
          <label for="email">{texts.email}</label>
          <input
            id="email"
            name="email"
            type="email"
            value={email}
            required
            maxlength={254}
            autocomplete="username"
            autocapitalize="none"
            spellcheck={false}
            {...fieldState("email", errors, ...(hint ? [HINT_ID] : []))}
          />
          <FieldError field="email" errors={errors} />
        </div>
        <div class="field">
          <label for="password">{texts.password}</label>
          <input
            id="password"
            name="password"
            type="password"
            required
            maxlength={1024}
            autocomplete="current-password"
            {...fieldState("password", errors)}
          />
          <FieldError field="password" errors={errors} />
        </div>
        <Forward wayBack={wayBack} label={texts.send} />
      </form>
    </>
  );
}

/** Asks for the code of the login's authenticator. */
export function CodeForm({ journey, email, errors }: SignInFormProps) {
  const texts = signInTexts[journey.visit.language];
  return (
    <>
      <div class="stack tight">
        <h1>{texts.secondTitle}</h1>
        <p class="muted">
          <FilledText text={texts.secondLead} fill={{ email: <bdi class="host">{email}</bdi> }} />
        </p>
      </div>
      <ErrorSummary errors={errors} />
      <form class="stack" method="post" action={journey.address()} novalidate>
        <Hidden journey={journey} />
        <div class="field">
          <label for="code">{texts.code}</label>
          <input
            id="code"
            name="code"
            required
            maxlength={16}
            inputmode="numeric"
            autocomplete="one-time-code"
            spellcheck={false}
            {...fieldState("code", errors)}
          />
          <FieldError field="code" errors={errors} />
        </div>
        <Forward
          wayBack={
            <a class="quiet" href={journey.address({ again: "1" })}>
              {texts.startAgain}
            </a>
          }
          label={texts.codeSend}
        />
      </form>
    </>
  );
}

function Hidden({ journey }: { journey: SignInJourney }) {
  return (
    <>
      <input type="hidden" name={TOKEN_FIELD} value={journey.session.formToken} />
      {journey.hidden}
    </>
  );
}

function Forward({ wayBack, label }: { wayBack: Child; label: string }) {
  return (
    <div class="buttons forward">
      {wayBack}
      <button class="button primary" type="submit">
        {label}
      </button>
    </div>
  );
}
