import { ErrorSummary, Field, type FormError, fieldState } from "../../../../../shared/pages/error-summary.tsx";
import { byLanguage, typeset } from "../../../../../shared/pages/french-typography.ts";
import { seeOther } from "../../../../../shared/pages/page-response.ts";
import type { Language } from "../../../../../shared/platform/language.ts";
import type { AccountDetails } from "../../../engine/accounts/account-details.ts";
import { COUNTRIES, PROVINCES } from "../../../engine/accounts/countries.ts";
import { failed, isRefusal, show, statusOf } from "../../answers.tsx";
import {
  actorQuery,
  areaLink,
  type ClientAreaForm,
  nextOf,
  PATHS,
  type SignedInRequest,
  writeCall,
} from "../../area-request.ts";
import { areaTexts } from "../../area-texts.ts";
import { AreaForm, AreaPage, DescriptionList, moneyOf } from "../../components/area-page.tsx";

/** The form's fields, by the names of {@link AccountDetails}; `street` is in two. */
const FIELDS = {
  firstName: "first-name",
  lastName: "last-name",
  company: "company",
  street: "street",
  street2: "street-2",
  city: "city",
  postalCode: "postal-code",
  province: "province",
  country: "country",
  phone: "phone",
} as const;
type FieldName = keyof typeof FIELDS;
type FormValues = Record<FieldName, string>;

/** Parameter of the address that the form leads to. */
const SAVED = "saved";

/** `GET /client-area/profile`; with `next`, the page that sent the customer here. */
export function showProfile(request: SignedInRequest): Promise<Response> {
  return showForm(request);
}

async function showForm(
  request: SignedInRequest,
  sent?: { values: FormValues; errors: FormError[]; status: number },
): Promise<Response> {
  const read = await request.engine.readAccount(actorQuery(request, "profile"));
  if (!read.ok) return failed(request, read);
  const known = await request.engine.readAccountDetails(actorQuery(request, "profile"));
  if (!known.ok) return failed(request, known);
  const { name, email, creditBalance, currency } = read.value;
  const { visit } = request;
  const { language } = visit;
  const texts = profileTexts[language];
  const values = sent?.values ?? valuesOf(known.value);
  const errors = sent?.errors ?? [];
  const next = visit.url.searchParams.get("next");
  const isSaved = !sent && visit.url.searchParams.has(SAVED);
  const fields = { values, errors, language };
  return show(
    request,
    <AreaPage request={request} title={areaTexts[language].profile}>
      <div class="card stack">
        <DescriptionList
          items={[
            [texts.name, name],
            [texts.email, <bdi translate="no">{email}</bdi>],
            [texts.currency, currency],
            [texts.creditBalance, moneyOf(request, creditBalance)],
          ]}
        />
      </div>
      {isSaved && (
        <p class="note" role="status">
          {texts.saved} {next && <a href={areaLink(visit, nextOf(next))}>{texts.goBack}</a>}
        </p>
      )}
      <AreaForm request={request} class="card stack" path={PATHS.profile} parameters={next ? { next } : {}} novalidate>
        <h2>{texts.registrant}</h2>
        <p>{texts.registrantNote}</p>
        <ErrorSummary title={errors.length > 0 ? texts.notSaved : undefined} errors={errors} />
        <TextField {...fields} name="firstName" autocomplete="given-name" />
        <TextField {...fields} name="lastName" autocomplete="family-name" />
        <TextField {...fields} name="company" autocomplete="organization" />
        <TextField {...fields} name="street" autocomplete="address-line1" />
        <TextField {...fields} name="street2" autocomplete="address-line2" />
        <TextField {...fields} name="city" autocomplete="address-level2" />
        <Choice {...fields} name="province" options={provinceOptions(texts.noProvince)} />
        <TextField {...fields} name="postalCode" autocomplete="postal-code" />
        <Choice {...fields} name="country" options={countryOptions(language)} />
        <TextField {...fields} name="phone" autocomplete="tel" hint={texts.phoneHint} />
        <div class="buttons">
          <button class="button primary" type="submit">
            {texts.save}
          </button>
        </div>
      </AreaForm>
    </AreaPage>,
    { status: sent?.status ?? 200 },
  );
}

/** `POST /client-area/profile`. */
export async function changeProfile(request: ClientAreaForm): Promise<Response> {
  const values = Object.fromEntries(
    Object.entries(FIELDS).map(([name, id]) => [name, request.form.get(id) ?? ""]),
  ) as FormValues;
  const { street, street2, company, province, ...others } = values;
  const details: AccountDetails = {
    ...others,
    company: company || null,
    province: province || null,
    street: [street, street2],
  };
  const changed = await request.engine.setAccountDetails(writeCall(request, ["profile"]), details);
  if (changed.ok) {
    const next = request.visit.url.searchParams.get("next");
    return seeOther(areaLink(request.visit, PATHS.profile, { [SAVED]: "details", ...(next && { next }) }));
  }
  const { problem } = changed;
  if (!isRefusal(problem)) return failed(request, { ok: false, problem });
  const { language } = request.visit;
  const { labels, later, wrong } = profileTexts[language];
  const errors =
    problem.code === "invalid_body"
      ? problem.refused.map(({ pointer, message }) => {
          const name = pointer.slice(1) as FieldName;
          return { field: FIELDS[name], text: wrong(labels[name], typeset(message, language)) };
        })
      : [{ field: null, text: "reason" in problem ? typeset(problem.reason, language) : later }];
  return showForm(request, { values, errors, status: statusOf(problem) });
}

