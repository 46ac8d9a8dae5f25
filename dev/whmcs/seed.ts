import { extensions, plans, productLines, type SeedPlan } from "../seed/catalogue.ts";
import { accountsOn } from "../seed/customers/accounts.ts";
import { calendarAround } from "../seed/customers/calendar.ts";
import type { SeedAccount, SeedInvoice, SeedService } from "../seed/customers/customer-types.ts";
import { logins } from "../seed/customers/logins.ts";
import { domainPrices, planNamed, planPrice } from "../seed/customers/price-list.ts";
import { taxesOf } from "../seed/customers/taxes.ts";
import { cycleInWords, inWords } from "./cycles.ts";
import type { WhmcsInvoiceItem, WhmcsOrder, WhmcsPayMethod } from "./order-tables.ts";
import type { WhmcsInvoice, WhmcsProduct, WhmcsPromotion, WhmcsService, WhmcsState } from "./state.ts";

/** The first product id. It is chosen so that product ids differ from all other ids. */
const FIRST_PRODUCT = 41;
/** The id of a product outside the catalogue. */
const OWN_PRODUCT = 900;
const DEPARTMENTS = ["Technical support", "Billing"];
/** The fee for a domain in redemption, which is the same as in the embedded billing engine. */
const REDEMPTION_FEE = { CAD: 12_000, EUR: 8_000, USD: 9_000 };
const NOTHING = { CAD: 0, EUR: 0, USD: 0 };

/** Returns the product id of a demonstration plan. */
export function productOf(planId: string): number {
  return FIRST_PRODUCT + plans.findIndex(({ id }) => id === planId);
}

/**
 * Returns the demonstration's customers and catalogue as the state of an installation.
 * @param today the day that their dates are relative to
 */
export function seededState(today: Date): WhmcsState {
  const accounts = accountsOn(calendarAround(today));
  const state: WhmcsState = {
    users: logins.map(({ id, email, password, language, totpSecret = null }) => ({
      ...{ id, email, password, totpSecret, language: languageWord(language) },
    })),
    memberships: logins.flatMap(({ id: userId, accounts }) =>
      accounts.map(({ id: clientId, permissions }) => {
        const isOwner = permissions === "owner";
        return { userId, clientId, isOwner, permissions: isOwner ? [] : permissions };
      }),
    ),
    clients: accounts.map(({ id, name, email, country, province, currency, credit }) => ({
      ...{ id, firstName: name, lastName: "", company: name, email, country, state: province ?? "" },
      ...{ currency, credit, status: "Active", language: languageWord(ownerOf(id)?.language) },
    })),
    currencies: ["CAD", "EUR", "USD"].map((code, index) => ({ id: index + 1, code })),
    products: plans.map(toProduct),
    promotions: plans.flatMap(promotionOf),
    extensions: extensions.map(({ tld, featured, prices }) => ({
      ...{ tld: tld.slice(1), categories: featured ? ["Popular"] : ["Other"], prices: structuredClone(prices) },
      ...{ redemptionFee: { ...REDEMPTION_FEE }, graceFee: { ...NOTHING } },
    })),
    services: accounts.flatMap((account) => account.services.map((service) => toService(account, service))),
    domains: accounts.flatMap(({ id: clientId, currency, domains }) =>
      domains.map(({ id, name, status, autoRenew, registeredOn = null, expiresOn = null, nextDueOn = null }) => ({
        ...{ id, clientId, name, status: inWords(status), registeredOn, expiresOn, nextDueOn },
        amount: status === "transferred_away" ? 0 : domainPrices(name, currency).renew,
        ...{ years: 1, doesNotRenew: !autoRenew },
      })),
    ),
    invoices: accounts.flatMap((account) => account.invoices.map((invoice) => toInvoice(account, invoice))),
    departments: DEPARTMENTS.map((name, index) => ({ id: index + 1, name })),
    tickets: accounts.flatMap(({ id: clientId, tickets }) =>
      tickets.map(({ id, subject, department, serviceId, status, openedAt, lastReplyAt = null }) => ({
        ...{ id, number: String(id), clientId, subject, openedAt, lastReplyAt },
        departmentId: 1 + Math.max(0, DEPARTMENTS.indexOf(department ?? "")),
        status: status === "customer_reply" ? "Customer-Reply" : inWords(status),
        about: serviceId === undefined ? "" : `S${serviceId}`,
      })),
    ),
    cancellations: accounts.flatMap(({ services }) =>
      services.flatMap(({ id, cancellation }) => {
        if (!cancellation) return [];
        const { when, requestedAt } = cancellation;
        const type = when === "immediately" ? "Immediate" : "End of Billing Period";
        return [{ id, serviceId: id, type, requestedAt } as const];
      }),
    ),
    gateways: [
      { module: "mailin", name: "Mail In Payment", captures: false },
      { module: "stripe", name: "Credit Card", captures: true },
    ],
    payMethods: accounts.flatMap(({ id, hasCard }) => (hasCard ? [storedCard(id, id)] : [])),
    ...{ orders: [], upgrades: [], mails: [], addonActions: [], addonEvents: [] },
  };
  enterOrders(state);
  return state;
}

