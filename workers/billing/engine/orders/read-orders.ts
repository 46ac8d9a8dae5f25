import type { ActorQuery } from "../../../../shared/billing-contract/call.ts";
import type { CustomerInvoice, Page } from "../../../../shared/billing-contract/customer.ts";
import type {
  AccountOrder,
  CustomerOrder,
  OrderList,
  OrderListKey,
  OrderSubject,
} from "../../../../shared/billing-contract/order.ts";
import { failure, ok } from "../../../../shared/billing-contract/result.ts";
import type { QuoteResult } from "../../../../shared/billing-contract/writes.ts";
import { awaitedPayment } from "../../../../shared/ordering/refusals.ts";
import type { Text } from "../../../../shared/platform/language.ts";
import { CLIENT_AREA_LINKS } from "../client-area-links.ts";
import type { EngineContext } from "../engine-context.ts";
import { INVOICES, type InvoiceRow, toInvoice } from "../records/invoices.ts";
import { IS_TAKEN_FIRST, type OrderKind, refusalWords, SET_UP } from "../records/orders.ts";
import { part, raw, type SqlPart, sql } from "../store/sql.ts";

/**
 * Returns one of the account's orders. It never returns the order for a service's next term, because nobody placed that
 * order and only the engine uses it.
 */
export async function readOrder(
  engine: EngineContext,
  query: ActorQuery,
  id: number,
): Promise<QuoteResult<AccountOrder>> {
  const read = await readOrders(engine, query, part`o.id = ${id}`, 1);
  if (!read.ok) return read;
  const { account, orders } = read.value;
  const [order] = orders;
  return order ? ok({ account, order }) : failure({ code: "not_found" });
}

/** Returns one page of orders, sorted by id with the newest first. */
export async function listOrders(
  engine: EngineContext,
  query: ActorQuery,
  { status, limit, after }: OrderList,
): Promise<QuoteResult<Page<CustomerOrder, OrderListKey>>> {
  const isWanted = status === "all" ? part`TRUE` : part`o.status IN ('open', 'paid')`;
  const isAfter = after ? part`o.id < ${after.id}` : part`TRUE`;
  // One extra row shows whether there is a next page.
  const read = await readOrders(engine, query, part`${isAfter} AND ${isWanted}`, limit + 1);
  if (!read.ok) return read;
  const { account, orders } = read.value;
  const items = orders.slice(0, limit);
  const last = orders.length > limit ? items.at(-1) : undefined;
  return ok({ account, items, next: last ? { id: last.id } : null });
}

interface OrderRow {
  id: number;
  kind: OrderKind;
  status: CustomerOrder["status"];
  placedAt: string;
  invoiceId: number | null;
  waitsFor: string | null;
  name: string | null;
  serviceId: number | null;
  isTakenFirst: 0 | 1;
  /** The reason for the refusal, in the registrar's words or the engine's own. */
  refusal: string | null;
}

/** SQL: the status of an order `o`. A transfer is in progress once the registrar has accepted it. */
const STATUS = `CASE o.status WHEN 'open' THEN 'awaiting_payment' WHEN 'done' THEN 'completed' WHEN 'failed' THEN 'refused'
  WHEN 'paid' THEN iif(o.waits_for IS '${SET_UP}' OR o.begun = 1 OR o.invoice_id IS NULL, 'in_progress', 'paid')
  ELSE iif(o.end_reason = 'lapsed', 'lapsed', 'cancelled') END`;

