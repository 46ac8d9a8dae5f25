import { linkTo } from "../../../../shared/pages/visit.ts";
import { ASSISTANTS_PATH } from "../page-addresses.ts";
import { listTexts } from "./list-texts.ts";
import type { AssistantsPageContext } from "./page-context.ts";

/** Connections from which on one looks for one by its name. */
export const MANY = 6;
/** Parameter with what is looked for. */
export const SEARCH = "q";
export const MAX_SEARCH_LENGTH = 100;
/** Where all of them can be ended, at the end of the page. */
export const DISCONNECT_ALL = "disconnect-all";

interface ListToolsProps {
  context: AssistantsPageContext;
  /** Empty: nothing is looked for. */
  search: string;
  found: number;
  total: number;
}

/** Above a long list: the search by name, and the way to its end. */
export function ListTools({ context: { visit }, search, found, total }: ListToolsProps) {
  const texts = listTexts[visit.language].find;
  return (
    <search class="stack tight">
      <form class="field" method="get" action={ASSISTANTS_PATH}>
        {visit.languageAsked && <input type="hidden" name="lang" value={visit.language} />}
        <label for="find">{texts.label}</label>
        <div class="entry">
          <input
            id="find"
            name={SEARCH}
            type="search"
            value={search}
            maxlength={MAX_SEARCH_LENGTH}
            autocomplete="off"
          />
          <button class="button" type="submit">
            {texts.send}
          </button>
        </div>
      </form>
      {search !== "" && (
        <p class="muted" role="status">
          {texts.found(found, total)}
        </p>
      )}
      <p class="links">
        {search !== "" && <a href={linkTo(visit, ASSISTANTS_PATH)}>{texts.all}</a>}
        {total > 0 && <a href={`#${DISCONNECT_ALL}`}>{listTexts[visit.language].all.title}</a>}
      </p>
    </search>
  );
}
