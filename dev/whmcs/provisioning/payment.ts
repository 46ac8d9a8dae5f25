import type { Installation } from "../actions/action.ts";
import type { WhmcsInvoice } from "../state.ts";
import { instantOf } from "./calendar.ts";
import { carryOut } from "./fulfilment.ts";

const PAYABLE = ["Unpaid", "Payment Pending", "Collections"];

/** Pays what is left of an invoice. False where there is nothing to pay. */
export function payInvoice(installation: Installation, invoiceId: number): boolean {
  const invoice = installation.state.invoices.find(({ id }) => id === invoiceId);
  if (!invoice || !PAYABLE.includes(invoice.status)) return false;
  const total = invoice.taxes.reduce((sum, { amount }) => sum + amount, invoice.subtotal);
  invoice.paid = total - invoice.credit;
  settleInvoice(installation, invoice);
  return true;
}

/** What follows once nothing is left to pay: all that is on the invoice is carried out, and its order stays as it is. */
export function settleInvoice(installation: Installation, invoice: WhmcsInvoice): void {
  const { state, quirks } = installation;
  invoice.status = "Paid";
  invoice.paidAt = instantOf(installation);
  const order = state.orders.find(({ invoiceId }) => invoiceId === invoice.id);
  if (order && !quirks.setsUpPaidOrders) return;
  for (const item of invoice.items ?? []) carryOut(installation, item);
}