/** Returns a stored card of a customer. */
export function storedCard(id: number, clientId: number): WhmcsPayMethod {
  return { id, clientId, gateway: "stripe", description: "Default Card **** 4242" };
}

function languageWord(language: string | undefined): string {
  return language === "fr" ? "french" : "english";
}

function ownerOf(accountId: number) {
  return logins.find(({ accounts }) =>
    accounts.some(({ id, permissions }) => id === accountId && permissions === "owner"),
  );
}

function toProduct({ id, line, name, description, prices, setupFee = NOTHING }: SeedPlan): WhmcsProduct {
  const sold = Object.entries(prices).map(([currency, { one_time: monthly, free: _, ...recurring }]) => {
    return [currency, monthly === undefined ? recurring : { monthly }];
  });
  return {
    id: productOf(id),
    groupId: 1 + productLines.findIndex((candidate) => candidate.id === line),
    ...{ name: name.en, description: description.en },
    payType: "free" in prices.CAD ? "free" : "one_time" in prices.CAD ? "onetime" : "recurring",
    ...{ prices: Object.fromEntries(sold), setupFees: { ...setupFee } },
  };
}

function promotionOf({ id, firstYearDiscount: discount }: SeedPlan): WhmcsPromotion[] {
  if (!discount) return [];
  const { percent, billingCycles, endsOn = null } = discount;
  return [
    {
      ...{ id: productOf(id), code: promotionCode(id), percent, recursFor: billingCycles.includes("monthly") ? 12 : 0 },
      ...{ cycles: billingCycles.map(inWords), productIds: [productOf(id)], expiresOn: endsOn },
    },
  ];
}

/** Returns the promotion code that gives a plan's first-year discount. */
export function promotionCode(planId: string): string {
  return `FIRST-${planId.toUpperCase()}`;
}

function toService({ id: clientId, currency }: SeedAccount, service: SeedService): WhmcsService {
  const { id, sold, domain = "", status, billingCycle, nextDueOn = null, server } = service;
  const isPlan = "plan" in sold;
  return {
    ...{ id, clientId, domain, nextDueOn, status: inWords(status), billingCycle: cycleInWords(billingCycle) },
    productId: isPlan ? productOf(sold.plan) : OWN_PRODUCT,
    name: isPlan ? planNamed(sold.plan).name.en : sold.name,
    amount: isPlan ? planPrice(sold.plan, currency, billingCycle) : sold.price,
    ...(server && { server: { id: Number(server.server), username: server.user } }),
  };
}

function toInvoice(account: SeedAccount, invoice: SeedInvoice): WhmcsInvoice {
  const { id, status, issuedOn, dueOn, line, creditApplied: credit = 0, partialPayment, paidOn, order } = invoice;
  const subtotal = line.amount;
  const taxes = taxesOf(account, subtotal);
  const total = taxes.reduce((sum, { amount }) => sum + amount, subtotal);
  // The service that is set up when the order for a plan is paid.
  const service = order?.kind === "plan" ? order.service : null;
  const item = {
    type: "Hosting",
    relatedId: service ?? 0,
    description: `Service ${service}`,
    amount: subtotal,
  } as const;
  return {
    ...{ id, clientId: account.id, number: status === "draft" ? "" : `${issuedOn.slice(0, 4)}-${id}` },
    ...{ status: inWords(status), issuedOn, dueOn, paidAt: paidOn ? `${paidOn}T12:00:00Z` : null },
    ...{ subtotal, taxes, credit, paid: paidOn ? total - credit : (partialPayment?.amount ?? 0) },
    ...(service !== null && { items: [item] }),
  };
}

/**
 * Adds the order of each service and domain, as if the account's owner had placed it long ago. A plan that is not paid
 * yet has the order number of its invoice, as in the demonstration on the embedded engine.
 */
function enterOrders({ services, domains, invoices, memberships, orders }: WhmcsState): void {
  const enter = (row: { clientId: number; status: string; orderId?: number }, line: WhmcsOrder["lines"][number]) => {
    const isFor = ({ relatedId }: WhmcsInvoiceItem) => line.kind === "product" && relatedId === line.serviceId;
    const invoice = invoices.find(({ items }) => items?.some(isFor));
    const { clientId, status } = row;
    const owner = memberships.find((membership) => membership.clientId === clientId && membership.isOwner);
    row.orderId = invoice?.id ?? orders.length + 1;
    orders.push({
      ...{ id: row.orderId, clientId, requestorId: owner?.userId ?? 0, adminRequestorId: 0, lines: [line] },
      ...{ status: status === "Pending" ? "Pending" : "Active", invoiceId: invoice?.id ?? null },
      placedAt: invoice ? `${invoice.issuedOn}T15:00:00Z` : "2024-01-15T15:00:00Z",
    });
  };
  for (const service of services) enter(service, { kind: "product", serviceId: service.id });
  for (const domain of domains)
    enter(domain, { kind: "domain", domainId: domain.id, type: "Register", years: domain.years });
}
