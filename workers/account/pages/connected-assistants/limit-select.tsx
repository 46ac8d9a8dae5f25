import type { AccountChoices } from "./account-choices.ts";
import { writeReach } from "./reach-field.ts";

interface LimitSelectProps {
  id: string;
  /** What an account without a limit is called here. */
  everything: string;
  choices: AccountChoices | null;
  value: string;
  labels: { names: string; services: string };
  describedBy?: string;
  isInvalid?: boolean;
}

/** Everything of an account, one of its domain names, or one of its services. */
export function LimitSelect({ id, everything, choices, value, labels, describedBy, isInvalid }: LimitSelectProps) {
  const all = writeReach({ kind: "account" });
  const groups = [
    { label: labels.names, options: choices?.domains ?? [] },
    { label: labels.services, options: choices?.services ?? [] },
  ].filter(({ options }) => options.length > 0);
  const isListed = value === all || groups.some(({ options }) => options.some((option) => option.value === value));
  return (
    <select id={id} name="limit" aria-describedby={describedBy} aria-invalid={isInvalid ? "true" : undefined}>
      <option value={all} selected={value === all}>
        {everything}
      </option>
      {!isListed && (
        <option value={value} selected>
          {value}
        </option>
      )}
      {groups.map(({ label, options }) => (
        <optgroup label={label}>
          {options.map((option) => (
            <option value={option.value} selected={option.value === value}>
              {option.name}
            </option>
          ))}
        </optgroup>
      ))}
    </select>
  );
}
