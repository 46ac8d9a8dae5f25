import type { Child } from "hono/jsx";
import { isMailAddress } from "../../../../../shared/mail/mail-settings.ts";
import { ErrorSummary, type FormError } from "../../../../../shared/pages/error-summary.tsx";
import { byLanguage } from "../../../../../shared/pages/french-typography.ts";
import { seeOther } from "../../../../../shared/pages/page-response.ts";
import { CodeField } from "../../../../../shared/pages/sign-in/sign-in-forms.tsx";
import { notNow, show, stopAt } from "../../answers.tsx";
import { areaLink, type ClientAreaForm, loginCall, PATHS, type SignedInRequest } from "../../area-request.ts";
import { areaTexts } from "../../area-texts.ts";
import { AreaForm, AreaPage } from "../../components/area-page.tsx";
import { PresentPasswordField, presentPassword, wrongPresentPassword } from "../../components/password-fields.tsx";
import { CODE_ID_FIELD, CodeFields, EmailField, visitorTexts } from "../../visitors/step-fields.tsx";
import { DONE } from "./account.tsx";

/**
 * Handles `GET /client-area/account/email`. The page exists only if e-mails can be sent: one e-mail confirms the new
 * address, and another lets the customer undo the change.
 */
export function showEmail(request: SignedInRequest): Promise<Response> {
  return request.changesEmails ? showAddressStep(request, "", []) : stopAt(request, "notFound");
}

function showAddressStep(request: SignedInRequest, email: string, errors: FormError[]): Promise<Response> {
  const { language } = request.visit;
  const texts = emailTexts[language];
  return showStep(
    request,
    errors,
    visitorTexts[language].sendCode,
    <>
      <p>
        {texts.present} <bdi translate="no">{request.signedIn.email}</bdi>
      </p>
      <p>{texts.lead}</p>
      <ErrorSummary errors={errors} />
      <EmailField label={texts.email} email={email} errors={errors} />
      <PresentPasswordField errors={errors} language={language} />
    </>,
  );
}

function showCodeStep(request: SignedInRequest, code: { id: string; email: string }, errors: FormError[] = []) {
  const texts = visitorTexts[request.visit.language];
  return showStep(
    request,
    errors,
    emailTexts[request.visit.language].title,
    <>
      <p>
        {texts.mailed} <bdi translate="no">{code.email}</bdi>. {texts.mailedNote}
      </p>
      <ErrorSummary errors={errors} />
      <CodeFields {...code} />
      <CodeField label={texts.code} errors={errors} />
    </>,
  );
}

function showStep(request: SignedInRequest, errors: FormError[], send: string, fields: Child): Promise<Response> {
  const { language } = request.visit;
  const back = { label: areaTexts[language].account, path: PATHS.account };
  return show(
    request,
    <AreaPage request={request} title={emailTexts[language].title} back={back}>
      <AreaForm request={request} class="card stack" path={PATHS.email} novalidate>
        {fields}
        <div class="buttons">
          <button class="button primary" type="submit">
            {send}
          </button>
        </div>
      </AreaForm>
    </AreaPage>,
    { status: errors.length > 0 ? 422 : 200 },
  );
}

/**
 * Handles `POST /client-area/account/email`, which receives the new e-mail address, or the code that was sent to it.
 */
export function changeEmail(request: ClientAreaForm): Promise<Response> {
  if (!request.changesEmails) return stopAt(request, "notFound");
  return request.form.has(CODE_ID_FIELD) ? takeCode(request) : takeAddress(request);
}

async function takeAddress(request: ClientAreaForm): Promise<Response> {
  const { engine, form, visit } = request;
  const { language } = visit;
  const email = (form.get("email") ?? "").trim();
  if (!isMailAddress(email)) {
    return showAddressStep(request, email, [{ field: "email", text: visitorTexts[language].noEmail }]);
  }
  const mailed = await engine.mailEmailCode(loginCall(request), { email, language, ...presentPassword(request) });
  if (!mailed.ok) return notNow(request, mailed.problem);
  switch (mailed.value.outcome) {
    case "too_many":
      return stopAt(request, "tooMany", mailed.value);
    case "too_many_codes":
      return stopAt(request, "tooManyCodes", mailed.value);
    case "refused":
      return showAddressStep(request, email, [wrongPresentPassword(language)]);
    case "mailed":
      return showCodeStep(request, { id: mailed.value.id, email });
  }
}

async function takeCode(request: ClientAreaForm): Promise<Response> {
  const { engine, form, visit, visitor } = request;
  const { wrongCode, over } = visitorTexts[visit.language];
  const code = { id: form.get(CODE_ID_FIELD) ?? "", email: form.get("email") ?? "" };
  const changed = await engine.changeEmail(loginCall(request), { id: code.id, code: form.get("code") ?? "" });
  if (!changed.ok) return notNow(request, changed.problem);
  switch (changed.value.outcome) {
    case "refused":
      return showCodeStep(request, code, [{ field: "code", text: wrongCode }]);
    case "over":
      return showAddressStep(request, code.email, [{ field: null, text: over }]);
    case "changed":
      await visitor.session.setEmail(changed.value.email);
      return seeOther(areaLink(visit, PATHS.account, { [DONE]: "email" }));
  }
}

const emailTexts = byLanguage({
  title: { en: "Change the e-mail address", fr: "Changer l’adresse de courriel" },
  present: { en: "You sign in with", fr: "Vous ouvrez une session avec" },
  lead: {
    en: "We send a code to the new address to confirm that it is yours. Nothing changes until you enter the code.",
    fr: "Un code envoyé à la nouvelle adresse montre qu’elle est à vous. Rien ne change avant que vous n’entriez le code.",
  },
  email: { en: "New e-mail address", fr: "Nouvelle adresse de courriel" },
});
