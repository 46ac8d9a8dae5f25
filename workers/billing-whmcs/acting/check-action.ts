import type { ActionPreview, CheckedCommand } from "../../../shared/billing-contract/action-preview.ts";
import type { QuoteResult } from "../../../shared/billing-contract/actions.ts";
import type { ActorQuery } from "../../../shared/billing-contract/actor.ts";
import { checkAutoRenewal } from "../domains/auto-renewal.ts";
import { checkLock, checkNameservers } from "../domains/registrar-settings.ts";
import { checkRenewal } from "../domains/renewals.ts";
import { checkTransferOut } from "../domains/transfers-out.ts";
import { checkDomainOrder } from "../orders/domain-orders.ts";
import { checkPlanOrder } from "../orders/plan-orders.ts";
import { checkCancellation } from "../services/cancellations.ts";
import { checkPlanChange } from "../services/plan-changes.ts";
import type { WhmcsContext } from "../whmcs-context.ts";

/** Judges a command as its action would, which claims nothing and sends nothing. */
export function checkAction(
  context: WhmcsContext,
  query: ActorQuery,
  { operation, request }: CheckedCommand,
): Promise<QuoteResult<ActionPreview>> {
  switch (operation) {
    case "orderDomain":
      return checkDomainOrder(context, query, request);
    case "orderPlan":
      return checkPlanOrder(context, query, request);
    case "renewDomain":
      return checkRenewal(context, query, request);
    case "changePlan":
      return checkPlanChange(context, query, request);
    case "cancelService":
      return checkCancellation(context, query, request);
    case "transferDomainOut":
      return checkTransferOut(context, query, request.domain);
    case "setDomainAutoRenew":
      return checkAutoRenewal(context, query, request);
    case "setDomainNameservers":
      return checkNameservers(context, query, request);
    case "setDomainLock":
      return checkLock(context, query, request);
  }
}
