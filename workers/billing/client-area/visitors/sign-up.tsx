import type { InvalidMember } from "../../../../shared/ordering/refusals.ts";
import { Field, type FormError, fieldState } from "../../../../shared/pages/error-summary.tsx";
import { byLanguage, typeset } from "../../../../shared/pages/french-typography.ts";
import { seeOther } from "../../../../shared/pages/page-response.ts";
import { signInWithGoal } from "../../../../shared/pages/sign-in/sign-in-address.ts";
import { addressOf } from "../../../../shared/platform/caller-address.ts";
import { CURRENCIES, type Currency, DEFAULT_CURRENCY } from "../../../../shared/platform/money.ts";
import { notNow } from "../answers.tsx";
import { type AreaRequest, PATHS } from "../area-request.ts";
import {
  DetailsFields,
  type DetailsValues,
  detailsErrors,
  detailsOf,
  formValuesOf,
} from "../components/details-fields.tsx";
import { NewPasswordField } from "../components/password-fields.tsx";
import { CODE_ID_FIELD, CodeFields, STEP_FIELD, visitorTexts } from "./step-fields.tsx";
import {
  CODE_STEP_FIELDS,
  showEmailStep,
  showOver,
  showStep,
  takeCode,
  takeEmail,
  type VisitorJourney,
} from "./visitor-forms.tsx";

/** Handles `GET /client-area/sign-up`. Like the URL of the sign-in, its URL contains the page to open afterwards. */
export async function showSignUp(request: AreaRequest): Promise<Response> {
  if (request.visitor?.signedIn) return seeOther(signInWithGoal(request.visit));
  return showEmailStep(request, journeyOf(request), "");
}

/** Handles `POST /client-area/sign-up`, which receives each of the three steps. */
export async function signUp(request: AreaRequest, form: URLSearchParams): Promise<Response> {
  const typed = [...form].filter(([name]) => !CODE_STEP_FIELDS.includes(name));
  const journey = { ...journeyOf(request), typed };
  const { visit, engine, signIns } = request;
  switch (form.get(STEP_FIELD)) {
    case "email":
      return takeEmail(request, journey, form);
    case "code":
      return takeCode(request, journey, form, (code) => {
        const goal = new URLSearchParams(visit.url.searchParams.get("to")?.split("?")[1]);
        const currency = form.get("currency") ?? goal.get("currency") ?? DEFAULT_CURRENCY;
        const values = formValuesOf(new URLSearchParams({ country: "CA", ...Object.fromEntries(typed) }));
        return showAccountStep(request, { code, values, currency });
      });
  }
  const id = form.get(CODE_ID_FIELD) ?? "";
  const code = { id, email: form.get("email") ?? "" };
  const values = formValuesOf(form);
  const chosen = form.get("currency") ?? "";
  const currency = (await currenciesOf(request)).find((known) => known === chosen);
  if (!currency) return showAccountStep(request, { code, values, currency: chosen, invalid: [NO_CURRENCY] });
  const password = form.get("password") ?? "";
  const { language } = visit;
  const brand = request.theme.brand.name;
  const asked = { id, password, brand, details: detailsOf(values), currency, language };
  const created = await engine.createAccount(request, { ...asked, address: addressOf(request.httpRequest) });
  if (!created.ok) return notNow(request, created.problem);
  switch (created.value.outcome) {
    case "over":
      return showOver(request, journey, code.email);
    case "refused":
      return showAccountStep(request, { code, values, currency, invalid: created.value.invalid });
    case "created":
      signIns.signedIn = created.value;
      return seeOther(signInWithGoal(visit));
  }
}

interface AccountStep {
  /** The id of the confirmed code, and the e-mail address that it was sent to. */
  code: { id: string; email: string };
  values: DetailsValues;
  currency: string;
  invalid?: InvalidMember[];
}

/** Shows step 3: password, name, postal address and currency. */
async function showAccountStep(
  request: AreaRequest,
  { code, values, currency, invalid = [] }: AccountStep,
): Promise<Response> {
  const { language } = request.visit;
  const texts = signUpTexts[language];
  const own = invalid.flatMap(({ pointer, message }): FormError[] => {
    const field = pointer.slice(1);
    return field === "password" || field === "currency"
      ? [{ field, text: texts.wrong[field](typeset(message, language)) }]
      : [];
  });
  // Pages never contain an entered password, so the visitor must enter it again.
  const lost = invalid.length > 0 && !own.some(({ field }) => field === "password");
  const errors = [
    ...(lost ? [{ field: "password", text: texts.passwordAgain }] : []),
    ...own,
    ...detailsErrors(invalid, language),
  ];
  const offered = await currenciesOf(request);
  return showStep(
    request,
    journeyOf(request),
    { step: "last", send: texts.open, errors, status: errors.length > 0 ? 422 : 200 },
    <>
      <CodeFields {...code} />
      <NewPasswordField errors={errors} label={texts.password} hint={visitorTexts[language].passwordHint} />
      <p class="muted">{texts.addressNote}</p>
      <DetailsFields values={values} errors={errors} language={language} />
      <Field id="currency" label={texts.currency} errors={errors} hint={texts.currencyHint}>
        <select id="currency" name="currency" {...fieldState("currency", errors, "currency-hint")}>
          {offered.map((one) => (
            <option value={one} selected={one === currency}>
              {one}
            </option>
          ))}
        </select>
      </Field>
    </>,
  );
}

/** Returns the currencies that have a price list. */
async function currenciesOf({ engine, requestId, visit: { language } }: AreaRequest): Promise<readonly Currency[]> {
  const catalogue = await engine.readCatalogue({ requestId }, { currency: DEFAULT_CURRENCY, language });
  if (catalogue.ok) return catalogue.value.currencies ?? CURRENCIES;
  return catalogue.problem.code === "currency_not_sold" ? catalogue.problem.currencies : CURRENCIES;
}

const NO_CURRENCY: InvalidMember = {
  pointer: "/currency",
  message: { en: "is not one of the list", fr: "n’est pas dans la liste" },
};

function journeyOf({ visit }: AreaRequest): VisitorJourney {
  const { title, lead } = signUpTexts[visit.language];
  return { purpose: "sign_up", path: PATHS.signUp, title, lead };
}

export const signUpTexts = byLanguage({
  title: { en: "Open an account", fr: "Ouvrir un compte" },
  lead: {
    en: "Enter your e-mail address. We send you a code to confirm it.",
    fr: "Entrez votre adresse de courriel. Vous recevez un code qui montre qu’elle est à vous.",
  },
  password: { en: "Password", fr: "Mot de passe" },
  passwordAgain: { en: "Enter the password again.", fr: "Saisissez de nouveau le mot de passe." },
  addressNote: {
    en: "Your country and province decide the taxes. Domain names that you order are registered to this name and address.",
    fr: "Votre pays et votre province déterminent les taxes. Les noms de domaine que vous commandez sont enregistrés avec ces coordonnées.",
  },
  currency: { en: "Currency", fr: "Devise" },
  currencyHint: { en: "It cannot be changed later.", fr: "Elle ne peut pas être changée plus tard." },
  wrong: {
    password: (message: string) => ({ en: `The password ${message}.`, fr: `Le mot de passe ${message}.` }),
    currency: (message: string) => ({ en: `The currency ${message}.`, fr: `La devise ${message}.` }),
  },
  open: { en: "Open the account", fr: "Ouvrir le compte" },
});
