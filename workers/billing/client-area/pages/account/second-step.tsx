import { raw } from "hono/html";
import type { Child } from "hono/jsx";
import { renderSVG } from "uqr";
import { ErrorSummary, type FormError } from "../../../../../shared/pages/error-summary.tsx";
import { byLanguage } from "../../../../../shared/pages/french-typography.ts";
import { seeOther } from "../../../../../shared/pages/page-response.ts";
import { CodeField } from "../../../../../shared/pages/sign-in/sign-in-forms.tsx";
import type { Language } from "../../../../../shared/platform/language.ts";
import type { NewSecondStep } from "../../../engine/sign-in/second-step-settings.ts";
import { failed, notNow, show, stopAt } from "../../answers.tsx";
import { areaLink, type ClientAreaForm, loginCall, PATHS, type SignedInRequest } from "../../area-request.ts";
import { areaTexts } from "../../area-texts.ts";
import { AreaForm, AreaPage } from "../../components/area-page.tsx";
import { PresentPasswordField, presentPassword, wrongPresentPassword } from "../../components/password-fields.tsx";
import { DONE } from "./account.tsx";

/** The number of white modules around a QR code (ISO/IEC 18004). */
const QUIET_ZONE = 4;

/** The name of the button. Its value is the new state of the second step. */
const TURN = "second-step";

/** Handles `GET /client-area/account/second-step`. It shows the form that turns the second step on or off. */
export async function showSecondStep(request: SignedInRequest): Promise<Response> {
  const { engine } = request;
  const login = await engine.readLogin(loginCall(request));
  if (!login.ok) return failed(request, login);
  if (login.value.recoveryCodes !== null) return showTurnOff(request, login.value.recoveryCodes);
  const fresh = await engine.newSecondStep(loginCall(request));
  return fresh.ok ? showTurnOn(request, fresh.value) : failed(request, fresh);
}

function showTurnOn(request: SignedInRequest, { secret, seed }: NewSecondStep, errors: FormError[] = []) {
  const { visit, theme, signedIn } = request;
  const { language } = visit;
  const texts = secondStepTexts[language];
  const { name } = theme.brand;
  const label = `${encodeURIComponent(name)}:${encodeURIComponent(signedIn.email)}`;
  const address = `otpauth://totp/${label}?secret=${secret}&issuer=${encodeURIComponent(name)}`;
  return showPage(
    request,
    errors,
    <AreaForm request={request} class="card stack" path={PATHS.secondStep} novalidate>
      <p>{texts.whatItIs}</p>
      <ErrorSummary errors={errors} />
      <p>{texts.scan}</p>
      <div class="qr-code" role="img" aria-label={texts.qrCode}>
        {raw(renderSVG(address, { border: QUIET_ZONE }))}
      </div>
      <p>
        {texts.enterSecret} <code translate="no">{secret.match(/.{4}/g)?.join(" ")}</code>
      </p>
      <p class="links">
        <a href={address}>{texts.openApplication}</a>
      </p>
      <input type="hidden" name="secret" value={secret} />
      <input type="hidden" name="seed" value={seed} />
      <CodeField label={texts.code} errors={errors} />
      <PresentPasswordField errors={errors} language={language} />
      <div class="buttons">
        <button class="button primary" type="submit" name={TURN} value="on">
          {texts.turnOn}
        </button>
      </div>
    </AreaForm>,
  );
}

function showTurnOff(request: SignedInRequest, recoveryCodes: number, errors: FormError[] = []) {
  const { language } = request.visit;
  const texts = secondStepTexts[language];
  return showPage(
    request,
    errors,
    <AreaForm request={request} class="card stack" path={PATHS.secondStep} novalidate>
      <p>{texts.isOn(String(recoveryCodes))}</p>
      <p>{texts.forNewCodes}</p>
      <ErrorSummary errors={errors} />
      <SecondStepField errors={errors} language={language} />
      <PresentPasswordField errors={errors} language={language} />
      <div class="buttons">
        <button class="button danger" type="submit" name={TURN} value="off">
          {texts.turnOff}
        </button>
      </div>
    </AreaForm>,
  );
}

/** Renders the code field for a login whose second step is on. */
export function SecondStepField({ errors, language }: { errors: FormError[]; language: Language }) {
  const { code, orRecoveryCode } = secondStepTexts[language];
  return <CodeField label={code} errors={errors} hint={orRecoveryCode} />;
}

/** Returns the submitted code of the second step. */
export function givenCode(form: URLSearchParams): { code: string } {
  return { code: (form.get("code") ?? "").replace(/\s/g, "") };
}

/** Returns the form error for a rejected code. */
export function wrongCode(outcome: "wrong_code" | "sign_in_again", language: Language): FormError {
  const { wrongCode, signInAgain } = secondStepTexts[language];
  return { field: "code", text: outcome === "wrong_code" ? wrongCode : signInAgain };
}

