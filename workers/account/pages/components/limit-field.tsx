import type { Language } from "../../../../shared/language.ts";
import { consentTexts } from "../consent/consent-texts.ts";
import { FieldError, type FormError, fieldState } from "../../../../shared/pages/error-summary.tsx";
import type { LimitChoice, LimitChoices } from "../limits.ts";

interface LimitFieldProps {
  language: Language;
  choices: LimitChoices;
  /** What was chosen before the form came back. */
  chosen: string;
  errors: FormError[];
}

/** What the connection may reach: everything, one domain name or one service. */
export function LimitField({ language, choices, chosen, errors }: LimitFieldProps) {
  const texts = consentTexts[language];
  const group = (label: string, offered: LimitChoice[]) =>
    offered.length > 0 && (
      <optgroup label={label}>
        {offered.map(({ value, name }) => (
          <option value={value} selected={value === chosen}>
            {name}
          </option>
        ))}
      </optgroup>
    );
  return (
    <div class="field">
      <label for="limit">{texts.limit}</label>
      <select id="limit" name="limit" {...fieldState("limit", errors, "limit-hint")}>
        <option value="all">{texts.everything}</option>
        {group(texts.domains, choices.domains)}
        {group(texts.services, choices.services)}
      </select>
      <FieldError field="limit" errors={errors} />
      <p class="hint" id="limit-hint">
        {texts.limitHint}
        {choices.more && ` ${texts.more}`}
      </p>
    </div>
  );
}
