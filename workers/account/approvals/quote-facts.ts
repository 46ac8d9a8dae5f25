import type { ApprovalStatement } from "../../../durable-objects/account/approvals/approval-port.ts";
import type { BillingCycle } from "../../../shared/billing-contract/billing-cycle.ts";
import type { DomainField, DomainOrderQuote } from "../../../shared/billing-contract/domain-orders.ts";
import type { PlanOrderQuote } from "../../../shared/billing-contract/plan-orders.ts";
import type { Money, Terms } from "../../../shared/billing-contract/result.ts";
import { formatDate, formatMoney } from "../../../shared/pages/formats.ts";
import { bilingual, typeset } from "../../../shared/pages/french-typography.ts";
import type { Language } from "../../../shared/platform/language.ts";
import { toMajorUnits } from "../../../shared/platform/money.ts";
import { cleaned } from "../../../shared/platform/plain-text.ts";

/** One thing that the customer reads before they approve. */
export interface ApprovalFact {
  label: string;
  /** A line each; never empty. */
  lines: string[];
  /** Documents to read, after the lines. */
  links?: { text: string; url: string }[];
  /** Written by the application, and not checked. */
  isQuoted?: boolean;
}

/** Longer than any text that a command takes. */
const MAX_TEXT = 1_000;

export const cycleWords = bilingual<Record<BillingCycle, string>>(
  {
    free: "free",
    one_time: "once",
    monthly: "every month",
    quarterly: "every 3 months",
    semiannually: "every 6 months",
    annually: "every year",
    biennially: "every 2 years",
    triennially: "every 3 years",
  },
  {
    free: "gratuit",
    one_time: "une fois",
    monthly: "chaque mois",
    quarterly: "tous les 3 mois",
    semiannually: "tous les 6 mois",
    annually: "chaque année",
    biennially: "tous les 2 ans",
    triennially: "tous les 3 ans",
  },
);

/** The first period of a plan; null where it has none. */
const periodWords = bilingual<Record<BillingCycle, string | null>>(
  {
    ...{ free: null, one_time: null, monthly: "month", quarterly: "3 months", semiannually: "6 months" },
    ...{ annually: "year", biennially: "2 years", triennially: "3 years" },
  },
  {
    ...{ free: null, one_time: null, monthly: "le premier mois", quarterly: "les 3 premiers mois" },
    ...{ semiannually: "les 6 premiers mois", annually: "la première année" },
    ...{ biennially: "les 2 premières années", triennially: "les 3 premières années" },
  },
);

const texts = bilingual(
  {
    price: "Price before taxes",
    covering: (price: string, period: string) => `${price}, which pays for the first ${period}`,
    included: "In that price",
    setupFee: (amount: string) => `Set-up fee: ${amount}`,
    discount: (reason: string, amount: string) => `${reason}: −${amount}`,
    afterwards: "Afterwards",
    renewed: (price: string, cycle: string) => `${price} ${cycle}, before taxes`,
    renewedFor: (price: string, years: number) =>
      years === 1 ? `${price} every year, before taxes` : `${price} every ${years} years, before taxes`,
    autoRenewal: "Auto-renewal",
    on: "On: each renewal is invoiced before the name expires; it can be switched off once the name is there.",
    off: "Off: the name expires at the end of its term unless it is renewed.",
    term: "Term",
    extended: (now: string, then: string) => `Until ${now} now, until ${then} once it is renewed.`,
    credit: "Credited to the account",
    effective: "From",
    accepted: "Terms accepted in your name",
    version: (version: string) => `Version ${version}`,
    fields: "The application tells the registry",
    field: (label: string, value: string) => `${label}: ${value}`,
    yes: "yes",
    no: "no",
  },
  {
    price: "Prix avant taxes",
    covering: (price, period) => `${price}, qui couvrent ${period}`,
    included: "Compris dans ce prix",
    setupFee: (amount) => `Frais de mise en service : ${amount}`,
    discount: (reason, amount) => `${reason} : −${amount}`,
    afterwards: "Ensuite",
    renewed: (price, cycle) => `${price} ${cycle}, avant taxes`,
    renewedFor: (price, years) =>
      years === 1 ? `${price} chaque année, avant taxes` : `${price} tous les ${years} ans, avant taxes`,
    autoRenewal: "Renouvellement automatique",
    on: "Activé : chaque renouvellement est facturé avant l’expiration du nom ; il peut être désactivé une fois le nom en place.",
    off: "Désactivé : le nom expire à la fin de sa durée s’il n’est pas renouvelé.",
    term: "Durée",
    extended: (now, then) => `Jusqu’au ${now} aujourd’hui, jusqu’au ${then} une fois renouvelé.`,
    credit: "Crédité au compte",
    effective: "À partir du",
    accepted: "Conditions acceptées en votre nom",
    version: (version) => `Version ${version}`,
    fields: "L’application indique au registre",
    field: (label, value) => `${label} : ${value}`,
    yes: "oui",
    no: "non",
  },
);

/** What a command costs now. */
export function priceFacts({ preview: { price, planOrder } }: ApprovalStatement, language: Language): ApprovalFact[] {
  if (!price) return [];
  const words = texts[language];
  const amount = amountWords(price, language);
  const period = planOrder && periodWords[language][planOrder.firstPayment.covers];
  return [{ label: words.price, lines: [period ? words.covering(amount, period) : amount] }];
}

/** What a command costs now and later, and what it accepts: in the words of its quote. */
export function quoteFacts(statement: ApprovalStatement, language: Language): ApprovalFact[] {
  const words = texts[language];
  const { domainOrder, planOrder, planChange, renewal } = statement.preview;
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
    facts.push({ label: words.term, lines: [words.extended(now, then)] });
  }
  if (domainOrder) facts.push(...domainOrderFacts(domainOrder, language));
  if (domainOrder) facts.push(...registryFacts(statement, domainOrder.fields, language));
  const terms = (domainOrder ?? planOrder)?.terms;
  return terms ? [...facts, termsFact(terms, language)] : facts;
}

export function amountWords({ amount, currency }: Money, language: Language): string {
  return formatMoney(toMajorUnits(amount), currency, language);
}

/** What somebody else wrote, as it is shown. */
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
  { transferTerm, renewalPrice, renewalYears, autoRenew }: DomainOrderQuote,
  language: Language,
): ApprovalFact[] {
  const words = texts[language];
  return [
    ...(transferTerm ? [{ label: words.term, lines: [typeset(transferTerm, language)] }] : []),
    { label: words.afterwards, lines: [words.renewedFor(amountWords(renewalPrice, language), renewalYears)] },
    { label: words.autoRenewal, lines: [autoRenew ? words.on : words.off] },
  ];
}

/** What the application gives for the registry, by the labels that the customer would read. */
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
