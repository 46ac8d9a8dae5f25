import type { OrderRow, ServiceRow } from "../model/rows.ts";
import { dueOn, renewed, repriced, type ServiceTerms, termsFrom } from "../model/service-terms.ts";
import { isSameBut, type Judged, type Rule } from "./rule.ts";

/** A service is due at the end of its paid terms. The credit for a service never exceeds what was paid for it. */
export const servicesAreDueByWhatWasPaid: Rule = (judged) => {
  const { tx, state, fail } = judged;
  for (const { before, after } of tx.of("services")) {
    if (!before || !after) continue;
    const done = tx.doneOrders().filter(({ service_id }) => service_id === after.id);
    if (done.length > 1) fail("a transaction completes at most one order of a service", done);
    const [order] = done;
    judgeTerms(judged, before, after, order);
  }
  for (const order of tx.doneOrders()) {
    const { service_id: id } = order;
    if (id === null) continue;
    if (!tx.of("services").some(({ key }) => key === String(id))) fail("a completed order changes its service", order);
    countMoney(state, order, fail);
  }
};

/** Checks that the due date is the end of the paid terms, regardless of when they were paid. */
function judgeTerms(
  { tx, state, today, fail }: Judged,
  before: ServiceRow,
  after: ServiceRow,
  order: OrderRow | undefined,
): void {
  const known = state.terms.get(after.id);
  const hasEnded = after.status === "cancelled" || after.status === "terminated";
  if (hasEnded) {
    if (after.next_due_on !== null) fail("an ended service has no due date", after);
    return;
  }
  const terms = order ? termsAfter(known, before, order, today) : known;
  if (terms) state.terms.set(after.id, terms);
  if (after.next_due_on !== (terms ? dueOn(terms) : null))
    fail("the due date is the end of what was paid", { before, after, terms, order });
  if (before.next_due_on !== null && after.next_due_on !== null && after.next_due_on < before.next_due_on) {
    if (order?.kind !== "plan_change" || order.billing_cycle === before.billing_cycle)
      fail("a due date never moves back", { before, after });
  }
  const isChanged = !isSameBut(before, after, ["status", "next_due_on", "term_day", "changed_at"]);
  if (isChanged !== (order?.kind === "plan_change")) fail("a plan changes by its order", { before, after, order });
  if (order?.kind === "plan_change") {
    const { plan_id, billing_cycle, recurring_price } = after;
    if (plan_id !== order.plan_id || billing_cycle !== order.billing_cycle || recurring_price !== order.recurring_price)
      fail("a plan becomes what was ordered", { after, order });
  }
  const stored = state
    .partsOf("paid_terms", after.id)
    .flatMap((term) => tx.after("paid_terms", after.id, term.starts_on) ?? []);
  const fresh = tx.inserted("paid_terms").filter(({ service_id }) => service_id === after.id);
  const rows = [...stored, ...fresh]
    .filter(({ ends_on }) => ends_on > today)
    .map(({ starts_on, ends_on, amount }) => `${starts_on} ${ends_on} ${amount}`)
    .toSorted();
  const own = (terms?.terms ?? []).filter(({ to }) => to > today).map(({ from, to, paid }) => `${from} ${to} ${paid}`);
  if (rows.join() !== own.toSorted().join())
    fail("the paid terms follow one another up to the due date", { rows, own, after });
}

function termsAfter(
  known: ServiceTerms | undefined,
  service: ServiceRow,
  order: OrderRow,
  today: string,
): ServiceTerms | undefined {
  const paid = BigInt(order.term_price ?? 0);
  if (order.kind === "plan") return termsFrom(today, service.billing_cycle, paid);
  if (!known) return undefined;
  if (order.kind === "renew_service") return renewed(known, service.billing_cycle, paid);
  if (order.billing_cycle === service.billing_cycle) return repriced(known, today, paid);
  return termsFrom(today, order.billing_cycle ?? service.billing_cycle, paid);
}

/** Checks that the credit for a service does not exceed what was paid for it. */
function countMoney(state: Judged["state"], order: OrderRow, fail: Judged["fail"]): void {
  const id = order.service_id ?? 0;
  const { paid, granted } = state.serviceMoney.get(id) ?? { paid: 0n, granted: 0n };
  const subtotal = BigInt(state.row("invoices", order.invoice_id ?? 0)?.subtotal ?? 0);
  const money = { paid: paid + subtotal, granted: granted + BigInt(order.credit) };
  state.serviceMoney.set(id, money);
  if (money.granted > money.paid) fail("no more is given back for a service than was paid for it", { order, ...money });
}
