import type { BillingCycle } from "../billing-contract/billing-cycle.ts";
import type { AccountReference, CustomerService, InvoiceReference } from "../billing-contract/customer.ts";
import type { PlanChange, PlanChangeQuote } from "../billing-contract/plan-orders.ts";
import type { Money, WriteRefused } from "../billing-contract/result.ts";
import type { Text } from "../platform/language.ts";
import type { MinorUnits } from "../platform/money.ts";
import {
  alreadyRequested,
  firstRefusal,
  type PaymentFacts,
  paymentMethodMissing,
  priceChanged,
  type WriteRefusal,
} from "./refusals.ts";

/** A plan with one of its billing cycles. */
export interface PlanChoice {
  planId: string;
  billingCycle: BillingCycle;
}

/** The facts that decide a plan change, if the account has the service and the plan is sold. */
export interface PlanChangeFacts extends Pick<PaymentFacts, "links"> {
  service: CustomerService;
  /** The new plan and billing cycle of the service. */
  chosen: PlanChoice;
  /**
   * Whether the service can change to the plan, or to another billing cycle of its current plan. By default, a service
   * can change within its product line.
   */
  isOnUpgradePath: boolean;
  /**
   * A change of the service that is unpaid or not complete; `null` if there is none. `to` is `null` if the billing
   * system does not report the new plan.
   */
  open: { to: PlanChoice | null; unpaidInvoice: InvoiceReference | null } | null;
  /** The current day (YYYY-MM-DD). */
  today: string;
}

/** The additional facts that decide the order of a plan change. */
export interface PlanChangeOrderFacts extends PlanChangeFacts, PaymentFacts {
  /** The price to pay now, before taxes. */
  price: Money;
}

/** Returns the reason why the plan cannot be changed now, as the quote states it, or `null` if it can. */
export function planChangeObstacle(facts: PlanChangeFacts): Text | null {
  return alreadyOpen(facts)?.reason ?? obstacleIn(facts);
}

/**
 * Returns the quote of a plan change.
 * @param price the price of a whole term of the chosen plan
 * @param due the amount to pay now; negative for credit
 */
export function planChangeQuote(
  account: AccountReference,
  facts: PlanChangeFacts,
  price: MinorUnits,
  due: MinorUnits,
): PlanChangeQuote {
  const { service, chosen, today } = facts;
  const { currency } = account;
  return {
    ...{ account, service, ...chosen, effectiveOn: today, obstacle: planChangeObstacle(facts) },
    dueNow: { amount: Math.max(0, due), currency },
    credit: { amount: Math.max(0, -due), currency },
    renewal: { amount: price, currency, billingCycle: chosen.billingCycle },
  };
}

/** Returns the first refusal of a plan change in the contract's order of reasons, or `null` if it is allowed. */
export function refusedPlanChange(change: PlanChange, facts: PlanChangeOrderFacts): WriteRefusal | null {
  return firstRefusal(
    alreadyOpen(facts),
    notChangeable(facts),
    priceChanged(change.expectedPrice, facts.price),
    paymentMethodMissing(facts),
  );
}

/**
 * Checks whether a plan change is a downgrade, which means a lower list price in the new billing cycle. A change to
 * another cycle of the same plan is not a downgrade. A change from a plan without a comparable price is treated as a
 * downgrade.
 * @param listed the current plan's price in the new billing cycle; `null` if it has none
 */
export function isDowngrade(chosen: { amount: MinorUnits }, listed: MinorUnits | null): boolean {
  return listed === null || chosen.amount < listed;
}

function alreadyOpen({ chosen, open, links }: PlanChangeFacts) {
  return open?.to && isSame(open.to, chosen)
    ? alreadyRequested(
        "This change is already on order.",
        "Ce changement est déjà commandé.",
        open.unpaidInvoice,
        links,
      )
    : null;
}

function notChangeable(facts: PlanChangeFacts): WriteRefused | null {
  const reason = obstacleIn(facts);
  return reason && { code: "not_changeable", reason };
}

function obstacleIn({ service, chosen, isOnUpgradePath, open, today }: PlanChangeFacts): Text | null {
  if (service.status !== "active") return OBSTACLES.notActive;
  if (open) return OBSTACLES.open;
  if (service.nextDueDate !== null && service.nextDueDate <= today) return OBSTACLES.termOver;
  if (service.cancellation) return OBSTACLES.cancelled;
  if (!isOnUpgradePath) return OBSTACLES.otherLine;
  return isSame(service, chosen) ? OBSTACLES.same : null;
}

function isSame(one: Pick<CustomerService, "planId" | "billingCycle">, other: PlanChoice): boolean {
  return one.planId === other.planId && one.billingCycle === other.billingCycle;
}

const OBSTACLES = {
  notActive: {
    en: "Only an active service can change plans.",
    fr: "Seul un service actif peut changer de forfait.",
  },
  open: {
    en: "Another change of this service is unpaid or in progress.",
    fr: "Un autre changement de ce service est impayé ou en cours.",
  },
  termOver: {
    en: "The paid term has ended: its renewal must be paid first.",
    fr: "La période payée est terminée : son renouvellement doit d’abord être payé.",
  },
  cancelled: { en: "The service is being cancelled.", fr: "Le service est en cours de résiliation." },
  otherLine: {
    en: "The plan is not on this service's upgrade path, which has only plans of its product line.",
    fr: "Ce forfait n’est pas accessible depuis ce service : seuls ceux de sa gamme le sont.",
  },
  same: {
    en: "The service already has this plan and billing cycle.",
    fr: "Le service a déjà ce forfait et ce cycle de facturation.",
  },
};
