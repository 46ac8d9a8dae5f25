import type { Child } from "hono/jsx";
import { ButtonLink, Submit } from "../buttons.tsx";
import { ErrorSummary, Field, type FormError, fieldState } from "../error-summary.tsx";
import { FilledText } from "../filled-text.tsx";
import { TOKEN_FIELD } from "../form.ts";
import { byLanguage } from "../french-typography.ts";
import { PASSWORD_SAVED, SIGNED_OUT, type SignInJourney } from "./sign-in-journey.ts";

export const signInTexts = byLanguage({
  email: { en: "E-mail", fr: "Adresse de courriel" },
  password: { en: "Password", fr: "Mot de passe" },
  passwordSaved: {
    en: "Your new password is saved. Sign in with it.",
    fr: "Votre nouveau mot de passe est enregistré. Ouvrez une session avec lui.",
  },
  send: { en: "Sign in", fr: "Ouvrir une session" },
  emailMissing: { en: "Enter your e-mail address.", fr: "Entrez votre adresse de courriel." },
  passwordMissing: { en: "Enter your password.", fr: "Entrez votre mot de passe." },
  refused: {
    en: "Incorrect e-mail or password. Check both and try again.",
    fr: "Adresse ou mot de passe incorrect. Vérifiez les deux, puis réessayez.",
  },
  unavailable: {
    en: "Your e-mail and password could not be checked. Nothing was done; try again in a moment.",
    fr: "Votre adresse et votre mot de passe n’ont pas pu être vérifiés à l’instant. Rien n’a été fait ; réessayez dans un moment.",
  },

  secondTitle: { en: "Enter your code", fr: "Entrez votre code" },
  secondLead: {
    en: "Signing in as {email}. One more step: the code that your authenticator application shows now.",
    fr: "Connexion en tant que {email}. Encore une étape : le code que votre application d’authentification affiche en ce moment.",
  },
  code: { en: "Six-digit code", fr: "Code à six chiffres" },
  recoveryCode: {
    en: "Without your authenticator app, use one of your recovery codes.",
    fr: "Sans votre application d’authentification : un de vos codes de secours.",
  },
  codeSend: { en: "Continue", fr: "Continuer" },
  startAgain: { en: "Sign in as someone else", fr: "Changer d’identifiant" },
  codeMissing: {
    en: "Enter the six digits, or a recovery code.",
    fr: "Entrez les six chiffres, ou un code de secours.",
  },
  codeRefused: {
    en: "This code was not accepted. A code works once: wait for the next one and enter that.",
    fr: "Ce code n’a pas été accepté. Un code ne sert qu’une fois : attendez le suivant et entrez-le.",
  },
  codeUnavailable: {
    en: "The code could not be checked. Nothing was done; try again in a moment.",
    fr: "Le code n’a pas pu être vérifié à l’instant. Rien n’a été fait ; réessayez dans un moment.",
  },
  codeExpired: {
    en: "The time for the code is over. Sign in again.",
    fr: "Le délai pour entrer le code est écoulé. Ouvrez de nouveau une session.",
  },
  codesUsedUp: {
    en: "Too many codes were wrong. Sign in again to enter another one.",
    fr: "Trop de codes étaient incorrects. Ouvrez de nouveau une session pour en entrer un autre.",
  },
});

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
  const { searchParams } = visit.url;
  const done = searchParams.has(SIGNED_OUT) ? signedOut : searchParams.has(PASSWORD_SAVED) && texts.passwordSaved;
  return (
    <>
      <div class="stack tight">{heading}</div>
      {done && errors.length === 0 && (
        <p class="note" role="status">
          {done}
        </p>
      )}
      <ErrorSummary errors={errors} />
      {above}
      <SignInForm journey={journey} wayBack={wayBack} send={texts.send}>
        {hint && (
          <p class="small muted" id={HINT_ID}>
            {hint}
          </p>
        )}
        <Field id="email" label={texts.email} errors={errors}>
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
        </Field>
        <Field id="password" label={texts.password} errors={errors}>
          <input
            id="password"
            name="password"
            type="password"
            required
            maxlength={1024}
            autocomplete="current-password"
            {...fieldState("password", errors)}
          />
        </Field>
      </SignInForm>
    </>
  );
}

/** The form for the code from the login's authenticator. */
export function CodeForm({ journey, email, errors }: SignInFormProps) {
  const texts = signInTexts[journey.visit.language];
  const startAgain = <ButtonLink class="quiet" href={journey.address({ again: "1" })} label={texts.startAgain} />;
  return (
    <>
      <div class="stack tight">
        <h1>{texts.secondTitle}</h1>
        <p class="muted">
          <FilledText text={texts.secondLead} fill={{ email: <bdi class="host">{email}</bdi> }} />
        </p>
      </div>
      <ErrorSummary errors={errors} />
      <SignInForm journey={journey} wayBack={startAgain} send={texts.codeSend}>
        <CodeField label={texts.code} errors={errors} hint={texts.recoveryCode} />
      </SignInForm>
    </>
  );
}

/** A field for a one-time code from an authenticator or an e-mail. */
export function CodeField({ label, errors, hint }: { label: string; errors: FormError[]; hint?: string }) {
  return (
    <Field id="code" label={label} errors={errors} {...(hint && { hint })}>
      <input
        id="code"
        name="code"
        required
        maxlength={16}
        inputmode="numeric"
        autocomplete="one-time-code"
        spellcheck={false}
        {...fieldState("code", errors, ...(hint ? ["code-hint"] : []))}
      />
    </Field>
  );
}

type StepFormProps = { journey: SignInJourney; wayBack: Child; send: string; children: Child };

function SignInForm({ journey, wayBack, send, children }: StepFormProps) {
  return (
    <form class="stack" method="post" action={journey.address()} novalidate>
      <input type="hidden" name={TOKEN_FIELD} value={journey.session.formToken} />
      {journey.pending && <input type="hidden" name="pending" value={journey.pending} />}
      {children}
      <div class="buttons forward">
        {wayBack}
        <Submit class="button primary" label={send} />
      </div>
    </form>
  );
}
