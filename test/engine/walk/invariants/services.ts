import { daysAfter } from "../model/calendar.ts";
import type { OrderRow, ServiceRow } from "../model/rows.ts";
import { dueOn, renewed, repriced, type ServiceTerms, termsFrom } from "../model/service-terms.ts";
import { isSameBut, type Judged, type Rule } from "./rule.ts";

const SUSPENDED_AFTER = 7;
const TERMINATED_AFTER = 60;

/** A service begins with its paid order, moves by what is paid, and ends on its day. */
export const servicesMoveByOrders: Rule = (judged) => {
  const { tx, state, fail } = judged;
  for (const { before, after } of tx.of("services")) {
    if (before && after === null) fail("a service is never deleted", before);
    if (after && !before && (after.status !== "pending" || after.next_due_on !== null))
      fail("a service begins with its order", after);
    if (!before || !after) continue;
    if (
      !isSameBut(before, after, [
        "status",
        "next_due_on",
        "plan_id",
        "plan_name",
        "billing_cycle",
        "recurring_price",
        "term_day",
      ])
    )
      fail("a service stays its account's", { before, after });
    const done = tx.doneOrders().filter(({ service_id }) => service_id === after.id);
    if (done.length > 1) fail("one order at a time", done);
    const [order] = done;
    judgeStatus(judged, before, after, order);
    judgeTerms(judged, before, after, order);
  }
  for (const order of tx.doneOrders()) {
    const { service_id: id } = order;
    if (id === null) continue;
    if (!tx.of("services").some(({ key }) => key === String(id))) fail("what is done changes its service", order);
    countMoney(state, order, fail);
  }
};

function judgeStatus(
  { tx, state, today, fail }: Judged,
  before: ServiceRow,
  after: ServiceRow,
  order: OrderRow | undefined,
): void {
  if (before.status === after.status) return;
  const moved = `${before.status} to ${after.status}`;
  const unpaid = state
    .ordersAbout({ service: after.id })
    .filter(({ kind, status }) => kind === "renew_service" && status === "open")
    .map(({ invoice_id }) => state.get("invoices", invoice_id ?? 0));
  const isLate = (days: number) => unpaid.some(({ due_on }) => daysAfter(due_on, days) < today);
  const isAllowed = (() => {
    switch (moved) {
      case "pending to active":
        return order?.kind === "plan";
      case "pending to cancelled":
        return tx.updated("orders").some(({ after: each }) => each.service_id === after.id && each.kind === "plan");
      case "active to suspended":
        return isLate(SUSPENDED_AFTER);
      case "suspended to active":
        return order?.kind === "renew_service";
      case "active to terminated":
      case "suspended to terminated":
        return isLate(TERMINATED_AFTER);
      case "active to cancelled":
      case "suspended to cancelled": {
        const cancellation = tx.after("cancellations", after.id);
        return cancellation !== null && cancellation.effective_on <= today;
      }
      default:
        return false;
    }
  })();
  if (!isAllowed) fail("a service changes its status on its day", { before, after, unpaid });
}

/** The due date is the end of the terms that were paid for, whenever they were paid. */
function judgeTerms(
  { tx, state, today, fail }: Judged,
  before: ServiceRow,
  after: ServiceRow,
  order: OrderRow | undefined,
): void {
  const known = state.terms.get(after.id);
  const hasEnded = after.status === "cancelled" || after.status === "terminated";
  if (hasEnded) {
    if (after.next_due_on !== null) fail("what has ended is not due", after);
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
  const isChanged = !isSameBut(before, after, ["status", "next_due_on", "term_day"]);
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

/** What is given back as credit for a service was paid for it before. */
function countMoney(state: Judged["state"], order: OrderRow, fail: Judged["fail"]): void {
  const id = order.service_id ?? 0;
  const { paid, granted } = state.serviceMoney.get(id) ?? { paid: 0n, granted: 0n };
  const subtotal = BigInt(state.row("invoices", order.invoice_id ?? 0)?.subtotal ?? 0);
  const money = { paid: paid + subtotal, granted: granted + BigInt(order.credit) };
  state.serviceMoney.set(id, money);
  if (money.granted > money.paid) fail("no more is given back for a service than was paid for it", { order, ...money });
}

/** A request to cancel is made once, for the end of the term or at once, and stays. */
export const cancellationsStay: Rule = ({ tx, state, today, fail }) => {
  for (const { before, after } of tx.of("cancellations")) {
    if (before) fail("a cancellation stays", { before, after });
    if (!after) continue;
    const service = state.get("services", after.service_id);
    if (service.status !== "active" && service.status !== "suspended")
      fail("only what runs is cancelled", { service, after });
    const due = service.next_due_on;
    const expected = after.timing === "end_of_period" && due !== null && due > today ? due : today;
    if (after.effective_on !== expected)
      fail("a cancellation is effective at the end of the term, or at once", { after, service });
    const status = tx.after("services", service.id)?.status;
    if (after.timing === "immediately" && status !== "cancelled")
      fail("an immediate cancellation ends the service", { after, service });
    const open = state.ordersAbout({ service: service.id }).filter(({ status }) => status === "open");
    if (open.some(({ id }) => tx.after("orders", id)?.status !== "cancelled"))
      fail("what is unpaid is withdrawn with a cancellation", open);
  }
};
