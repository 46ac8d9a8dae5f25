import { ErrorSummary, FieldError, type FormError, fieldState } from "../../../../shared/pages/error-summary.tsx";
import { FilledText, filled } from "../../../../shared/pages/filled-text.tsx";
import { ApplicationOrigin } from "../components/application-origin.tsx";
import { CustomerPage } from "../components/customer-page.tsx";
import { HiddenFields } from "../components/hidden-fields.tsx";
import { WhatItReads } from "../components/what-it-reads.tsx";
import { AUTHORIZE_PATH, pageAddress } from "../page-addresses.ts";
import type { PageContext, ShownApplication } from "../page-request.ts";
import { signInTexts } from "./sign-in-texts.ts";

/** Of its own: the Enter key in a field presses the first button of the field's form, which signs in. */
const CANCEL_FORM = "cancel";

interface SignInPageProps {
  context: PageContext;
  /** Where the form posts to. */
  action: string;
  token: string;
  /** The question that waits for the customer to sign in; null when no application asked. */
  asking: { id: string; application: ShownApplication } | null;
  /** The customer has just signed out. */
  isSignedOut: boolean;
  /** What was typed before. */
  email: string;
  errors: FormError[];
}

/** Asks for e-mail and password, and says for whom. */
export function SignInPage({ context, action, token, asking, isSignedOut, email, errors }: SignInPageProps) {
  const { visit } = context;
  const { language } = visit;
  const texts = signInTexts[language];
  const name = asking?.application.name ?? "";
  const pending = asking?.id ?? null;
  return (
    <CustomerPage
      context={context}
      title={asking ? filled(texts.titleFor, { name }) : texts.title}
      below={
        <p>
          <a href={context.addresses.clientArea}>{texts.clientArea}</a>
        </p>
      }
      signsIn
    >
      <div class="stack tight">
        <h1>{asking ? <FilledText text={texts.titleFor} fill={{ name: <bdi>{name}</bdi> }} /> : texts.title}</h1>
        {asking ? (
          <ApplicationOrigin application={asking.application} language={language} isBrief />
        ) : (
          <p class="muted">{texts.forAssistants}</p>
        )}
      </div>
      {isSignedOut && (
        <p class="note" role="status">
          {texts.signedOut}
        </p>
      )}
      <ErrorSummary errors={errors} />
      {asking && (
        <section class="stack tight">
          <h2 class="label">{texts.willRead}</h2>
          <WhatItReads language={language} permissions={null} />
        </section>
      )}
      {pending !== null && (
        <form id={CANCEL_FORM} hidden method="post" action={pageAddress(visit, AUTHORIZE_PATH, pending)}>
          <HiddenFields token={token} pending={pending} />
        </form>
      )}
      <form class="stack" method="post" action={action} novalidate>
        <HiddenFields token={token} pending={pending} />
        <p class="small muted" id="credentials-hint">
          {asking ? texts.credentials : texts.credentialsAlone}
        </p>
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
            {...fieldState("email", errors, "credentials-hint")}
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
        <div class="buttons forward">
          {pending !== null && (
            <button class="quiet" type="submit" form={CANCEL_FORM} name="decision" value="deny">
              {texts.cancel}
            </button>
          )}
          <button class="button primary" type="submit">
            {texts.send}
          </button>
        </div>
      </form>
    </CustomerPage>
  );
}