/** Handles `POST /client-area/account/second-step`. */
export async function changeSecondStep(request: ClientAreaForm): Promise<Response> {
  const { engine, form, visit } = request;
  const given = { ...presentPassword(request), ...givenCode(form) };
  const asked = { secret: form.get("secret") ?? "", seed: form.get("seed") ?? "" };
  const isOn = form.get(TURN) === "on";
  const changed = isOn
    ? await engine.turnSecondStepOn(loginCall(request), { ...given, ...asked })
    : await engine.turnSecondStepOff(loginCall(request), given);
  if (!changed.ok) return notNow(request, changed.problem);
  const { value } = changed;
  switch (value.outcome) {
    case "too_many":
      return stopAt(request, "tooMany", value);
    case "on":
      return showRecoveryCodes(request, value.recoveryCodes);
    case "off":
      return seeOther(areaLink(visit, PATHS.account, { [DONE]: "secondStepOff" }));
    case "already":
      return seeOther(areaLink(visit, PATHS.secondStep));
    case "refused":
    case "wrong_code":
    case "sign_in_again": {
      const { language } = visit;
      const errors = [
        value.outcome === "refused" ? wrongPresentPassword(language) : wrongCode(value.outcome, language),
      ];
      if (isOn) return showTurnOn(request, asked, errors);
      const login = await engine.readLogin(loginCall(request));
      if (!login.ok) return failed(request, login);
      const { recoveryCodes } = login.value;
      // Another request has turned off the second step.
      if (recoveryCodes === null) return seeOther(areaLink(visit, PATHS.secondStep));
      return showTurnOff(request, recoveryCodes, errors);
    }
  }
}

function showRecoveryCodes(request: SignedInRequest, codes: string[]): Promise<Response> {
  const texts = secondStepTexts[request.visit.language];
  return showPage(
    request,
    [],
    <section class="card stack" role="status">
      <h2>{texts.recoveryCodes}</h2>
      <p>{texts.keepThem}</p>
      <ol>
        {codes.map((code) => (
          <li>
            <code translate="no">{code.match(/.{4}/g)?.join(" ")}</code>
          </li>
        ))}
      </ol>
      <p class="links">
        <a href={areaLink(request.visit, PATHS.account)}>{texts.keptThem}</a>
      </p>
    </section>,
  );
}

function showPage(request: SignedInRequest, errors: FormError[], content: Child): Promise<Response> {
  const { language } = request.visit;
  return show(
    request,
    <AreaPage
      request={request}
      title={secondStepTexts[language].title}
      back={{ label: areaTexts[language].account, path: PATHS.account }}
    >
      {content}
    </AreaPage>,
    { status: errors.length > 0 ? 422 : 200 },
  );
}

export const secondStepTexts = byLanguage({
  title: { en: "Second step", fr: "Deuxième étape" },
  whatItIs: {
    en: "With a second step, your password is not enough to sign in: each sign-in also needs a code from an authenticator app on your telephone or computer.",
    fr: "Avec une deuxième étape, votre mot de passe seul n’ouvre aucune session : chacune demande aussi un code d’une application d’authentification de votre téléphone ou ordinateur.",
  },
  scan: {
    en: "Scan this code with your authenticator app.",
    fr: "Lisez ce code avec votre application d’authentification.",
  },
  qrCode: { en: "QR code of the key", fr: "Code QR de la clé" },
  enterSecret: {
    en: "Or enter the key (time-based, six digits):",
    fr: "Ou entrez la clé (fondée sur l’heure, six chiffres) :",
  },
  openApplication: { en: "Open the app on this device", fr: "Ouvrir l’application sur cet appareil" },
  code: { en: "Code from the authenticator app", fr: "Code de l’application d’authentification" },
  wrongCode: {
    en: "This code was not accepted. A code works once: wait for the next one and enter that.",
    fr: "Ce code n’a pas été accepté. Un code ne sert qu’une fois : attendez le suivant et entrez-le.",
  },
  signInAgain: {
    en: "Too many wrong codes were entered. Sign out, sign in again with a code, and then turn it off.",
    fr: "Trop de codes erronés ont été entrés. Fermez votre session, ouvrez-la de nouveau avec un code, puis désactivez-la.",
  },
  turnOn: { en: "Turn the second step on", fr: "Activer la deuxième étape" },
  isOn: (count: string) => ({
    en: `The second step is on. Recovery codes left: ${count}.`,
    fr: `La deuxième étape est activée. Codes de secours restants : ${count}.`,
  }),
  forNewCodes: {
    en: "For new recovery codes or another device, turn it off, then on again.",
    fr: "Pour de nouveaux codes de secours ou un autre appareil, désactivez-la, puis réactivez-la.",
  },
  orRecoveryCode: { en: "Or one of your recovery codes.", fr: "Ou un de vos codes de secours." },
  turnOff: { en: "Turn the second step off", fr: "Désactiver la deuxième étape" },
  recoveryCodes: { en: "Your recovery codes", fr: "Vos codes de secours" },
  keepThem: {
    en: "The second step is on. Keep these codes where you can find them without your telephone. Each replaces one code, once. They are shown only now.",
    fr: "La deuxième étape est activée. Gardez ces codes là où vous les trouverez sans votre téléphone : chacun remplace un code une fois. Ils ne sont affichés que maintenant.",
  },
  keptThem: { en: "I have kept them", fr: "Je les ai gardés" },
});
