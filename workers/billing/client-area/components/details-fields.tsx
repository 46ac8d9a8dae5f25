import type { InvalidMember } from "../../../../shared/ordering/refusals.ts";
import { Field, type FormError, fieldState } from "../../../../shared/pages/error-summary.tsx";
import { byLanguage, typeset } from "../../../../shared/pages/french-typography.ts";
import type { Language } from "../../../../shared/platform/language.ts";
import { type AccountDetails, IS_MISSING, type KnownDetails } from "../../engine/accounts/account-details.ts";
import { COUNTRIES, PROVINCES } from "../../engine/accounts/countries.ts";
import { provincesOf } from "./province-names.ts";

/** The ids of the form's fields, by property of {@link AccountDetails}. `street` has two fields. */
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
  businessNumber: "tax-number",
  phone: "phone",
} as const;
type FieldName = keyof typeof FIELDS;
export type DetailsValues = Record<FieldName, string>;

export interface DetailsForm {
  values: DetailsValues;
  errors: FormError[];
  language: Language;
}

/** Renders the form fields for an account's name, postal address and telephone number. */
export function DetailsFields(fields: DetailsForm) {
  const texts = detailsTexts[fields.language];
  const none = PROVINCES[fields.values.country] ? texts.chooseProvince : texts.noProvince;
  return (
    <>
      <div class="pair">
        <TextField {...fields} name="firstName" autocomplete="given-name" />
        <TextField {...fields} name="lastName" autocomplete="family-name" />
      </div>
      <TextField {...fields} name="company" autocomplete="organization" />
      <TextField {...fields} name="street" autocomplete="address-line1" />
      <TextField {...fields} name="street2" autocomplete="address-line2" />
      <div class="pair">
        <TextField {...fields} name="city" autocomplete="address-level2" />
        <TextField {...fields} name="postalCode" autocomplete="postal-code" />
      </div>
      <div class="pair">
        <Choice {...fields} name="country" options={countryOptions(fields.language)} />
        <Choice {...fields} name="province" options={provinceOptions(none, fields.language)} />
      </div>
      <TextField {...fields} name="businessNumber" autocomplete="off" hint={texts.businessNumberHint} />
      <TextField {...fields} name="phone" autocomplete="tel" hint={texts.phoneHint} />
    </>
  );
}

/** Returns the submitted values, so that the form can show them again. */
export function formValuesOf(form: URLSearchParams): DetailsValues {
  return Object.fromEntries(Object.entries(FIELDS).map(([name, id]) => [name, form.get(id) ?? ""])) as DetailsValues;
}

export function detailsOf({ street, street2, ...others }: DetailsValues): AccountDetails {
  const { company, province, businessNumber } = others;
  return {
    ...others,
    company: company || null,
    province: province || null,
    businessNumber: businessNumber || null,
    street: [street, street2],
  };
}

/** Assigns the engine's errors to the form's fields. */
export function detailsErrors(refused: InvalidMember[], language: Language): FormError[] {
  const { labels, missing, wrong } = detailsTexts[language];
  return refused.flatMap(({ pointer, message }) => {
    const name = pointer.slice(1);
    if (!Object.hasOwn(FIELDS, name)) return [];
    const label = labels[name as FieldName];
    const text =
      message.en === IS_MISSING.en
        ? missing(label.charAt(0).toLowerCase() + label.slice(1))
        : wrong(label, typeset(message, language));
    return { field: FIELDS[name as FieldName], text };
  });
}

/** Converts an account's details to form values. */
export function valuesOf({ contact, company, country, province, businessNumber }: KnownDetails): DetailsValues {
  const [street = "", street2 = ""] = contact?.street ?? [];
  const { firstName = "", lastName = "", city = "", postalCode = "", phone = "" } = contact ?? {};
  const place = { city, postalCode, province: province ?? "", country };
  return {
    ...{ firstName, lastName, company: company ?? "", street, street2 },
    ...place,
    ...{ businessNumber: businessNumber ?? "", phone },
  };
}

interface DetailsFieldProps extends DetailsForm {
  name: FieldName;
}

function TextField(props: DetailsFieldProps & { autocomplete: string; hint?: string }) {
  const { name, values, errors, language, autocomplete, hint } = props;
  const id = FIELDS[name];
  return (
    <Field id={id} label={detailsTexts[language].labels[name]} errors={errors} {...(hint && { hint })}>
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

function Choice({ name, values, errors, language, options }: DetailsFieldProps & { options: Option[] }) {
  const id = FIELDS[name];
  return (
    <Field id={id} label={detailsTexts[language].labels[name]} errors={errors}>
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

function provinceOptions(none: string, language: Language): Option[] {
  return [["", none], ...provincesOf(language).flatMap(([, provinces]) => provinces)];
}

const detailsTexts = byLanguage({
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
    businessNumber: { en: "Tax number (optional)", fr: "Numéro de taxe (facultatif)" },
    phone: { en: "Telephone", fr: "Téléphone" },
  },
  businessNumberHint: {
    en: "For a company: GST/HST or QST number, or VAT number with its country code. It appears on your invoices.",
    fr: "Pour une entreprise : numéro de TPS/TVH ou de TVQ, ou numéro de TVA avec le code du pays. Il figure sur vos factures.",
  },
  chooseProvince: { en: "Choose…", fr: "Choisir…" },
  noProvince: { en: "None", fr: "Aucun" },
  phoneHint: {
    en: "Such as 514 555 0101. Outside Canada and the United States, add the country code, such as +33 1 99 00 00 01.",
    fr: "Par exemple 514 555 0101. Hors du Canada et des États-Unis, ajoutez l’indicatif du pays, comme +33 1 99 00 00 01.",
  },
  missing: (label: string) => ({ en: `Enter your ${label}.`, fr: `Indiquez votre ${label}.` }),
  wrong: (label: string, message: string) => ({ en: `${label} ${message}.`, fr: `« ${label} » ${message}.` }),
});
