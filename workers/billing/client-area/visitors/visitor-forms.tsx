import type { Child } from "hono/jsx";
import { isMailAddress } from "../../../../shared/mail/mail-settings.ts";
import { Submit } from "../../../../shared/pages/buttons.tsx";
import { ErrorSummary, type FormError } from "../../../../shared/pages/error-summary.tsx";
import { TOKEN_FIELD } from "../../../../shared/pages/form.ts";
import { Layout } from "../../../../shared/pages/layout.tsx";
import { goalIn, signInWithGoal } from "../../../../shared/pages/sign-in/sign-in-address.ts";
import { CodeField } from "../../../../shared/pages/sign-in/sign-in-forms.tsx";
import { addressOf } from "../../../../shared/platform/caller-address.ts";
import { notNow, show, stopAt } from "../answers.tsx";
import { type AreaRequest, areaLink, type PATHS } from "../area-request.ts";
import { inCheckout } from "../cart/visitor-cart.tsx";
import { CODE_ID_FIELD, CodeFields, EmailField, STEP_FIELD, visitorTexts } from "./step-fields.tsx";

/** The data that differs between the two uses of these pages: sign-up and new password. */
export interface VisitorJourney {
  purpose: "sign_up" | "new_password";
  path: (typeof PATHS)["signUp" | "newPassword"];
  title: string;
  lead: string;
  /**
   * The values that the visitor entered in the last step before the code expired. The earlier steps keep them in hidden
   * fields.
   */
  typed?: [name: string, value: string][];
}

/** The name of the button in step 2 that requests another code. */
const ANOTHER = "another";

/**
 * The fields of the steps before the last one, and the password. All other fields of a form belong to the last step.
 */
export const CODE_STEP_FIELDS = [TOKEN_FIELD, STEP_FIELD, CODE_ID_FIELD, "email", "code", "password", ANOTHER];

interface StepOptions {
  errors?: FormError[];
  status?: number;
}

/** Shows step 1: the e-mail address. */
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

/** Sends a code to the e-mail address from step 1, and shows step 2. */
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

/** Shows step 2: the code from the e-mail. */
function showCodeStep(
  request: AreaRequest,
  journey: VisitorJourney,
  { id, email }: { id: string; email: string },
  { errors = [], status = 200 }: StepOptions = {},
): Promise<Response> {
  const { visit } = request;
  const texts = visitorTexts[visit.language];
  const otherwise = (
    <p class="links">
      <Submit class="quiet" name={ANOTHER} value="code" label={texts.sendAnother} />
      <a href={areaLink(visit, journey.path, { ...goalIn(visit) })}>{texts.otherAddress}</a>
    </p>
  );
  return showStep(
    request,
    journey,
    { step: "code", send: texts.goOn, errors, status, otherwise },
    <>
      <p>
        {texts.mailed} <bdi translate="no">{email}</bdi>. {texts.mailedNote}
      </p>
      <CodeFields id={id} email={email} />
      <CodeField label={texts.code} errors={errors} />
    </>,
  );
}

/**
 * Checks the code from step 2, or sends another one.
 * @param next shows the last step
 */
export async function takeCode(
  request: AreaRequest,
  journey: VisitorJourney,
  form: URLSearchParams,
  next: (code: { id: string; email: string }) => Promise<Response>,
): Promise<Response> {
  if (form.has(ANOTHER)) return takeEmail(request, journey, form);
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

/** Shows step 1 again, because the code is no longer valid. */
export function showOver(request: AreaRequest, journey: VisitorJourney, email: string): Promise<Response> {
  const errors = [{ field: null, text: visitorTexts[request.visit.language].over }];
  return showEmailStep(request, journey, email, { errors, status: 422 });
}

interface Step {
  step: "email" | "code" | "last";
  /** The label of the form's button. */
  send: string;
  errors: FormError[];
  status: number;
  /** Other options, shown below the button. */
  otherwise?: Child;
}

/**
 * Shows the page of a step, with one form. If the sign-up is part of an order, the step is shown on the checkout page.
 */
export async function showStep(
  request: AreaRequest,
  { purpose, path, title, lead, typed = [] }: VisitorJourney,
  { step, send, errors, status, otherwise }: Step,
  fields: Child,
): Promise<Response> {
  const { theme, visit, visitor } = request;
  const form = (
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
      {otherwise}
    </form>
  );
  const explained = (
    <>
      {step === "email" && <p class="muted">{lead}</p>}
      <ErrorSummary errors={errors} />
      {form}
    </>
  );
  const checkout = purpose === "sign_up" ? await inCheckout(request, explained) : null;
  const page = checkout ?? (
    <Layout theme={theme} visit={visit} title={title} width="reading">
      <div class="card stack loose">
        <h1>{title}</h1>
        {explained}
      </div>
    </Layout>
  );
  return show(request, page, { status });
}
