import type { CustomerInvoice } from "../billing-contract/customer.ts";
import { type AccountLinks, pagePath } from "../billing-contract/description.ts";
import type { CustomerOrder } from "../billing-contract/order.ts";
import type { Text } from "../platform/language.ts";
import { PAY } from "./refusals.ts";

/** How an order that waits for the payment of its invoice stands; without an invoice that can be paid there is nothing to do. */
export function awaitedPayment(
  invoice: CustomerInvoice | null,
  links: AccountLinks,
): Pick<CustomerOrder, "status" | "actionRequired" | "reason"> {
  const status = "awaiting_payment";
  if (!isToPay(invoice)) return { status, actionRequired: null, reason: invoice ? PAYMENT_PENDING : NO_INVOICE };
  return { status, actionRequired: paymentOf(invoice, links), reason: null };
}

/** The step that pays an invoice. */
export function paymentOf({ id }: Pick<CustomerInvoice, "id">, links: AccountLinks) {
  return { ...PAY, path: pagePath(links, "invoice", { id }) };
}

/** Whether an invoice is unpaid, with no payment under way. */
export function isToPay(invoice: CustomerInvoice | null): invoice is CustomerInvoice {
  return invoice?.status === "unpaid" || invoice?.status === "collections";
}

const NO_INVOICE: Text = {
  en: "It has no invoice that can be paid yet; the client area shows what is due.",
  fr: "Elle n’a pas encore de facture à payer ; l’espace client montre ce qui est dû.",
};

const PAYMENT_PENDING: Text = {
  en: "A payment of its invoice is under way; it is carried out once that has arrived.",
  fr: "Un paiement de sa facture est en cours ; elle sera exécutée une fois celui-ci reçu.",
};
