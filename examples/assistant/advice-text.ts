import type { Findings } from "./recommend.ts";

/** Returns the recommendation as two or three sentences for a person. */
export function adviceText(findings: Findings): string {
  return SENTENCES[findings.lang](findings).filter(Boolean).join(" ");
}

const SENTENCES = {
  en: ({ offer, withinBudget, needs, next, domain, firstYear, ...of }: Findings) => {
    const money = amounts("en-CA", of.currency);
    const unmet = needs.filter(({ met }) => !met).map(({ need }) => need);
    return [
      withinBudget
        ? `${offer.plan.name} fits: ${money(offer.monthly)} a month, billed ${CYCLES.en[offer.price.billing_cycle] ?? offer.price.billing_cycle}.`
        : `Nothing fits the budget; the closest is ${offer.plan.name} at ${money(offer.monthly)} a month.`,
      unmet.length > 0 && `It does not meet: ${unmet.join(", ")}.`,
      `The first year comes to ${money(firstYear)}${domain ? ` with a ${domain.tld} name (${money(domain.renew)} a year after that)` : ""}, without taxes.`,
      next &&
        next.adds.length > 0 &&
        `${next.name}, at ${money(next.monthly)} a month, goes further: ${next.adds.join("; ")}.`,
    ];
  },
  fr: ({ offer, withinBudget, needs, next, domain, firstYear, ...of }: Findings) => {
    const money = amounts("fr-CA", of.currency);
    const unmet = needs.filter(({ met }) => !met).map(({ need }) => need);
    return [
      withinBudget
        ? `${offer.plan.name} convient : ${money(offer.monthly)} par mois, facturation ${CYCLES.fr[offer.price.billing_cycle] ?? offer.price.billing_cycle}.`
        : `Rien n’entre dans le budget ; le plus proche est ${offer.plan.name}, à ${money(offer.monthly)} par mois.`,
      unmet.length > 0 && `Il ne répond pas à : ${unmet.join(", ")}.`,
      `La première année revient à ${money(firstYear)}${domain ? ` avec un nom en ${domain.tld} (${money(domain.renew)} par an ensuite)` : ""}, hors taxes.`,
      next &&
        next.adds.length > 0 &&
        `${next.name}, à ${money(next.monthly)} par mois, va plus loin : ${next.adds.join(" ; ")}.`,
    ];
  },
};

const CYCLES: Record<Findings["lang"], Record<string, string>> = {
  en: {
    monthly: "monthly",
    quarterly: "every three months",
    semiannually: "every six months",
    annually: "yearly",
    biennially: "every two years",
    triennially: "every three years",
  },
  fr: {
    monthly: "mensuelle",
    quarterly: "trimestrielle",
    semiannually: "semestrielle",
    annually: "annuelle",
    biennially: "tous les deux ans",
    triennially: "tous les trois ans",
  },
};

function amounts(locale: string, currency: string): (amount: number) => string {
  const format = new Intl.NumberFormat(locale, { style: "currency", currency, currencyDisplay: "code" });
  return (amount) => format.format(amount);
}
