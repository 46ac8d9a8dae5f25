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

/** What the order of a name is decided on, where its extension is sold. */
export interface DomainOrderFacts extends PaymentFacts {
  /** Of the account's address, which is the registrant's: ISO 3166-1 alpha-2; null where it is not known. */
  country: string | null;
  /** The account has what every registry asks of a registrant: a person's name, a postal address and a telephone number. */
  hasContact: boolean;
  held: HeldDomain | null;
  terms: Terms;
  /** Null for a number of years that has none: the years are refused. */
  price: Money | null;
  /** The years of a registration that have a price; null: all that the registry takes. Where it takes none of them, nothing is sold. */
  pricedYears: readonly number[] | null;
}

/** What the quote of a name tells besides. */
export interface DomainRenewalTerms {
  /** Of one renewal, for `years`. */
  price: Money;
  years: number;
  autoRenew: boolean;
  chargesCard?: boolean;
}

/** The extension is not sold, or takes no new names. */
export const NOT_SOLD = refusal(
  "not_offered",
  "Names with this extension are not sold.",
  "Les noms de cette extension ne sont pas vendus.",
);

/** There is no source for the name's availability: no public service of its registry, and no registrar. */
export const NOT_ORDERABLE = refusal(
  "not_offered",
  "We cannot check names with this extension, so none can be ordered here now.",
  "Personne ne peut être interrogé ici sur la disponibilité des noms de cette extension ; aucun ne peut donc être commandé ici maintenant.",
);

/** The refusal of a quote; null if there is none. Obstacles to the order alone are in the quote. */
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

/** The refusal of an order, by the contract's order of reasons; null where there is none. */
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

/** The quote of a name that {@link refusedDomainQuote} does not refuse. */
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

/** Whether the order needs an auth code; any other is refused with one. */
function needsAuthCode({ type, domain }: Pick<DomainOrderRequest, "type" | "domain">): boolean {
  return type === "transfer" && AUTH_CODE.of(extensionOf(domain));
}

/**
 * A number of years that cannot be ordered at a time; a transfer is ordered as one.
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

/** Why the registry would not accept the account as the registrant, and how to fix it. */
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

/** The name with its first dot and what is under each of its dots, longest first: one of them may be sold as an extension. */
export function possibleExtensions(domain: string): string[] {
  const labels = domain.split(".");
  return labels.map((_, first) => `.${labels.slice(first).join(".")}`);
}

/**
 * The refusal that names the extension that is not sold or takes no new names. A sold extension itself, or a name with a label too
 * many under one, is an `invalid_body` instead.
 * @param sold the longest of {@link possibleExtensions} that has a price in the account's currency; null where none has
 * @returns null where a name right under a sold extension is ordered, which takes new names
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
