import { formatDate } from "../../../../../shared/pages/formats.ts";
import type { Language } from "../../../../../shared/platform/language.ts";
import type { InvoiceDetails } from "../../../engine/records/details.ts";
import { invoiceTexts } from "./invoice-texts.ts";

/**
 * Renders the stamp on a paid, refunded or cancelled invoice. Printed invoices need it because the status chip is not
 * printed.
 */
export function Stamp({ details: { invoice, payments }, language }: { details: InvoiceDetails; language: Language }) {
  const { status, paidOn } = invoice;
  if (status !== "paid" && status !== "refunded" && status !== "cancelled") return null;
  const date = status === "paid" ? paidOn : payments.findLast(({ refundedOn }) => refundedOn)?.refundedOn;
  return (
    <p class={status === "paid" ? "stamp" : "stamp void"}>
      <strong>{invoiceTexts[language].statuses[status]}</strong>
      {date && (
        <>
          <br />
          {formatDate(date, language)}
        </>
      )}
    </p>
  );
}
