import type { Child } from "hono/jsx";
import { isMailAddress } from "../../../../shared/mail/mail-settings.ts";
import { ErrorSummary, Field, type FormError, fieldState } from "../../../../shared/pages/error-summary.tsx";
import { TOKEN_FIELD } from "../../../../shared/pages/form.ts";
import { byLanguage } from "../../../../shared/pages/french-typography.ts";
import { Layout } from "../../../../shared/pages/layout.tsx";
import { goalIn, signInWithGoal } from "../../../../shared/pages/sign-in/sign-in-address.ts";
import { CodeField } from "../../../../shared/pages/sign-in/sign-in-forms.tsx";
import { addressOf } from "../../../../shared/platform/caller-address.ts";
import { notNow, show, stopAt } from "../answers.tsx";
import { type AreaRequest, areaLink, type PATHS } from "../area-request.ts";

/** What the pages of one purpose say that differs. */
export interface VisitorJourney {
  purpose: "sign_up" | "new_password";
  path: (typeof PATHS)["signUp" | "newPassword"];
  title: string;
  lead: string;
  /** What was typed in the last step before its code was over: the steps to it carry it on. */
  typed?: [name: string, value: string][];
}

/** The step after which a form asks for the next one. */
export const STEP_FIELD = "step";
/** The id of the mailed code, from step to step. */
export const CODE_ID_FIELD = "code-id";
/** Of the steps to the last one, and the password: what else a form has was typed in the last step. */
export const CODE_STEP_FIELDS = [TOKEN_FIELD, STEP_FIELD, CODE_ID_FIELD, "email", "code", "password"];

interface StepOptions {
  errors?: FormError[];
  status?: number;
}

/** Step 1: the e-mail address. */
export function showEmailStep(
  request: AreaRequest,
  journey: VisitorJourney,
  email: string,
  { errors = [], status = 200 }: StepOptions = {},
): Promise<Response> {
  if (!request.mailsCodes) return stopAt(request, "notFound");
  const { visit } = request;
  const texts = visitorTexts[visit.language];
  return showStep(
    request,
    journey,
    { step: "email", send: texts.sendCode, errors, status },
    <EmailField label={texts.email} email={email} errors={errors} />,
  );
}

/** Mails a code to the address of step 1, and shows step 2. */
export async function takeEmail(
  request: AreaRequest,
  journey: VisitorJourney,
  form: URLSearchParams,
): Promise<Response> {
  if (!request.mailsCodes) return stopAt(request, "notFound");
  const { engine, visit, httpRequest } = request;
  const email = (form.get("email") ?? "").trim();
  if (!isMailAddress(email)) {
    const errors = [{ field: "email", text: visitorTexts[visit.language].noEmail }];
    return showEmailStep(request, journey, email, { errors, status: 422 });
  }
  const { purpose } = journey;
  const formToken = form.get(TOKEN_FIELD) ?? "";
  const asked = { purpose, email, address: addressOf(httpRequest), language: visit.language, formToken };
  const mailed = await engine.mailCode(request, asked);
  if (!mailed.ok) return notNow(request, mailed.problem);
  if ("retryAfter" in mailed.value) return stopAt(request, "tooManyCodes", mailed.value);
  return showCodeStep(request, journey, { id: mailed.value.id, email });
}

/** Step 2: the code of the mail. */
function showCodeStep(
  request: AreaRequest,
  journey: VisitorJourney,
  { id, email }: { id: string; email: string },
  { errors = [], status = 200 }: StepOptions = {},
): Promise<Response> {
  const texts = visitorTexts[request.visit.language];
  return showStep(
    request,
    journey,
    { step: "code", send: texts.goOn, errors, status },
    <>
      <p>
        {texts.mailed} <bdi translate="no">{email}</bdi>. {texts.mailedNote}
      </p>
      <CodeFields id={id} email={email} />
      <CodeField label={texts.code} errors={errors} />
    </>,
  );
}

