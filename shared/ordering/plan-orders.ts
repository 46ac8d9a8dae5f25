import type { PlanOrder, PlanOrderRequest } from "../billing-contract/plan-orders.ts";
import type { Money, Terms, WriteRefused } from "../billing-contract/result.ts";
import {
  alreadyRequested,
  firstRefusal,
  invalidBody,
  type PaymentFacts,
  paymentMethodMissing,
  priceChanged,
  refusal,
  termsNotAccepted,
  type WriteRefusal,
} from "./refusals.ts";

/** What the quote of a plan is decided on, where the plan is sold with the billing cycle. */
export interface PlanQuoteFacts {
  /** Nobody may have a site of the name here, or not this account; see `site-names.ts`. */
  isSiteRefused: boolean;
  /** The order's promotion code is in force for the plan. */
  isPromotionCurrent: boolean;
}

/** What an order of a plan is decided on besides. */
export interface PlanOrderFacts extends PlanQuoteFacts, PaymentFacts {
  /** The account's order of the same plan for the same name that is unpaid or not carried out; null where there is none. */
  open: { unpaidInvoice: number | null } | null;
  terms: Terms;
  /** Of the first payment, before taxes. */
  price: Money;
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
    refusedPlanQuote(order, facts),
    priceChanged(order.expectedPrice, facts.price),
    termsNotAccepted(order.acceptTerms, facts.terms),
    paymentMethodMissing(facts),
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
