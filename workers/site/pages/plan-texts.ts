import type { BillingCycle } from "../../../shared/billing-contract/billing-cycle.ts";
import { byLanguage } from "../../../shared/pages/french-typography.ts";
import type { Text } from "../../../shared/platform/language.ts";

/** Texts about plans, for every page that shows plans. */
export const planTexts = byLanguage({
  from: { en: "from", fr: "à partir de" },
  perMonth: { en: "per month", fr: "par mois" },
  paid: (cycle: string) => ({ en: `paid ${cycle}`, fr: `avec un paiement ${cycle}` }),
  order: { en: "Order", fr: "Commander" },
  orderNamed: (plan: string) => ({ en: `Order ${plan}`, fr: `Commander ${plan}` }),
  title: { en: "Hosting", fr: "Hébergement" },
  lead: {
    en: "The large price is the one you keep paying. Taxes are not included.",
    fr: "Le grand prix est celui que vous continuez de payer. Les taxes ne sont pas comprises.",
  },
  /** This text is shown in search results. */
  description: (brand: string) => ({
    en: `The hosting plans of ${brand}, with every price, what is included, and what they cost after the first year.`,
    fr: `Les forfaits d’hébergement de ${brand}, avec tous les prix, ce qui est compris, et ce qu’ils coûtent après la première année.`,
  }),
  lines: { en: "Product lines", fr: "Gammes de produits" },
  cycle: { en: "Billing period", fr: "Période de facturation" },
  compareAll: (count: number) => ({
    en: `Compare these ${count} plans`,
    fr: `Comparer ces ${count} forfaits`,
  }),
  compareLine: (line: string) => ({ en: `Compare plans: ${line}`, fr: `Comparer les forfaits : ${line}` }),
  show: { en: "Plans to compare", fr: "Forfaits à comparer" },
  onlyDifferences: { en: "Only differences", fr: "Seulement les différences" },
  notIncluded: { en: "Not included", fr: "Non compris" },
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
  /** The label of the link to a billing cycle. */
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
  /** The words after an amount. */
  every: {
    free: { en: "", fr: "" },
    one_time: { en: "once", fr: "une seule fois" },
    monthly: { en: "a month", fr: "par mois" },
    quarterly: { en: "every 3 months", fr: "tous les 3 mois" },
    semiannually: { en: "every 6 months", fr: "tous les 6 mois" },
    annually: { en: "a year", fr: "par an" },
    biennially: { en: "every 2 years", fr: "tous les 2 ans" },
    triennially: { en: "every 3 years", fr: "tous les 3 ans" },
  } satisfies Record<BillingCycle, Text>,
  firstYear: (amount: string) => ({ en: `First year ${amount},`, fr: `Première année ${amount},` }),
  /** @param amount the amount with its payment interval */
  thenAs: (amount: string) => ({ en: `then ${amount}`, fr: `puis ${amount}` }),
  paidAs: (amount: string) => ({ en: `Paid ${amount}`, fr: `Payable ${amount}` }),
  setupFee: (amount: string) => ({ en: `+ ${amount} to set up`, fr: `+ ${amount} d’installation` }),
  currency: { en: "Currency", fr: "Devise" },
  taxes: { en: "Taxes are not included.", fr: "Les taxes ne sont pas comprises." },
  prices: {
    title: { en: "Prices", fr: "Prix" },
    cycle: { en: "Paid", fr: "Paiement" },
    amount: { en: "Renews at", fr: "Par période" },
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
