import { CHANGED_SINCE } from "../../../../workers/billing/engine/records/orders.ts";
import type { OrderRow } from "../model/rows.ts";
import { isSameBut, type Judged, type Rule } from "./rule.ts";

const MOVES: Record<OrderRow["status"], OrderRow["status"][]> = {
  open: ["paid", "cancelled"],
  paid: ["done", "failed"],
  done: [],
  failed: [],
  cancelled: [],
};

/** The columns that may change while an order is attempted and when it ends. */
const CHANGED = [
  ...["status", "auth_code", "begun", "tries", "next_try_at", "waits_for", "fields", "registrant"],
  ...["end_reason", "refusal", "refused_on"],
];

/** An order moves forward with its payment, and completes only at its price. Other rules check its effects. */
export const ordersMoveForward: Rule = ({ tx, state, today, fail }) => {
  for (const { before, after } of tx.of("orders")) {
    if (before && after === null) fail("an order is never deleted", before);
    if (!before || !after) continue;
    if (!isSameBut(before, after, CHANGED)) fail("the content of an order does not change", { before, after });
    if (before.status === after.status) continue;
    if (!MOVES[before.status].includes(after.status)) fail("orders move forward", { before, after });
    const { kind, invoice_id: invoice } = after;
    const isForTerm = kind === "renew_service" || kind === "plan_change";
    switch (after.status) {
      case "paid":
        if (
          !tx.moved("invoices", invoice, "unpaid", "paid") &&
          !tx.moved("invoices", invoice, "payment_pending", "paid")
        )
          fail("an order is paid by its invoice", after);
        break;
      case "done":
        if (isForTerm && !isPriced(state, after, today)) fail("an order is not done at an outdated price", after);
        break;
      case "failed":
        if (invoice !== null && tx.after("invoices", invoice)?.status !== "refunded")
          fail("a failed order is refunded", after);
        if (after.refusal === CHANGED_SINCE && isPriced(state, after, today))
          fail("an order with a valid price is not refused", after);
        break;
      case "cancelled":
        if (
          state.row("invoices", invoice ?? 0)?.status === "unpaid" &&
          tx.after("invoices", invoice ?? 0)?.status !== "cancelled"
        )
          fail("the invoice of a cancelled order is cancelled", after);
    }
  }
};

/** Returns whether the service is unchanged since the order was priced, so that the price still applies. */
function isPriced(state: Judged["state"], { kind, service_id, priced_due_on }: OrderRow, today: string): boolean {
  const service = state.get("services", service_id ?? 0);
  const due = service.next_due_on;
  if (kind === "plan") return service.status === "pending";
  const isSame = !state.row("cancellations", service.id) && priced_due_on === due;
  if (kind === "renew_service") return isSame && (service.status === "active" || service.status === "suspended");
  return isSame && service.status === "active" && (due === null || today < due);
}
