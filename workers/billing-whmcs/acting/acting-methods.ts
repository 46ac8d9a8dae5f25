import type { ActingBilling } from "../../../shared/billing-contract/actions.ts";
import type { ActorQuery } from "../../../shared/billing-contract/actor.ts";
import type { ContractMethods } from "../../../shared/billing-contract/guarded-methods.ts";
import { renewDomain } from "../domains/renewals.ts";
import { orderDomain, quoteDomainOrder } from "../orders/domain-orders.ts";
import { orderPlan, quotePlanOrder } from "../orders/plan-orders.ts";
import { cancelService, stateCancellation } from "../services/cancellations.ts";
import { changePlan, quotePlanChange } from "../services/plan-changes.ts";
import type { WhmcsContext } from "../whmcs-context.ts";
import { admitActing, NOT_TAKEN } from "./admit-acting.ts";
import { findAction } from "./find-action.ts";

/** Says after the check of access that it is not done here. */
async function notOffered(context: WhmcsContext, query: ActorQuery) {
  const admitted = await admitActing(context, query);
  return admitted.ok ? ({ ok: false, problem: NOT_TAKEN } as const) : admitted;
}

/** Quotes and actions. */
export const actingMethods = {
  ...{ quoteDomainOrder, orderDomain, quotePlanOrder, orderPlan, renewDomain },
  ...{ quotePlanChange, changePlan, stateCancellation, cancelService, findAction },
  setDomainAutoRenew: notOffered,
  setDomainNameservers: notOffered,
  setDomainLock: notOffered,
  readRegistrarSettings: notOffered,
  prepareTransferOut: notOffered,
} satisfies ContractMethods<WhmcsContext, ActingBilling>;
