import type { Asks } from "../../../../shared/account-access/asks.ts";
import { FieldError, type FormError, fieldState } from "../../../../shared/pages/error-summary.tsx";
import { Tick } from "../../../../shared/pages/tick.tsx";
import type { Language } from "../../../../shared/platform/language.ts";
import type { AccountCurrency } from "../../../../shared/platform/money.ts";
import type { AsksEntry } from "../asks-input.ts";
import { asksInWords, askTexts } from "./ask-texts.ts";

interface AskFieldsProps {
  language: Language;
  /** Prefix of the fields' ids, of the page's own. */
  id: string;
  /** What concerns the application; nothing is shown where it is empty. */
  kinds: readonly (keyof Asks)[];
  entry: AsksEntry;
  currency: AccountCurrency;
  errors?: FormError[];
  /** What an earlier connection of the same application asks about; the new one does not take it over. */
  before?: Asks | null;
}

/** The id of the amount's field, for errors. */
export function amountField(id: string): string {
  return `${id}-amount`;
}

/** What the customer wants to approve first: a box each, and the amount of a month for orders. */
export function AskFields({ language, id, kinds, entry, currency, errors = [], before = null }: AskFieldsProps) {
  if (kinds.length === 0) return null;
  const texts = askTexts[language];
  const amount = amountField(id);
  return (
    <fieldset class="asks" aria-describedby={`${id}-hint`}>
      <legend>{texts.legend}</legend>
      {before && <p class="note">{texts.before(asksInWords(before, currency, language))}</p>}
      {kinds.map((kind) => (
        <Tick
          id={`${id}-${kind}`}
          name="ask"
          value={kind}
          label={texts.kinds[kind]}
          isTicked={entry.ticked.includes(kind)}
        />
      ))}
      {kinds.includes("orders") && (
        <div class="field ask-amount">
          <label for={amount}>{texts.amount(currency)}</label>
          <input
            id={amount}
            name="ask_amount"
            inputmode="decimal"
            autocomplete="off"
            maxlength={20}
            value={entry.amount}
            {...fieldState(amount, errors, `${amount}-hint`)}
          />
          <FieldError field={amount} errors={errors} />
          <p class="hint" id={`${amount}-hint`}>
            {texts.amountHint}
          </p>
        </div>
      )}
      <p class="hint" id={`${id}-hint`}>
        {texts.hint}
      </p>
    </fieldset>
  );
}
