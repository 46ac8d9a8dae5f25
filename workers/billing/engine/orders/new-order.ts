import type { BillingCycle } from "../../../../shared/billing-contract/billing-cycle.ts";
import type { ActorQuery, Call } from "../../../../shared/billing-contract/call.ts";
import type { CustomerInvoice } from "../../../../shared/billing-contract/customer.ts";
import type { Placed } from "../../../../shared/billing-contract/order.ts";
import { type BillingResult, ok, type Terms } from "../../../../shared/billing-contract/result.ts";
import type { WriteOperation } from "../../../../shared/billing-contract/writes.ts";
import { PAY, type TermsRow, toTerms } from "../../../../shared/ordering/refusals.ts";
import { addDays, instantOf } from "../../../../shared/platform/calendar.ts";
import type { Text } from "../../../../shared/platform/language.ts";
import type { MinorUnits } from "../../../../shared/platform/money.ts";
import type { Snapshot } from "../actions/run-write.ts";
import { partiesOf } from "../invoices/parties.ts";
import { type InvoiceLine, taxesOf, toInvoiceTax } from "../invoices/taxes.ts";
import { notice } from "../mails/notices.ts";
import type { OrderKind } from "../records/orders.ts";
import type { Registrant } from "../registrar/registrar.ts";
import type { AccountFacts, Store } from "../store/account-store.ts";
import { event } from "../store/events.ts";
import { Assigned, type Draft, NEW_ID, nextId, part, sql, type TypedStatement } from "../store/sql.ts";

const ORDER_DUE_DAYS = 7;

/**
 * The contents of a new order. The price fields apply only to services. The price of a domain order is only in the
 * invoice lines. If the order creates a domain or service, another statement of the transaction assigns its id ({@link
 * Assigned}).
 */
export interface Ordered {
  kind: OrderKind;
  /**
   * `true` if scheduled work places the order; absent otherwise. A saved card may be charged only for automatic orders.
   */
  automatic?: true;
  domain?: Draft<number>;
  service?: Draft<number>;
  /** The service's due date when the price was calculated, as YYYY-MM-DD. */
  pricedDueOn?: string | null;
  years?: number;
  planId?: string;
  billingCycle?: BillingCycle;
  recurringPrice?: MinorUnits;
  termPrice?: MinorUnits;
  credit?: MinorUnits;
  /** The encrypted auth code. */
  authCode?: string | null;
  fields?: Record<string, string>;
  registrant?: Registrant;
  termsVersion?: string;
}

export interface NewOrder {
  statements: D1PreparedStatement[];
  placed: Draft<Placed>;
}

type OrderSnapshot = Pick<Snapshot, "account" | "moment"> & { facts: AccountFacts };

const INVOICE_PATH = new Assigned<string>(`'/invoices/' || ${NEW_ID.invoice.sql}`);
const INVOICE_NUMBER = new Assigned<string>("(SELECT number FROM invoices ORDER BY id DESC LIMIT 1)");

/**
 * Returns the statements that store an order, and its invoice if an amount is due.
 * @param dueOn the invoice's due date, as YYYY-MM-DD; a week from today by default
 */
export function newOrder(
  store: Pick<Store, "db" | "seller">,
  snapshot: OrderSnapshot,
  ordered: Ordered,
  lines: InvoiceLine[],
  dueOn = addDays(snapshot.moment.today, ORDER_DUE_DAYS),
): NewOrder {
  const { db } = store;
  const { account, moment } = snapshot;
  const subtotal = lines.reduce((sum, { amount }) => sum + amount, 0);
  const due = subtotal > 0 ? newInvoice(store, snapshot, lines, subtotal, dueOn) : null;
  const { domain = null, service = null, pricedDueOn = null, fields, registrant } = ordered;
  const { years = null, planId = null, billingCycle = null, recurringPrice = null, termPrice = null } = ordered;
  const { credit = 0, authCode = null, termsVersion = null } = ordered;
  const order = sql(db)`
    INSERT INTO orders (id, account_id, kind, automatic, status, placed_at, domain_id, service_id, priced_due_on, years, plan_id,
      billing_cycle, recurring_price, term_price, credit, auth_code, fields, registrant, terms_version, invoice_id)
    VALUES (${nextId("orders")}, ${account.id}, ${ordered.kind}, ${ordered.automatic ? 1 : 0}, ${due ? "open" : "paid"}, ${instantOf(moment.at)},
      ${domain}, ${service}, ${pricedDueOn}, ${years}, ${planId}, ${billingCycle}, ${recurringPrice}, ${termPrice},
      ${credit}, ${authCode}, ${jsonOf(fields)}, ${jsonOf(registrant)}, ${termsVersion}, ${due ? NEW_ID.invoice : null})`;
  const issued = event(db, moment.at, "invoice.issued", part`id = ${NEW_ID.invoice}`);
  return {
    statements: due ? [due.statement, issued, order] : [order],
    placed: {
      account,
      orderId: NEW_ID.order,
      invoice: due ? due.invoice : null,
      actionRequired: due ? { ...PAY, path: INVOICE_PATH } : null,
    },
  };
}

