import { BILLING_CYCLES, type BillingCycle } from "../billing-contract/billing-cycle.ts";
import type { AccountReference, CustomerService, InvoiceReference } from "../billing-contract/customer.ts";
import type { PlanOrder, PlanOrderQuote, PlanOrderRequest } from "../billing-contract/plan-orders.ts";
import type { Money, Terms, WriteRefused } from "../billing-contract/result.ts";
import { INTERNATIONALIZED, LEAST_LENGTH } from "../domain-names/name-rules.ts";
import { parseDomainName, withoutWww } from "../domain-names/parse-domain.ts";
import { REGISTRATION_YEARS } from "../domain-names/registration-terms.ts";
import { isSpecialUse } from "../domain-names/special-use.ts";
import type { Text } from "../platform/language.ts";
import { type AccountCurrency, type MinorUnits, scaleHalfUp } from "../platform/money.ts";
import {
  alreadyRequested,
  firstRefusal,
  invalidBody,
  missingPaymentMethod,
  type PaymentFacts,
  paymentMethodMissing,
  priceChanged,
  refusal,
  termsNotAccepted,
  type WriteRefusal,
} from "./refusals.ts";

/** The facts that decide the quote of a plan that is sold with the requested billing cycle. */
export interface PlanQuoteFacts {
  /**
   * Whether this account must not have a site with the name. Some names are closed to every account, see
   * {@link isReservedSite}.
   */
  isSiteRefused: boolean;
  /** Whether the order's promotion code is currently valid for the plan. */
  isPromotionCurrent: boolean;
}

/**
 * The account's active or suspended service for the site, with or without `www.`. If there are several, one with the
 * same plan is preferred.
 */
export type SiteService = Pick<CustomerService, "id" | "plan" | "planId">;

/** The additional facts that decide a plan order. */
export interface PlanOrderFacts extends PlanQuoteFacts, PaymentFacts {
  /** The account's order of the same plan for the same name, if it is unpaid or not complete; otherwise `null`. */
  open: { unpaidInvoice: InvoiceReference | null } | null;
  siteService: SiteService | null;
  terms: Terms;
  /** The price of the first payment, before taxes. */
  price: Money;
}

/** A plan with one billing cycle. The price is that of a whole term, in the account's currency and before taxes. */
interface QuotedPlan {
  cycle: BillingCycle;
  price: MinorUnits;
  setupFee: MinorUnits;
}

/**
 * Returns the first payment: the term with its discount, and the set-up fee.
 * @param percent the discount; `null` if there is none
 */
export function firstPaymentOf(
  { price, setupFee }: Pick<QuotedPlan, "price" | "setupFee">,
  percent: number | null,
): { amount: MinorUnits; discount: PlanOrderQuote["discount"] } {
  if (percent === null) return { amount: price + setupFee, discount: null };
  const term = scaleHalfUp(price, 100 - percent, 100);
  const reason = { en: `First-year discount of ${percent} %`, fr: `Remise de ${percent} % la première année` };
  return { amount: term + setupFee, discount: { percent, amount: price - term, reason } };
}

/**
 * Returns the quote of a plan order.
 * @param discount the discount of the first payment, which `facts.price` already includes
 */
export function planOrderQuote(
  account: AccountReference,
  order: PlanOrderRequest,
  { planId, cycle, price, setupFee }: QuotedPlan & { planId: string },
  facts: Pick<PlanOrderFacts, "price" | "terms" | "siteService"> & PaymentFacts,
  discount: PlanOrderQuote["discount"],
): PlanOrderQuote {
  const { terms, siteService } = facts;
  return {
    ...{ account, planId, billingCycle: cycle, domain: order.domain, setupFee, discount, terms },
    firstPayment: { ...facts.price, covers: cycle },
    renewal: { amount: price, currency: account.currency, billingCycle: cycle },
    siteNote: siteNoteOf(order, siteService),
    missing: missingPaymentMethod(facts),
  };
}

/** The refusal of a plan that is not sold, or not sold with the billing cycle or in the account's currency. */
export const PLAN_NOT_OFFERED = refusal(
  "not_offered",
  "This plan is not offered with this billing cycle in the account's currency.",
  "Ce forfait n’est pas offert avec ce cycle de facturation dans la devise du compte.",
);

const SITE_REFUSED = refusal(
  "not_allowed",
  "This name cannot be used for a site here.",
  "Ce nom ne peut pas être utilisé pour un site ici.",
);

/** Returns the refusal of a quote, or `null` if it is allowed. */
export function refusedPlanQuote(order: PlanOrderRequest, facts: PlanQuoteFacts): WriteRefusal | null {
  return firstRefusal(facts.isSiteRefused && SITE_REFUSED, refusedPromotion(order, facts));
}

/** Returns the first refusal of an order in the contract's order of reasons, or `null` if it is allowed. */
export function refusedPlanOrder(order: PlanOrder, facts: PlanOrderFacts): WriteRefusal | null {
  return firstRefusal(
    facts.open &&
      alreadyRequested(
        "This plan is already on order for that name.",
        "Ce forfait fait déjà l’objet d’une commande pour ce nom.",
        facts.open.unpaidInvoice,
        facts.links,
      ),
    planAtSite(order, facts.siteService),
    refusedPlanQuote(order, facts),
    priceChanged(order.expectedPrice, facts.price),
    termsNotAccepted(order.acceptTerms, facts.terms),
    paymentMethodMissing(facts),
  );
}

