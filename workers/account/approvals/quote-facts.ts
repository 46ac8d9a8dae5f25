import type { ApprovalStatement } from "../../../durable-objects/account/approvals/approval-port.ts";
import type { BillingCycle } from "../../../shared/billing-contract/billing-cycle.ts";
import type { DomainField, DomainOrderQuote } from "../../../shared/billing-contract/domain-orders.ts";
import type { PlanOrderQuote } from "../../../shared/billing-contract/plan-orders.ts";
import type { Money, Terms } from "../../../shared/billing-contract/result.ts";
import { formatDate, formatMoney } from "../../../shared/pages/formats.ts";
import { byLanguage, typeset } from "../../../shared/pages/french-typography.ts";
import type { Language } from "../../../shared/platform/language.ts";
import { toMajorUnits } from "../../../shared/platform/money.ts";
import { cleaned } from "../../../shared/platform/plain-text.ts";

/** A fact that the customer reads before the approval. */
export interface ApprovalFact {
  label: string;
  /** At least one line. */
  lines: string[];
  /** Documents to read. The page shows them after the lines. */
  links?: { text: string; url: string }[];
  /** Whether the text comes from the application and is not checked. */
  isQuoted?: boolean;
}

/** The maximum length of a quoted text. No text that a command accepts is longer. */
const MAX_TEXT = 1_000;

export const cycleWords = byLanguage({
  free: { en: "free", fr: "gratuit" },
  one_time: { en: "once", fr: "une fois" },
  monthly: { en: "every month", fr: "chaque mois" },
  quarterly: { en: "every 3 months", fr: "tous les 3 mois" },
  semiannually: { en: "every 6 months", fr: "tous les 6 mois" },
  annually: { en: "every year", fr: "chaque année" },
  biennially: { en: "every 2 years", fr: "tous les 2 ans" },
  triennially: { en: "every 3 years", fr: "tous les 3 ans" },
});

/** The first billing period of a plan in words; `null` for a plan without billing periods. */
const periodWords = byLanguage({
  free: null,
  one_time: null,
  monthly: { en: "month", fr: "le premier mois" },
  quarterly: { en: "3 months", fr: "les 3 premiers mois" },
  semiannually: { en: "6 months", fr: "les 6 premiers mois" },
  annually: { en: "year", fr: "la première année" },
  biennially: { en: "2 years", fr: "les 2 premières années" },
  triennially: { en: "3 years", fr: "les 3 premières années" },
});

const texts = byLanguage({
  price: { en: "Price before taxes", fr: "Prix avant taxes" },
  covering: (price: string, period: string) => ({
    en: `${price}, which pays for the first ${period}`,
    fr: `${price}, qui couvrent ${period}`,
  }),
  included: { en: "In that price", fr: "Compris dans ce prix" },
  setupFee: (amount: string) => ({ en: `Set-up fee: ${amount}`, fr: `Frais de mise en service : ${amount}` }),
  discount: (reason: string, amount: string) => ({ en: `${reason}: −${amount}`, fr: `${reason} : −${amount}` }),
  afterwards: { en: "Afterwards", fr: "Ensuite" },
  renewed: (price: string, cycle: string) => ({
    en: `${price} ${cycle}, before taxes`,
    fr: `${price} ${cycle}, avant taxes`,
  }),
  renewedFor: (price: string, years: number) => ({
    en: years === 1 ? `${price} every year, before taxes` : `${price} every ${years} years, before taxes`,
    fr: years === 1 ? `${price} chaque année, avant taxes` : `${price} tous les ${years} ans, avant taxes`,
  }),
  autoRenewal: { en: "Auto-renewal", fr: "Renouvellement automatique" },
  on: {
    en: "Invoiced automatically: each renewal is invoiced before the name expires; it can be switched off once the name is registered.",
    fr: "Facturé automatiquement : chaque renouvellement est facturé avant l’expiration du nom ; il peut être désactivé une fois le nom en place.",
  },
  charged: {
    en: "On: each renewal is invoiced and charged to your saved card before the name expires; it can be switched off once the name is registered.",
    fr: "Activé : chaque renouvellement est facturé et débité de votre carte enregistrée avant l’expiration du nom ; il peut être désactivé une fois le nom en place.",
  },
  off: {
    en: "Off: the name expires at the end of its term unless it is renewed.",
    fr: "Désactivé : le nom expire à la fin de sa durée s’il n’est pas renouvelé.",
  },
  term: { en: "Term", fr: "Durée" },
  extended: (now: string, then: string) => ({
    en: `Until ${now} now, until ${then} once it is renewed.`,
    fr: `Jusqu’au ${now} aujourd’hui, jusqu’au ${then} une fois renouvelé.`,
  }),
  restored: (expired: string, then: string) => ({
    en: `Expired on ${expired}; until ${then} once it is restored and renewed.`,
    fr: `Expiré le ${expired} ; jusqu’au ${then} une fois restauré et renouvelé.`,
  }),
  both: {
    en: "The price includes the restoration and the renewal.",
    fr: "Le prix comprend la restauration et le renouvellement.",
  },
  credit: { en: "Credited to the account", fr: "Crédité au compte" },
  effective: { en: "From", fr: "À partir du" },
  accepted: { en: "Terms accepted in your name", fr: "Conditions acceptées en votre nom" },
  version: (version: string) => ({ en: `Version ${version}`, fr: `Version ${version}` }),
  fields: { en: "The application tells the registry", fr: "L’application indique au registre" },
  field: (label: string, value: string) => ({ en: `${label}: ${value}`, fr: `${label} : ${value}` }),
  yes: { en: "yes", fr: "oui" },
  no: { en: "no", fr: "non" },
});

