import type { AccountReference } from "../billing-contract/customer.ts";
import { pagePath } from "../billing-contract/description.ts";
import type { DomainOrder, DomainOrderQuote, DomainOrderRequest } from "../billing-contract/domain-orders.ts";
import type { Money, Terms, WriteRefused } from "../billing-contract/result.ts";
import { extensionOf } from "../domain-names/parse-domain.ts";
import {
  REGISTRATION_YEARS,
  TRANSFER_TERM,
  TRANSFER_TERM_WORDS,
  takesNewNames,
  yearsInWords,
} from "../domain-names/registration-terms.ts";
import { AUTH_CODE } from "../domain-names/registry-rules.ts";
import type { Text } from "../platform/language.ts";
import { type HeldDomain, hasNoAvailabilitySource, isUndecided, nameObstacle } from "./name-obstacles.ts";
import {
  alreadyRequested,
  firstRefusal,
  type InvalidMember,
  invalidBody,
  missingPaymentMethod,
  type PaymentFacts,
  paymentMethodMissing,
  priceChanged,
  refusal,
  registryUnavailable,
  termsNotAccepted,
  type WriteRefusal,
} from "./refusals.ts";
import { fieldsFor, refusedFields, ruleOf } from "./registries/registrant-rules.ts";

/** The facts that decide a domain order, if its extension is sold. */
export interface DomainOrderFacts extends PaymentFacts {
  /**
   * The country of the account's address, which is also the registrant's address: ISO 3166-1 alpha-2; `null` if
   * unknown.
   */
  country: string | null;
  /**
   * Whether the account has the details that every registry requires: a person's name, address and telephone number.
   */
  hasContact: boolean;
  held: HeldDomain | null;
  terms: Terms;
  /** The price for the ordered number of years; `null` if that number has no price. The years are then refused. */
  price: Money | null;
  /**
   * The numbers of years for which a registration has a price; `null` for all that the registry allows. If the registry
   * allows none of them, the extension is not sold.
   */
  pricedYears: readonly number[] | null;
}

/** The additional facts of a domain quote. */
export interface DomainRenewalTerms {
  /** The price of one renewal for `years`. */
  price: Money;
  years: number;
  autoRenew: boolean;
  chargesCard?: boolean;
}

/** The refusal for an extension that is not sold or accepts no new names. */
export const NOT_SOLD = refusal(
  "not_offered",
  "Names with this extension are not sold.",
  "Les noms de cette extension ne sont pas vendus.",
);

/**
 * The refusal if no source can report the availability, because the registry has no public service and there is no
 * registrar.
 */
export const NOT_ORDERABLE = refusal(
  "not_offered",
  "We cannot check names with this extension, so none can be ordered here now.",
  "Personne ne peut être interrogé ici sur la disponibilité des noms de cette extension ; aucun ne peut donc être commandé ici maintenant.",
);

/**
 * Returns the refusal of a quote, or `null` if it is allowed. Obstacles that only prevent the order are part of the
 * quote.
 */
export function refusedDomainQuote(
  order: DomainOrderRequest,
  { pricedYears }: Pick<DomainOrderFacts, "pricedYears">,
): WriteRefusal | null {
  return firstRefusal(
    yearsSold(order, pricedYears).length === 0 && NOT_SOLD,
    hasNoAvailabilitySource(order) && NOT_ORDERABLE,
    invalidBody(refusedYears(order, pricedYears)),
    isUndecided(order) && registryUnavailable(order.retryAfter),
  );
}

/** Returns the first refusal of an order in the contract's order of reasons, or `null` if it is allowed. */
export function refusedDomainOrder(order: DomainOrder, facts: DomainOrderFacts): WriteRefusal | null {
  return firstRefusal(
    yearsSold(order, facts.pricedYears).length === 0 && NOT_SOLD,
    hasNoAvailabilitySource(order) && NOT_ORDERABLE,
    alreadyOrdered(facts),
    invalidBody(refusedMembers(order, facts)),
    isUndecided(order) && registryUnavailable(order.retryAfter),
    notAvailable(order, facts),
    ineligible(order, facts),
    facts.price && priceChanged(order.expectedPrice, facts.price),
    termsNotAccepted(order.acceptTerms, facts.terms),
    paymentMethodMissing(facts),
  );
}

/** Returns the quote of a domain order that {@link refusedDomainQuote} does not refuse. */
export function domainOrderQuote(
  account: AccountReference,
  order: DomainOrderRequest,
  facts: DomainOrderFacts & { price: Money },
  renewal: DomainRenewalTerms,
): DomainOrderQuote {
  const { type, domain } = order;
  const { country } = facts;
  const tld = extensionOf(domain);
  const obstacle = alreadyOrdered(facts)?.reason ?? nameObstacle(order, facts.held);
  const refused = ineligible(order, facts);
  return {
    account,
    available: obstacle === null,
    obstacle,
    price: facts.price,
    renewalPrice: renewal.price,
    renewalYears: renewal.years,
    transferTerm: type === "transfer" ? TRANSFER_TERM_WORDS[TRANSFER_TERM.of(tld)] : null,
    registrant: { country, eligible: refused === null, rule: ruleOf(tld).residence?.rule ?? null },
    fields: fieldsFor(tld, country),
    terms: facts.terms,
    needsAuthCode: needsAuthCode(order),
    autoRenew: renewal.autoRenew,
    chargesCard: renewal.chargesCard ?? false,
    missing: [...(refused ? [refused.actionRequired] : []), ...missingPaymentMethod(facts)],
  };
}

