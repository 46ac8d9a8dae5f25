import type { AreaSignIns } from "../../../../../shared/billing-contract/client-area.ts";
import { ErrorSummary, type FormError } from "../../../../../shared/pages/error-summary.tsx";
import { byLanguage } from "../../../../../shared/pages/french-typography.ts";
import { seeOther } from "../../../../../shared/pages/page-response.ts";
import type { Visit } from "../../../../../shared/pages/visit.ts";
import { notNow, show, stopAt } from "../../answers.tsx";
import { areaLink, type ClientAreaForm, loginCall, PATHS, type SignedInRequest } from "../../area-request.ts";
import { areaTexts } from "../../area-texts.ts";
import { AreaForm, AreaPage } from "../../components/area-page.tsx";
import {
  ConnectionsTick,
  chosenPassword,
  NewPasswordField,
  PresentPasswordField,
  presentPassword,
  unfitPassword,
  wrongPresentPassword,
} from "../../components/password-fields.tsx";
import { visitorTexts } from "../../visitors/step-fields.tsx";
import { DONE } from "./account.tsx";

/** Handles `GET /client-area/account/password`. */
export function showPassword(request: SignedInRequest): Promise<Response> {
  return showForm(request, []);
}

function showForm(request: SignedInRequest, errors: FormError[]): Promise<Response> {
  const { language } = request.visit;
  const texts = passwordPageTexts[language];
  const { password, passwordHint } = visitorTexts[language];
  return show(
    request,
    <AreaPage request={request} title={texts.title} back={{ label: areaTexts[language].account, path: PATHS.account }}>
      <AreaForm request={request} class="card stack" path={PATHS.password} novalidate>
        <p>{texts.ends}</p>
        <ErrorSummary errors={errors} />
        <PresentPasswordField errors={errors} language={language} />
        <NewPasswordField errors={errors} label={password} hint={passwordHint} />
        <ConnectionsTick language={language} />
        <div class="buttons">
          <button class="button primary" type="submit">
            {texts.title}
          </button>
        </div>
      </AreaForm>
    </AreaPage>,
    { status: errors.length > 0 ? 422 : 200 },
  );
}

/** Handles `POST /client-area/account/password`. The browser continues in a new session. */
export async function changePassword(request: ClientAreaForm): Promise<Response> {
  const { engine, visit, signIns, form } = request;
  const { language } = visit;
  const asked = { ...presentPassword(request), ...chosenPassword(request, form) };
  const changed = await engine.changePassword(loginCall(request), asked);
  if (!changed.ok) return notNow(request, changed.problem);
  switch (changed.value.outcome) {
    case "too_many":
      return stopAt(request, "tooMany", changed.value);
    case "refused":
      return showForm(request, [wrongPresentPassword(language)]);
    case "unfit":
      return showForm(request, [unfitPassword(changed.value.fault, language)]);
    case "repeated":
    case "changed": {
      const { proof, location } = repetitionOf(visit, form);
      if (changed.value.outcome === "repeated") signIns.repeated = { proof, location };
      signIns.signedOut = changed.value.login.id;
      signIns.signedIn = { ...changed.value, proof };
      return seeOther(location);
    }
  }
}

/**
 * Returns the data that a repeated form needs to continue in the new session: the new password as proof, and the page
 * to open. The id of the old session is not enough as proof.
 */
export function repetitionOf(visit: Visit, form: URLSearchParams): NonNullable<AreaSignIns["repeated"]> {
  return { proof: form.get("password") ?? "", location: areaLink(visit, PATHS.account, { [DONE]: "password" }) };
}

const passwordPageTexts = byLanguage({
  title: { en: "Change the password", fr: "Changer le mot de passe" },
  ends: {
    en: "A new password ends all your other sessions.",
    fr: "Un nouveau mot de passe ferme toutes vos autres sessions.",
  },
});
