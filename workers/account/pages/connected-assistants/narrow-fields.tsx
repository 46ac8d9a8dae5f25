import type { ConnectionSummary } from "../../../../durable-objects/connection/connection-port.ts";
import { CHANGE_SCOPES, type ChangeScope } from "../../../../shared/account-access/scopes.ts";
import { Tick } from "../../../../shared/pages/tick.tsx";
import type { Language } from "../../../../shared/platform/language.ts";
import { operationsUnder } from "../../access/acting-operations.ts";
import { LimitField } from "../components/limit-field.tsx";
import { type LimitChoices, writeLimit } from "../limits.ts";
import { atTheBeginning, labelsInSentence, scopeTexts } from "../scope-texts.ts";
import { listTexts } from "./list-texts.ts";

interface NarrowFieldsProps {
  connection: ConnectionSummary;
  /** Null where the billing system does not answer. */
  choices: LimitChoices | null | undefined;
  isOpen: boolean;
  language: Language;
}

/** The fields of a connection's form that take something away; nothing where there is nothing to take. */
export function NarrowFields({ connection, choices, isOpen, language }: NarrowFieldsProps) {
  const texts = listTexts[language];
  const { narrow } = texts;
  const { id, scopes, limit, accountName, origin } = connection;
  const kinds = CHANGE_SCOPES.filter((kind) => scopes.includes(kind));
  const isWhole = limit.kind === "account";
  const isChoosable = choices ? isWhole || choices.services.length > 0 : false;
  const current = <input type="hidden" name="limit" value={writeLimit(limit)} />;
  if (kinds.length === 0 && !isWhole && !isChoosable) return null;
  return (
    <details open={isOpen}>
      <summary>{narrow.title}</summary>
      <div class="stack narrowing">
        <p class="muted small">{origin.kind === "token" ? narrow.textToken : narrow.text}</p>
        {kinds.length > 0 && (
          <fieldset>
            <legend>{narrow.may}</legend>
            {kinds.map((kind) => (
              <Tick
                id={`${id}-${kind.replace(":", "-")}`}
                name="scope"
                value={kind}
                label={labelOf(connection, kind, language)}
                isTicked
              />
            ))}
          </fieldset>
        )}
        {!isWhole && !isChoosable && current}
        {isWhole && choices === null && (
          <p class="note">
            {narrow.unavailable}
            {current}
          </p>
        )}
        {isChoosable && choices && (
          <LimitField
            language={language}
            id={`limit-${id}`}
            accountName={accountName}
            choices={choices}
            isLimited={!isWhole}
            chosen={writeLimit(limit)}
          />
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
  if (!operations) return scopeTexts[language].kinds[kind].label;
  return atTheBeginning(labelsInSentence(operationsUnder(kind, operations), language));
}
