import { CHANGED_SINCE, SITE_TAKEN_FIRST, TAKEN_FIRST } from "../../../../workers/billing/engine/records/orders.ts";
import { daysAfter } from "../model/calendar.ts";
import type { OrderRow } from "../model/rows.ts";
import { isSameBut, type Judged, type Rule } from "./rule.ts";

const MOVES: Record<OrderRow["status"], OrderRow["status"][]> = {
  open: ["paid", "cancelled"],
  paid: ["done", "failed"],
  done: [],
  failed: [],
  cancelled: [],
};

/** What trying to do it changes. */
const TRIED = ["auth_code", "begun", "tries", "next_try_at", "waits_for", "fields", "registrant"];
/** How an order ended, and why it was refused. */
const ENDS = ["end_reason", "refusal", "refused_on"];

export const ordersMoveForward: Rule = (judged) => {
  const { tx, fail } = judged;
  for (const { before, after } of tx.of("orders")) {
    if (before && after === null) fail("an order is never deleted", before);
    if (!before || !after) continue;
    if (!isSameBut(before, after, ["status", ...TRIED, ...ENDS]))
      fail("what was ordered does not change", { before, after });
    if (before.status === after.status && !isSameBut(before, after, TRIED)) fail("an end is that of an order", after);
    if (before.begun === 1 && after.begun === 0) fail("a begun transfer stays begun", after);
    if (before.status === after.status) continue;
    if (!MOVES[before.status].includes(after.status)) fail("orders move forward", { before, after });
    if (after.status === "paid") judgePaid(judged, after);
    if (after.status === "done") judgeDone(judged, after);
    if (after.status === "failed") judgeFailed(judged, after);
    if (after.status === "cancelled") judgeCancelled(judged, after);
  }
};

function judgePaid({ tx, fail }: Judged, order: OrderRow): void {
  const { invoice_id: invoice } = order;
  if (!tx.moved("invoices", invoice, "unpaid", "paid") && !tx.moved("invoices", invoice, "payment_pending", "paid"))
    fail("an order is paid by its invoice", order);
}

/** What is done was priced for what it is done to; its effects are judged with the service or the domain. */
function judgeDone({ tx, state, registry, fail }: Judged, order: OrderRow): void {
  const { kind, service_id: service, domain_id: domain } = order;
  switch (kind) {
    case "plan":
      if (!tx.moved("services", service, "pending", "active")) fail("a paid plan begins", order);
      return;
    case "renew_service":
    case "plan_change":
      if (!isPriced(state, order, tx.today)) fail("what changed since is not done at the old price", order);
      return;
    case "register":
    case "transfer":
    case "renew_domain": {
      const before = state.get("domains", domain ?? 0);
      const after = tx.after("domains", domain ?? 0);
      if (after?.status !== "active" || after.expires_on === before.expires_on)
        fail("a name is done at its registrar", { order, after });
      if (kind !== "transfer" && registry.answers.get(referenceOf(order))?.ok !== true)
        fail("the registrar has done it under the order's reference", order);
    }
  }
}

function judgeFailed({ tx, state, registry, today, fail }: Judged, order: OrderRow): void {
  const { invoice_id: invoice, domain_id, service_id, kind } = order;
  if (order.refused_on !== today || order.refusal === null) fail("a failed order has its reason", order);
  if (invoice !== null && !tx.moved("invoices", invoice, "paid", "refunded")) fail("a failed order is refunded", order);
  const reason = order.refusal ?? "";
  const domain = domain_id === null ? null : state.get("domains", domain_id);
  const isNew = kind === "register" || kind === "transfer";
  if (domain && isNew && tx.after("domains", domain.id)?.status !== "cancelled")
    fail("a refused name is cancelled", order);
  switch (reason) {
    case CHANGED_SINCE:
      if (isPriced(state, order, today)) fail("an order whose price holds is not refused", order);
      return;
    case TAKEN_FIRST:
      if (!isNew || !domain || !state.holdersOf(domain.name).some(({ account_id }) => account_id !== order.account_id))
        fail("a name that nobody else has is not refused", { order, domain });
      return;
    case SITE_TAKEN_FIRST: {
      const site = service_id === null ? null : state.get("services", service_id).domain;
      const others = [...state.activeServices].map((each) => state.get("services", each));
      const isTaken = others.some((other) => other.domain === site && other.account_id !== order.account_id);
      if (kind !== "plan" || !isTaken) fail("a site that nobody else has is not refused", order);
      return;
    }
    default: {
      const answer = registry.answers.get(referenceOf(order));
      const isRefused = answer?.ok === false && answer.problem.kind === "refused";
      if (!domain || (!isRefused && !(kind === "transfer" && order.begun === 1)))
        fail("only what the registrar refused is refused", { order, reason, answer });
    }
  }
}

/** An order that was not paid in time has lapsed; one whose subject has changed or ended is withdrawn. */
function judgeCancelled({ tx, state, today, fail }: Judged, order: OrderRow): void {
  const { kind, invoice_id, service_id: service, domain_id: domain, end_reason: end } = order;
  const invoice = state.row("invoices", invoice_id ?? 0);
  if (!end || !invoice) {
    fail("a cancelled order says how it ended", { order, end });
    return;
  }
  if (invoice.status === "unpaid" && tx.after("invoices", invoice.id)?.status !== "cancelled")
    fail("a cancelled order is not to be paid", { order, invoice });
  if (end === "lapsed") {
    const isLate = daysAfter(invoice.due_on, 7) < today;
    const due = service === null ? null : state.get("services", service).next_due_on;
    const isOver = kind === "plan_change" && due !== null && due <= today;
    if (kind === "renew_service" || (!isLate && !isOver))
      fail("an order lapses a week after it was due", { order, invoice });
    if (isLate && isHeldOpen(state, order, today)) fail("a renewal that auto-renewal wants stays open", order);
    return;
  }
  const ended = service === null ? null : tx.after("services", service)?.status;
  const isEnded = ended === "cancelled" || ended === "terminated";
  const isCancelled = tx.inserted("cancellations").some(({ service_id }) => service_id === service);
  const follows = kind === "plan_change" ? "renew_service" : "plan_change";
  const other = tx.doneOrders().some((done) => done.service_id === service && done.kind === follows);
  const left = domain === null ? "" : (tx.after("domains", domain)?.status ?? "");
  const hasLeft = ["redemption", "expired"].includes(left);
  if (service === null ? !hasLeft : !isEnded && !isCancelled && !other)
    fail("an order is withdrawn for a reason", order);
}

type State = Judged["state"];

/** Auto-renewal would order the renewal again at once. */
function isHeldOpen(state: State, { kind, domain_id }: OrderRow, today: string): boolean {
  const domain = kind === "renew_domain" ? state.row("domains", domain_id ?? 0) : undefined;
  if (domain?.auto_renew !== 1 || domain.next_due_on === null) return false;
  return (domain.status === "active" || domain.status === "grace") && domain.next_due_on <= daysAfter(today, 14);
}

/** Whether a service is as it was when the order for it was priced. */
function isPriced(state: State, { kind, service_id, priced_due_on }: OrderRow, today: string): boolean {
  const service = state.get("services", service_id ?? 0);
  const due = service.next_due_on;
  if (kind === "plan") return service.status === "pending";
  const isSame = !state.row("cancellations", service.id) && priced_due_on === due;
  if (kind === "renew_service") return isSame && (service.status === "active" || service.status === "suspended");
  return isSame && service.status === "active" && (due === null || today < due);
}

function referenceOf({ account_id: account, id }: OrderRow): string {
  return `account-${account}-order-${id}`;
}
