import { type CustomerDomain, type InvoiceReference, isRegistered } from "../billing-contract/customer.ts";
import type { DomainRenewal } from "../billing-contract/domain-orders.ts";
import type { Money, WriteRefused } from "../billing-contract/result.ts";
import type { RenewedTerm } from "../billing-contract/write-preview.ts";
import { extensionOf } from "../domain-names/parse-domain.ts";
import { yearsInWords } from "../domain-names/registration-terms.ts";
import {
  GRACE_DAYS,
  REDEMPTION_DAYS,
  RENEWAL_WINDOW_DAYS,
  renewalYears,
  yearsAhead,
} from "../domain-names/registry-rules.ts";
import { formatDate } from "../pages/formats.ts";
import { addDays, addYears } from "../platform/calendar.ts";
import {
  alreadyRequested,
  firstRefusal,
  invalidBody,
  type PaymentFacts,
  paymentMethodMissing,
  priceChanged,
  refusal,
  type WriteRefusal,
} from "./refusals.ts";

/** The facts that decide the renewal of an account's domain. */
export interface DomainRenewalFacts extends PaymentFacts {
  domain: CustomerDomain;
  /** A renewal of the domain that is unpaid or not complete; `null` if there is none. */
  open: { unpaidInvoice: InvoiceReference | null } | null;
  /** The price for the ordered number of years; `null` if that number has no price. */
  price: Money | null;
  /**
   * The numbers of years for which a renewal has a price; `null` for all that the registry allows. If the registry
   * allows none of them, the renewal is not sold.
   */
  pricedYears: readonly number[] | null;
  /** The current day (YYYY-MM-DD). */
  today: string;
}

const NOT_OFFERED = refusal(
  "not_offered",
  "Renewals of this extension are not sold.",
  "Les renouvellements de cette extension ne sont pas vendus.",
);

const NOT_REGISTERED = refusal(
  "not_renewable",
  "Only a name that is registered here can be renewed.",
  "Seul un nom enregistré ici peut être renouvelé.",
);

/**
 * Returns the first refusal of a renewal in the contract's order of reasons. Returns `null` if the renewal is allowed;
 * `price` is then set.
 */
export function refusedDomainRenewal(renewal: DomainRenewal, facts: DomainRenewalFacts): WriteRefusal | null {
  const { domain, open, price, links } = facts;
  return firstRefusal(
    !isSold(facts) && (domain.status === "transferred_away" ? NOT_REGISTERED : NOT_OFFERED),
    open &&
      alreadyRequested(
        "A renewal of this name is already on order.",
        "Un renouvellement de ce nom fait déjà l’objet d’une commande.",
        open.unpaidInvoice,
        links,
      ),
    notRenewable(renewal.years, facts),
    price && priceChanged(renewal.expectedPrice, price),
    paymentMethodMissing(facts),
  );
}

/** Returns the effect of a renewal on the domain's term, or `null` if the domain has no expiry date. */
export function renewedTerm(
  { expiresOn, status }: Pick<CustomerDomain, "expiresOn" | "status">,
  years: number,
): RenewedTerm | null {
  if (expiresOn === null) return null;
  const restored = status === "redemption" ? { isRestored: true } : {};
  return { expiresOn, renewedUntil: addYears(expiresOn, years), ...restored };
}

function isSold(facts: DomainRenewalFacts): boolean {
  return facts.pricedYears === null ? facts.price !== null : yearsSold(facts).length > 0;
}

function yearsSold({ domain, pricedYears }: DomainRenewalFacts): readonly number[] {
  return renewalYears(extensionOf(domain.name)).filter((years) => pricedYears === null || pricedYears.includes(years));
}

function notRenewable(years: number, facts: DomainRenewalFacts): WriteRefused | null {
  const { domain, today } = facts;
  if (!isRegistered(domain) || domain.expiresOn === null) return NOT_REGISTERED;
  const tld = extensionOf(domain.name);
  if (today > addDays(domain.expiresOn, GRACE_DAYS.of(tld) + REDEMPTION_DAYS.of(tld))) return NOT_REGISTERED;
  const sold = yearsSold(facts);
  if (!sold.includes(years)) {
    const { en, fr } = yearsInWords(sold);
    const message = { en: `must be ${en} under this extension`, fr: `doit être ${fr} pour cette extension` };
    return invalidBody([{ pointer: "/years", message }]);
  }
  const window = RENEWAL_WINDOW_DAYS.of(tld);
  const opensOn = window === null ? today : addDays(domain.expiresOn, -window);
  if (today < opensOn) {
    return refusal(
      "not_renewable",
      `The registry renews this name only in its last ${window} days: from ${opensOn}.`,
      `Le registre ne renouvelle ce nom que dans ses ${window} derniers jours : à partir du ${formatDate(opensOn, "fr")}.`,
    );
  }
  if (!isTooFarAhead(domain, years, today)) return null;
  const ahead = yearsAhead(tld);
  return refusal(
    "not_renewable",
    `The registry registers names for at most ${ahead} years ahead.`,
    `Le registre n’enregistre pas un nom pour plus de ${ahead} ans.`,
  );
}

/**
 * Checks whether a renewal would end later than the registry allows.
 * @param today YYYY-MM-DD
 */
export function isTooFarAhead(
  { name, expiresOn }: Pick<CustomerDomain, "name" | "expiresOn">,
  years: number,
  today: string,
): boolean {
  return expiresOn !== null && addYears(expiresOn, years) > addYears(today, yearsAhead(extensionOf(name)));
}
