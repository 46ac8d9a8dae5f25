import type { ActingBilling } from "../../../shared/billing-contract/actions.ts";
import type { ContractMethods } from "../../../shared/billing-contract/guarded-methods.ts";
import { setDomainAutoRenew } from "../domains/auto-renewal.ts";
import { readRegistrarSettings, setDomainLock, setDomainNameservers } from "../domains/registrar-settings.ts";
import { renewDomain } from "../domains/renewals.ts";
import { prepareTransferOut } from "../domains/transfers-out.ts";
import { orderDomain, quoteDomainOrder } from "../orders/domain-orders.ts";
import { orderPlan, quotePlanOrder } from "../orders/plan-orders.ts";
import { readOrder } from "../orders/read-order.ts";
import { cancelService, stateCancellation } from "../services/cancellations.ts";
import { changePlan, quotePlanChange } from "../services/plan-changes.ts";
import { notifyZoneChange } from "../services/zone-notices.ts";
import type { WhmcsContext } from "../whmcs-context.ts";
import { checkAction } from "./check-action.ts";
import { findAction } from "./find-action.ts";
import { settleAction } from "./settle-action.ts";

/** Quotes, actions, and what has become of orders. */
export const actingMethods = {
  readOrder,
  ...{ quoteDomainOrder, orderDomain, quotePlanOrder, orderPlan, renewDomain },
  ...{ quotePlanChange, changePlan, stateCancellation, cancelService, findAction, settleAction },
  ...{ setDomainAutoRenew, setDomainNameservers, setDomainLock, readRegistrarSettings, prepareTransferOut },
  ...{ checkAction, notifyZoneChange },
} satisfies ContractMethods<WhmcsContext, ActingBilling>;
