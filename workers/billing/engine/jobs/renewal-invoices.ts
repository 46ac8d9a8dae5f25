import { addDays } from "../../../../shared/platform/calendar.ts";
import type { Currency } from "../../../../shared/platform/money.ts";
import type { Moment } from "../clock/billing-clock.ts";
import { termLine } from "../invoices/term-line.ts";
import { notice } from "../mails/notices.ts";
import { type NewOrder, newOrder } from "../orders/new-order.ts";
import { renewalLines } from "../pricing/domain-prices.ts";
import { DOMAIN_COLUMNS, type DomainRow, GRACE, toDomain } from "../records/domains.ts";
import {
  ACCOUNT_FACTS,
  type AccountFactsRow,
  type EngineAccount,
  type Store,
  toFacts,
} from "../store/account-store.ts";
import { NEW_ID, part, raw, sql } from "../store/sql.ts";
import { type AccountRevision, writeRows } from "./write-rows.ts";

/** The number of days from a renewal's invoice to its due date. */
export const RENEWAL_NOTICE_DAYS = 14;

interface RenewalAccountRow extends AccountFactsRow, AccountRevision {
  account_name: string;
  currency: Currency;
}

interface ServiceRenewalRow extends RenewalAccountRow {
  service_id: number;
  plan_name: string;
  plan_name_fr: string | null;
  domain: string | null;
  next_due_on: string;
  recurring_price: number;
}

// `ORDER BY +id` makes SQLite find the due rows by their index and then sort them. Without `+`, SQLite would read the
// whole table in id order.

/**
 * Creates invoices for services that renew soon. Skips a service that has an unfinished renewal or a requested
 * cancellation.
 */
export async function invoiceServiceRenewals(store: Store, limit: number): Promise<void> {
  const { db, clock } = store;
  const moment = await clock.read(db);
  const until = addDays(moment.today, RENEWAL_NOTICE_DAYS);
  const { results } = await sql(db)`
    SELECT ${ACCOUNT}, s.id AS service_id, s.plan_name, s.domain, s.next_due_on, s.recurring_price,
      (SELECT name FROM plan_texts WHERE plan_id = s.plan_id AND language = 'fr') AS plan_name_fr
    FROM services s JOIN accounts a ON a.id = s.account_id
    WHERE s.status = 'active' AND s.next_due_on <= ${until} AND s.recurring_price > 0
      AND s.billing_cycle NOT IN ('free', 'one_time')
      AND NOT EXISTS (SELECT 1 FROM cancellations c WHERE c.service_id = s.id)
      AND NOT EXISTS (SELECT 1 FROM orders o
        WHERE o.service_id = s.id AND o.kind = 'renew_service' AND o.status IN ('open', 'paid'))
    ORDER BY +s.id LIMIT ${limit}`.all<ServiceRenewalRow>();
  const fieldsOf = ({ service_id: service }: ServiceRenewalRow) => ({ step: "service_renewal", service });
  await writeRows(store, results, fieldsOf, (row) => serviceRenewal(store, row, moment));
}

/**
 * Creates invoices for domains with auto-renewal that renew soon and have no unfinished order. Skips a domain whose
 * grace period has ended, even if its status has not been updated yet.
 */
export async function invoiceDomainRenewals(store: Store, limit: number): Promise<void> {
  const { db, clock } = store;
  const moment = await clock.read(db);
  const until = addDays(moment.today, RENEWAL_NOTICE_DAYS);
  const { results } = await sql(db)`
    SELECT ${ACCOUNT}, ${raw(DOMAIN_COLUMNS)} FROM domains d JOIN accounts a ON a.id = d.account_id
    WHERE d.status IN ('active', 'grace') AND d.auto_renew = 1 AND d.next_due_on <= ${until} AND d.renewal_price > 0
      AND date(d.expires_on, '+' || ${raw(GRACE)} || ' days') >= ${moment.today}
      AND NOT EXISTS (SELECT 1 FROM orders o WHERE o.domain_id = d.id AND o.status IN ('open', 'paid'))
    ORDER BY +d.id LIMIT ${limit}`.all<DomainRow & RenewalAccountRow>();
  const fieldsOf = ({ id: domain }: DomainRow) => ({ step: "domain_renewal", domain });
  await writeRows(store, results, fieldsOf, (row) => domainRenewal(store, row, moment));
}

function serviceRenewal(store: Store, row: ServiceRenewalRow, moment: Moment): D1PreparedStatement[] {
  const { domain, plan_name: plan, plan_name_fr: planFr } = row;
  const { service_id: service, next_due_on: pricedDueOn, recurring_price: termPrice } = row;
  const ordered = { kind: "renew_service", automatic: true, service, pricedDueOn, termPrice } as const;
  const lines = [termLine({ en: plan, fr: planFr ?? plan }, domain, row.next_due_on, row.recurring_price)];
  const dueOn = laterOf(row.next_due_on, moment.today);
  return invoiced(store, row, moment, newOrder(store, { ...holderOf(row), moment }, ordered, lines, dueOn));
}

/** Returns the statements that store a renewal; empty if the domain has no renewal price. */
function domainRenewal(store: Store, row: DomainRow & RenewalAccountRow, moment: Moment): D1PreparedStatement[] {
  const domain = toDomain(row);
  const lines = renewalLines(domain, domain.renewalYears, null, row.currency);
  if (!lines) return [];
  const ordered = { kind: "renew_domain", automatic: true, domain: domain.id, years: domain.renewalYears } as const;
  const dueOn = laterOf(domain.nextDueDate ?? moment.today, moment.today);
  return invoiced(store, row, moment, newOrder(store, { ...holderOf(row), moment }, ordered, lines, dueOn));
}

function invoiced(
  { db }: Store,
  row: RenewalAccountRow,
  { at }: Moment,
  { statements }: NewOrder,
): D1PreparedStatement[] {
  const told = notice(db, { accountId: row.account_id }, at, { kind: "invoiceIssued" }, { orderId: NEW_ID.order });
  return [...statements, told];
}

function holderOf(row: RenewalAccountRow) {
  const account: EngineAccount = { id: row.account_id, name: row.account_name, currency: row.currency };
  return { account, facts: toFacts(row) };
}

function laterOf(day: string, other: string): string {
  return day > other ? day : other;
}

const ACCOUNT = part`a.id AS account_id, a.revision, a.name AS account_name, a.currency,
  ${raw(ACCOUNT_FACTS)}`;
