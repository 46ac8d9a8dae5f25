import type { BillingSystem } from "../../shared/billing-contract/billing-system.ts";
import type { ActorQuery, WriteCall } from "../../shared/billing-contract/call.ts";
import type { CancellationTime } from "../../shared/billing-contract/cancellation.ts";
import type { DomainList, InvoiceList, ServiceList, TicketList } from "../../shared/billing-contract/customer.ts";
import type { DomainOrder, DomainRenewal } from "../../shared/billing-contract/domain-orders.ts";
import type { OrderList } from "../../shared/billing-contract/order.ts";
import type { PlanChange, PlanOrder } from "../../shared/billing-contract/plan-orders.ts";
import type { SettledWrite } from "../../shared/billing-contract/writes.ts";
import { asks, EVERYTHING, valueIn } from "./questions.ts";

export const TERMS = "2026-09-01";
export const CA_TERMS = "2026-09-01+ca.2010-10-12";
export const RIGHT_CODE = "right-code";
export const TRANSFER = { type: "transfer", availability: "taken", authCode: RIGHT_CODE } as const;

let references = 0;

/**
 * Returns the call of a write with its own reference and connection. The default caller is the owner of account 1001.
 */
export function acts(reference = `test-${++references}`, loginId = 11, accountId = 1001): WriteCall<true> {
  return { ...asks(loginId, accountId, "orders"), reference, connection: reference, commit: true };
}

/** Returns a valid order for an available domain. */
export function domainOrder(domain: string, more: Partial<DomainOrder> = {}): DomainOrder {
  return {
    domain,
    type: "register",
    years: 1,
    availability: "available",
    retryAfter: 30,
    authCode: null,
    acceptTerms: TERMS,
    fields: {},
    expectedPrice: null,
    ...more,
  };
}

/** Returns a valid order for a plan. */
export function planOrder(planId: string, more: Partial<PlanOrder> = {}): PlanOrder {
  const order = { billingCycle: null, domain: null, promotion: null, acceptTerms: TERMS, expectedPrice: null };
  return { planId, ...order, ...more };
}

const ALL = { status: "all", limit: 1000 } as const;

export type ContractCustomer = ReturnType<typeof contractCustomer>;

/**
 * Creates a caller of the billing contract: a login on one of its accounts. Each request has the required minimum and
 * the fields of `more`.
 */
export function contractCustomer(billing: BillingSystem, query: ActorQuery) {
  const action = (reference?: string): WriteCall<true> => ({
    ...acts(reference, query.loginId, query.accountId),
    ...query,
  });
  const services = async (list: Partial<ServiceList> = {}) =>
    (await valueIn(billing.listServices(query, { ...ALL, within: EVERYTHING, ...list }))).items;
  const domains = async (list: Partial<DomainList> = {}) =>
    (await valueIn(billing.listDomains(query, { ...ALL, within: EVERYTHING, ...list }))).items;
  const invoices = async (status: InvoiceList["status"] = "all") =>
    (await valueIn(billing.listInvoices(query, { ...ALL, status }))).items;
  return {
    query,
    quoteDomainOrder: (domain: string, more?: Partial<DomainOrder>) =>
      billing.quoteDomainOrder(query, domainOrder(domain, more)),
    orderDomain: (domain: string, more?: Partial<DomainOrder>, reference?: string) =>
      billing.orderDomain(action(reference), domainOrder(domain, more)),
    quotePlanOrder: (planId: string, more?: Partial<PlanOrder>) =>
      billing.quotePlanOrder(query, planOrder(planId, more)),
    orderPlan: (planId: string, more?: Partial<PlanOrder>, reference?: string) =>
      billing.orderPlan(action(reference), planOrder(planId, more)),
    readOrder: (id: number | null) => billing.readOrder(query, id ?? 0),
    orders: async (list: Partial<OrderList> = {}) =>
      (await valueIn(billing.listOrders(query, { ...ALL, ...list }))).items,
    renewDomain: (domain: string, more?: Partial<DomainRenewal>, reference?: string) =>
      billing.renewDomain(action(reference), { domain, years: 1, expectedPrice: null, ...more }),
    quotePlanChange: (serviceId: number, planId: string, more?: Partial<PlanChange>) =>
      billing.quotePlanChange(query, { serviceId, planId, billingCycle: null, ...more }),
    changePlan: (serviceId: number, planId: string, more?: Partial<PlanChange>, reference?: string) =>
      billing.changePlan(action(reference), { serviceId, planId, billingCycle: null, expectedPrice: null, ...more }),
    stateCancellation: (serviceId: number, when: CancellationTime) =>
      billing.stateCancellation(query, { serviceId, when }),
    cancelService: (serviceId: number, when: CancellationTime, reason: string | null = null, reference?: string) =>
      billing.cancelService(action(reference), { serviceId, when, reason }),
    setDomainAutoRenew: (domain: string, autoRenew: boolean) =>
      billing.setDomainAutoRenew(action(), { domain, autoRenew }),
    setDomainNameservers: (domain: string, nameservers: string[]) =>
      billing.setDomainNameservers(action(), { domain, nameservers }),
    setDomainLock: (domain: string, locked: boolean) => billing.setDomainLock(action(), { domain, locked }),
    readRegistrarSettings: (domain: string) => billing.readRegistrarSettings(query, domain),
    transferDomainOut: (domain: string, reference?: string) => billing.transferDomainOut(action(reference), { domain }),
    findWrite: (reference: string) => billing.findWrite(query, reference),
    settleWrite: (reference: string, settled: SettledWrite) => billing.settleWrite(action(reference), settled),
    services,
    domains,
    invoices,
    tickets: async (status: TicketList["status"] = "all") =>
      (await valueIn(billing.listTickets(query, { ...ALL, status }))).items,
    service: async (id: number) => (await services()).find((service) => service.id === id),
    /** Returns the account's newest row for a domain. */
    domain: async (name: string) => (await domains()).findLast((domain) => domain.name === name),
    invoice: async (id: number) => (await invoices()).find((invoice) => invoice.id === id),
    credit: async () => (await valueIn(billing.readAccount(query))).creditBalance,
  };
}