/** Returns the quote's note about the service that the site already has, or `null` if it has no service. */
function siteNoteOf(order: PlanOrderRequest, service: SiteService | null): Text | null {
  if (!service) return null;
  const refused = planAtSite(order, service);
  if (refused) {
    const { en, fr } = refused.reason;
    return { en: `${en} An order would be refused.`, fr: `${fr} Une commande serait refusée.` };
  }
  const { id, plan } = service;
  return {
    en: `${order.domain} already has a service: ${id} (${plan}). A plan change moves that service to another plan; an order adds a second one.`,
    fr: `${order.domain} a déjà un service : ${id} (${plan}). Un changement de forfait fait passer ce service à un autre forfait ; une commande en ajoute un second.`,
  };
}

function planAtSite({ planId, domain }: PlanOrderRequest, service: SiteService | null) {
  if (service?.planId !== planId) return null;
  return refusal(
    "already_requested",
    `${domain} already has this plan: service ${service.id} (${service.plan}). A plan change also changes its billing cycle.`,
    `${domain} a déjà ce forfait : service ${service.id} (${service.plan}). Un changement de forfait modifie aussi son cycle de facturation.`,
  );
}

function refusedPromotion(
  { promotion }: PlanOrderRequest,
  { isPromotionCurrent }: PlanQuoteFacts,
): WriteRefused | null {
  if (promotion === null || isPromotionCurrent) return null;
  const message = { en: "is not a current promotion code", fr: "n’est pas un code promotionnel en cours" };
  return invalidBody([{ pointer: "/promotion", message }]);
}

/**
 * Parses the setting `BLOCKED_SITE_NAMES`, a list of domain names that are separated by white space. No site may have
 * one of these names or a name under one.
 * @throws {Error} if an entry is not a domain name; the message has the setting and the entry
 */
export function blockedSiteNames(text: string): ReadonlySet<string> {
  const names = text.split(/\s+/).filter((entry) => entry !== "");
  return new Set(
    names.map((entry) => {
      const parsed = parseDomainName(entry);
      if ("refused" in parsed) throw new Error(`BLOCKED_SITE_NAMES: ${entry} ${parsed.refused.en}`);
      return parsed.ascii;
    }),
  );
}

/**
 * Checks the setting before a deployment.
 * @throws the error of {@link blockedSiteNames}
 */
export function checkSiteNameSettings({ BLOCKED_SITE_NAMES: text = "" }: { BLOCKED_SITE_NAMES?: string }): void {
  blockedSiteNames(text);
}

/**
 * Checks whether no account may have a site with the name, because it is blocked, a known extension such as `co.uk`, or
 * a special-use name. The billing system itself checks the extensions in its price list and the names of other
 * accounts.
 */
export function isReservedSite(site: string | null, blocked: ReadonlySet<string>): boolean {
  if (site === null) return false;
  return isKnownExtension(`.${site}`) || isSpecialUse(site) || withParents(site).some((name) => blocked.has(name));
}

/**
 * Returns a domain name and its parents, such as `shop.example.com` and `example.com`. Returns an empty list if there
 * is no name.
 */
export function withParents(site: string | null): string[] {
  const labels = site?.split(".") ?? [];
  return labels.slice(0, -1).map((_, position) => labels.slice(position).join("."));
}

/** Returns the names of the same site, without and with `www.`. Returns an empty list if there is no name. */
export function sameSite(site: string | null): string[] {
  if (site === null) return [];
  const bare = withoutWww(site);
  return [bare, `www.${bare}`];
}

/**
 * Checks whether the tables of extensions list an extension.
 * @param tld the extension with its first dot, such as `.co.uk`
 */
function isKnownExtension(tld: string): boolean {
  return [REGISTRATION_YEARS, LEAST_LENGTH, INTERNATIONALIZED].some((fact) => fact.sourceOf(tld) !== null);
}

/** The plans and cycles that are sold. A refusal lists them. */
export interface OfferedPlans {
  currency: AccountCurrency;
  isKnown: boolean;
  /** The plan's cycles that are sold in the account's currency. */
  cycles: string[];
  /** The plans that are sold in the account's currency. */
  plans: string[];
}

/**
 * Returns the refusal of a plan that is not sold. The plan is unknown, has no price in the currency, or does not have
 * the billing cycle.
 */
export function planNotOffered(planId: string, { currency, isKnown, ...lists }: OfferedPlans): WriteRefused {
  const cycles = BILLING_CYCLES.filter((cycle) => lists.cycles.includes(cycle)).join(", ");
  const plans = lists.plans.join(", ");
  if (!isKnown) {
    return refusal(
      "not_offered",
      `There is no such plan. Plans: ${plans}.`,
      `Ce forfait n’existe pas. Forfaits : ${plans}.`,
    );
  }
  if (!cycles) {
    return refusal(
      "not_offered",
      `The plan ${planId} is not sold in ${currency}, the currency of the account. Plans sold in it: ${plans}.`,
      `Le forfait ${planId} n’est pas vendu en ${currency}, la devise du compte. Forfaits vendus dans cette devise : ${plans}.`,
    );
  }
  return refusal(
    "not_offered",
    `The plan ${planId} is not sold with this billing cycle. Its cycles: ${cycles}.`,
    `Le forfait ${planId} n’est pas vendu avec ce cycle de facturation. Ses cycles : ${cycles}.`,
  );
}
