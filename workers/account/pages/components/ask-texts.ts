import type { Asks } from "../../../../shared/account-access/asks.ts";
import { formatList, formatMoney } from "../../../../shared/pages/formats.ts";
import { bilingual } from "../../../../shared/pages/french-typography.ts";
import type { Language } from "../../../../shared/platform/language.ts";
import { type AccountCurrency, toMajorUnits } from "../../../../shared/platform/money.ts";

/** The boxes with which a customer asks to approve something first. */
const en = {
  legend: "Ask me before it",
  hint: "It then waits until you approve it on a page here; you are told by e-mail. You can change this at any time.",
  before: (asks: string) =>
    `This application is connected to this account already (${asks}). The new connection asks only before what you tick here.`,
  kinds: {
    cancel: "cancels a service or moves it to a smaller plan",
    domains: "changes nameservers, the lock or DNS records, or prepares a transfer away",
    orders: "orders for more than an amount a month",
  } satisfies Record<keyof Asks, string> as Record<keyof Asks, string>,
  amount: (currency: string) => `Amount a month, in ${currency}, before taxes`,
  amountHint: "0 means before every order. A connection counts its own orders: a new one begins its month at 0.",
  badAmount: "The amount is missing or cannot be read. Write a number such as 50 or 49.90; 0 means before every order.",
  unknown: "A tick is for something that this page does not offer.",
  off: "Ask me first (off)",
  on: (kinds: string) => `Ask me first: ${kinds}`,
  short: {
    cancel: "cancellations",
    domains: "domains and DNS",
    orders: (amount: string) => `orders above ${amount} a month`,
    everyOrder: "every order",
  },
  save: "Save",
  saved: (name: string) => `What you are asked about before ${name} does it was saved.`,
};

export const askTexts = bilingual(en, {
  legend: "Me demander avant",
  hint: "L’action attend alors que vous l’approuviez sur une page d’ici ; un courriel vous prévient. Vous pouvez changer cela à tout moment.",
  before: (asks) =>
    `Cette application est déjà connectée à ce compte (${asks}). La nouvelle connexion ne demande qu’avant ce que vous cochez ici.`,
  kinds: {
    cancel: "de résilier un service ou de le passer à un forfait inférieur",
    domains:
      "de changer des serveurs de noms, le verrou ou des enregistrements DNS, ou de préparer un transfert sortant",
    orders: "de commander au-delà d’un certain montant par mois",
  },
  amount: (currency) => `Montant par mois, en ${currency}, avant taxes`,
  amountHint:
    "0 : avant chaque commande. Une connexion compte ses propres commandes : une nouvelle commence son mois à 0.",
  badAmount:
    "Le montant manque ou ne peut pas être lu. Indiquez un nombre, comme 50 ou 49,90 ; 0 : avant chaque commande.",
  unknown: "Une case cochée correspond à quelque chose que cette page n’offre pas.",
  off: "Me demander d’abord (désactivé)",
  on: (kinds) => `Me demander d’abord : ${kinds}`,
  short: {
    cancel: "résiliations",
    domains: "domaines et DNS",
    orders: (amount) => `commandes au-delà de ${amount} par mois`,
    everyOrder: "chaque commande",
  },
  save: "Enregistrer",
  saved: (name) => `${name} : ce pour quoi votre accord est demandé a été enregistré.`,
});

/** What a customer is asked about, in a few words: `Ask me first: cancellations and orders above CA$50.00 a month`. */
export function asksInWords({ cancel, domains, orders }: Asks, currency: AccountCurrency, language: Language): string {
  const { short, on, off } = askTexts[language];
  const limit = orders && short.orders(formatMoney(toMajorUnits(orders), currency, language));
  const kinds = [
    ...(cancel ? [short.cancel] : []),
    ...(domains ? [short.domains] : []),
    ...(orders === null ? [] : [limit || short.everyOrder]),
  ];
  return kinds.length === 0 ? off : on(formatList(kinds, language));
}