function jsonOf(value: object | undefined): string | null {
  return value ? JSON.stringify(value) : null;
}

/**
 * Returns the statement that stores an unpaid invoice. The transaction derives the invoice number from the year and the
 * id, so a failed transaction leaves no gap in the numbers.
 */
function newInvoice(
  { db, seller }: Pick<Store, "db" | "seller">,
  { account, facts, moment: { today: issuedOn } }: OrderSnapshot,
  lines: InvoiceLine[],
  subtotal: MinorUnits,
  dueOn: string,
): { statement: D1PreparedStatement; invoice: Draft<CustomerInvoice> } {
  const taxes = taxesOf(seller, facts, subtotal, issuedOn);
  const tax = taxes.reduce((sum, { amount }) => sum + amount, 0);
  const total = subtotal + tax;
  const statement = sql(db)`
    INSERT INTO invoices (id, account_id, number, status, issued_on, due_on, subtotal, taxes, tax, lines, parties)
    SELECT id, ${account.id}, substr(${issuedOn}, 1, 4) || '-' || id, 'unpaid', ${issuedOn}, ${dueOn}, ${subtotal},
      ${JSON.stringify(taxes)}, ${tax}, ${JSON.stringify(lines)}, ${JSON.stringify(partiesOf(seller, account, facts))}
    FROM (SELECT ${nextId("invoices")} AS id)`;
  return {
    statement,
    invoice: {
      id: NEW_ID.invoice,
      number: INVOICE_NUMBER,
      issuedOn,
      dueOn,
      paidOn: null,
      currency: account.currency,
      subtotal,
      taxes: taxes.map(toInvoiceTax),
      creditApplied: 0,
      total,
      balanceDue: total,
      status: "unpaid",
      overdue: false,
    },
  };
}

/**
 * Returns the statement that stores the notice about an order. An earlier statement of the transaction must insert the
 * order.
 * @param subject the domain name or the plan
 */
export function orderNotice(
  db: D1Database,
  query: ActorQuery,
  { moment }: Pick<Snapshot, "moment">,
  operation: WriteOperation,
  subject: Text | string,
): D1PreparedStatement {
  return notice(db, query, moment.at, { kind: "orderPlaced", operation, subject }, { orderId: NEW_ID.order });
}

/**
 * Returns the terms that a customer must currently accept to place an order.
 * @param tld the domain's extension with its dot; `null` if no domain is ordered
 */
export async function readTerms({ db, clock }: Store, _call: Call, tld: string | null): Promise<BillingResult<Terms>> {
  const [{ results }, { today }] = await Promise.all([termsRead(db, tld).all<TermsRow>(), clock.read(db)]);
  return ok(toTerms(results, today));
}

/**
 * Returns the statement that reads all versions of the provider's terms. For an extension, it also reads the registry's
 * terms. `toTerms` selects the versions in force.
 */
export function termsRead(db: D1Database, tld: string | null): TypedStatement<TermsRow> {
  return sql(db)`SELECT scope, in_force_on, title_en, title_fr, url FROM terms
    WHERE scope IN ('', ${tld ?? ""}) ORDER BY scope, in_force_on`;
}