/** Compares the code of step 2. @param next shows the last step */
export async function takeCode(
  request: AreaRequest,
  journey: VisitorJourney,
  form: URLSearchParams,
  next: (code: { id: string; email: string }) => Promise<Response>,
): Promise<Response> {
  const id = form.get(CODE_ID_FIELD) ?? "";
  const email = form.get("email") ?? "";
  const { purpose } = journey;
  const confirmed = await request.engine.confirmCode(request, { purpose, id, code: form.get("code") ?? "" });
  if (!confirmed.ok) return notNow(request, confirmed.problem);
  switch (confirmed.value) {
    case "confirmed":
      return next({ id, email });
    case "over":
      return showOver(request, journey, email);
    case "refused": {
      const errors = [{ field: "code", text: visitorTexts[request.visit.language].wrongCode }];
      return showCodeStep(request, journey, { id, email }, { errors, status: 422 });
    }
  }
}

/** The code is not good any more: step 1 again. */
export function showOver(request: AreaRequest, journey: VisitorJourney, email: string): Promise<Response> {
  const errors = [{ field: null, text: visitorTexts[request.visit.language].over }];
  return showEmailStep(request, journey, email, { errors, status: 422 });
}

interface Step {
  step: "email" | "code" | "last";
  /** Of its button. */
  send: string;
  errors: FormError[];
  status: number;
}

/** A step's page: one form. */
export function showStep(
  request: AreaRequest,
  { path, title, lead, typed = [] }: VisitorJourney,
  { step, send, errors, status }: Step,
  fields: Child,
): Promise<Response> {
  const { theme, visit, visitor } = request;
  const page = (
    <Layout theme={theme} visit={visit} title={title} width="reading">
      <div class="card stack loose">
        <div class="stack tight">
          <h1>{title}</h1>
          {step === "email" && <p class="muted">{lead}</p>}
        </div>
        <ErrorSummary errors={errors} />
        <form class="stack" method="post" action={areaLink(visit, path, { ...goalIn(visit) })} novalidate>
          <input type="hidden" name={TOKEN_FIELD} value={visitor?.formToken ?? ""} />
          <input type="hidden" name={STEP_FIELD} value={step} />
          {step !== "last" && typed.map(([name, value]) => <input type="hidden" name={name} value={value} />)}
          {fields}
          <div class="buttons forward">
            <a class="quiet" href={signInWithGoal(visit)}>
              {visitorTexts[visit.language].signIn}
            </a>
            <button class="button primary" type="submit">
              {send}
            </button>
          </div>
        </form>
      </div>
    </Layout>
  );
  return show(request, page, { status });
}

/** A field for an e-mail address that a code is mailed to. */
export function EmailField({ label, email, errors }: { label: string; email: string; errors: FormError[] }) {
  return (
    <Field id="email" label={label} errors={errors}>
      <input
        id="email"
        name="email"
        type="email"
        value={email}
        required
        maxlength={254}
        autocomplete="email"
        autocapitalize="none"
        spellcheck={false}
        {...fieldState("email", errors)}
      />
    </Field>
  );
}

/** The code's id and address, for the last step. */
export function CodeFields({ id, email }: { id: string; email: string }) {
  return (
    <>
      <input type="hidden" name={CODE_ID_FIELD} value={id} />
      <input type="hidden" name="email" value={email} />
    </>
  );
}

export const visitorTexts = byLanguage({
  email: { en: "E-mail", fr: "Adresse de courriel" },
  noEmail: { en: "Enter your e-mail address.", fr: "Entrez votre adresse de courriel." },
  sendCode: { en: "Send me a code", fr: "M’envoyer un code" },
  mailed: { en: "We sent an e-mail to", fr: "Nous avons envoyé un courriel à" },
  mailedNote: {
    en: "It is there within a minute; look among unwanted mail, too.",
    fr: "Il arrive en moins d’une minute ; regardez aussi dans les indésirables.",
  },
  code: { en: "Code from the e-mail", fr: "Code du courriel" },
  wrongCode: {
    en: "This is not the code. Compare it with the e-mail.",
    fr: "Ce n’est pas le bon code. Comparez-le au courriel.",
  },
  over: {
    en: "The code is no longer valid. Have a new one sent.",
    fr: "Le code n’est plus valide. Faites-vous en envoyer un nouveau.",
  },
  goOn: { en: "Continue", fr: "Continuer" },
  signIn: { en: "Sign in instead", fr: "J’ai déjà un compte" },
  password: { en: "New password", fr: "Nouveau mot de passe" },
  passwordHint: { en: "At least 12 characters.", fr: "Au moins 12 caractères." },
});
