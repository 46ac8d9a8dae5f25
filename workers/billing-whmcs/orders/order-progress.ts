import type { CustomerInvoice } from "../../../shared/billing-contract/customer.ts";
import type { AccountLinks } from "../../../shared/billing-contract/description.ts";
import type { CustomerOrder, OrderSubject } from "../../../shared/billing-contract/order.ts";
import { awaitedPayment, isToPay, paymentOf } from "../../../shared/ordering/refusals.ts";
import type { Text } from "../../../shared/platform/language.ts";
import type { ThingState } from "./ordered-thing.ts";

/** The data in WHMCS that shows the progress of an order. */
export interface OrderEvidence {
  /** WHMCS's status text: `Pending`, `Active`, `Cancelled`, `Fraud`, or a status that the provider has defined. */
  status: string;
  subject: OrderSubject;
  state: ThingState;
  /**
   * The invoice, or why there is none. `none`: nothing was due. `gone`: the invoice was deleted, merged with another,
   * or is unreadable.
   */
  invoice: CustomerInvoice | "none" | "gone";
}

export type OrderProgress = Pick<CustomerOrder, "status" | "actionRequired" | "reason">;

/**
 * Returns the status of an order. The ordered item and the invoice are better evidence than WHMCS's status: a paid
 * order from the API stays `Pending`, and a provider may define its own statuses. The status is never "lapsed", because
 * WHMCS records no reason for a cancellation.
 */
export function orderProgress({ status: written, subject, state, invoice }: OrderEvidence, links: AccountLinks) {
  const status = written.toLowerCase();
  if (status === "fraud" || state === "fraud") return over("refused", REFUSED_AS_FRAUD);
  const whole = typeof invoice === "string" ? null : invoice;
  if (status === "cancelled")
    return over("cancelled", MONEY_OF_CANCELLED[typeof invoice === "string" ? invoice : invoice.status]);
  const isAccepted = status === "active";
  if (isCarriedOut(subject, state, isAccepted, invoice))
    return { ...over("completed"), actionRequired: isToPay(whole) ? paymentOf(whole, links) : null };
  if (whole?.status === "refunded") return over("refused");
  if (whole?.status === "cancelled") return over("cancelled", INVOICE_CANCELLED);
  if (state === "ended") return over("cancelled", isToPay(whole) ? CANCELLED_UNPAID : CANCELLED_SINCE);
  if (invoice === "none") return over("in_progress", isAccepted || state === "begun" ? null : WAITS_FOR_PROVIDER);
  if (whole === null) return over("in_progress", INVOICE_GONE);
  if (whole.status !== "paid") {
    return state === "ending" ? over("awaiting_payment", BEING_CANCELLED) : awaitedPayment(whole, links);
  }
  return over(state === "begun" ? "in_progress" : "paid");
}

function over(status: CustomerOrder["status"], reason: Text | null = null): OrderProgress {
  return { status, actionRequired: null, reason };
}

/**
 * Returns whether an order is completed. A new item must exist, or have ended or been deleted after WHMCS accepted the
 * order. A renewal or change must also be paid, because another order may have had the same effect.
 */
function isCarriedOut(
  { kind }: OrderSubject,
  state: ThingState,
  isAccepted: boolean,
  invoice: OrderEvidence["invoice"],
): boolean {
  if (kind === "renewal" || kind === "plan_change") {
    const isSettled = invoice === "none" || (invoice !== "gone" && invoice.status === "paid");
    return isSettled && (state === "done" || isAccepted);
  }
  return state === "done" || (isAccepted && (state === "ended" || state === "unknown"));
}

const REFUSED_AS_FRAUD: Text = {
  en: "The provider checked the order and refused it.",
  fr: "Le fournisseur l’a refusée en vérifiant la commande.",
};

const GIVEN_BACK: Text = {
  en: "The provider refunded its payment.",
  fr: "Le fournisseur a rendu ce qui avait été payé.",
};

const KEPT: Text = {
  en: "Its invoice was paid, and there is no record of a refund. Ask the provider about the money.",
  fr: "Sa facture a été payée et rien n’indique que l’argent ait été rendu : le fournisseur peut dire ce qu’il en advient.",
};

const STILL_ARRIVING: Text = {
  en: "A payment of its invoice is still in progress. Ask the provider about the money.",
  fr: "Un paiement de sa facture est encore en cours : le fournisseur peut dire ce qu’il en advient.",
};

const NEED_NOT_BE_PAID: Text = {
  en: "Its invoice is still unpaid. You do not have to pay it.",
  fr: "Sa facture est encore impayée et n’a pas à être payée.",
};

const INVOICE_CANCELLED: Text = {
  en: "Its invoice was cancelled before it was paid.",
  fr: "Sa facture a été annulée avant d’être payée.",
};

const CANCELLED_SINCE: Text = {
  en: "The ordered item has been cancelled. There is no record of whether it was ever set up.",
  fr: "Ce qui a été commandé a été annulé ; rien n’indique si cela avait existé auparavant.",
};

const CANCELLED_UNPAID: Text = {
  en: "The ordered item has been cancelled, and its invoice is still unpaid. Ask the provider whether to pay it.",
  fr: "Ce qui a été commandé a été annulé et sa facture est encore impayée : le fournisseur peut dire s’il faut la payer.",
};

const BEING_CANCELLED: Text = {
  en: "The service is being cancelled, so paying this invoice would have no effect.",
  fr: "Le service qu’elle concerne est en cours d’annulation : payer la facture n’y changerait rien.",
};

const WAITS_FOR_PROVIDER: Text = {
  en: "The provider must still accept the order manually.",
  fr: "Le fournisseur doit encore accepter la commande à la main.",
};

const INVOICE_GONE: Text = {
  en: "Its invoice can no longer be read; the client area shows what is due.",
  fr: "Sa facture n’est plus lisible ; l’espace client montre ce qui est dû.",
};

/**
 * The explanation of what happens to the customer's money after an order is cancelled, by invoice status; `null` if
 * there is nothing to explain.
 */
const MONEY_OF_CANCELLED: Record<CustomerInvoice["status"] | "none" | "gone", Text | null> = {
  unpaid: NEED_NOT_BE_PAID,
  collections: NEED_NOT_BE_PAID,
  refunded: GIVEN_BACK,
  paid: KEPT,
  payment_pending: STILL_ARRIVING,
  ...{ cancelled: null, none: null, gone: INVOICE_GONE },
};
