import type { ActionRefused, ActionRequired } from "../../../../shared/billing-contract/result.ts";
import type { Text } from "../../../../shared/platform/language.ts";

/** Of an order `o`: the invoice that waits for its payment, null once it is paid or where nothing is due. */
export const UNPAID_INVOICE = "CASE o.status WHEN 'open' THEN o.invoice_id END";

/** The same was ordered before. @param invoiceId what waits for its payment, if anything does */
export function alreadyRequested(en: string, fr: string, invoiceId: number | null): ActionRefused {
  if (invoiceId === null) return { code: "already_requested", reason: { en, fr } };
  const reason: Text = {
    en: `${en} Its invoice, ${invoiceId}, waits for payment.`,
    fr: `${fr} Sa facture, ${invoiceId}, attend d’être payée.`,
  };
  return { code: "already_requested", reason, actionRequired: { ...PAY, path: `/invoices/${invoiceId}` } };
}

/** What an order waits for; the path is its invoice's. */
export const PAY: ActionRequired = {
  type: "pay_invoice",
  message: {
    en: "Pay the invoice in the client area. The order is carried out once it is paid.",
    fr: "Payez la facture dans l’espace client. La commande sera exécutée une fois la facture payée.",
  },
  path: "",
};
