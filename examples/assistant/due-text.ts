import type { Domain } from "./account-answers.ts";
import type { DueFindings, Shown } from "./due.ts";

/** Describes in a few sentences what expires, renews and is owed. */
export function dueText(findings: DueFindings): string {
  return [domains(findings), expired(findings), services(findings), invoices(findings)].filter(Boolean).join(" ");
}

interface Words {
  locale: string;
  /** The separator between the items of a list. */
  between: string;
  noDomain: (held: number, days: number) => string;
  domains: (count: number, days: number) => string;
  renewsItself: string;
  costs: (price: string, url: string) => string;
  expired: (name: string, date: string, url: string) => string;
  noService: (days: number) => string;
  services: (count: number, days: number) => string;
  nothingOwed: string;
  owed: (sum: string, count: number, overdue: number) => string;
  first: (number: string, date: string, url: string) => string;
  notShown: Record<"domains" | "services" | "invoices", string>;
}

const WORDS: Record<DueFindings["lang"], Words> = {
  en: {
    locale: "en-CA",
    between: "; ",
    noDomain: (held, days) => `None of the ${held} domain names expires in the next ${days} days.`,
    domains: (count, days) =>
      `${count === 1 ? "One domain name expires" : `${count} domain names expire`} in the next ${days} days:`,
    renewsItself: "renews automatically",
    costs: (price, url) => `does not renew automatically; ${price} without taxes at ${url}`,
    expired: (name, date, url) => `${name} expired on ${date}: ${url}.`,
    noService: (days) => `No service renews in the next ${days} days.`,
    services: (count, days) =>
      `${count === 1 ? "One service renews" : `${count} services renew`} in the next ${days} days:`,
    nothingOwed: "Nothing is owed.",
    owed: (sum, count, overdue) =>
      `${sum} is owed on ${count === 1 ? "one invoice" : `${count} invoices`}, ${overdue === 0 ? "none" : overdue} of them overdue.`,
    first: (number, date, url) => `The one to pay first is ${number}, due on ${date}: ${url}.`,
    notShown: {
      domains: "The domain names may not be read through this connection.",
      services: "The services may not be read through this connection.",
      invoices: "The invoices may not be read through this connection.",
    },
  },
  fr: {
    locale: "fr-CA",
    between: " ; ",
    noDomain: (held, days) => `Aucun des ${held} noms de domaine n’expire dans les ${days} prochains jours.`,
    domains: (count, days) =>
      `${count === 1 ? "Un nom de domaine expire" : `${count} noms de domaine expirent`} dans les ${days} prochains jours :`,
    renewsItself: "se renouvelle automatiquement",
    costs: (price, url) => `ne se renouvelle pas automatiquement ; ${price} hors taxes à ${url}`,
    expired: (name, date, url) => `${name} a expiré le ${date} : ${url}.`,
    noService: (days) => `Aucun service ne se renouvelle dans les ${days} prochains jours.`,
    services: (count, days) =>
      `${count === 1 ? "Un service se renouvelle" : `${count} services se renouvellent`} dans les ${days} prochains jours :`,
    nothingOwed: "Rien n’est dû.",
    owed: (sum, count, overdue) =>
      `${sum} sont dus sur ${count === 1 ? "une facture" : `${count} factures`}, dont ${overdue} en retard.`,
    first: (number, date, url) => `À payer d’abord : ${number}, échéance le ${date} : ${url}.`,
    notShown: {
      domains: "Les noms de domaine ne peuvent pas être lus par cette connexion.",
      services: "Les services ne peuvent pas être lus par cette connexion.",
      invoices: "Les factures ne peuvent pas être lues par cette connexion.",
    },
  },
};

function domains({ expiring, held, days, lang }: DueFindings): string {
  const words = WORDS[lang];
  if ("refused" in expiring) return words.notShown.domains;
  if (expiring.items.length === 0) return words.noDomain(held, days);
  const named = byDate(expiring.items, ({ expires_on }) => expires_on).map(
    (domain) => `${domain.domain} (${domain.expires_on}, ${renewal(domain, expiring, words)})`,
  );
  return `${words.domains(named.length, days)} ${named.join(words.between)}.`;
}

function renewal({ auto_renew, renewal_price, manage_url }: Domain, list: Shown<Domain>, words: Words): string {
  if (auto_renew) return words.renewsItself;
  const currency = "currency" in list ? list.currency : undefined;
  return words.costs(renewal_price === null ? "–" : money(words, renewal_price, currency), manage_url);
}

function expired({ expired, lang }: DueFindings): string {
  const sentences = expired.map((domain) =>
    WORDS[lang].expired(domain.domain, domain.expires_on ?? "", domain.manage_url),
  );
  return sentences.join(" ");
}

function services({ renewing, days, lang }: DueFindings): string {
  const words = WORDS[lang];
  if ("refused" in renewing) return words.notShown.services;
  if (renewing.items.length === 0) return words.noService(days);
  const named = byDate(renewing.items, ({ next_due_date }) => next_due_date).map(
    ({ plan, domain, next_due_date, recurring_price }) =>
      `${plan}${domain ? ` (${domain})` : ""}, ${next_due_date}, ${money(words, recurring_price, renewing.currency)}`,
  );
  return `${words.services(named.length, days)} ${named.join(words.between)}.`;
}

function invoices({ unpaid, owed, lang }: DueFindings): string {
  const words = WORDS[lang];
  if ("refused" in unpaid) return words.notShown.invoices;
  const [first] = byDate(unpaid.items, ({ due_on }) => due_on);
  if (owed.length === 0 || !first) return words.nothingOwed;
  const sum = owed.map(({ amount, currency }) => money(words, amount, currency)).join(" + ");
  const overdue = unpaid.items.filter((invoice) => invoice.overdue).length;
  return `${words.owed(sum, unpaid.items.length, overdue)} ${words.first(first.number, first.due_on, first.view_url)}`;
}

function byDate<Item>(items: Item[], date: (item: Item) => string | null): Item[] {
  return items.toSorted((one, other) => ((date(one) ?? "") < (date(other) ?? "") ? -1 : 1));
}

function money({ locale }: Words, amount: number, currency: string | undefined): string {
  if (currency === undefined) return amount.toFixed(2);
  return new Intl.NumberFormat(locale, { style: "currency", currency, currencyDisplay: "code" }).format(amount);
}
