import { daysAfter } from "../model/calendar.ts";
import { phaseOf } from "../model/extensions.ts";
import { REGISTERED } from "../model/state.ts";
import { isHeldOpen } from "./orders.ts";
import type { Judged } from "./rule.ts";

/** What holds besides, after a run of the scheduled jobs in which nothing failed. */
export interface RunConditions extends Pick<Judged, "state" | "registry" | "today" | "fail"> {
  /** The registrar did all that was asked of it, and nothing waits there. */
  isRegistrarUp: boolean;
  areMailsUp: boolean;
  /** Paid orders that were due before the run; it does twenty. */
  dueOrders: number;
  /** Epoch milliseconds */
  now: number;
}

const AT_REGISTRAR = 20;

/** Nothing that was due by today is left undone. */
export function judgeDeadlines(conditions: RunConditions): void {
  judgeOrders(conditions);
  judgeServices(conditions);
  judgeDomains(conditions);
  judgeTransfersOut(conditions);
}

function judgeOrders({ state, today, fail, isRegistrarUp, dueOrders, now }: RunConditions): void {
  for (const id of state.activeOrders) {
    const order = state.get("orders", id);
    if (order.status === "paid") {
      const isAsked = dueOrders <= AT_REGISTRAR && order.next_try_at <= now;
      if (order.service_id !== null && isAsked) fail("a paid order for a service is done by the next run", order);
      const waits = order.kind === "transfer" && order.begun === 1;
      if (order.domain_id !== null && isAsked && isRegistrarUp && !waits)
        fail("a paid order for a name is done by the next run", order);
      continue;
    }
    const { due_on } = state.get("invoices", order.invoice_id ?? 0);
    if (order.kind !== "renew_service" && daysAfter(due_on, 7) < today && !isHeldOpen(state, order, today))
      fail("an unpaid order lapses", { order, due_on });
  }
  for (const id of state.payableInvoices) {
    const invoice = state.get("invoices", id);
    const order = state.orderOfInvoice(id);
    if (order && order.status !== "open") {
      if (invoice.status === "unpaid") fail("only an open order is to be paid", { invoice, order });
      if (daysAfter(invoice.due_on, 120) < today) fail("a payment that never came is given up", { invoice, order });
    }
  }
}

function judgeServices({ state, today, fail }: RunConditions): void {
  for (const id of state.activeServices) {
    const service = state.get("services", id);
    const { status, next_due_on: due } = service;
    const orders = state.ordersAbout({ service: id });
    if (status === "pending") {
      if (!orders.some(({ kind }) => kind === "plan")) fail("a pending service has its order", service);
      continue;
    }
    const cancellation = state.row("cancellations", id);
    if (cancellation && cancellation.effective_on <= today)
      fail("a cancelled service ends on its day", { service, cancellation });
    const renewal = orders.find(({ kind }) => kind === "renew_service");
    const change = orders.find(({ kind, status }) => kind === "plan_change" && status === "open");
    if (change && due !== null && due <= today)
      fail("a change that was priced for an earlier term is withdrawn", { service, change });
    const unpaid = renewal?.status === "open" ? state.get("invoices", renewal.invoice_id ?? 0) : null;
    if (unpaid && daysAfter(unpaid.due_on, 60) < today)
      fail("an unpaid service is terminated after 60 days", { service, unpaid });
    if (unpaid && status === "active" && daysAfter(unpaid.due_on, 7) < today)
      fail("an unpaid service is suspended after 7 days", { service, unpaid });
    if (status === "suspended" && !renewal) fail("a suspended service can be paid", service);
    if (due === null || dueOf(state, id) !== due) fail("an active service has a paid term", service);
    const isRenewed = status === "active" && !cancellation && due !== null && service.recurring_price > 0;
    if (isRenewed && due <= daysAfter(today, 14) && !renewal) fail("a renewal is invoiced 14 days before", service);
  }
}

function dueOf(state: Judged["state"], service: number): string | undefined {
  return state.terms.get(service)?.terms.at(-1)?.to;
}

function judgeDomains({ state, registry, today, fail }: RunConditions): void {
  for (const id of state.activeDomains) {
    const domain = state.get("domains", id);
    const orders = state.ordersAbout({ domain: id });
    const { name, status, expires_on: expires } = domain;
    if (!REGISTERED.includes(status)) {
      if (orders.length === 0) fail("a pending name has its order", domain);
      continue;
    }
    if (expires === null || orders.some((order) => order.status === "paid")) continue;
    if (phaseOf(name, expires, today) !== status) fail("a name is in grace, redemption or expired on its day", domain);
    const isRenewed = domain.auto_renew === 1 && status !== "redemption" && (domain.renewal_price ?? 0) > 0;
    if (isRenewed && expires <= daysAfter(today, 14) && orders.length === 0)
      fail("a renewal is invoiced 14 days before", domain);
    const there = registry.names.get(name);
    if (there?.isHere && there.expiresOn !== expires) fail("the expiry is the registrar's", { domain, there });
    // It is looked for until 90 days after its code was mailed, which is 60 days before it leaves at most.
    const hasJustLeft = there?.isHere === false && (there.transferredOn ?? "") >= daysAfter(today, -25);
    if (registry.isRead && hasJustLeft) fail("a name that has left is transferred away", { domain, there });
  }
}

function judgeTransfersOut({ state, fail, isRegistrarUp, areMailsUp, now }: RunConditions): void {
  if (!isRegistrarUp || !areMailsUp) return;
  for (const row of state.underWay()) {
    if (row.claimed_until <= now) fail("a transfer away that was begun is completed by the next run", row);
  }
}
