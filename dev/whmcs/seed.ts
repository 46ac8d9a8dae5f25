import { extensions, plans, productLines, type SeedPlan } from "../seed/catalogue.ts";
import { accountsOn } from "../seed/customers/accounts.ts";
import { calendarAround } from "../seed/customers/calendar.ts";
import type { SeedAccount, SeedInvoice, SeedService } from "../seed/customers/customer-types.ts";
import { logins } from "../seed/customers/logins.ts";
import { domainPrices, planNamed, planPrice } from "../seed/customers/price-list.ts";
import { TAX_RATES, taxesOf } from "../seed/customers/taxes.ts";
import type { Cycle } from "./cycles.ts";
import type { WhmcsPayMethod } from "./order-tables.ts";
import { seededOrders } from "./seed-orders.ts";
import type { WhmcsInvoice, WhmcsProduct, WhmcsPromotion, WhmcsService, WhmcsState } from "./state.ts";

/** Products begin here, so that a product's id is nobody else's. */
const FIRST_PRODUCT = 41;
/** What is not in the catalogue. */
const OWN_PRODUCT = 900;
const DEPARTMENTS = ["Technical support", "Billing"];

/** The fee for a name in redemption, as the demonstration's own billing engine takes it. */
const REDEMPTION_FEE = { CAD: 12_000, EUR: 8_000, USD: 9_000 };

/** The product that a plan of the demonstration is. */
export function productOf(planId: string): number {
  return FIRST_PRODUCT + plans.findIndex(({ id }) => id === planId);
}

/** The demonstration's customers and catalogue as an installation stores them. @param today what their dates are relative to */
export function seededState(today: Date): WhmcsState {
  const accounts = accountsOn(calendarAround(today));
  const state: WhmcsState = {
    users: logins.map(({ id, email, password, language, totpSecret = null }) => ({
      ...{ id, email, password, totpSecret, language: language === "fr" ? "french" : "english" },
    })),
    memberships: logins.flatMap((login) =>
      login.accounts.map(({ id, permissions }) => ({
        userId: login.id,
        clientId: id,
        isOwner: permissions === "owner",
        permissions: permissions === "owner" ? [] : permissions,
      })),
    ),
    clients: accounts.map((account) => ({
      id: account.id,
      firstName: account.name,
      lastName: "",
      company: account.name,
      email: account.email,
      country: account.country,
      state: account.province ?? "",
      currency: account.currency,
      credit: account.credit,
      status: "Active",
      language: ownerOf(account.id)?.language === "fr" ? "french" : "english",
    })),
    currencies: [
      { id: 1, code: "CAD", prefix: "$", suffix: " CAD", format: 2 },
      { id: 2, code: "EUR", prefix: "", suffix: " €", format: 3 },
      { id: 3, code: "USD", prefix: "$", suffix: " USD", format: 1 },
    ],
    products: plans.map(toProduct),
    promotions: plans.flatMap(promotionOf),
    extensions: extensions.map(({ tld, featured, prices }) => ({
      tld: tld.slice(1),
      categories: featured ? ["Popular"] : ["Other"],
      prices: structuredClone(prices),
      redemptionFee: { ...REDEMPTION_FEE },
      graceFee: { CAD: 0, EUR: 0, USD: 0 },
    })),
    services: accounts.flatMap((account) => account.services.map((service) => toService(account, service))),
    domains: accounts.flatMap(({ id: clientId, currency, domains }) =>
      domains.map((domain) => ({
        id: domain.id,
        clientId,
        name: domain.name,
        status: inWords(domain.status),
        registeredOn: domain.registeredOn ?? null,
        expiresOn: domain.expiresOn ?? null,
        nextDueOn: domain.nextDueOn ?? null,
        amount: domain.status === "transferred_away" ? 0 : domainPrices(domain.name, currency).renew,
        years: 1,
        doesNotRenew: !domain.autoRenew,
      })),
    ),
    invoices: accounts.flatMap((account) => account.invoices.map((invoice) => toInvoice(account, invoice))),
    departments: DEPARTMENTS.map((name, index) => ({ id: index + 1, name })),
    tickets: accounts.flatMap(({ id: clientId, tickets }) =>
      tickets.map((ticket) => ({
        id: ticket.id,
        number: String(ticket.id),
        clientId,
        departmentId: 1 + Math.max(0, DEPARTMENTS.indexOf(ticket.department ?? "")),
        subject: ticket.subject,
        status: ticket.status === "customer_reply" ? "Customer-Reply" : inWords(ticket.status),
        openedAt: ticket.openedAt,
        lastReplyAt: ticket.lastReplyAt ?? null,
        about: ticket.serviceId === undefined ? "" : `S${ticket.serviceId}`,
      })),
    ),
    cancellations: accounts.flatMap(({ services }) =>
      services.flatMap(({ id, cancellation }) =>
        cancellation
          ? [
              {
                id,
                serviceId: id,
                type: cancellation.when === "immediately" ? ("Immediate" as const) : ("End of Billing Period" as const),
                requestedAt: cancellation.requestedAt,
                reason: "Not needed any more",
              },
            ]
          : [],
      ),
    ),
    orders: [],
    upgrades: [],
    gateways: [
      { module: "mailin", name: "Mail In Payment", captures: false },
      { module: "stripe", name: "Credit Card", captures: true },
    ],
    payMethods: accounts.flatMap(({ id, hasCard }) => (hasCard ? [storedCard(id, id)] : [])),
    clientGroups: [{ id: 1, discountPercent: 10 }],
    taxRules: Object.entries(TAX_RATES).map(([place, rates]) => {
      const [country = "", state = ""] = place.split("-");
      return { country, state, rates: rates.map(({ rateThousandths }) => rateThousandths) };
    }),
    mails: [],
    lastIds: {},
  };
  state.orders = seededOrders(state);
  return state;
}

