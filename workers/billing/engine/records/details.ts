import type { ActorQuery, LoginCall } from "../../../../shared/billing-contract/call.ts";
import type {
  CustomerDomain,
  CustomerInvoice,
  CustomerService,
  CustomerTicket,
  InvoiceReference,
} from "../../../../shared/billing-contract/customer.ts";
import {
  type ActorRefused,
  type BillingResult,
  type BillingUnavailable,
  failure,
  type NotFound,
  ok,
} from "../../../../shared/billing-contract/result.ts";
import type { MinorUnits } from "../../../../shared/platform/money.ts";
import type { InvoiceParties } from "../invoices/parties.ts";
import type { InvoiceLine } from "../invoices/taxes.ts";
import type { EngineAccount, EngineHolding, Store } from "../store/account-store.ts";
import { raw, sql, type TypedStatement } from "../store/sql.ts";
import { nextAttempt } from "./charge-days.ts";
import { domainRead, toPricedDomain } from "./domains.ts";
import { INVOICES, type InvoiceRow, invoiceRead, toInvoice, UNPAID } from "./invoices.ts";
import { IS_TAKEN_FIRST, type OrderKind } from "./orders.ts";
import { planName } from "./services.ts";
import { ticketRead, toTicket } from "./tickets.ts";

export type DetailsResult<Value> = BillingResult<Value, BillingUnavailable | ActorRefused | NotFound>;

/** An invoice with the details that the API leaves out: its lines, payments and order. */
export interface InvoiceDetails {
  invoice: CustomerInvoice;
  lines: InvoiceLine[];
  /** `reference` is the reference of a manually recorded payment; `null` for any other payment. */
  payments: { amount: MinorUnits; paidOn: string; refundedOn: string | null; reference: string | null }[];
  /** The seller and the buyer; `null` if no order created the invoice. */
  parties: InvoiceParties | null;
  /** The account credit. */
  credit: MinorUnits;
  hasCard: boolean;
  /** The domain that the invoice is for; `null` if there is none. */
  domain: { name: string; status: CustomerDomain["status"] } | null;
  service: { id: number; plan: string; status: CustomerService["status"] } | null;
  refused: RefusedOrder | null;
  /** Whether the invoice is unpaid although another customer has already paid for the domain. */
  isTakenFirst: boolean;
  /**
   * The day on which the invoice is charged to account credit and the saved card, as YYYY-MM-DD; `null` if no charge is
   * planned.
   */
  chargedOn: string | null;
}

/** The domain or service that an order is for. */
export interface About {
  kind: "domain" | "service";
  id: number;
}

/** An open order and its unpaid invoice. */
export interface OrderToPay {
  kind: OrderKind;
  invoice: CustomerInvoice;
  /**
   * Whether another customer has paid for the domain. Paying for this order would then not get the customer the domain.
   */
  isTakenFirst: boolean;
}

export interface RefusedOrder {
  kind: OrderKind;
  /** The reason, in the words of the registrar or the engine. */
  reason: string;
  /** The day of the refusal, as YYYY-MM-DD. */
  refusedOn: string;
  /** The invoice whose amount became credit; `null` if nothing was due. */
  invoice: { id: number; number: string; total: MinorUnits } | null;
}

/** An account that the login manages, with the login's permissions. */
export type HeldAccount = EngineHolding & { hasTickets: boolean };

/** Returns a login's accounts, sorted by id. */
export async function listHoldings(
  { db, accounts }: Store,
  { loginId }: LoginCall,
): Promise<BillingResult<HeldAccount[]>> {
  const withTickets = sql(db)`SELECT account_id AS id FROM account_logins m WHERE login_id = ${loginId}
    AND EXISTS (SELECT 1 FROM tickets t WHERE t.account_id = m.account_id)`.all<{ id: number }>();
  const [managed, { results }] = await Promise.all([accounts.managedBy(loginId), withTickets]);
  return ok(managed.map((held) => ({ ...held, hasTickets: results.some(({ id }) => id === held.id) })));
}

/** Returns the logins that manage an account; empty if the actor is not the owner. */
export async function listLogins(
  { db, accounts }: Store,
  query: ActorQuery,
): Promise<DetailsResult<{ id: number; email: string }[]>> {
  const logins = sql(db)<{ id: number; email: string }>`SELECT l.id, l.email
    FROM account_logins o JOIN account_logins m ON m.account_id = o.account_id JOIN logins l ON l.id = m.login_id
    WHERE o.account_id = ${query.accountId} AND o.login_id = ${query.loginId} AND o.owner = 1`;
  const read = await accounts.read(query, { logins });
  return read.ok ? ok(read.value.rows.logins) : read;
}

