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
  // May be absent if there is no tax.
  taxrate: orNull(rate),
  taxrate2: orNull(rate),
  status: z.string(),
  /** The amount that is left to pay. */
  balance: amount,
  // If absent, the account's currency applies.
  currencycode: orNull(z.string().regex(/^[A-Z]{3}$/)),
});

export type ClientInvoice = z.output<typeof row>;

/** Reads the invoices of an account. Ignores `total`, because WHMCS has deducted credit from it. */
export const getInvoices: ListAction<ClientInvoice> = {
  name: "GetInvoices",
  row,
  ownerOf: ({ userid }) => userid,
};

/** Reads one invoice of an account, as a list of one or none. */
export const getInvoice: ListAction<ClientInvoice> = { ...getInvoices, name: "GetInvoice" };

/** Reads the unpaid invoice for a domain's renewal, through the addon's own read; null if there is none. */
export const getOpenRenewal: ReadAction<{ id: number; number: string } | null> = {
  name: "GetOpenRenewal",
  answer: z.object({ invoice: z.object({ id, number: text(100) }).nullable() }).transform(({ invoice }) => invoice),
};
