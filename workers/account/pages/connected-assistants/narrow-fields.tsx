import type { ConnectionSummary } from "../../../../shared/connections/connection.ts";
import { CHANGE_SCOPES, type ChangeScope, scopeOf } from "../../../../shared/connections/scopes.ts";
import type { Language } from "../../../../shared/language.ts";
import { formatList } from "../../../../shared/pages/formats.ts";
import type { AccountChoices } from "./account-choices.ts";
import { LimitSelect } from "./limit-select.tsx";
import { listTexts } from "./list-texts.ts";
import { inSentence, operationWords } from "../operation-words.ts";
import { writeReach } from "./reach-field.ts";
import { Tick } from "../../../../shared/pages/tick.tsx";

interface NarrowFieldsProps {
  connection: ConnectionSummary;
  /** Null where the billing system does not answer. */
  choices: AccountChoices | null | undefined;
  isOpen: boolean;
  language: Language;
}

/** The fields of a connection's form that take something away; nothing where it can only read one thing. */
export function NarrowFields({ connection, choices, isOpen, language }: NarrowFieldsProps) {
  const texts = listTexts[language];
  const { narrow } = texts;
  const { id, scopes, limit, accountName, origin } = connection;
  const kinds = CHANGE_SCOPES.filter((kind) => scopes.includes(kind));
  const isWhole = limit.kind === "account";
  const current = <input type="hidden" name="limit" value={writeReach(limit)} />;
  if (kinds.length === 0 && !isWhole) return null;
  return (
    <details open={isOpen}>
      <summary>{narrow.title}</summary>
      <div class="stack narrowing">
        <p class="muted small">{origin.kind === "token" ? narrow.textToken : narrow.text}</p>
        {kinds.length > 0 && (
          <fieldset>
            <legend>{narrow.may}</legend>
            {kinds.map((kind) => (
              <Tick name="scope" value={kind} label={labelOf(connection, kind, language)} isTicked={true} />
            ))}
          </fieldset>
        )}
        {!isWhole && current}
        {isWhole && choices === null && (
          <p class="note">
            {narrow.unavailable}
            {current}
          </p>
        )}
        {isWhole && choices && (
          <div class="field">
            <label for={`limit-${id}`}>{narrow.limit}</label>
            <LimitSelect
              id={`limit-${id}`}
              everything={texts.everything(accountName)}
              choices={choices}
              value={writeReach(limit)}
              labels={narrow}
            />
          </div>
        )}
        <p>
          <button class="button" type="submit" name="action" value="narrow">
            {narrow.save}
            <span class="only-heard"> {connection.name}</span>
          </button>
        </p>
      </div>
    </details>
  );
}

function labelOf({ operations }: ConnectionSummary, kind: ChangeScope, language: Language): string {
  const { kinds, changes } = operationWords[language];
  if (!operations) return kinds[kind].label;
  const single = operations.filter((operation) => scopeOf(operation) === kind);
  return formatList(
    single.map((operation) => changes[operation].label).map((label, at) => (at === 0 ? label : inSentence(label))),
    language,
  );
}
