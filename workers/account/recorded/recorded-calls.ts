import type { RecordedCalls } from "../../../shared/api/openapi/recorded-calls.ts";
import commonProblems from "./common-problems.json" with { type: "json" };
import getAccount from "./get-account.json" with { type: "json" };
import listServices from "./list-services.json" with { type: "json" };
import listDomains from "./list-domains.json" with { type: "json" };
import listInvoices from "./list-invoices.json" with { type: "json" };
import listTickets from "./list-tickets.json" with { type: "json" };
import listAudit from "./list-audit.json" with { type: "json" };
import listEvents from "./list-events.json" with { type: "json" };
import quoteDomainOrder from "./quote-domain-order.json" with { type: "json" };
import orderDomain from "./order-domain.json" with { type: "json" };
import quotePlanOrder from "./quote-plan-order.json" with { type: "json" };
import orderPlan from "./order-plan.json" with { type: "json" };
import listOrders from "./list-orders.json" with { type: "json" };
import getOrder from "./get-order.json" with { type: "json" };
import setDomainAutoRenew from "./set-domain-auto-renew.json" with { type: "json" };
import renewDomain from "./renew-domain.json" with { type: "json" };
import quotePlanChange from "./quote-plan-change.json" with { type: "json" };
import changePlan from "./change-plan.json" with { type: "json" };
import quoteCancellation from "./quote-cancellation.json" with { type: "json" };
import cancelService from "./cancel-service.json" with { type: "json" };
import getPaymentMethodsLink from "./get-payment-methods-link.json" with { type: "json" };
import getDomainRegistrarSettings from "./get-domain-registrar-settings.json" with { type: "json" };
import setDomainNameservers from "./set-domain-nameservers.json" with { type: "json" };
import setDomainLock from "./set-domain-lock.json" with { type: "json" };
import transferDomainOut from "./transfer-domain-out.json" with { type: "json" };
import readDnsZone from "./read-dns-zone.json" with { type: "json" };
import changeDnsZone from "./change-dns-zone.json" with { type: "json" };

/** The recorded calls of the account in its OpenAPI document. `npm run update-surface` writes this file and its imports. */
export const recordedCalls: RecordedCalls = {
  problems: commonProblems,
  calls: { getAccount, listServices, listDomains, listInvoices, listTickets, listAudit, listEvents, quoteDomainOrder, orderDomain, quotePlanOrder, orderPlan, listOrders, getOrder, setDomainAutoRenew, renewDomain, quotePlanChange, changePlan, quoteCancellation, cancelService, getPaymentMethodsLink, getDomainRegistrarSettings, setDomainNameservers, setDomainLock, transferDomainOut, readDnsZone, changeDnsZone },
};