/**
 * Returns the account's active domain with this name. If none is active, returns the newest one.
 * @param name the domain name in A-label form
 */
export function readDomain(store: Store, query: ActorQuery, name: string): Promise<DetailsResult<CustomerDomain>> {
  return readOne(store, query, domainRead(store.db, query.accountId, name), (row, { currency }) =>
    toPricedDomain(row, currency),
  );
}

/** Returns the id of the service whose server hosts a domain's DNS zone; `null` if there is none. */
export async function readZoneService(
  { db, accounts }: Store,
  query: ActorQuery,
  name: string,
): Promise<DetailsResult<number | null>> {
  const service = sql(db)<{ id: number }>`SELECT id FROM services WHERE account_id = ${query.accountId}
    AND domain = ${name} AND server IS NOT NULL AND status IN ('active', 'suspended') ORDER BY id LIMIT 1`;
  const read = await accounts.read(query, { service });
  return read.ok ? ok(read.value.rows.service[0]?.id ?? null) : read;
}

export function readTicket(store: Store, query: ActorQuery, id: number): Promise<DetailsResult<CustomerTicket>> {
  return readOne(store, query, ticketRead(store.db, query, id), (row) => toTicket(row));
}

/** The details by which a customer recognizes the card. */
export interface CardDetails {
  /** Stripe's name for the brand, such as `visa`. */
  brand: string;
  last4: string;
  /** The last month in which the card is valid, as YYYY-MM. */
  expires: string;
}

/** An account's saved card, and whether the engine charges it. */
export interface SavedCardState {
  isSaved: boolean;
  /** Whether automatic renewals are charged to the card. A disputed payment stops these charges. */
  isCharged: boolean;
  /** The card's details; `null` if there is no card, if it is the sandbox's card, or if Stripe reports none. */
  details: CardDetails | null;
}

export async function readCard(
  { db, accounts, chargesCards }: Store,
  query: ActorQuery,
): Promise<DetailsResult<SavedCardState>> {
  const card = sql(db)<{
    details: string | null;
  }>`SELECT details FROM saved_cards WHERE account_id = ${query.accountId}`;
  const read = await accounts.state(query, { card });
  if (!read.ok) return read;
  const { rows, facts } = read.value;
  const details: CardDetails | null = JSON.parse(rows.card[0]?.details ?? "null");
  return ok({ isSaved: facts.hasCard, isCharged: facts.chargesCard && chargesCards, details });
}

/** Returns an invoice unless it is a draft. */
export async function readInvoice(
  { db, accounts, clock, chargesCards }: Store,
  query: ActorQuery,
  id: number,
): Promise<DetailsResult<InvoiceDetails>> {
  const moment = await clock.read(db);
  const lines = sql(db)<{ json: string; parties: string | null }>`
    SELECT lines AS json, parties FROM invoices WHERE id = ${id}`;
  const payments = sql(db)<InvoiceDetails["payments"][number]>`
    SELECT ip.amount, p.received_on AS paidOn, ip.refunded_on AS refundedOn,
      iif(p.reference GLOB 'pi_*' OR p.reference GLOB 'demonstration-*', NULL, p.reference) AS reference
    FROM invoice_payments ip JOIN payments p ON p.id = ip.payment_id WHERE ip.invoice_id = ${id} ORDER BY p.id`;
  const ordered = sql(db)<OrderedRow>`
    SELECT d.name, d.status AS domainStatus, s.id AS serviceId, ${raw(planName(query.language))} AS plan, s.status AS serviceStatus,
      o.kind, o.refusal, o.refused_on AS refusedOn, ${raw(IS_TAKEN_FIRST)} AS isTakenFirst,
      ${nextAttempt(moment.today)} AS chargedOn
    FROM orders o JOIN invoices i ON i.id = o.invoice_id JOIN accounts a ON a.id = o.account_id
      LEFT JOIN domains d ON d.id = o.domain_id LEFT JOIN services s ON s.id = o.service_id
    WHERE o.invoice_id = ${id}`;
  const invoice = invoiceRead(db, query.accountId, id);
  const read = await accounts.state(query, { invoice, lines, payments, ordered });
  if (!read.ok) return read;
  const { rows, facts } = read.value;
  const [row] = rows.invoice;
  if (!row) return failure({ code: "not_found" });
  const [order] = rows.ordered;
  return ok({
    invoice: toInvoice(row, moment.today),
    lines: JSON.parse(rows.lines[0]?.json ?? "[]"),
    payments: rows.payments,
    parties: JSON.parse(rows.lines[0]?.parties ?? "null"),
    credit: facts.credit,
    hasCard: facts.hasCard,
    domain: order?.name && order.domainStatus ? { name: order.name, status: order.domainStatus } : null,
    service:
      order?.serviceId && order.serviceStatus && order.plan
        ? { id: order.serviceId, plan: order.plan, status: order.serviceStatus }
        : null,
    refused: order ? toRefused({ ...order, ...row }) : null,
    isTakenFirst: order?.isTakenFirst === 1,
    chargedOn: (chargesCards && order?.chargedOn) || null,
  });
}

