import { cancelService } from "./cancel-service.ts";
import { changeDnsZone } from "./change-dns-zone.ts";
import { changePlan } from "./change-plan.ts";
import { getAccount } from "./get-account.ts";
import { getDomainRegistrarSettings } from "./get-domain-registrar-settings.ts";
import { getOpenApi } from "./get-open-api.ts";
import { getOrder } from "./get-order.ts";
import { getPaymentMethodsLink } from "./get-payment-methods-link.ts";
import { listAudit } from "./list-audit.ts";
import { listDomains } from "./list-domains.ts";
import { listEvents } from "./list-events.ts";
import { listInvoices } from "./list-invoices.ts";
import { listOrders } from "./list-orders.ts";
import { listServices } from "./list-services.ts";
import { listTickets } from "./list-tickets.ts";
import { orderDomain } from "./order-domain.ts";
import { orderPlan } from "./order-plan.ts";
import { quoteCancellation } from "./quote-cancellation.ts";
import { quoteDomainOrder } from "./quote-domain-order.ts";
import { quotePlanChange } from "./quote-plan-change.ts";
import { quotePlanOrder } from "./quote-plan-order.ts";
import { readDnsZone } from "./read-dns-zone.ts";
import { renewDomain } from "./renew-domain.ts";
import { setDomainAutoRenew } from "./set-domain-auto-renew.ts";
import { setDomainLock } from "./set-domain-lock.ts";
import { setDomainNameservers } from "./set-domain-nameservers.ts";
import { transferDomainOut } from "./transfer-domain-out.ts";

/** The account's operations, in the order in which they are published. */
export const accountOperations = [
  getAccount,
  listServices,
  listDomains,
  listInvoices,
  listTickets,
  listAudit,
  listEvents,
  getOpenApi,
  quoteDomainOrder,
  orderDomain,
  quotePlanOrder,
  orderPlan,
  listOrders,
  getOrder,
  setDomainAutoRenew,
  renewDomain,
  quotePlanChange,
  changePlan,
  quoteCancellation,
  cancelService,
  getPaymentMethodsLink,
  getDomainRegistrarSettings,
  setDomainNameservers,
  setDomainLock,
  transferDomainOut,
  readDnsZone,
  changeDnsZone,
];

/** The operations of each served version, oldest version first. */
export const accountOperationLists = [{ major: 1, operations: accountOperations }];
