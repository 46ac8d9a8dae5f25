import { daysAfter, laterOf } from "../model/calendar.ts";
import { phaseOf, termsOf, tldOf } from "../model/extensions.ts";
import { RESTORATION, shareOf, taxesAt } from "../model/money.ts";
import { firstPaymentOf, type PriceList } from "../model/price-list.ts";
import { type DomainRow, linesOf, type OrderRow, type ServiceRow } from "../model/rows.ts";
import { changeCostOf } from "../model/service-terms.ts";
import { REGISTERED } from "../model/state.ts";
import type { Judged, Rule } from "./rule.ts";

const NOTICE_DAYS = 14;
/** Each order is a customer's action or an automatic renewal. Its price, taxes and due date match the model's. */
export const ordersArePriced: Rule = (judged) => {
  const { tx, state, fail } = judged;
  for (const order of tx.inserted("orders")) {
    const account = state.get("accounts", order.account_id);
    const [action] = tx.inserted("actions");
    if (action && !state.row("saved_cards", order.account_id)) fail("an order needs a saved card", { order, account });
    if (!action && (tx.task.kind !== "jobs" || !["renew_service", "renew_domain"].includes(order.kind)))
      fail("only renewals are ordered automatically", { order, task: tx.task });
    const subtotals = subtotalsOf(judged, order, action === undefined);
    const invoice = order.invoice_id === null ? null : tx.after("invoices", order.invoice_id);
    const subtotal = BigInt(invoice?.subtotal ?? 0);
    if (!subtotals.includes(subtotal)) fail("an order has a price on sale", { order, invoice, subtotals });
    // A free plan change is done immediately, because no other system must do anything.
    const free = order.kind === "plan_change" ? "done" : "paid";
    if (order.status !== (subtotal > 0n ? "open" : free) || (invoice === null) !== (subtotal === 0n))
      fail("an amount due has an invoice", { order, invoice });
    if (!invoice) continue;
    const stored: { name: string; rateThousandths: number; amount: number }[] = JSON.parse(invoice.taxes);
    const taxes = stored.map(({ name, rateThousandths: rate, amount }) => ({ name, rate, amount: BigInt(amount) }));
    if (taxes.reduce((sum, { amount }) => sum + amount, subtotal) !== BigInt(invoice.total))
      fail("an invoice's tax is the sum of its taxes", invoice);
    const expected = taxesAt(account, subtotal, invoice.issued_on);
    if (!isEqual(taxes, expected))
      fail("an invoice has the taxes of its address and day", { invoice, account, taxes, expected });
    const due = action ? daysAfter(judged.today, 7) : laterOf(dueOf(judged, order), judged.today);
    if (invoice.due_on !== due) fail("an invoice has the expected due date", { invoice, order, due });
  }
};

function isEqual(one: unknown, other: unknown): boolean {
  const text = (value: unknown) => JSON.stringify(value, (_, each) => (typeof each === "bigint" ? `${each}` : each));
  return text(one) === text(other);
}

function dueOf({ tx }: Judged, { service_id: service, domain_id: domain }: OrderRow): string {
  const row = service === null ? tx.after("domains", domain ?? 0) : tx.after("services", service);
  return row?.next_due_on ?? "";
}

/**
 * Returns the subtotals that the order may have: one for a renewal, or else one for each price list in force since the
 * call began. The result is empty if the order is not permitted.
 */
function subtotalsOf(judged: Judged, order: OrderRow, isAutomatic: boolean): bigint[] {
  const { tx, state } = judged;
  const lists = state.listsSince(tx.task.since);
  switch (order.kind) {
    case "register":
    case "transfer": {
      const domain = tx.after("domains", order.domain_id ?? 0);
      return domain ? lists.flatMap((list) => newNamePrice(judged, order, domain, list)) : [];
    }
    case "renew_domain": {
      const domain = state.row("domains", order.domain_id ?? 0);
      return domain ? renewalPrice(judged, order, domain, isAutomatic) : [];
    }
    case "plan": {
      const service = tx.after("services", order.service_id ?? 0);
      return service ? lists.flatMap((list) => planPrice(judged, order, service, list)) : [];
    }
    case "renew_service": {
      const service = state.row("services", order.service_id ?? 0);
      return service && isAutomatic ? serviceRenewalPrice(judged, order, service) : [];
    }
    case "plan_change": {
      const service = state.row("services", order.service_id ?? 0);
      return service ? lists.flatMap((list) => changePrice(judged, order, service, list)) : [];
    }
  }
}

