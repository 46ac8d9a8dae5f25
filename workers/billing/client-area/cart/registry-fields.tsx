import type { DomainField } from "../../../../shared/billing-contract/domain-orders.ts";
import { FieldError, type FormError, fieldState } from "../../../../shared/pages/error-summary.tsx";
import { typeset } from "../../../../shared/pages/french-typography.ts";
import { Tick } from "../../../../shared/pages/tick.tsx";
import type { Language } from "../../../../shared/platform/language.ts";
import { cartTexts } from "./cart-texts.ts";

const PREFIX = "field-";

/** Returns the values of the registry's additional fields in a form. Empty choices and texts are omitted. */
export function fieldsOf(wanted: DomainField[], form: URLSearchParams): Record<string, string> {
  return Object.fromEntries(
    wanted.flatMap(({ name, type }): [string, string][] => {
      const value = form.get(PREFIX + name) ?? "";
      if (type === "tickbox") return [[name, value === "true" ? "true" : "false"]];
      return value === "" ? [] : [[name, value]];
    }),
  );
}

/** Returns the id and label of each field on the page, by JSON pointer into the order. */
export function fieldPlaces(wanted: DomainField[], language: Language): Record<string, { id: string; label: string }> {
  return Object.fromEntries(
    wanted.map(({ name, label }) => [`/fields/${name}`, { id: PREFIX + name, label: typeset(label, language) }]),
  );
}

interface RegistryFieldsProps {
  fields: DomainField[];
  values: Record<string, string>;
  language: Language;
  errors: FormError[];
}

export function RegistryFields({ fields, values, language, errors }: RegistryFieldsProps) {
  if (fields.length === 0) return null;
  return (
    <>
      <h3>{cartTexts[language].extraFields}</h3>
      {fields.map((field) => (
        <RegistryField
          field={field}
          value={values[field.name] ?? field.default ?? ""}
          language={language}
          errors={errors}
        />
      ))}
    </>
  );
}

function RegistryField(props: { field: DomainField; value: string; language: Language; errors: FormError[] }) {
  const { field, value, language, errors } = props;
  const id = PREFIX + field.name;
  const description = field.description && typeset(field.description, language);
  if (field.type === "tickbox") {
    return (
      <div class="stack tight">
        <Tick
          id={id}
          name={id}
          value="true"
          label={typeset(field.label, language)}
          consequences={description ? [description] : []}
          isTicked={value === "true"}
        />
        <FieldError field={id} errors={errors} />
      </div>
    );
  }
  const state = fieldState(id, errors, ...(description ? [`${id}-hint`] : []));
  return (
    <div class="field">
      <label for={id}>{typeset(field.label, language)}</label>
      {description && (
        <p class="hint" id={`${id}-hint`}>
          {description}
        </p>
      )}
      {field.type === "choice" ? (
        <select id={id} name={id} {...state}>
          <option value="">{cartTexts[language].choose}</option>
          {(field.options ?? []).map((option) => (
            <option value={option.value} selected={option.value === value}>
              {typeset(option.label, language)}
            </option>
          ))}
        </select>
      ) : (
        <input id={id} name={id} value={value} maxlength={200} autocomplete="off" {...state} />
      )}
      <FieldError field={id} errors={errors} />
    </div>
  );
}
