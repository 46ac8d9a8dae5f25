import * as z from "zod";
import type { ListAction, ReadAction } from "./action.ts";
import { amount, day, id, optionalText, orNull, rate, text } from "./decode.ts";

const row = z.object({
  id,
  userid: id,
  invoicenum: optionalText(100),
  date: day,
  duedate: day,
  datepaid: day,
  subtotal: amount,
  credit: amount,
  tax: amount,
  tax2: amount,
  // The rates may be absent if there is no tax.
  taxrate: orNull(rate),
  taxrate2: orNull(rate),
  status: z.string(),
  /** The unpaid amount. */
  balance: amount,
  // If the code is absent, the invoice is in the account's currency.
  currencycode: orNull(z.string().regex(/^[A-Z]{3}$/)),
});

export type ClientInvoice = z.output<typeof row>;

/** Reads the invoices of an account. It ignores `total`, because WHMCS has already deducted credit from that amount. */
export const getInvoices: ListAction<ClientInvoice> = {
  name: "GetInvoices",
  row,
  ownerOf: ({ userid }) => userid,
};

/** Reads one invoice of an account, as a list with at most one row. */
export const getInvoice: ListAction<ClientInvoice> = { ...getInvoices, name: "GetInvoice" };

/** Reads the unpaid invoice for a domain renewal, with the addon's own query; `null` if there is none. */
export const getOpenRenewal: ReadAction<{ id: number; number: string } | null> = {
  name: "GetOpenRenewal",
  answer: z.object({ invoice: z.object({ id, number: text(100) }).nullable() }).transform(({ invoice }) => invoice),
};
