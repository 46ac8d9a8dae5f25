import { Submit } from "./buttons.tsx";
import type { Visit } from "./visit.ts";

/** The parameter with the search text. */
export const SEARCH = "q";

const MAX_SEARCH_LENGTH = 100;

/** The search text of the address. Empty if there is none. */
export function searchOf({ url }: Visit, maxLength = MAX_SEARCH_LENGTH): string {
  return (url.searchParams.get(SEARCH) ?? "").trim().slice(0, maxLength);
}

interface SearchFormProps {
  visit: Visit;
  path: string;
  /** Other parameters of the results' address. */
  kept?: Record<string, string>;
  label: string;
  /** Examples, with a label for screen readers only. */
  placeholder?: string;
  button: string;
  maxLength?: number;
}

/** A search field above a list. Its form uses GET, so that results have an address. */
export function SearchForm({
  visit,
  path,
  kept = {},
  label,
  placeholder,
  button,
  maxLength = MAX_SEARCH_LENGTH,
}: SearchFormProps) {
  const hidden = { ...kept, ...(visit.languageAsked && { lang: visit.language }) };
  return (
    <form class="field" method="get" action={path}>
      {Object.entries(hidden).map(([name, value]) => (
        <input type="hidden" name={name} value={value} />
      ))}
      <label for="find">{label}</label>
      <div class="entry">
        <input
          id="find"
          name={SEARCH}
          type="search"
          value={searchOf(visit, maxLength)}
          placeholder={placeholder}
          maxlength={maxLength}
          autocomplete="off"
        />
        <Submit class="button" label={button} />
      </div>
    </form>
  );
}