/** Returns the open orders for one domain or service, sorted by due date. */
export async function listOrdersToPay(
  { db, accounts, clock }: Store,
  query: ActorQuery,
  { kind, id }: About,
): Promise<DetailsResult<OrderToPay[]>> {
  const column = { domain: "o.domain_id", service: "o.service_id" }[kind];
  const orders = sql(db)<InvoiceRow & { kind: OrderKind; is_taken_first: 0 | 1 }>`
    SELECT x.*, o.kind, ${raw(IS_TAKEN_FIRST)} AS is_taken_first
    FROM orders o CROSS JOIN (${raw(INVOICES)} WHERE i.account_id = ${query.accountId} AND ${raw(UNPAID)}) x
      ON x.id = o.invoice_id
    WHERE o.status = 'open' AND ${raw(column)} = ${id} ORDER BY x.dueOn, x.id`;
  const read = await accounts.state(query, { orders });
  if (!read.ok) return read;
  const { today } = clock.moment(read.value.clockOffsetMs);
  return ok(
    read.value.rows.orders.map((row) => ({
      kind: row.kind,
      invoice: toInvoice(row, today),
      isTakenFirst: row.is_taken_first === 1,
    })),
  );
}

/** Returns the unpaid invoices for the account's domain renewals, by domain name. */
export async function listUnpaidRenewals(
  { db, accounts }: Store,
  query: ActorQuery,
): Promise<DetailsResult<Map<string, InvoiceReference>>> {
  const renewals = sql(db)<InvoiceReference & { name: string }>`
    SELECT d.name, i.id, i.number FROM invoices i CROSS JOIN orders o ON o.invoice_id = i.id JOIN domains d ON d.id = o.domain_id
    WHERE i.account_id = ${query.accountId} AND ${raw(UNPAID)} AND o.status = 'open' AND o.kind = 'renew_domain'`;
  const read = await accounts.read(query, { renewals });
  return read.ok ? ok(new Map(read.value.rows.renewals.map(({ name, ...invoice }) => [name, invoice]))) : read;
}

/** Returns the newest order for a domain, if that order was refused. */
export async function readRefusedOrder(
  { db, accounts }: Store,
  query: ActorQuery,
  domainId: number,
): Promise<DetailsResult<RefusedOrder | null>> {
  const newest = sql(db)<RefusedRow>`
    SELECT o.kind, o.refusal, o.refused_on AS refusedOn, i.id, i.number, i.total
    FROM orders o LEFT JOIN invoices i ON i.id = o.invoice_id
    WHERE o.id = (SELECT max(id) FROM orders WHERE domain_id = ${domainId} AND +account_id = ${query.accountId})`;
  const read = await accounts.read(query, { newest });
  if (!read.ok) return read;
  const [row] = read.value.rows.newest;
  return ok(row ? toRefused(row) : null);
}

async function readOne<Row, Item>(
  { accounts }: Store,
  query: ActorQuery,
  statement: TypedStatement<Row>,
  toItem: (row: Row, account: EngineAccount) => Item,
): Promise<DetailsResult<Item>> {
  const read = await accounts.read(query, { item: statement });
  if (!read.ok) return read;
  const [row] = read.value.rows.item;
  return row ? ok(toItem(row, read.value.account)) : failure({ code: "not_found" });
}

/** A row of `orders` with its domain or service. */
interface OrderedRow extends Pick<RefusedRow, "kind" | "refusal" | "refusedOn"> {
  name: string | null;
  domainStatus: CustomerDomain["status"] | null;
  serviceId: number | null;
  plan: string | null;
  serviceStatus: CustomerService["status"] | null;
  isTakenFirst: 0 | 1;
  chargedOn: string | null;
}

/** An order with its invoice. `id` is the invoice's id; `null` if nothing was due. */
interface RefusedRow {
  kind: OrderKind;
  refusal: string | null;
  refusedOn: string | null;
  id: number | null;
  number: string;
  total: MinorUnits;
}

function toRefused({ kind, refusal, refusedOn, id, number, total }: RefusedRow): RefusedOrder | null {
  if (refusal === null || refusedOn === null) return null;
  return { kind, reason: refusal, refusedOn, invoice: id === null ? null : { id, number, total } };
}
