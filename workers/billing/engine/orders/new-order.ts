import type { Placed } from "../../../../shared/billing-contract/actions.ts";
import type { BillingCycle } from "../../../../shared/billing-contract/billing-cycle.ts";
import type { MinorUnits } from "../../../../shared/platform/money.ts";
import type { Snapshot } from "../actions/action-runner.ts";
import { addDays, instantOf } from "../clock/days.ts";
import { type InvoiceLine, NEW_INVOICE_ID, newInvoice } from "../invoices/new-invoice.ts";
import { PAY } from "./already-requested.ts";

export const ORDER_KINDS = ["register", "transfer", "renew_domain", "plan", "renew_service", "plan_change"] as const;
export type OrderKind = (typeof ORDER_KINDS)[number];

/** How long an order waits for its payment. */
export const ORDER_DUE_DAYS = 7;

/** What is ordered. `new`: the domain or service that the statement before has put in. */
export interface Ordered {
  kind: OrderKind;
  domain?: "new" | number;
  service?: "new" | number;
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

/** An order with its invoice, where something is due. */
export interface NewOrder {
  statements: D1PreparedStatement[];
  placed: Placed;
  computedFields: Record<string, string>;
}

/** @param dueOn YYYY-MM-DD; a week from today where it is not said */
export function newOrder(
  db: D1Database,
  { account, facts, moment }: Pick<Snapshot, "account" | "facts" | "moment">,
  ordered: Ordered,
  lines: InvoiceLine[],
  dueOn = addDays(moment.today, ORDER_DUE_DAYS),
): NewOrder {
  const due = lines.reduce((sum, { amount }) => sum + amount, 0) > 0;
  const invoice = due
    ? newInvoice(db, { ...facts, ...account }, lines, { issuedOn: moment.today, dueOn })
    : { invoice: null, statements: [] };
  const order = db
    .prepare(insertOrder(ordered, due))
    .bind(
      account.id,
      ordered.kind,
      due ? "open" : "paid",
      instantOf(moment.at),
      typeof ordered.domain === "number" ? ordered.domain : null,
      typeof ordered.service === "number" ? ordered.service : null,
      ordered.years ?? null,
      ordered.planId ?? null,
      ordered.billingCycle ?? null,
      ordered.recurringPrice ?? null,
      ordered.termPrice ?? null,
      ordered.credit ?? 0,
      ordered.authCode ?? null,
      ordered.fields ? JSON.stringify(ordered.fields) : null,
      ordered.termsVersion ?? null,
    );
  return {
    statements: [...invoice.statements, order, ...(typeof ordered.service === "number" ? [pricedFor(db)] : [])],
    placed: { account, orderId: 0, invoice: invoice.invoice, actionRequired: due ? PAY : null },
    computedFields: { "$.orderId": NEW_ORDER_ID, ...(due ? INVOICE_FILLED_IN : {}) },
  };
}

/** An SQL expression, right after {@link newOrder}'s statements in the same transaction. */
export const NEW_ORDER_ID = "(SELECT max(id) FROM orders)";

const INVOICE_FILLED_IN = {
  "$.invoice.id": NEW_INVOICE_ID,
  "$.invoice.number": "(SELECT number FROM invoices ORDER BY id DESC LIMIT 1)",
  "$.actionRequired.path": `'/invoices/' || ${NEW_INVOICE_ID}`,
};

function insertOrder({ domain, service }: Ordered, due: boolean): string {
  return `
    INSERT INTO orders (account_id, kind, status, placed_at, domain_id, service_id, years, plan_id, billing_cycle,
      recurring_price, term_price, credit, auth_code, fields, terms_version, invoice_id)
    VALUES (?1, ?2, ?3, ?4, ${domain === "new" ? "coalesce(?5, (SELECT max(id) FROM domains))" : "?5"},
      ${service === "new" ? "coalesce(?6, (SELECT max(id) FROM services))" : "?6"},
      ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ${due ? NEW_INVOICE_ID : "NULL"})`;
}

/** The due date that the newest order's service has as it is priced. */
function pricedFor(db: D1Database): D1PreparedStatement {
  return db.prepare(
    `INSERT INTO order_due_dates (order_id, due_on)
     SELECT o.id, s.next_due_on FROM orders o JOIN services s ON s.id = o.service_id WHERE o.id = ${NEW_ORDER_ID}`,
  );
}
