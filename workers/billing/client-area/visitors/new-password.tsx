import type { FormError } from "../../../../shared/pages/error-summary.tsx";
import { byLanguage } from "../../../../shared/pages/french-typography.ts";
import { seeOther } from "../../../../shared/pages/page-response.ts";
import { signInWithGoal } from "../../../../shared/pages/sign-in/sign-in-address.ts";
import { PASSWORD_SAVED } from "../../../../shared/pages/sign-in/sign-in-journey.ts";
import { notNow } from "../answers.tsx";
import { type AreaRequest, PATHS } from "../area-request.ts";
import { ConnectionsTick, chosenPassword, NewPasswordField, unfitPassword } from "../components/password-fields.tsx";
import { CODE_ID_FIELD, CodeFields, STEP_FIELD, visitorTexts } from "./step-fields.tsx";
import { showEmailStep, showOver, showStep, takeCode, takeEmail, type VisitorJourney } from "./visitor-forms.tsx";

/** Handles `GET /client-area/new-password`. */
export function showNewPassword(request: AreaRequest): Promise<Response> {
  return showEmailStep(request, journeyOf(request), request.visitor?.signedIn?.email ?? "");
}

/** Handles `POST /client-area/new-password`, which receives each of the three steps. */
export async function takeNewPassword(request: AreaRequest, form: URLSearchParams): Promise<Response> {
  const journey = journeyOf(request);
  const { visit, engine, signIns } = request;
  switch (form.get(STEP_FIELD)) {
    case "email":
      return takeEmail(request, journey, form);
    case "code":
      return takeCode(request, journey, form, (code) => showPasswordStep(request, code));
  }
  const id = form.get(CODE_ID_FIELD) ?? "";
  const email = form.get("email") ?? "";
  const changed = await engine.setNewPassword(request, { id, ...chosenPassword(request, form) });
  if (!changed.ok) return notNow(request, changed.problem);
  switch (changed.value.outcome) {
    case "over":
      return showOver(request, journey, email);
    case "unfit":
      return showPasswordStep(request, { id, email }, [unfitPassword(changed.value.fault, visit.language)]);
    case "changed":
      signIns.signedOut = changed.value.login.id;
      return seeOther(signInWithGoal(visit, { [PASSWORD_SAVED]: "1" }));
  }
}

function showPasswordStep(
  request: AreaRequest,
  code: { id: string; email: string },
  errors: FormError[] = [],
): Promise<Response> {
  const { language } = request.visit;
  const { password, passwordHint } = visitorTexts[language];
  const { save, ends } = newPasswordTexts[language];
  return showStep(
    request,
    journeyOf(request),
    { step: "last", send: save, errors, status: errors.length > 0 ? 422 : 200 },
    <>
      <CodeFields {...code} />
      <NewPasswordField errors={errors} label={password} hint={passwordHint} />
      <ConnectionsTick language={language} />
      <p class="muted">{ends}</p>
    </>,
  );
}

function journeyOf({ visit }: AreaRequest): VisitorJourney {
  const { title, lead } = newPasswordTexts[visit.language];
  return { purpose: "new_password", path: PATHS.newPassword, title, lead };
}

export const newPasswordTexts = byLanguage({
  title: { en: "Choose a new password", fr: "Choisir un nouveau mot de passe" },
  lead: {
    en: "Enter your e-mail address. If it has an account, you get a code.",
    fr: "Entrez votre adresse de courriel. Si elle a un compte, vous recevez un code.",
  },
  save: { en: "Save the new password", fr: "Enregistrer le nouveau mot de passe" },
  ends: {
    en: "Saving it signs you out everywhere. Then sign in with the new password.",
    fr: "L’enregistrement ferme toutes vos sessions. Ouvrez ensuite une session avec le nouveau mot de passe.",
  },
});
