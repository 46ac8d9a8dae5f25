import { Submit } from "./buttons.tsx";
import type { Visit } from "./visit.ts";

/** The query parameter that has the search text. */
export const SEARCH = "q";

const MAX_SEARCH_LENGTH = 100;

/** Returns the search text from the page's URL, or an empty string if there is none. */
export function searchOf({ url }: Visit, maxLength = MAX_SEARCH_LENGTH): string {
  return (url.searchParams.get(SEARCH) ?? "").trim().slice(0, maxLength);
}

interface SearchFormProps {
  visit: Visit;
  path: string;
  /** Other parameters that the URL of the results keeps. */
  kept?: Record<string, string>;
  label: string;
  /** Examples in the empty field. */
  placeholder?: string;
  button: string;
  maxLength?: number;
}

/** A search field above a list. The form uses GET, so that results have a URL. */
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