/** Returns the orders that match a condition with their invoices, newest first. */
async function readOrders(engine: EngineContext, query: ActorQuery, condition: SqlPart, limit: number) {
  const { db, accounts, clock } = engine;
  // `+` makes SQLite find the invoices by their ids. Without `+`, SQLite would read all of the account's invoices.
  const selected = part`FROM orders o LEFT JOIN domains d ON d.id = o.domain_id
    WHERE o.account_id = ${query.accountId} AND o.kind <> 'renew_service' AND ${condition} ORDER BY o.id DESC LIMIT ${limit}`;
  const read = await accounts.read(query, {
    orders: sql(db)<OrderRow>`
      SELECT o.id, o.kind, ${raw(STATUS)} AS status, o.placed_at AS placedAt, o.invoice_id AS invoiceId,
        o.waits_for AS waitsFor, d.name, o.service_id AS serviceId, ${raw(IS_TAKEN_FIRST)} AS isTakenFirst, o.refusal ${selected}`,
    invoices: sql(db)<InvoiceRow>`${raw(INVOICES)} WHERE i.status <> 'draft' AND +i.account_id = ${query.accountId}
      AND i.id IN (SELECT o.invoice_id ${selected})`,
  });
  if (!read.ok) return read;
  const { account, rows } = read.value;
  const invoices = new Map(rows.invoices.map((row) => [row.id, toInvoice(row, clock.moment(row.clockOffsetMs).today)]));
  const orders = rows.orders.flatMap((row): CustomerOrder[] => {
    const subject = subjectOf(row);
    const invoice = (row.invoiceId !== null && invoices.get(row.invoiceId)) || null;
    const { id, placedAt } = row;
    return subject ? [{ id, subject, placedAt, invoice, ...progressOf(engine, row, invoice) }] : [];
  });
  return ok({ account, orders });
}

/**
 * Returns what the order is for; `null` for the order of a service's next term, or if the domain or service is missing.
 */
function subjectOf({ kind, name, serviceId }: OrderRow): OrderSubject | null {
  switch (kind) {
    case "register":
      return name === null ? null : { kind: "registration", domain: name };
    case "transfer":
      return name === null ? null : { kind, domain: name };
    case "renew_domain":
      return name === null ? null : { kind: "renewal", domain: name };
    case "plan":
    case "plan_change":
      return serviceId === null ? null : { kind, serviceId };
    case "renew_service":
      return null;
  }
}

function progressOf(
  { registrar }: EngineContext,
  { status, isTakenFirst, waitsFor, name, refusal }: OrderRow,
  invoice: CustomerInvoice | null,
): Pick<CustomerOrder, "status" | "actionRequired" | "reason"> {
  const because = (reason: Text | null) => ({ status, actionRequired: null, reason });
  const late = invoice?.status === "payment_pending" ? LATE_PAYMENT : null;
  switch (status) {
    case "awaiting_payment":
      return isTakenFirst === 1 ? because(PAID_BY_ANOTHER) : awaitedPayment(invoice, CLIENT_AREA_LINKS);
    case "paid":
    case "in_progress":
      if (waitsFor === SET_UP) return because(BEING_SET_UP);
      return because(name !== null && registrar === null ? NO_REGISTRAR : null);
    case "completed":
      return because(null);
    case "refused":
      return because(refusal === null ? null : refusalWords(refusal));
    case "lapsed":
      return because(late);
    case "cancelled":
      return because(late ?? WITHDRAWN);
  }
}

const PAID_BY_ANOTHER: Text = {
  en: "Another customer also ordered this name and paid first: paying this invoice will not get you the name.",
  fr: "Une autre personne avait aussi commandé ce nom et a payé la première : payer la facture n’y changerait rien.",
};

const BEING_SET_UP: Text = {
  en: "The provider is setting it up.",
  fr: "Le fournisseur est en train de l’installer.",
};

const NO_REGISTRAR: Text = {
  en: "It waits until the provider has connected a registrar.",
  fr: "Elle attend que le fournisseur ait connecté un bureau d’enregistrement.",
};

const WITHDRAWN: Text = {
  en: "It was cancelled before it was paid, because its service or domain name had changed or ended.",
  fr: "Elle a été retirée avant d’être payée, car ce qu’elle concernait avait changé ou pris fin.",
};

const LATE_PAYMENT: Text = {
  en: "It ended while a payment of its invoice was in progress. If the payment still arrives, it becomes account credit.",
  fr: "Elle a pris fin alors qu’un paiement de sa facture était en cours : ce qui arrive encore devient un crédit.",
};
