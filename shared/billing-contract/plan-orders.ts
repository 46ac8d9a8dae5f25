import type { Text } from "../platform/language.ts";
import type { MinorUnits } from "../platform/money.ts";
import type { BillingCycle } from "./billing-cycle.ts";
import type { AccountReference, CustomerService } from "./customer.ts";
import type { Placed } from "./order.ts";
import type { ActionRequired, Money, Terms } from "./result.ts";

export interface PlanOrderRequest {
  planId: string;
  /** The billing cycle; `null` for the plan's usual cycle. */
  billingCycle: BillingCycle | null;
  /** The domain name of the site. */
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
  /** The first payment, including set-up fee and discount. */
  firstPayment: Money & { covers: BillingCycle };
  renewal: Money & { billingCycle: BillingCycle };
  setupFee: MinorUnits;
  discount: { percent: number; amount: MinorUnits; reason: Text } | null;
  terms: Terms;
  /**
   * A note that the site already has a service, which the order would not change; `null` if the site has no service.
   */
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
  /** The new billing cycle; `null` to keep the current one. */
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
  /** The amount to pay now, which is never negative. If the new plan costs less, {@link credit} has the difference. */
  dueNow: Money;
  credit: Money;
  renewal: Money & { billingCycle: BillingCycle };
  effectiveOn: string;
  /** The reason why the change is impossible now; `null` if it is possible. */
  obstacle: Text | null;
}

export interface PlacedPlanChange extends Placed, Pick<PlanChangeQuote, "planId" | "billingCycle"> {
  /**
   * The service after the change if there is nothing to pay. Otherwise the service changes when the invoice is paid.
   */
  service: CustomerService;
}
