import type { BillingCycle } from "../../../../shared/billing-contract/billing-cycle.ts";
import type { Placed } from "../../../../shared/billing-contract/order.ts";
import { PAY } from "../../../../shared/ordering/refusals.ts";
import { addDays, instantOf } from "../../../../shared/platform/calendar.ts";
import type { MinorUnits } from "../../../../shared/platform/money.ts";
import type { Snapshot } from "../actions/run-write.ts";
import { type InvoiceLine, newInvoice } from "../invoices/new-invoice.ts";
import type { OrderKind } from "../records/orders.ts";
import { nextId } from "../store/new-ids.ts";
import { Assigned, type Draft, NEW_ID, sql } from "../store/sql.ts";

const ORDER_DUE_DAYS = 7;

/**
 * What is ordered. The price of a domain order is stored in the lines of its invoice only; the prices here are those of services.
 * A domain or service that the order creates is an {@link Assigned} id, of the statement before.
 */
export interface Ordered {
  kind: OrderKind;
  domain?: Draft<number>;
  service?: Draft<number>;
  years?: number;
  planId?: string;
  billingCycle?: BillingCycle;
  recurringPrice?: MinorUnits;
  termPrice?: MinorUnits;
  credit?: MinorUnits;
  /** Sealed. */
  authCode?: string | null;
  fields?: Record<string, string>;
  termsVersion?: string;
}

export interface NewOrder {
  statements: D1PreparedStatement[];
  placed: Draft<Placed>;
}

const INVOICE_PATH = new Assigned<string>(`'/invoices/' || ${NEW_ID.invoice.sql}`);

/** An order, with its invoice where something is due. @param dueOn YYYY-MM-DD; a week from today by default */
export function newOrder(
  db: D1Database,
  { account, facts, moment }: Pick<Snapshot, "account" | "facts" | "moment">,
  ordered: Ordered,
  lines: InvoiceLine[],
  dueOn = addDays(moment.today, ORDER_DUE_DAYS),
): NewOrder {
  const due = lines.reduce((sum, { amount }) => sum + amount, 0) > 0;
  const invoice = due ? newInvoice(db, { ...facts, ...account }, lines, { issuedOn: moment.today, dueOn }) : null;
  const { domain = null, service = null, fields } = ordered;
  const { years = null, planId = null, billingCycle = null, recurringPrice = null, termPrice = null } = ordered;
  const { credit = 0, authCode = null, termsVersion = null } = ordered;
  const order = sql(db)`
    INSERT INTO orders (id, account_id, kind, status, placed_at, domain_id, service_id, years, plan_id, billing_cycle,
      recurring_price, term_price, credit, auth_code, fields, terms_version, invoice_id)
    VALUES (${nextId("orders")}, ${account.id}, ${ordered.kind}, ${due ? "open" : "paid"}, ${instantOf(moment.at)}, ${domain}, ${service},
      ${years}, ${planId}, ${billingCycle}, ${recurringPrice}, ${termPrice}, ${credit}, ${authCode},
      ${fields ? JSON.stringify(fields) : null}, ${termsVersion}, ${due ? NEW_ID.invoice : null})`;
  const priced = service === null || service instanceof Assigned ? [] : [insertPricedDueDate(db)];
  return {
    statements: [...(invoice?.statements ?? []), order, ...priced],
    placed: {
      account,
      orderId: NEW_ID.order,
      invoice: invoice?.invoice ?? null,
      actionRequired: due ? { ...PAY, path: INVOICE_PATH } : null,
    },
  };
}

/** Stores the due date that the newest order's service is priced for. */
function insertPricedDueDate(db: D1Database): D1PreparedStatement {
  return db.prepare(
    `INSERT INTO order_due_dates (order_id, due_on)
     SELECT o.id, s.next_due_on FROM orders o JOIN services s ON s.id = o.service_id WHERE o.id = ${NEW_ID.order.sql}`,
  );
}
