import type { Row, Table } from "../../../scripts/catalogue/table-sql.ts";
import { eventIdAt } from "../../../shared/billing-contract/events.ts";
import { partiesOf } from "../../../workers/billing/engine/invoices/parties.ts";
import { CARD_AGREEMENT } from "../../../workers/billing/engine/payments/card-agreement.ts";
import { sellerOf } from "../../../workers/billing/engine/seller/seller.ts";
import { accountsOn } from "./accounts.ts";
import type { SeedCalendar } from "./calendar.ts";
import type { SeedAccount, SeedInvoice, SeedLogin, SeedService } from "./customer-types.ts";
import { logins, SCRYPT } from "./logins.ts";
import { domainPrices, planNamed, planPrice } from "./price-list.ts";
import { taxesOf } from "./taxes.ts";

interface ServiceOfAccount {
  account: SeedAccount;
  service: SeedService;
}

interface InvoiceOfAccount {
  account: SeedAccount;
  invoice: SeedInvoice;
}

/** Returns the rows of the customers' tables. A table comes before the tables that refer to it. */
export function customerTables(calendar: SeedCalendar): Table[] {
  const accounts = accountsOn(calendar);
  const services = accounts.flatMap((account) => account.services.map((service) => ({ account, service })));
  const invoices = accounts.flatMap((account) => account.invoices.map((invoice) => ({ account, invoice })));
  return [
    ["logins", logins.map(loginRow)],
    ["sign_in_challenges", []],
    ["accounts", accounts.map(accountRow)],
    ["account_logins", logins.flatMap(managedRows)],
    ["account_login_permissions", logins.flatMap(permissionRows)],
    ["services", services.map(serviceRow)],
    ["cancellations", services.flatMap(cancellationRow)],
    ["domains", accounts.flatMap((account) => domainRows(account, calendar))],
    ["invoices", invoices.map((of) => invoiceRow(of, calendar))],
    ["payments", invoices.flatMap(paymentRow)],
    ["invoice_payments", invoices.flatMap(invoicePaymentRow)],
    ["refunds", []],
    ["checkouts", []],
    ["saved_cards", accounts.flatMap(cardRow)],
    ["charges", []],
    ["tickets", accounts.flatMap(ticketRows)],
    ["orders", invoices.flatMap(orderRow)],
    // Actions also create rows in these tables. Seeding deletes those rows together with the accounts.
    ["paid_terms", []],
    ["events", invoices.flatMap((of) => eventRows(of, calendar))],
    ["notices", []],
    ["actions", []],
  ];
}

function loginRow(login: SeedLogin): Row {
  return {
    id: login.id,
    email: login.email,
    language: login.language,
    password_hash: login.passwordHash,
    password_salt: login.passwordSalt,
    scrypt_cost: SCRYPT.cost,
    scrypt_block_size: SCRYPT.blockSize,
    scrypt_parallelism: SCRYPT.parallelism,
    totp_secret: login.totpSecret ?? null,
  };
}

function managedRows(login: SeedLogin): Row[] {
  return login.accounts.map(({ id, permissions }) => ({
    login_id: login.id,
    account_id: id,
    owner: permissions === "owner" ? 1 : 0,
  }));
}

function permissionRows(login: SeedLogin): Row[] {
  return login.accounts.flatMap(({ id, permissions }) =>
    permissions === "owner"
      ? []
      : permissions.map((permission) => ({ login_id: login.id, account_id: id, permission })),
  );
}

function accountRow(account: SeedAccount): Row {
  return {
    id: account.id,
    name: account.name,
    company: account.name,
    email: account.email,
    country: account.country,
    province: account.province,
    currency: account.currency,
    credit: account.credit,
    business_number: account.businessNumber,
    contact: JSON.stringify(account.contact),
  };
}

/** Returns the account's saved card, which the simulated Stripe knows. */
function cardRow({ id, hasCard }: SeedAccount): Row[] {
  if (!hasCard) return [];
  const ids = { customer: `cus_demonstration_${id}`, payment_method: `pm_demonstration_${id}` };
  const details = JSON.stringify({ brand: "visa", last4: "4242", expires: "2034-12" });
  const agreed = { agreement: CARD_AGREEMENT.version, agreed_at: Date.parse(CARD_AGREEMENT.version) };
  return [{ account_id: id, ...ids, ...agreed, details }];
}

function serviceRow({ account: { id: accountId, currency }, service }: ServiceOfAccount): Row {
  const { sold, billingCycle } = service;
  const [planId, planName, price] =
    "plan" in sold
      ? [sold.plan, planNamed(sold.plan).name.en, planPrice(sold.plan, currency, billingCycle)]
      : [null, sold.name, sold.price];
  return {
    id: service.id,
    account_id: accountId,
    plan_id: planId,
    plan_name: planName,
    domain: service.domain ?? null,
    status: service.status,
    billing_cycle: billingCycle,
    next_due_on: service.nextDueOn ?? null,
    recurring_price: price,
    server: service.server?.server ?? null,
    server_user: service.server?.user ?? null,
  };
}

function cancellationRow({ service: { id, cancellation } }: ServiceOfAccount): Row[] {
  if (!cancellation) return [];
  const { when, effectiveOn, requestedAt } = cancellation;
  return [{ service_id: id, timing: when, effective_on: effectiveOn, requested_at: requestedAt }];
}

