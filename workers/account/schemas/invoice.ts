import * as z from "zod";
import { type CustomerInvoice, INVOICE_STATUSES } from "../../../shared/billing-contract/customer.ts";
import { type ClientArea, pageUrl } from "../../../shared/billing-contract/description.ts";
import { toMajorUnits } from "../../../shared/platform/money.ts";
import { AccountCurrency } from "./account.ts";

const Tax = z
  .object({
    name: z.string().describe("Name of the tax, such as GST."),
    rate: z.number().describe("Percent, such as 9.975."),
    amount: z.number().describe("In the invoice's currency."),
  })
  .meta({ id: "InvoiceTax" });

export const Invoice = z
  .object({
    id: z.int().describe("The invoice's number in this interface."),
    number: z.string().describe("The number that the customer sees."),
    issued_on: z.iso.date().describe("The day of the invoice."),
    due_on: z.iso.date().describe("The due date."),
    paid_on: z.iso.date().nullable().describe("Null while it is not paid."),
    currency: AccountCurrency.describe("ISO 4217."),
    subtotal: z.number().describe("Before taxes."),
    taxes: z.array(Tax).describe("Each tax separately."),
    credit_applied: z.number().describe("What was paid from the credit balance."),
    total: z.number().describe("Taxes included."),
    balance_due: z
      .number()
      .describe("The amount due: total less credit and payments; 0 once it is cancelled or refunded."),
    status: z.enum(INVOICE_STATUSES).describe("Where it stands."),
    overdue: z.boolean().describe("Past its due date and still unpaid."),
    view_url: z.url().describe("Where the customer sees and pays it in the client area."),
  })
  .meta({ id: "Invoice" });

export function toInvoice(invoice: CustomerInvoice, clientArea: ClientArea): z.output<typeof Invoice> {
  return {
    id: invoice.id,
    number: invoice.number,
    issued_on: invoice.issuedOn,
    due_on: invoice.dueOn,
    paid_on: invoice.paidOn,
    currency: invoice.currency,
    subtotal: toMajorUnits(invoice.subtotal),
    taxes: invoice.taxes.map(({ name, rate, amount }) => ({ name, rate, amount: toMajorUnits(amount) })),
    credit_applied: toMajorUnits(invoice.creditApplied),
    total: toMajorUnits(invoice.total),
    balance_due: toMajorUnits(invoice.balanceDue),
    status: invoice.status,
    overdue: invoice.overdue,
    view_url: pageUrl(clientArea, "invoice", invoice),
  };
}
