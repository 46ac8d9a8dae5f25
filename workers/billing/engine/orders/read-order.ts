import type { ActorQuery } from "../../../../shared/billing-contract/call.ts";
import type { CustomerInvoice } from "../../../../shared/billing-contract/customer.ts";
import type { AccountOrder, CustomerOrder, OrderSubject } from "../../../../shared/billing-contract/order.ts";
import { failure, ok } from "../../../../shared/billing-contract/result.ts";
import type { QuoteResult } from "../../../../shared/billing-contract/writes.ts";
import { awaitedPayment } from "../../../../shared/ordering/refusals.ts";
import type { Text } from "../../../../shared/platform/language.ts";
import { CLIENT_AREA_LINKS } from "../client-area-links.ts";
import type { EngineContext } from "../engine-context.ts";
import { INVOICES, type InvoiceRow, toInvoice } from "../records/invoices.ts";
import { IS_TAKEN_FIRST, type OrderEnd, type OrderKind, refusalWords, SET_UP } from "../records/orders.ts";
import { raw, sql, type TypedStatement } from "../store/sql.ts";

/** An order of the account. The invoice of a service's next term is an order here alone: nobody has placed it, and it is not given. */
export async function readOrder(
  engine: EngineContext,
  query: ActorQuery,
  id: number,
): Promise<QuoteResult<AccountOrder>> {
  const { db, accounts, clock } = engine;
  const read = await accounts.read(query, {
    order: orderRead(db, query.accountId, id),
    invoice: invoiceOfOrder(db, query.accountId, id),
  });
  if (!read.ok) return read;
  const { account, rows } = read.value;
  const [row] = rows.order;
  const subject = row && subjectOf(row);
  if (!subject) return failure({ code: "not_found" });
  const [invoiceRow] = rows.invoice;
  const invoice = invoiceRow ? toInvoice(invoiceRow, clock.moment(invoiceRow.clockOffsetMs).today) : null;
  const order = { id, subject, placedAt: row.placedAt, invoice, ...progressOf(engine, row, invoice) };
  return ok({ account, order });
}

type Progress = Pick<CustomerOrder, "status" | "actionRequired" | "reason">;

interface StoredOrderRow {
  kind: OrderKind;
  status: "open" | "paid" | "done" | "failed" | "cancelled";
  placedAt: string;
  /** The registrar has the transfer. */
  begun: 0 | 1;
  waitsFor: string | null;
  name: string | null;
  serviceId: number | null;
  isTakenFirst: 0 | 1;
  /** Null of an order that is not cancelled. */
  end: OrderEnd | null;
  /** Why it was refused, in the registrar's words or the engine's own. */
  refusal: string | null;
}

/** At most one row. */
function orderRead(db: D1Database, accountId: number, id: number): TypedStatement<StoredOrderRow> {
  return sql(db)`
    SELECT o.kind, o.status, o.placed_at AS placedAt, o.begun, o.waits_for AS waitsFor, d.name, o.service_id AS serviceId,
      ${raw(IS_TAKEN_FIRST)} AS isTakenFirst, o.end_reason AS "end", o.refusal
    FROM orders o LEFT JOIN domains d ON d.id = o.domain_id
    WHERE o.id = ${id} AND o.account_id = ${accountId}`;
}

/** At most one row; never a draft. */
function invoiceOfOrder(db: D1Database, accountId: number, id: number): TypedStatement<InvoiceRow> {
  return sql(db)`${raw(INVOICES)} JOIN orders o ON o.invoice_id = i.id
    WHERE o.id = ${id} AND o.account_id = ${accountId} AND i.account_id = ${accountId} AND i.status <> 'draft'`;
}

/** Null for what no customer orders. */
function subjectOf({ kind, name, serviceId }: StoredOrderRow): OrderSubject | null {
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

function progressOf({ registrar }: EngineContext, row: StoredOrderRow, invoice: CustomerInvoice | null): Progress {
  const over = { actionRequired: null, reason: null };
  switch (row.status) {
    case "open":
      if (row.isTakenFirst === 1) return { ...over, status: "awaiting_payment", reason: PAID_BY_ANOTHER };
      return awaitedPayment(invoice, CLIENT_AREA_LINKS);
    case "paid": {
      if (row.waitsFor === SET_UP) return { ...over, status: "in_progress", reason: BEING_SET_UP };
      const status = row.begun === 1 || invoice === null ? "in_progress" : "paid";
      return { ...over, status, reason: row.name !== null && registrar === null ? NO_REGISTRAR : null };
    }
    case "done":
      return { ...over, status: "completed" };
    case "failed":
      return { ...over, status: "refused", reason: row.refusal === null ? null : refusalWords(row.refusal) };
    case "cancelled":
      return { ...over, ...endOf(row, invoice) };
  }
}

function endOf({ end }: StoredOrderRow, invoice: CustomerInvoice | null): Pick<Progress, "status" | "reason"> {
  const late = invoice?.status === "payment_pending" ? LATE_PAYMENT : null;
  return end === "lapsed" ? { status: "lapsed", reason: late } : { status: "cancelled", reason: late ?? WITHDRAWN };
}

const PAID_BY_ANOTHER: Text = {
  en: "Another customer ordered this name too, and paid first: paying the invoice would not bring it about.",
  fr: "Une autre personne avait aussi commandé ce nom et a payé la première : payer la facture n’y changerait rien.",
};

const BEING_SET_UP: Text = {
  en: "The provider is setting it up.",
  fr: "Le fournisseur est en train de l’installer.",
};

const NO_REGISTRAR: Text = {
  en: "It waits until the provider has connected a registrar.",
  fr: "Elle attend que le fournisseur ait relié un bureau d’enregistrement.",
};

const WITHDRAWN: Text = {
  en: "It was withdrawn before it was paid, because what it was for had changed or ended.",
  fr: "Elle a été retirée avant d’être payée, car ce qu’elle concernait avait changé ou pris fin.",
};

const LATE_PAYMENT: Text = {
  en: "It ended while a payment of its invoice was under way: what still arrives becomes credit.",
  fr: "Elle a pris fin alors qu’un paiement de sa facture était en cours : ce qui arrive encore devient un crédit.",
};
