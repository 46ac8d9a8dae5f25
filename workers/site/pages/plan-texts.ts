import type { BillingCycle } from "../../../shared/billing-contract/billing-cycle.ts";
import { byLanguage } from "../../../shared/pages/french-typography.ts";
import type { Text } from "../../../shared/platform/language.ts";

/** Texts of a plan, on the home page and on its own page. */

export const planTexts = byLanguage({
  from: { en: "from", fr: "à partir de" },
  perMonth: { en: "per month", fr: "par mois" },
  paid: (cycle: string) => ({ en: `paid ${cycle}`, fr: `avec un paiement ${cycle}` }),
  order: { en: "Order", fr: "Commander" },
  discount: (percent: number, cycles: string) => ({
    en: `${percent}% off the first year when paid ${cycles}`,
    fr: `${percent} % de remise la première année avec un paiement ${cycles}`,
  }),
  until: (date: string) => ({ en: `offer ends ${date}`, fr: `offre valable jusqu’au ${date}` }),
  cycles: {
    free: { en: "nothing", fr: "gratuit" },
    one_time: { en: "once", fr: "unique" },
    monthly: { en: "monthly", fr: "mensuel" },
    quarterly: { en: "quarterly", fr: "trimestriel" },
    semiannually: { en: "twice a year", fr: "semestriel" },
    annually: { en: "yearly", fr: "annuel" },
    biennially: { en: "every two years", fr: "biennal" },
    triennially: { en: "every three years", fr: "triennal" },
  } satisfies Record<BillingCycle, Text>,
  plan: { en: "Plan", fr: "Forfait" },
  /** A billing cycle as the head of a column. */
  terms: {
    free: { en: "Free", fr: "Gratuit" },
    one_time: { en: "Once", fr: "Une fois" },
    monthly: { en: "1 month", fr: "1 mois" },
    quarterly: { en: "3 months", fr: "3 mois" },
    semiannually: { en: "6 months", fr: "6 mois" },
    annually: { en: "1 year", fr: "1 an" },
    biennially: { en: "2 years", fr: "2 ans" },
    triennially: { en: "3 years", fr: "3 ans" },
  } satisfies Record<BillingCycle, Text>,
  aMonth: (amount: string) => ({ en: `${amount} a month`, fr: `${amount} par mois` }),
  firstYear: (amount: string) => ({ en: `${amount} the first year`, fr: `${amount} la 1re année` }),
  setupFee: (amount: string) => ({ en: `+ ${amount} to set up`, fr: `+ ${amount} d’installation` }),
  currency: { en: "Currency", fr: "Devise" },
  taxes: { en: "Taxes are not included.", fr: "Les taxes ne sont pas comprises." },
  prices: {
    title: { en: "Prices", fr: "Prix" },
    cycle: { en: "Paid", fr: "Paiement" },
    amount: { en: "Each period", fr: "Chaque période" },
    monthly: { en: "Per month", fr: "Par mois" },
    firstYear: { en: "First year", fr: "Première année" },
    setupFee: { en: "Set-up, once", fr: "Installation, une fois" },
    none: { en: "none", fr: "aucun" },
    afterFirstYear: {
      en: "After the first year, each period costs its full price.",
      fr: "Après la première année, chaque période coûte son plein prix.",
    },
  },
  features: { en: "What it includes", fr: "Ce qui est compris" },
  specifications: { en: "Specifications", fr: "Fiche technique" },
  specification: { en: "Specification", fr: "Caractéristique" },
  value: { en: "Value", fr: "Valeur" },
});
