import type { ActionPreview } from "../../../shared/billing-contract/action-preview.ts";
import type { CheckedCommand, CheckedRequests, QuoteResult } from "../../../shared/billing-contract/actions.ts";
import type { ActorQuery } from "../../../shared/billing-contract/call.ts";
import type { ContractChecks } from "../../../shared/billing-contract/guarded-methods.ts";
import { checkAutoRenewal } from "../domains/auto-renewal.ts";
import { checkLock, checkNameservers } from "../domains/registrar-settings.ts";
import { checkRenewal } from "../domains/renewals.ts";
import { checkTransferOut } from "../domains/transfers-out.ts";
import { checkDomainOrder } from "../orders/domain-orders.ts";
import { checkPlanOrder } from "../orders/plan-orders.ts";
import { checkCancellation } from "../services/cancellations.ts";
import { checkPlanChange } from "../services/plan-changes.ts";
import type { WhmcsContext } from "../whmcs-context.ts";

const CHECKS: ContractChecks<WhmcsContext> = {
  orderDomain: checkDomainOrder,
  orderPlan: checkPlanOrder,
  renewDomain: checkRenewal,
  changePlan: checkPlanChange,
  cancelService: checkCancellation,
  transferDomainOut: checkTransferOut,
  setDomainAutoRenew: checkAutoRenewal,
  setDomainNameservers: checkNameservers,
  setDomainLock: checkLock,
};

/** Judges a command as its action would, which claims nothing and sends nothing. */
export function checkAction<Name extends keyof CheckedRequests>(
  context: WhmcsContext,
  query: ActorQuery,
  { operation, request }: CheckedCommand<Name>,
): Promise<QuoteResult<ActionPreview>> {
  return CHECKS[operation](context, query, request);
}