function valuesOf({
  contact,
  company,
  country,
  province,
}: {
  contact: Omit<AccountDetails, "company" | "country" | "province"> | null;
  company: string | null;
  country: string;
  province: string | null;
}): FormValues {
  const [street = "", street2 = ""] = contact?.street ?? [];
  const { firstName = "", lastName = "", city = "", postalCode = "", phone = "" } = contact ?? {};
  const place = { city, postalCode, province: province ?? "", country };
  return { firstName, lastName, company: company ?? "", street, street2, ...place, phone };
}

interface ProfileFieldProps {
  name: FieldName;
  values: FormValues;
  errors: FormError[];
  language: Language;
}

function TextField(props: ProfileFieldProps & { autocomplete: string; hint?: string }) {
  const { name, values, errors, language, autocomplete, hint } = props;
  const id = FIELDS[name];
  return (
    <Field id={id} label={profileTexts[language].labels[name]} errors={errors} {...(hint && { hint })}>
      <input
        id={id}
        name={id}
        value={values[name]}
        maxlength={200}
        autocomplete={autocomplete}
        {...fieldState(id, errors, ...(hint ? [`${id}-hint`] : []))}
      />
    </Field>
  );
}

type Option = [value: string, label: string];

function Choice({ name, values, errors, language, options }: ProfileFieldProps & { options: Option[] }) {
  const id = FIELDS[name];
  return (
    <Field id={id} label={profileTexts[language].labels[name]} errors={errors}>
      <select id={id} name={id} {...fieldState(id, errors)}>
        {options.map(([value, label]) => (
          <option value={value} selected={value === values[name]}>
            {label}
          </option>
        ))}
      </select>
    </Field>
  );
}

function countryOptions(language: Language): Option[] {
  const names = new Intl.DisplayNames(language, { type: "region" });
  const options = COUNTRIES.map((code): Option => [code, names.of(code) ?? code]);
  return options.sort(([, one], [, other]) => one.localeCompare(other, language));
}

function provinceOptions(none: string): Option[] {
  const codes = Object.entries(PROVINCES).flatMap(([country, provinces]) =>
    provinces.map((province): Option => [province, `${country}-${province}`]),
  );
  return [["", none], ...codes];
}

const profileTexts = byLanguage({
  name: { en: "Account", fr: "Compte" },
  email: { en: "E-mail", fr: "Adresse de courriel" },
  currency: { en: "Currency", fr: "Devise" },
  creditBalance: { en: "Credit", fr: "Crédit" },
  registrant: { en: "Name and address", fr: "Nom et adresse" },
  registrantNote: {
    en: "Domain names that you order from now on are registered to this name and address. Names that you have keep theirs.",
    fr: "Les noms de domaine que vous commanderez désormais seront enregistrés avec ces coordonnées. Les noms que vous avez gardent les leurs.",
  },
  labels: {
    firstName: { en: "First name", fr: "Prénom" },
    lastName: { en: "Last name", fr: "Nom de famille" },
    company: { en: "Company (optional)", fr: "Entreprise (facultatif)" },
    street: { en: "Street and number", fr: "Rue et numéro" },
    street2: { en: "Apartment, floor (optional)", fr: "Appartement, étage (facultatif)" },
    city: { en: "City", fr: "Ville" },
    province: { en: "Province or state", fr: "Province ou État" },
    postalCode: { en: "Postal code", fr: "Code postal" },
    country: { en: "Country", fr: "Pays" },
    phone: { en: "Telephone", fr: "Téléphone" },
  },
  noProvince: {
    en: "None: another country than Canada or the United States",
    fr: "Aucun : autre pays que le Canada ou les États-Unis",
  },
  phoneHint: {
    en: "With the country code, such as +1 514 555 0101.",
    fr: "Avec l’indicatif du pays, comme +1 514 555 0101.",
  },
  save: { en: "Save", fr: "Enregistrer" },
  saved: { en: "Saved.", fr: "Enregistré." },
  goBack: { en: "Go back", fr: "Revenir" },
  wrong: (label: string, message: string) => ({ en: `${label}: ${message}`, fr: `${label} : ${message}` }),
  notSaved: { en: "Nothing was saved.", fr: "Rien n’a été enregistré." },
  later: {
    en: "This cannot be saved right now. Try again in a minute.",
    fr: "Impossible d’enregistrer pour le moment. Réessayez dans une minute.",
  },
});
