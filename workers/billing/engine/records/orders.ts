import type { InvoiceReference } from "../../../../shared/billing-contract/customer.ts";
import type { Text } from "../../../../shared/platform/language.ts";
import { REASONS } from "../registrar/refusal-reasons.ts";
import { event } from "../store/events.ts";
import { part, type SqlPart, sql } from "../store/sql.ts";

/** The kind of an order. The price of a domain order is in its invoice lines, not in the order's row. */
export type OrderKind = "register" | "transfer" | "renew_domain" | "plan" | "renew_service" | "plan_change";

/** The value of `orders.waits_for` until an operator confirms that a paid plan is set up. */
export const SET_UP = "set_up";

/** SQL: the unpaid invoice of an order `o`, as JSON; NULL if the order is paid or nothing is due. */
export const UNPAID_INVOICE = `CASE o.status WHEN 'open'
  THEN (SELECT json_object('id', i.id, 'number', i.number) FROM invoices i WHERE i.id = o.invoice_id) END`;

/** Parses the JSON of {@link UNPAID_INVOICE}. */
export function toUnpaidInvoice(json: string | null): InvoiceReference | null {
  return JSON.parse(json ?? "null");
}

/** SQL: whether another row of `domains` with the same name is paid for or registered. */
export const IS_HELD_ELSEWHERE = `EXISTS (SELECT 1 FROM domains held WHERE held.name = domains.name AND held.id <> domains.id
  AND held.status NOT IN ('pending', 'expired', 'transferred_away', 'cancelled', 'fraud'))`;

/**
 * SQL: whether an order `o` for a new domain is unpaid although another row of `domains` with the same name is paid for
 * or registered.
 */
export const IS_TAKEN_FIRST = `(o.status = 'open' AND o.kind IN ('register', 'transfer')
  AND EXISTS (SELECT 1 FROM domains WHERE domains.id = o.domain_id AND ${IS_HELD_ELSEWHERE}))`;

/** The status that a domain has after its registration or transfer is paid. */
export const PAID_STATUS = { register: "pending_registration", transfer: "pending_transfer" } as const;

/**
 * Returns the statements that cancel the open orders for a service, and their unpaid invoices. An invoice with a
 * pending payment is not cancelled. If that payment arrives, it becomes credit.
 * @param kind the kind of orders to cancel; `null` for every kind
 */
export function withdrawServiceOrders(
  db: D1Database,
  serviceId: number,
  kind: Extract<OrderKind, "renew_service" | "plan_change"> | null = null,
): D1PreparedStatement[] {
  return withdrawOrders(
    db,
    part`service_id = ${serviceId} AND status = 'open' AND (${kind} IS NULL OR kind = ${kind})`,
  );
}

/**
 * Works like {@link withdrawServiceOrders}, but for a domain. Callers use it if the domain enters redemption, ends, or
 * is transferred away.
 */
export function withdrawDomainOrders(db: D1Database, domainId: number): D1PreparedStatement[] {
  return withdrawOrders(db, part`domain_id = ${domainId} AND status = 'open'`);
}

function withdrawOrders(db: D1Database, open: SqlPart): D1PreparedStatement[] {
  return [
    sql(db)`UPDATE invoices SET status = 'cancelled'
      WHERE status IN ('unpaid', 'collections') AND id IN (SELECT invoice_id FROM orders WHERE ${open})`,
    sql(db)`UPDATE orders SET status = 'cancelled', end_reason = 'withdrawn' WHERE ${open}`,
  ];
}

/**
 * Returns the statements that end a service and cancel its open orders.
 * @param at the current time, in epoch milliseconds
 */
export function endService(
  db: D1Database,
  serviceId: number,
  status: "cancelled" | "terminated",
  at: number,
): D1PreparedStatement[] {
  return [
    event(db, at, "service.cancelled", part`id = ${serviceId}`),
    sql(db)`UPDATE services SET status = ${status}, next_due_on = NULL, changed_at = ${at} WHERE id = ${serviceId}`,
    ...withdrawServiceOrders(db, serviceId),
  ];
}

/** The engine's own reasons for refusing a paid order. `orders.refusal` stores them. */
export const CHANGED_SINCE = "The service has changed since this order was placed, so the price is no longer valid.";
export const TAKEN_FIRST = "Another customer also ordered this name and paid first.";
export const SITE_TAKEN_FIRST = "Another customer now has a site with this name.";
export const REFUNDED = "Its payment was refunded.";

/** The French translations of the reasons that the engine and its registrar adapter give. */
const FRENCH: Readonly<Record<string, string>> = {
  [CHANGED_SINCE]: "Le service a changé depuis cette commande ; son prix n’est donc plus valable.",
  [TAKEN_FIRST]: "Une autre personne a aussi commandé ce nom et a payé en premier.",
  [SITE_TAKEN_FIRST]: "Une autre personne a désormais un site de ce nom.",
  [REFUNDED]: "Son paiement a été remboursé.",
  ...Object.fromEntries(Object.values(REASONS).map(({ en, fr }) => [en, fr])),
};

/**
 * Returns the reason why a paid order was refused, in both languages. A reason without a translation stays in the
 * registrar's words.
 */
export function refusalWords(reason: string): Text {
  return { en: reason, fr: (Object.hasOwn(FRENCH, reason) && FRENCH[reason]) || reason };
}
