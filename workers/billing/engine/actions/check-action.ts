import type { ActionPreview, CheckedCommand } from "../../../../shared/billing-contract/action-preview.ts";
import type { QuoteResult } from "../../../../shared/billing-contract/actions.ts";
import type { ActorQuery } from "../../../../shared/billing-contract/actor.ts";
import { checkAutoRenewal } from "../domains/auto-renewal.ts";
import { checkLock, checkNameservers } from "../domains/registrar-settings.ts";
import { checkRenewal } from "../domains/renewals.ts";
import { checkTransferOut } from "../domains/transfers-out.ts";
import type { EngineContext } from "../engine-context.ts";
import { checkDomainOrder } from "../orders/domain-orders.ts";
import { checkPlanOrder } from "../orders/plan-orders.ts";
import { checkCancellation } from "../services/cancellations.ts";
import { checkPlanChange } from "../services/plan-changes.ts";

/** Judges a command by the decision of its action, without the effects. */
export function checkAction(
  engine: EngineContext,
  query: ActorQuery,
  { operation, request }: CheckedCommand,
): Promise<QuoteResult<ActionPreview>> {
  switch (operation) {
    case "orderDomain":
      return checkDomainOrder(engine, query, request);
    case "orderPlan":
      return checkPlanOrder(engine, query, request);
    case "renewDomain":
      return checkRenewal(engine, query, request);
    case "changePlan":
      return checkPlanChange(engine, query, request);
    case "cancelService":
      return checkCancellation(engine, query, request);
    case "transferDomainOut":
      return checkTransferOut(engine, query, request.domain);
    case "setDomainAutoRenew":
      return checkAutoRenewal(engine, query, request);
    case "setDomainNameservers":
      return checkNameservers(engine, query, request);
    case "setDomainLock":
      return checkLock(engine, query, request);
  }
}