/** Returns the price of the command as a fact, or no fact if there is no price. */
export function priceFacts({ preview: { price, planOrder } }: ApprovalStatement, language: Language): ApprovalFact[] {
  if (!price) return [];
  const words = texts[language];
  const amount = amountWords(price, language);
  const period = planOrder && periodWords[language][planOrder.firstPayment.covers];
  return [{ label: words.price, lines: [period ? words.covering(amount, period) : amount] }];
}

/** Returns the facts about a command's current and later costs, and about the terms that it accepts. */
export function quoteFacts(statement: ApprovalStatement, language: Language): ApprovalFact[] {
  const words = texts[language];
  const { domainOrder, planOrder, planChange, renewal, renewalCharge } = statement.preview;
  const facts: ApprovalFact[] = [];
  if (planChange && planChange.credit.amount > 0) {
    facts.push({ label: words.credit, lines: [amountWords(planChange.credit, language)] });
  }
  facts.push(...priceFacts(statement, language));
  if (planOrder) facts.push(...planOrderFacts(planOrder, language));
  if (planChange) {
    facts.push(recurring(planChange.renewal, language));
    facts.push({ label: words.effective, lines: [formatDate(planChange.effectiveOn, language)] });
  }
  if (renewal) {
    const [now, then] = [formatDate(renewal.expiresOn, language), formatDate(renewal.renewedUntil, language)];
    const lines = renewal.isRestored ? [words.restored(now, then), words.both] : [words.extended(now, then)];
    facts.push({ label: words.term, lines });
  }
  if (renewalCharge) {
    const price = amountWords(renewalCharge, language);
    facts.push({ label: words.afterwards, lines: [words.renewedFor(price, renewalCharge.years)] });
  }
  if (domainOrder) facts.push(...domainOrderFacts(domainOrder, language));
  if (domainOrder) facts.push(...registryFacts(statement, domainOrder.fields, language));
  const terms = (domainOrder ?? planOrder)?.terms;
  return terms ? [...facts, termsFact(terms, language)] : facts;
}

export function amountWords({ amount, currency }: Money, language: Language): string {
  return formatMoney(toMajorUnits(amount), currency, language);
}

/** Cleans a text from another party for display. */
export function quoted(text: string): string {
  return cleaned(text, MAX_TEXT);
}

function planOrderFacts({ setupFee, discount, renewal }: PlanOrderQuote, language: Language): ApprovalFact[] {
  const words = texts[language];
  const inWords = (amount: number) => amountWords({ ...renewal, amount }, language);
  const included = [
    ...(setupFee > 0 ? [words.setupFee(inWords(setupFee))] : []),
    ...(discount ? [words.discount(typeset(discount.reason, language), inWords(discount.amount))] : []),
  ];
  return [
    ...(included.length > 0 ? [{ label: words.included, lines: included }] : []),
    ...(periodWords[language][renewal.billingCycle] ? [recurring(renewal, language)] : []),
  ];
}

function recurring(renewal: Money & { billingCycle: BillingCycle }, language: Language): ApprovalFact {
  const words = texts[language];
  const { billingCycle } = renewal;
  return {
    label: words.afterwards,
    lines: [words.renewed(amountWords(renewal, language), cycleWords[language][billingCycle])],
  };
}

function domainOrderFacts(
  { transferTerm, renewalPrice, renewalYears, autoRenew, chargesCard }: DomainOrderQuote,
  language: Language,
): ApprovalFact[] {
  const words = texts[language];
  return [
    ...(transferTerm ? [{ label: words.term, lines: [typeset(transferTerm, language)] }] : []),
    { label: words.afterwards, lines: [words.renewedFor(amountWords(renewalPrice, language), renewalYears)] },
    { label: words.autoRenewal, lines: [autoRenew ? words[chargesCard ? "charged" : "on"] : words.off] },
  ];
}

/** Returns the data that the application gives to the registry, with labels for the customer. */
function registryFacts({ input }: ApprovalStatement, fields: DomainField[], language: Language): ApprovalFact[] {
  const given = (input.fields ?? {}) as Record<string, string>;
  const words = texts[language];
  const lines = fields.flatMap((field) => {
    const value = given[field.name];
    if (value === undefined) return [];
    return [words.field(quoted(field.label[language]), valueWords(field, value, language))];
  });
  return lines.length > 0 ? [{ label: words.fields, lines }] : [];
}

function valueWords({ type, options }: DomainField, value: string, language: Language): string {
  switch (type) {
    case "tickbox":
      return texts[language][value === "true" ? "yes" : "no"];
    case "choice": {
      const option = options?.find((each) => each.value === value);
      return quoted(option ? option.label[language] : value);
    }
    case "text":
      return quoted(value);
  }
}

function termsFact({ version, title, url, items }: Terms, language: Language): ApprovalFact {
  const documents = items.length > 0 ? items : [{ title, url }];
  return {
    label: texts[language].accepted,
    lines: [texts[language].version(quoted(version))],
    links: documents.map((each) => ({ text: quoted(each.title[language]), url: each.url })),
  };
}