function newNamePrice({ state }: Judged, order: OrderRow, domain: DomainRow, list: PriceList): bigint[] {
  const { name, account_id: account } = domain;
  const price = list.names.get(`${tldOf(name)} ${state.get("accounts", account).currency}`);
  const terms = termsOf(name);
  const years = order.years ?? 0;
  if (!price || state.row("domains", domain.id)) return [];
  const least = terms.years[0] ?? 1;
  if (domain.renewal_years !== least || domain.renewal_price !== price.renew * least) return [];
  if (order.kind === "register") {
    const first = BigInt(price.register);
    return terms.years.includes(years) ? [first + BigInt(years - 1) * BigInt(price.renew)] : [];
  }
  return [BigInt(price.transfer)];
}

function renewalPrice(
  { tx, state, today, fail }: Judged,
  order: OrderRow,
  domain: DomainRow,
  isAutomatic: boolean,
): bigint[] {
  const { status, name, renewal_price: price, renewal_years: agreed, expires_on: expires } = domain;
  const years = order.years ?? 0;
  if (price === null || expires === null || !REGISTERED.includes(status)) return [];
  if (state.ordersAbout({ domain: domain.id }).length > 0) fail("a renewal is ordered once", { order, domain });
  if (phaseOf(name, expires, today) === "expired" || !termsOf(name).years.includes(years)) return [];
  if (isAutomatic) {
    if (domain.auto_renew !== 1 || status === "redemption" || years !== agreed) return [];
    if (expires > daysAfter(today, NOTICE_DAYS)) fail("a renewal is invoiced at most 14 days early", { order, domain });
  }
  const renewal = shareOf(BigInt(price), years, agreed);
  const restoration = status === "redemption" ? RESTORATION[state.get("accounts", domain.account_id).currency] : 0n;
  const lines = tx
    .inserted("invoices")
    .flatMap(linesOf)
    .map(({ amount }) => BigInt(amount));
  if (!isEqual(lines, restoration > 0n ? [renewal, restoration] : [renewal]))
    fail("a restoration is charged in redemption, and only then", { order, domain, lines });
  return [renewal + restoration];
}

function planPrice({ state, today }: Judged, order: OrderRow, service: ServiceRow, list: PriceList): bigint[] {
  const { plan_id: plan, billing_cycle: cycle, status, next_due_on: due } = service;
  const { currency } = state.get("accounts", service.account_id);
  const payment = firstPaymentOf(list, { plan, currency, cycle }, today);
  if (!payment || status !== "pending" || due !== null || state.row("services", service.id)) return [];
  const stored = [service.recurring_price, order.recurring_price, order.term_price].map((each) => BigInt(each ?? -1));
  return isEqual(stored, [payment.recurring, payment.recurring, payment.term]) ? [payment.due] : [];
}

function serviceRenewalPrice({ state, today, fail }: Judged, order: OrderRow, service: ServiceRow): bigint[] {
  const { id, status, next_due_on: due, recurring_price: price } = service;
  if (status !== "active" || due === null || state.row("cancellations", id))
    fail("a service that ends is not renewed", { order, service });
  if (due !== null && due > daysAfter(today, NOTICE_DAYS))
    fail("a renewal is invoiced at most 14 days early", { order, service });
  if (state.ordersAbout({ service: id }).some(({ kind }) => kind === "renew_service"))
    fail("a term is renewed once", { order, service });
  return order.term_price === price ? [BigInt(price)] : [];
}

function changePrice({ state, today, fail }: Judged, order: OrderRow, service: ServiceRow, list: PriceList): bigint[] {
  const { id, status, next_due_on: due, plan_id: plan, billing_cycle: cycle, account_id: account } = service;
  const chosen = order.billing_cycle;
  const price = list.plans.get(`${order.plan_id} ${state.get("accounts", account).currency} ${chosen}`)?.price;
  const terms = state.terms.get(id);
  if (price === undefined || !terms || order.recurring_price !== price || order.term_price !== price) return [];
  const isChange = plan !== order.plan_id || cycle !== chosen;
  const isOpen = state.ordersAbout({ service: id }).some(({ kind }) => kind === "plan_change");
  if (status !== "active" || isOpen || !isChange || state.row("cancellations", id) || due === null || due <= today)
    fail("only an active plan is changed", { order, service });
  const { due: charged, credit } = changeCostOf(terms, { price: BigInt(price), keepsCycle: cycle === chosen }, today);
  return BigInt(order.credit) === credit ? [charged] : [];
}
