import { ASK_KINDS, type Asks } from "../../../../shared/account-access/asks.ts";
import { Field, type FormError, fieldState } from "../../../../shared/pages/error-summary.tsx";
import { formatList, formatMoney } from "../../../../shared/pages/formats.ts";
import { byLanguage } from "../../../../shared/pages/french-typography.ts";
import { Tick } from "../../../../shared/pages/tick.tsx";
import type { Language } from "../../../../shared/platform/language.ts";
import { type AccountCurrency, type MinorUnits, toMajorUnits } from "../../../../shared/platform/money.ts";
import { capitalized } from "../scope-texts.ts";

/** The texts of the fields with which a customer requires approvals. */
export const askTexts = byLanguage({
  legend: { en: "Ask me before it", fr: "Me demander avant" },
  hint: {
    en: "The application then waits until you approve it on a page here; we e-mail you. You can change this at any time.",
    fr: "L’action attend alors que vous l’approuviez sur une page d’ici ; un courriel vous prévient. Vous pouvez changer cela à tout moment.",
  },
  kinds: {
    cancel: {
      en: "cancels a service or moves it to a smaller plan",
      fr: "de résilier un service ou de le passer à un forfait inférieur",
    },
    domains: {
      en: "changes nameservers, the lock or DNS records, or prepares a transfer away",
      fr: "de changer des serveurs de noms, le verrou ou des enregistrements DNS, ou de préparer un transfert sortant",
    },
    orders: {
      en: "orders, renews or upgrades, or turns on automatic renewal",
      fr: "de commander, de renouveler, de passer à un forfait supérieur ou d’activer le renouvellement automatique",
    },
  },
  amount: (currency: string) => ({
    en: `Only above this amount per order, in ${currency}, before taxes`,
    fr: `Seulement au-delà de ce montant par commande, en ${currency}, avant taxes`,
  }),
  amountHint: {
    en: "Leave it empty to approve every order. The amount applies to each order alone.",
    fr: "Laissez ce champ vide pour approuver chaque commande. Le montant vaut pour chaque commande séparément.",
  },
  badAmount: {
    en: "The amount cannot be read. Write a number such as 50 or 49.90, or leave it empty.",
    fr: "Le montant ne peut pas être lu. Indiquez un nombre, comme 50 ou 49,90, ou laissez vide.",
  },
  unknown: {
    en: "You ticked something that this page does not offer.",
    fr: "Une case cochée correspond à quelque chose que cette page n’offre pas.",
  },
  off: { en: "Nothing", fr: "Rien" },
  short: {
    cancel: { en: "cancellations", fr: "résiliations" },
    domains: { en: "domains and DNS", fr: "domaines et DNS" },
    orders: (amount: string) => ({ en: `each order above ${amount}`, fr: `chaque commande de plus de ${amount}` }),
    everyOrder: { en: "every order", fr: "chaque commande" },
  },
  save: { en: "Save approval settings", fr: "Enregistrer mes choix" },
  saved: (name: string) => ({
    en: `Your approval settings for ${name} were saved.`,
    fr: `Vos choix pour ${name} ont été enregistrés.`,
  }),
});

/** Returns the required approvals in a few words, such as `Cancellations and each order above CA$50.00`. */
export function asksInWords({ cancel, domains, orders }: Asks, currency: AccountCurrency, language: Language): string {
  const { short, off } = askTexts[language];
  const amount = orders && short.orders(formatMoney(toMajorUnits(orders), currency, language));
  const kinds = [
    ...(cancel ? [short.cancel] : []),
    ...(domains ? [short.domains] : []),
    ...(orders === null ? [] : [amount || short.everyOrder]),
  ];
  return kinds.length === 0 ? off : capitalized(formatList(kinds, language));
}

/** The submitted values of the approval fields. */
export interface AsksEntry {
  ticked: string[];
  /** The amount in major units; empty if every order needs approval. */
  amount: string;
}

/**
 * Matches digits, optionally followed by a point or a comma and cents. Spaces are removed first. The maximum length
 * keeps the number of cents an exact integer.
 */
const AMOUNT = /^(\d{1,12})(?:[.,](\d{1,2}))?$/;

export function asksEntry(asks: Asks): AsksEntry {
  return {
    ticked: ASK_KINDS.filter((kind) => (kind === "orders" ? asks.orders !== null : asks[kind])),
    amount: asks.orders ? toMajorUnits(asks.orders).toString() : "",
  };
}

export function asksEntryOf(form: URLSearchParams): AsksEntry {
  return { ticked: form.getAll("ask"), amount: form.getAll("ask_amount").join(" ; ") };
}

/**
 * Reads the approvals from a form. Returns `unknown` for a box that is not on the page, and `amount` for an invalid
 * amount.
 */
export function readAsks({ ticked, amount }: AsksEntry): Asks | "unknown" | "amount" {
  if (!ticked.every((value) => ASK_KINDS.some((kind) => kind === value))) return "unknown";
  const orders = ticked.includes("orders") ? readAmount(amount.replace(/\s/g, "")) : null;
  if (orders === "amount") return orders;
  return { cancel: ticked.includes("cancel"), domains: ticked.includes("domains"), orders };
}

function readAmount(text: string): MinorUnits | "amount" {
  if (text === "") return 0;
  const [, units, cents = ""] = AMOUNT.exec(text) ?? [];
  return units === undefined ? "amount" : Number(units) * 100 + Number(cents.padEnd(2, "0"));
}

interface AskFieldsProps {
  language: Language;
  /** The prefix of the fields' ids. The page chooses it. */
  id: string;
  /** The kinds of approval that can apply to the application. If the list is empty, nothing is shown. */
  kinds: readonly (keyof Asks)[];
  entry: AsksEntry;
  currency: AccountCurrency;
  errors?: FormError[];
}

/** Returns the id of the amount field. Errors refer to it. */
export function amountField(id: string): string {
  return `${id}-amount`;
}

/** Shows a box for each approval that the customer can require, and the field for the amount per order. */
export function AskFields({ language, id, kinds, entry, currency, errors = [] }: AskFieldsProps) {
  if (kinds.length === 0) return null;
  const texts = askTexts[language];
  const amount = amountField(id);
  return (
    <fieldset class="asks" aria-describedby={`${id}-hint`}>
      <legend>{texts.legend}</legend>
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
        <Field id={amount} label={texts.amount(currency)} hint={texts.amountHint} errors={errors} class="ask-amount">
          <input
            id={amount}
            name="ask_amount"
            inputmode="decimal"
            autocomplete="off"
            maxlength={20}
            value={entry.amount}
            {...fieldState(amount, errors, `${amount}-hint`)}
          />
        </Field>
      )}
      <p class="hint" id={`${id}-hint`}>
        {texts.hint}
      </p>
    </fieldset>
  );
}
