import type { BillingCycle } from "../../../shared/billing-contract/billing-cycle.ts";
import { bilingual } from "../../../shared/pages/french-typography.ts";

/** Texts of a plan, on the home page and on its own page. */
const en = {
  from: "from",
  perMonth: "per month",
  paid: (cycle: string) => `paid ${cycle}`,
  order: "Order",
  discount: (percent: number, cycles: string) => `${percent}% off the first year when paid ${cycles}`,
  until: (date: string) => `offer ends ${date}`,
  cycles: {
    free: "nothing",
    one_time: "once",
    monthly: "monthly",
    quarterly: "quarterly",
    semiannually: "twice a year",
    annually: "yearly",
    biennially: "every two years",
    triennially: "every three years",
  } satisfies Record<BillingCycle, string>,
  currency: "Currency",
  taxes: "Taxes are not included.",
  prices: {
    title: "Prices",
    cycle: "Paid",
    amount: "Each period",
    monthly: "Per month",
    firstYear: "First year",
    setupFee: "Set-up, once",
    none: "none",
    afterFirstYear: "After the first year, each period costs its full price.",
  },
  features: "What it includes",
  specifications: "Specifications",
  specification: "Specification",
  value: "Value",
};

const fr: typeof en = {
  from: "à partir de",
  perMonth: "par mois",
  paid: (cycle: string) => `avec un paiement ${cycle}`,
  order: "Commander",
  discount: (percent: number, cycles: string) => `${percent} % de remise la première année avec un paiement ${cycles}`,
  until: (date: string) => `offre valable jusqu’au ${date}`,
  cycles: {
    free: "gratuit",
    one_time: "unique",
    monthly: "mensuel",
    quarterly: "trimestriel",
    semiannually: "semestriel",
    annually: "annuel",
    biennially: "biennal",
    triennially: "triennal",
  },
  currency: "Devise",
  taxes: "Les taxes ne sont pas comprises.",
  prices: {
    title: "Prix",
    cycle: "Paiement",
    amount: "Chaque période",
    monthly: "Par mois",
    firstYear: "Première année",
    setupFee: "Installation, une fois",
    none: "aucun",
    afterFirstYear: "Après la première année, chaque période coûte son plein prix.",
  },
  features: "Ce qui est compris",
  specifications: "Fiche technique",
  specification: "Caractéristique",
  value: "Valeur",
};

export const planTexts = bilingual(en, fr);
export type PlanTexts = typeof en;
