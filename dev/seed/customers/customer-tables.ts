import type { Table, Value } from "../seed-types.ts";
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

/** The rows of the customers' tables, referenced ones before those that refer to them. */
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
    ["domains", accounts.flatMap(domainRows)],
    ["invoices", invoices.map(invoiceRow)],
    ["invoice_payments", invoices.flatMap(paymentRow)],
    ["tickets", accounts.flatMap(ticketRows)],
    ["orders", invoices.flatMap(orderRow), ORDER_COLUMNS],
    // Rows that actions have created are deleted with their accounts.
    ["paid_terms", []],
    ["notices", []],
    ["actions", []],
  ];
}

function loginRow(login: SeedLogin): Value[] {
  return [
    login.id,
    login.email,
    login.language,
    login.passwordHash,
    login.passwordSalt,
    SCRYPT.cost,
    SCRYPT.blockSize,
    SCRYPT.parallelism,
    login.totpSecret ?? null,
    ...[null, 0, 0, null, null],
  ];
}

function managedRows(login: SeedLogin): Value[][] {
  return login.accounts.map(({ id, permissions }) => [login.id, id, permissions === "owner" ? 1 : 0]);
}

function permissionRows(login: SeedLogin): Value[][] {
  return login.accounts.flatMap(({ id, permissions }) =>
    permissions === "owner" ? [] : permissions.map((permission) => [login.id, id, permission]),
  );
}

function accountRow(account: SeedAccount): Value[] {
  return [
    account.id,
    account.name,
    account.name,
    account.email,
    account.country,
    account.province,
    account.currency,
    account.credit,
    account.paymentMethodOnFile ? 1 : 0,
    account.businessNumber,
    0,
  ];
}

function serviceRow({ account: { id: accountId, currency }, service }: ServiceOfAccount): Value[] {
  const { sold, billingCycle } = service;
  const [planId, planName, price] =
    "plan" in sold
      ? [sold.plan, planNamed(sold.plan).name.en, planPrice(sold.plan, currency, billingCycle)]
      : [null, sold.name, sold.price];
  return [
    service.id,
    accountId,
    planId,
    planName,
    service.domain ?? null,
    service.status,
    billingCycle,
    service.nextDueOn ?? null,
    price,
    ...[service.server?.server ?? null, service.server?.user ?? null, null],
  ];
}

function cancellationRow({ service: { id, cancellation } }: ServiceOfAccount): Value[][] {
  return cancellation ? [[id, cancellation.when, cancellation.effectiveOn, cancellation.requestedAt, null]] : [];
}

function domainRows({ id: accountId, currency, domains }: SeedAccount): Value[][] {
  return domains.map((domain) => [
    domain.id,
    accountId,
    domain.name,
    domain.status,
    domain.registeredOn ?? null,
    domain.expiresOn ?? null,
    domain.nextDueOn ?? null,
    domain.status === "transferred_away" ? null : domainPrices(domain.name, currency).renew,
    1,
    domain.autoRenew ? 1 : 0,
  ]);
}

function invoiceRow({ account, invoice }: InvoiceOfAccount): Value[] {
  return [
    invoice.id,
    account.id,
    invoice.status === "draft" ? null : `${invoice.issuedOn.slice(0, 4)}-${invoice.id}`,
    invoice.status,
    invoice.issuedOn,
    invoice.dueOn,
    invoice.paidOn ?? null,
    invoice.subtotal,
    JSON.stringify(taxesOf(account, invoice.subtotal)),
    taxOf({ account, invoice }),
    "[]",
    invoice.creditApplied ?? 0,
  ];
}

function taxOf({ account, invoice: { subtotal } }: InvoiceOfAccount): number {
  return taxesOf(account, subtotal).reduce((sum, { amount }) => sum + amount, 0);
}

function paymentRow({ account, invoice }: InvoiceOfAccount): Value[][] {
  const { id, partialPayment, paidOn, subtotal, creditApplied = 0, refundedOn } = invoice;
  if (partialPayment) return [[id, id, partialPayment.amount, partialPayment.paidOn, null]];
  if (!paidOn) return [];
  const total = subtotal + taxOf({ account, invoice });
  return [[id, id, total - creditApplied, paidOn, refundedOn ?? null]];
}

/** An open order of an invoice, by its number. */
const ORDER_COLUMNS = [
  ...["id", "account_id", "kind", "status", "placed_at", "invoice_id", "domain_id", "service_id"],
  ...["years", "plan_id", "billing_cycle", "priced_due_on"],
];

function orderRow({ account: { id: accountId, services }, invoice }: InvoiceOfAccount): Value[][] {
  const { id, issuedOn, order } = invoice;
  if (!order) return [];
  const domain = "domain" in order ? order.domain : null;
  const service = services.find((candidate) => "service" in order && candidate.id === order.service);
  const plan = service && "plan" in service.sold ? service.sold.plan : null;
  return [
    [
      ...[id, accountId, order.kind, "open", `${issuedOn}T09:00:00Z`, id, domain, service?.id ?? null],
      ...[domain === null ? null : 1, plan, service?.billingCycle ?? null, service?.nextDueOn ?? null],
    ],
  ];
}

function ticketRows({ id: accountId, tickets }: SeedAccount): Value[][] {
  return tickets.map((ticket) => [
    ticket.id,
    accountId,
    `T-${ticket.id}`,
    ticket.subject,
    ticket.department ?? null,
    ticket.serviceId ?? null,
    ticket.status,
    ticket.openedAt,
    ticket.lastReplyAt ?? null,
  ]);
}