/** What a customer pays with. */
export function storedCard(id: number, clientId: number): WhmcsPayMethod {
  return { id, clientId, type: "RemoteCreditCard", gateway: "stripe", description: "Default Card", lastFour: "4242" };
}

function ownerOf(accountId: number) {
  return logins.find(({ accounts }) =>
    accounts.some(({ id, permissions }) => id === accountId && permissions === "owner"),
  );
}

function toProduct({
  id,
  line,
  name,
  description,
  prices,
  setupFee = { CAD: 0, EUR: 0, USD: 0 },
}: SeedPlan): WhmcsProduct {
  const cycles = Object.keys(prices.CAD);
  const isOnce = cycles.includes("one_time");
  return {
    id: productOf(id),
    groupId: 1 + productLines.findIndex((candidate) => candidate.id === line),
    name: name.en,
    description: description.en,
    payType: cycles.includes("free") ? "free" : isOnce ? "onetime" : "recurring",
    prices: Object.fromEntries(
      Object.entries(prices).map(([currency, { one_time: once, free: _, ...recurring }]) => [
        currency,
        (once === undefined ? recurring : { monthly: once }) as Partial<Record<Cycle, number>>,
      ]),
    ),
    setupFees: { ...setupFee },
  };
}

function promotionOf({ id, firstYearDiscount: discount }: SeedPlan): WhmcsPromotion[] {
  if (!discount) return [];
  return [
    {
      id: productOf(id),
      code: promotionCode(id),
      percent: discount.percent,
      isRecurring: discount.billingCycles.includes("monthly"),
      recursFor: discount.billingCycles.includes("monthly") ? 12 : 0,
      cycles: discount.billingCycles.map(inWords),
      productIds: [productOf(id)],
      expiresOn: discount.endsOn ?? null,
    },
  ];
}

/** The code whose percentage is a plan's discount in the first year. */
export function promotionCode(planId: string): string {
  return `FIRST-${planId.toUpperCase()}`;
}

function toService({ id: clientId, currency }: SeedAccount, service: SeedService): WhmcsService {
  const { sold, billingCycle } = service;
  const isPlan = "plan" in sold;
  return {
    id: service.id,
    clientId,
    productId: isPlan ? productOf(sold.plan) : OWN_PRODUCT,
    name: isPlan ? planNamed(sold.plan).name.en : sold.name,
    domain: service.domain ?? "",
    status: inWords(service.status),
    billingCycle: cycleInWords(billingCycle),
    registeredOn: "2024-01-15",
    nextDueOn: service.nextDueOn ?? null,
    amount: isPlan ? planPrice(sold.plan, currency, billingCycle) : sold.price,
    ...(service.server && { server: { id: Number(service.server.server), username: service.server.user } }),
  };
}

/** `semiannually` as it is written: `Semi-Annually`. */
export function cycleInWords(cycle: string): string {
  return CYCLES[cycle] ?? inWords(cycle);
}

const CYCLES: Record<string, string> = { free: "Free Account", one_time: "One Time", semiannually: "Semi-Annually" };

function toInvoice(account: SeedAccount, invoice: SeedInvoice): WhmcsInvoice {
  const { id, status, issuedOn, subtotal, creditApplied = 0, partialPayment, paidOn } = invoice;
  const taxes = taxesOf(account, subtotal);
  const total = taxes.reduce((sum, { amount }) => sum + amount, subtotal);
  return {
    id,
    clientId: account.id,
    number: status === "draft" ? "" : `${issuedOn.slice(0, 4)}-${id}`,
    status: inWords(status),
    issuedOn,
    dueOn: invoice.dueOn,
    paidAt: paidOn ? `${paidOn}T12:00:00Z` : null,
    subtotal,
    taxes,
    credit: creditApplied,
    paid: paidOn ? total - creditApplied : (partialPayment?.amount ?? 0),
    ...itemsOf(invoice),
  };
}

/** Of the invoice of a plan on order: what its payment sets up. */
function itemsOf({ order, subtotal }: SeedInvoice): Pick<WhmcsInvoice, "items"> {
  if (order?.kind !== "plan") return {};
  const item = { relatedId: order.service, description: `Service ${order.service}`, amount: subtotal };
  return { items: [{ type: "Hosting", ...item }] };
}

/** `payment_pending` as it is written: `Payment Pending`. */
export function inWords(code: string): string {
  return code
    .split("_")
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(" ");
}