function domainRows({ id: accountId, currency, domains }: SeedAccount, { day }: SeedCalendar): Row[] {
  return domains.map((domain) => ({
    id: domain.id,
    account_id: accountId,
    name: domain.name,
    status: domain.status,
    registered_on: domain.registeredOn ?? null,
    expires_on: domain.expiresOn ?? null,
    next_due_on: domain.nextDueOn ?? null,
    renewal_price: domain.status === "transferred_away" ? null : domainPrices(domain.name, currency).renew,
    auto_renew: domain.autoRenew ? 1 : 0,
    // The owner has already received the earlier reminders.
    reminded: domain.expiresOn
      ? `${domain.expiresOn} ${domain.expiresOn > day(7) ? (domain.expiresOn > day(30) ? 365 : 30) : 7}`
      : null,
  }));
}

function invoiceRow({ account, invoice }: InvoiceOfAccount, { day }: SeedCalendar): Row {
  return {
    id: invoice.id,
    account_id: account.id,
    number: invoice.status === "draft" ? null : `${invoice.issuedOn.slice(0, 4)}-${invoice.id}`,
    status: invoice.status,
    issued_on: invoice.issuedOn,
    due_on: invoice.dueOn,
    paid_on: invoice.paidOn ?? null,
    subtotal: invoice.line.amount,
    lines: JSON.stringify([invoice.line]),
    taxes: JSON.stringify(taxesOf(account, invoice.line.amount)),
    tax: taxOf({ account, invoice }),
    credit_applied: invoice.creditApplied ?? 0,
    reminded: invoice.dueOn < day(0) ? "invoiceOverdue" : invoice.dueOn <= day(3) ? "invoiceDueSoon" : null,
    parties: JSON.stringify(
      partiesOf(sellerOf({ DEMONSTRATION: "true" }), account, { ...account, company: account.name }),
    ),
  };
}

function taxOf({ account, invoice: { line } }: InvoiceOfAccount): number {
  return taxesOf(account, line.amount).reduce((sum, { amount }) => sum + amount, 0);
}

/** Returns the payment of an invoice; `null` if nothing was paid. */
function paymentOf({ account, invoice }: InvoiceOfAccount) {
  const { partialPayment, paidOn, line, creditApplied = 0 } = invoice;
  if (partialPayment) return partialPayment;
  return paidOn ? { paidOn, amount: line.amount + taxOf({ account, invoice }) - creditApplied } : null;
}

/** Returns the payment row of an invoice. Each payment belongs to one invoice. */
function paymentRow(of: InvoiceOfAccount): Row[] {
  const payment = paymentOf(of);
  const { id } = of.invoice;
  if (!payment) return [];
  const { amount, paidOn: received_on } = payment;
  const { id: account_id, currency } = of.account;
  return [{ id, account_id, reference: `transfer-${id}`, amount, currency, received_on }];
}

function invoicePaymentRow(of: InvoiceOfAccount): Row[] {
  const payment = paymentOf(of);
  const { id, refundedOn } = of.invoice;
  return payment ? [{ payment_id: id, invoice_id: id, amount: payment.amount, refunded_on: refundedOn ?? null }] : [];
}

/** Returns the open order of an invoice. The order has the invoice's number. */
function orderRow({ account: { id: accountId, services }, invoice }: InvoiceOfAccount): Row[] {
  const { id, issuedOn, order } = invoice;
  if (!order) return [];
  const domain = "domain" in order ? order.domain : null;
  const service = services.find((candidate) => "service" in order && candidate.id === order.service);
  return [
    {
      ...{ id, account_id: accountId, kind: order.kind, automatic: order.kind === "plan" ? 0 : 1, status: "open" },
      placed_at: `${issuedOn}T09:00:00Z`,
      ...{ invoice_id: id, domain_id: domain, service_id: service?.id ?? null },
      years: domain === null ? null : 1,
      plan_id: service && "plan" in service.sold ? service.sold.plan : null,
      billing_cycle: service?.billingCycle ?? null,
      priced_due_on: service?.nextDueOn ?? null,
    },
  ];
}

/** Returns the events about an invoice in the last thirty days. */
function eventRows({ account, invoice }: InvoiceOfAccount, { day }: SeedCalendar): Row[] {
  if (invoice.status === "draft") return [];
  const days = { "invoice.issued": invoice.issuedOn, "invoice.paid": invoice.paidOn };
  return Object.entries(days).flatMap(([type, on], index) => {
    if (!on || on <= day(-30)) return [];
    // Events at the same time need different numbers.
    const id = eventIdAt(Date.parse(`${on}T09:00:00Z`)) + 2 * invoice.id + index;
    return [{ id, account_id: account.id, type, subject: invoice.id }];
  });
}

function ticketRows({ id: accountId, tickets }: SeedAccount): Row[] {
  return tickets.map((ticket) => ({
    id: ticket.id,
    account_id: accountId,
    number: `T-${ticket.id}`,
    subject: ticket.subject,
    department: ticket.department ?? null,
    service_id: ticket.serviceId ?? null,
    status: ticket.status,
    opened_at: ticket.openedAt,
    last_reply_at: ticket.lastReplyAt ?? null,
  }));
}
