import { ErrorSummary, FieldError, type FormError, fieldState } from "../../../../../shared/pages/error-summary.tsx";
import { areaLink, DOMAINS_PATH } from "../../area-paths.ts";
import type { OwnRequest } from "../../area-request.ts";
import { FormToken } from "../../components/form-token.tsx";
import { SAVED } from "./domain-settings.tsx";
import { nameserverTexts } from "./nameserver-texts.ts";

/** The field of the form; what its address says was set. */
export const FIELD = "nameservers";

/** What the form shows: the nameservers at the registrar, or what was sent and what is wrong with it. */
export interface NameserverForm {
  text: string;
  errors: FormError[];
}

/** The nameservers of a name, to be set by hand: also back to those that a mail names. */
export function Nameservers({
  own,
  domain,
  form,
}: {
  own: OwnRequest;
  domain: string;
  form: NameserverForm | "unknown";
}) {
  const { visit } = own;
  const texts = nameserverTexts[visit.language];
  if (form === "unknown") return <p class="note">{texts.unknown}</p>;
  const { text, errors } = form;
  const isSaved = errors.length === 0 && visit.url.searchParams.get(SAVED) === FIELD;
  return (
    <form class="card stack" method="post" action={areaLink(visit, `${DOMAINS_PATH}/${domain}`)}>
      <FormToken own={own} />
      <ErrorSummary errors={errors} />
      {isSaved && (
        <p class="note" role="status">
          {texts.saved}
        </p>
      )}
      <div class="field">
        <label for={FIELD}>{texts.title}</label>
        <p class="hint" id={`${FIELD}-hint`}>
          {texts.hint}
        </p>
        <textarea
          id={FIELD}
          name={FIELD}
          rows={Math.max(3, text.split("\n").length)}
          required
          spellcheck={false}
          autocapitalize="none"
          translate="no"
          {...fieldState(FIELD, errors, `${FIELD}-hint`)}
        >
          {text}
        </textarea>
        <FieldError field={FIELD} errors={errors} />
      </div>
      <div class="buttons">
        <button class="button primary" type="submit">
          {texts.save}
        </button>
      </div>
    </form>
  );
}
