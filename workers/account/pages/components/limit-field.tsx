import { FieldError, type FormError, fieldState } from "../../../../shared/pages/error-summary.tsx";
import type { Language } from "../../../../shared/platform/language.ts";
import { type LimitChoices, readable, readLimit, writeLimit } from "../limits.ts";
import { limitTexts } from "./limit-texts.ts";

interface LimitFieldProps {
  language: Language;
  /** Of the page's own; errors name the field by it. */
  id: string;
  accountName: string;
  /** Null where the billing system does not answer. */
  choices: LimitChoices | null;
  /** The whole account cannot be chosen: the connection is limited already. */
  isLimited?: boolean;
  /** The chosen value, as the form sends it. */
  chosen: string;
  errors?: FormError[];
}

/** The choice of a resource limit: a whole account, one domain name or one service. */
export function LimitField(props: LimitFieldProps) {
  const { language, id, accountName, choices, isLimited = false, chosen, errors = [] } = props;
  const texts = limitTexts[language];
  const everything = { value: writeLimit({ kind: "account" }), name: texts.everything(accountName) };
  const groups = [
    { label: texts.domains, offered: choices?.domains ?? [] },
    { label: texts.services, offered: choices?.services ?? [] },
  ].filter(({ offered }) => offered.length > 0);
  const isListed = [everything, ...groups.flatMap(({ offered }) => offered)].some(({ value }) => value === chosen);
  const unlisted = isListed ? null : nameOf(chosen, language);
  return (
    <div class="field">
      <label for={id}>{texts.label}</label>
      <select id={id} name="limit" {...fieldState(id, errors, `${id}-hint`)}>
        {!isLimited && (
          <option value={everything.value} selected={chosen === everything.value}>
            {everything.name}
          </option>
        )}
        {unlisted !== null && (
          <option value={chosen} selected>
            {unlisted}
          </option>
        )}
        {groups.map(({ label, offered }) => (
          <optgroup label={label}>
            {offered.map(({ value, name }) => (
              <option value={value} selected={value === chosen}>
                {name}
              </option>
            ))}
          </optgroup>
        ))}
      </select>
      <FieldError field={id} errors={errors} />
      <p class="hint" id={`${id}-hint`}>
        {texts.hint}
        {choices?.more && ` ${texts.more}`}
      </p>
    </div>
  );
}

/** The name of a chosen limit that is not in the list, such as while the billing system does not answer; null for none. */
function nameOf(chosen: string, language: Language): string | null {
  const limit = readLimit(chosen);
  switch (limit?.kind) {
    case "domain":
      return readable(limit.name);
    case "service":
      return limitTexts[language].service(limit.id);
    case "account":
    case undefined:
      return null;
  }
}
