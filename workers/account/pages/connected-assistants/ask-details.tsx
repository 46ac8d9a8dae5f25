import type { ConnectionSummary } from "../../../../durable-objects/connection/connection-port.ts";
import { CHANGE_SCOPES } from "../../../../shared/account-access/scopes.ts";
import type { FormError } from "../../../../shared/pages/error-summary.tsx";
import type { Language } from "../../../../shared/platform/language.ts";
import { asksAbout, isWithin, operationsUnder } from "../../acting-operations.ts";
import { AskFields, type AsksEntry, asksEntry, asksInWords, askTexts } from "../components/ask-fields.tsx";

/** A refused form about what is asked first. */
export interface RefusedAsks {
  /** The connection whose form it was. */
  id: string;
  entry: AsksEntry;
  errors: FormError[];
}

interface AskDetailsProps {
  connection: ConnectionSummary;
  refused: RefusedAsks | null;
  language: Language;
}

/** Prefix of the ids of the fields. */
export function askFieldsId(connectionId: string): string {
  return `ask-${connectionId}`;
}

/** What the customer approves before a connection does it, folded; null for one that changes nothing. */
export function AskDetails({ connection, refused, language }: AskDetailsProps) {
  const { id, name, scopes, operations, limit, asks, currency } = connection;
  const kinds = asksAbout(
    CHANGE_SCOPES.filter((scope) => scopes.includes(scope))
      .flatMap((scope) => operationsUnder(scope, operations ?? undefined))
      .filter((operation) => isWithin(limit, operation)),
  );
  if (kinds.length === 0) return null;
  return (
    <details open={refused !== null}>
      <summary>{asksInWords(asks, currency, language)}</summary>
      <div class="stack narrowing">
        <AskFields
          language={language}
          id={askFieldsId(id)}
          kinds={kinds}
          entry={refused?.entry ?? asksEntry(asks)}
          currency={currency}
          errors={refused?.errors ?? []}
        />
        <p>
          <button class="button" type="submit" name="action" value="ask">
            {askTexts[language].save}
            <span class="only-heard"> {name}</span>
          </button>
        </p>
      </div>
    </details>
  );
}