/** Checks whether the order needs an auth code. An order that needs no auth code is refused if it has one. */
function needsAuthCode({ type, domain }: Pick<DomainOrderRequest, "type" | "domain">): boolean {
  return type === "transfer" && AUTH_CODE.of(extensionOf(domain));
}

/**
 * Returns the error for a number of years that one order cannot have. A transfer is always for one year.
 * @param pricedYears as in {@link DomainOrderFacts}
 */
export function refusedYears(
  { type, domain, years }: Pick<DomainOrderRequest, "type" | "domain" | "years">,
  pricedYears: readonly number[] | null = null,
): InvalidMember[] {
  const sold = yearsSold({ type, domain }, pricedYears);
  if (sold.includes(years)) return [];
  const words = yearsInWords(sold);
  const message =
    type === "register"
      ? { en: `must be ${words.en} under this extension`, fr: `doit être ${words.fr} pour cette extension` }
      : { en: "must be 1, for one transfer", fr: "doit être 1 : il désigne un transfert" };
  return [{ pointer: "/years", message }];
}

function yearsSold(
  { type, domain }: Pick<DomainOrderRequest, "type" | "domain">,
  priced: readonly number[] | null,
): readonly number[] {
  if (type === "transfer") return [1];
  return REGISTRATION_YEARS.of(extensionOf(domain)).filter((years) => priced === null || priced.includes(years));
}

function refusedMembers(order: DomainOrder, { country, pricedYears }: DomainOrderFacts): InvalidMember[] {
  const tld = extensionOf(order.domain);
  return [
    ...refusedYears(order, pricedYears),
    ...refusedAuthCode(needsAuthCode(order), order.authCode?.trim() ?? ""),
    ...refusedFields(fieldsFor(tld, country), order.fields, ruleOf(tld).dependent),
  ];
}

function refusedAuthCode(needed: boolean, authCode: string): InvalidMember[] {
  if (needed === (authCode !== "")) return [];
  const message = needed
    ? { en: "is required by the registry for a transfer", fr: "est exigé par le registre pour un transfert" }
    : { en: "is not needed here: leave it out", fr: "n’est pas demandé ici : ne l’envoyez pas" };
  return [{ pointer: "/auth_code", message }];
}

function alreadyOrdered({ held, links }: Pick<DomainOrderFacts, "held" | "links">) {
  return held?.isOwn && held.status.startsWith("pending")
    ? alreadyRequested(
        "This name is already on order.",
        "Ce nom fait déjà l’objet d’une commande.",
        held.unpaidInvoice,
        links,
      )
    : null;
}

function notAvailable(order: DomainOrderRequest, { held }: DomainOrderFacts): WriteRefused | null {
  const reason = nameObstacle(order, held);
  return reason && { code: "not_available", reason };
}

/** Returns the reason why the registry would refuse the account as the registrant, with the next step. */
function ineligible(
  { domain }: DomainOrderRequest,
  { country, hasContact, links }: DomainOrderFacts,
): Extract<WriteRefused, { code: "registrant_ineligible" }> | null {
  const { residence } = ruleOf(extensionOf(domain));
  const refusedBy = (reason: Text, message: Text) => ({
    code: "registrant_ineligible" as const,
    reason,
    actionRequired: { type: "update_contact" as const, message, path: pagePath(links, "profile") },
  });
  if (!hasContact) return refusedBy(NO_CONTACT, ADD_CONTACT);
  if (!residence || (country !== null && residence.countries.includes(country))) return null;
  return refusedBy(residence.rule, CORRECT_CONTACT);
}

const NO_CONTACT: Text = {
  en: "Registries require the registrant's name, postal address and telephone number, which the account lacks.",
  fr: "Les registres exigent le nom, l’adresse postale et le numéro de téléphone du titulaire ; le compte ne les contient pas encore.",
};
const ADD_CONTACT: Text = {
  en: "Add the name, the address and the telephone number of the registrant in the client area.",
  fr: "Ajoutez le nom, l’adresse et le numéro de téléphone du titulaire dans l’espace client.",
};
const CORRECT_CONTACT: Text = {
  en: "The registry does not accept the address on the account. Correct it in the client area if it is wrong.",
  fr: "Le registre n’accepte pas l’adresse du compte. Corrigez-la dans l’espace client si elle est erronée.",
};

/**
 * Returns the parts of a domain name that the price list may have as an extension, longest first. They are the name
 * itself and the part after each dot, each with a leading dot.
 */
export function possibleExtensions(domain: string): string[] {
  const labels = domain.split(".");
  return labels.map((_, first) => `.${labels.slice(first).join(".")}`);
}

/**
 * Returns the refusal for an extension that is not sold or accepts no new names. Returns `invalid_body` for a name that
 * is itself a sold extension, and for a name with too many labels under one.
 * @param sold the longest of {@link possibleExtensions} that has a price in the account's currency; `null` if none has
 * @returns `null` for a name directly under a sold extension that accepts new names
 */
export function domainNotOffered(domain: string, sold: string | null): WriteRefused | null {
  const extensions = possibleExtensions(domain);
  if (sold !== null && sold !== extensions[1]) return invalidBody([notDirectlyUnder(sold)]);
  if (sold !== null && takesNewNames(sold)) return null;
  const tld = sold ?? extensions.at(-1);
  return refusal("not_offered", `Names in ${tld} are not sold here.`, `Les noms en ${tld} ne sont pas vendus ici.`);
}

function notDirectlyUnder(tld: string) {
  const message = {
    en: `must be one name directly under ${tld}, such as example${tld}`,
    fr: `doit être un seul nom directement sous ${tld}, comme exemple${tld}`,
  };
  return { pointer: "/domain", message };
}
