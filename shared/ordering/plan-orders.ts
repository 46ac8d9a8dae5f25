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

/** What the quote of a plan is decided on, where the plan is sold with the billing cycle. */
export interface PlanQuoteFacts {
  /** Nobody may have a site of the name here, or not this account; see {@link isReservedSite}. */
  isSiteRefused: boolean;
  /** The order's promotion code is in force for the plan. */
  isPromotionCurrent: boolean;
}

/** The account's active or suspended service for the site, `www.` aside: one on the same plan, else any. */
export type SiteService = Pick<CustomerService, "id" | "plan" | "planId">;

/** What an order of a plan is decided on besides. */
export interface PlanOrderFacts extends PlanQuoteFacts, PaymentFacts {
  /** The account's order of the same plan for the same name that is unpaid or not carried out; null where there is none. */
  open: { unpaidInvoice: InvoiceReference | null } | null;
  siteService: SiteService | null;
  terms: Terms;
  /** Of the first payment, before taxes. */
  price: Money;
}

/** A plan with one billing cycle, at the price of a whole term in the account's currency, before taxes. */
interface QuotedPlan {
  cycle: BillingCycle;
  price: MinorUnits;
  setupFee: MinorUnits;
}

/** The first payment: set-up fee included, less a percentage of the term. @param percent null: it has no discount */
export function firstPaymentOf(
  { price, setupFee }: Pick<QuotedPlan, "price" | "setupFee">,
  percent: number | null,
): { amount: MinorUnits; discount: PlanOrderQuote["discount"] } {
  if (percent === null) return { amount: price + setupFee, discount: null };
  const term = scaleHalfUp(price, 100 - percent, 100);
  const reason = { en: `First-year discount of ${percent} %`, fr: `Remise de ${percent} % la première année` };
  return { amount: term + setupFee, discount: { percent, amount: price - term, reason } };
}

/** @param discount of the first payment, which is in its price already */
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

/** The plan is not sold, not with the billing cycle, or not in the account's currency. */
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

/** The refusal of a quote; null where there is none. */
export function refusedPlanQuote(order: PlanOrderRequest, facts: PlanQuoteFacts): WriteRefusal | null {
  return firstRefusal(facts.isSiteRefused && SITE_REFUSED, refusedPromotion(order, facts));
}

/** The refusal of an order, by the contract's order of reasons; null where there is none. */
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

/** What the quote says of the service that the site has; null where it has none. */
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
 * Parses the setting `BLOCKED_SITE_NAMES`: names that no site may have, nor one under them, separated by white space.
 * @throws {Error} naming the setting and an entry that is not a domain name
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

/** For the check before a deployment. @throws {Error} as {@link blockedSiteNames} does */
export function checkSiteNameSettings({ BLOCKED_SITE_NAMES: text = "" }: { BLOCKED_SITE_NAMES?: string }): void {
  blockedSiteNames(text);
}

/**
 * Whether no account may have a site of the name: it is blocked, a known extension such as `co.uk`, or a name that nobody has in
 * public. An extension of the price list, and a name of another account, is the billing system's to find.
 */
export function isReservedSite(site: string | null, blocked: ReadonlySet<string>): boolean {
  if (site === null) return false;
  return isKnownExtension(`.${site}`) || isSpecialUse(site) || withParents(site).some((name) => blocked.has(name));
}

/** `shop.example.com` and `example.com`; empty without a name. */
export function withParents(site: string | null): string[] {
  const labels = site?.split(".") ?? [];
  return labels.slice(0, -1).map((_, position) => labels.slice(position).join("."));
}

/** The names that are the same site: without `www.` and with it; empty without a name. */
export function sameSite(site: string | null): string[] {
  if (site === null) return [];
  const bare = withoutWww(site);
  return [bare, `www.${bare}`];
}

/** Whether the tables list the extension. @param tld with its first dot, such as `.co.uk` */
function isKnownExtension(tld: string): boolean {
  return [REGISTRATION_YEARS, LEAST_LENGTH, INTERNATIONALIZED].some((fact) => fact.sourceOf(tld) !== null);
}

/** What is sold of a plan that was refused as not offered. */
export interface OfferedPlans {
  currency: AccountCurrency;
  isKnown: boolean;
  /** Cycles of the plan, and plans, that are sold in the account's currency. */
  cycles: string[];
  plans: string[];
}

/** The refusal that names what is not sold: an unknown plan, one without a price in the currency, or a cycle that it does not have. */
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
