import { ErrorSummary, FieldError, type FormError, fieldState } from "../../../../shared/pages/error-summary.tsx";
import { FilledText } from "../../../../shared/pages/filled-text.tsx";
import { CustomerPage } from "../components/customer-page.tsx";
import { HiddenFields } from "../components/hidden-fields.tsx";
import type { PageContext } from "../page-request.ts";
import { signInTexts } from "./sign-in-texts.ts";

interface SecondStepPageProps {
  context: PageContext;
  /** Where the form posts to. */
  action: string;
  token: string;
  pending: string | null;
  email: string;
  /** Where another sign-in begins. */
  again: string;
  errors: FormError[];
}

/** Asks for the code of the login's authenticator. */
export function SecondStepPage({ context, action, token, pending, email, again, errors }: SecondStepPageProps) {
  const texts = signInTexts[context.visit.language];
  return (
    <CustomerPage context={context} title={texts.secondTitle} signsIn>
      <div class="stack tight">
        <h1>{texts.secondTitle}</h1>
        <p class="muted">
          <FilledText text={texts.secondLead} fill={{ email: <bdi class="host">{email}</bdi> }} />
        </p>
      </div>
      <ErrorSummary errors={errors} />
      <form class="stack" method="post" action={action} novalidate>
        <HiddenFields token={token} pending={pending} />
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
        <div class="buttons forward">
          <a class="quiet" href={again}>
            {texts.startAgain}
          </a>
          <button class="button primary" type="submit">
            {texts.codeSend}
          </button>
        </div>
      </form>
    </CustomerPage>
  );
}
