import type { Text } from "../platform/language.ts";
import type { MinorUnits } from "../platform/money.ts";
import type { BillingCycle } from "./billing-cycle.ts";
import type { AccountReference, CustomerService } from "./customer.ts";
import type { Placed } from "./order.ts";
import type { ActionRequired, Money, Terms } from "./result.ts";

export interface PlanOrderRequest {
  planId: string;
  /** Null: the plan's usual cycle. */
  billingCycle: BillingCycle | null;
  /** The site's domain name. */
  domain: string | null;
  promotion: string | null;
}

export interface PlanOrder extends PlanOrderRequest {
  acceptTerms: string | null;
  expectedPrice: MinorUnits | null;
}

export interface PlanOrderQuote {
  account: AccountReference;
  planId: string;
  billingCycle: BillingCycle;
  domain: string | null;
  /** The first payment, with set-up fee and discount. */
  firstPayment: Money & { covers: BillingCycle };
  renewal: Money & { billingCycle: BillingCycle };
  setupFee: MinorUnits;
  discount: { percent: number; amount: MinorUnits; reason: Text } | null;
  terms: Terms;
  /** A note that the site already has a service, which the order would not change; null if it has none. */
  siteNote: Text | null;
  missing: ActionRequired[];
}

export interface PlacedPlanOrder extends Placed, Pick<PlanOrderQuote, "planId" | "billingCycle" | "domain"> {
  serviceId: number;
  termsVersion: string;
}

export interface PlanChangeRequest {
  serviceId: number;
  planId: string;
  /** Null: the current cycle. */
  billingCycle: BillingCycle | null;
}

export interface PlanChange extends PlanChangeRequest {
  expectedPrice: MinorUnits | null;
}

export interface PlanChangeQuote {
  account: AccountReference;
  service: CustomerService;
  planId: string;
  billingCycle: BillingCycle;
  /** At least zero. If the new plan costs less, {@link credit} has the difference. */
  dueNow: Money;
  credit: Money;
  renewal: Money & { billingCycle: BillingCycle };
  effectiveOn: string;
  /** Null if the change is possible now. */
  obstacle: Text | null;
}

export interface PlacedPlanChange extends Placed, Pick<PlanChangeQuote, "planId" | "billingCycle"> {
  /** Already changed if nothing is due. Otherwise it changes when the invoice is paid. */
  service: CustomerService;
}
