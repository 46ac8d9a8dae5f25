import type { WriteCall } from "../../../shared/billing-contract/call.ts";
import type { ContractMethods } from "../../../shared/billing-contract/guarded-billing.ts";
import type { WritePreview } from "../../../shared/billing-contract/write-preview.ts";
import type { QuoteReads, QuoteResult, Writes } from "../../../shared/billing-contract/writes.ts";
import { checkAutoRenewal, setDomainAutoRenew } from "../domains/auto-renewal.ts";
import {
  checkLock,
  checkNameservers,
  readRegistrarSettings,
  setDomainLock,
  setDomainNameservers,
} from "../domains/registrar-settings.ts";
import { checkRenewal, renewDomain } from "../domains/renewals.ts";
import { checkTransferOut, transferDomainOut } from "../domains/transfers-out.ts";
import { checkDomainOrder, orderDomain, quoteDomainOrder } from "../orders/domain-orders.ts";
import { checkPlanOrder, orderPlan, quotePlanOrder } from "../orders/plan-orders.ts";
import { cancelService, checkCancellation, stateCancellation } from "../services/cancellations.ts";
import { changePlan, checkPlanChange, quotePlanChange } from "../services/plan-changes.ts";
import { notifyZoneChange } from "../services/zone-notices.ts";
import type { WhmcsContext } from "../whmcs-context.ts";
import { findWrite } from "./find-action.ts";
import { settleWrite } from "./settle-action.ts";

type Handler<Request, Value> = (
  context: WhmcsContext,
  call: WriteCall,
  request: Request,
) => Promise<QuoteResult<Value>>;

/** A write, and its judgement by the same rules where it is not to be committed. */
function judged<Request, Value>(write: Handler<Request, Value>, check: Handler<Request, WritePreview>) {
  return (context: WhmcsContext, call: WriteCall, request: Request): Promise<QuoteResult<Value | WritePreview>> =>
    call.commit ? write(context, call, request) : check(context, call, request);
}

/** Quotes, statements and the outcome of actions. */
export const actingReads = {
  ...{ quoteDomainOrder, quotePlanOrder, quotePlanChange, stateCancellation, readRegistrarSettings, findWrite },
} satisfies ContractMethods<WhmcsContext, Omit<QuoteReads, "readOrder">>;

export const actingWrites = {
  orderDomain: judged(orderDomain, checkDomainOrder),
  orderPlan: judged(orderPlan, checkPlanOrder),
  renewDomain: judged(renewDomain, checkRenewal),
  changePlan: judged(changePlan, checkPlanChange),
  cancelService: judged(cancelService, checkCancellation),
  transferDomainOut: judged(transferDomainOut, checkTransferOut),
  setDomainAutoRenew: judged(setDomainAutoRenew, checkAutoRenewal),
  setDomainNameservers: judged(setDomainNameservers, checkNameservers),
  setDomainLock: judged(setDomainLock, checkLock),
  ...{ notifyZoneChange, settleWrite },
} satisfies ContractMethods<WhmcsContext, Writes>;
