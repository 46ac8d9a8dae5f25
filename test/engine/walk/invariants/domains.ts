import { yearsAfter } from "../model/calendar.ts";
import { phaseOf } from "../model/extensions.ts";
import type { DomainRow, OrderRow } from "../model/rows.ts";
import { REGISTERED } from "../model/state.ts";
import { isSameBut, type Judged, type Rule } from "./rule.ts";

const PAID_FOR: Partial<Record<OrderRow["kind"], DomainRow["status"]>> = {
  register: "pending_registration",
  transfer: "pending_transfer",
};

/** A name follows its orders, its registry's days, and its registrar. */
export const domainsMoveByOrders: Rule = (judged) => {
  const { tx, state, fail } = judged;
  const names = new Set<string>();
  for (const { before, after } of tx.of("domains")) {
    if (before && after === null) fail("a domain is never deleted", before);
    if (!after) continue;
    names.add(after.name);
    if (!before) {
      const ordered = tx.inserted("orders").find(({ domain_id }) => domain_id === after.id);
      const begins = ordered?.status === "paid" ? PAID_FOR[ordered.kind] : "pending";
      if (after.status !== begins || after.expires_on !== null)
        fail("a name begins with its order", { after, ordered });
      continue;
    }
    if (!isSameBut(before, after, ["status", "registered_on", "expires_on", "next_due_on", "auto_renew"]))
      fail("a name stays its account's", { before, after });
    const order = tx
      .updated("orders")
      .find(({ before: was, after: each }) => each.domain_id === after.id && was.status !== each.status)?.after;
    judgeStatus(judged, before, after, order);
    judgeDates(judged, before, after, order);
  }
  for (const name of names) {
    const rows = [...state.activeDomains]
      .map((id) => tx.after("domains", id))
      .filter((row) => row?.name === name && !["pending", "expired", "cancelled"].includes(row.status));
    if (rows.length > 1) fail("one account has a name", rows);
  }
};

function judgeStatus(
  { tx, state, today, fail }: Judged,
  before: DomainRow,
  after: DomainRow,
  order: OrderRow | undefined,
): void {
  if (before.status === after.status) return;
  const expires = before.expires_on ?? "";
  const isPaidFor = state.ordersAbout({ domain: after.id }).some(({ status }) => status === "paid");
  const phase = () => phaseOf(after.name, expires, today);
  const isAllowed = (() => {
    switch (`${before.status} to ${after.status}`) {
      case "pending to pending_registration":
      case "pending to pending_transfer":
        return order?.status === "paid" || isPaidFor;
      case "pending to cancelled":
      case "pending_registration to cancelled":
      case "pending_transfer to cancelled":
        return order?.status === "cancelled" || order?.status === "failed";
      case "pending_registration to active":
        return order?.kind === "register" && order.status === "done";
      case "pending_transfer to active":
        return order?.kind === "transfer" && order.status === "done";
      case "active to grace":
        return phase() !== "active" && !isPaidFor;
      case "grace to redemption":
        return (phase() === "redemption" || phase() === "expired") && !isPaidFor;
      case "redemption to expired":
        return phase() === "expired" && !isPaidFor;
      case "grace to active":
      case "redemption to active":
        return order?.kind === "renew_domain" && order.status === "done";
      default:
        return false;
    }
  })();
  if (!isAllowed) fail("a name changes its status on its day", { before, after, order });
  const hasEnded = ["redemption", "expired", "cancelled"].includes(after.status);
  const open = state.ordersAbout({ domain: after.id }).filter(({ status }) => status === "open");
  if (hasEnded && open.some(({ id }) => tx.after("orders", id)?.status === "open"))
    fail("a name in redemption or ended has nothing to pay from before", { after, open });
}

/** The expiry moves by what was paid for, and is the registrar's. */
function judgeDates(
  { registry, fail }: Judged,
  before: DomainRow,
  after: DomainRow,
  order: OrderRow | undefined,
): void {
  const isDone = order?.status === "done";
  if (before.expires_on !== after.expires_on) {
    if (!isDone || after.expires_on === null) {
      fail("an expiry moves by its order", { before, after });
      return;
    }
    if (before.expires_on !== null && after.expires_on <= before.expires_on)
      fail("an expiry never moves back", { before, after });
    const years = order.years ?? 0;
    if (order.kind === "register" && after.expires_on !== yearsAfter(after.registered_on ?? "", years))
      fail("a registration runs for its years", { after, order });
    if (order.kind === "renew_domain" && after.expires_on !== yearsAfter(before.expires_on ?? "", years))
      fail("a renewal adds its years", { before, after, order });
    const there = registry.names.get(after.name);
    if (there?.isHere && there.expiresOn !== after.expires_on) fail("the expiry is the registrar's", { after, there });
    if (there?.isHere && there.registeredOn !== after.registered_on)
      fail("the day of registration is the registrar's", { after, there });
  } else if (isDone) fail("what is done moves the expiry", { after, order });
  if (REGISTERED.includes(after.status) && after.next_due_on !== after.expires_on)
    fail("a name is due on its expiry", after);
  if (after.status === "expired" && after.next_due_on !== null) fail("an ended name is not due", after);
  if (order?.kind === "renew_domain" && order.status === "failed" && before.status !== after.status)
    fail("a refused renewal leaves the name", { before, after });
}
