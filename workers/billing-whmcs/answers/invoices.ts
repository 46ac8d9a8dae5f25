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
  // There may be none where there is no tax.
  taxrate: orNull(rate),
  taxrate2: orNull(rate),
  status: z.string(),
  /** What is left to pay. */
  balance: amount,
  // Where there is none it is the account's.
  currencycode: orNull(z.string().regex(/^[A-Z]{3}$/)),
});

export type ClientInvoice = z.output<typeof row>;

/** Invoices of an account; `total` is not read, because it is after credit. */
export const getInvoices: ListAction<ClientInvoice> = {
  name: "GetInvoices",
  row,
  ownerOf: ({ userid }) => userid,
};

/** One invoice of an account: a list of one or none. */
export const getInvoice: ListAction<ClientInvoice> = { ...getInvoices, name: "GetInvoice" };

/** The unpaid invoice for a domain's renewal, which the addon reads itself; null where there is none. */
export const getOpenRenewal: ReadAction<{ id: number; number: string } | null> = {
  name: "GetOpenRenewal",
  answer: z.object({ invoice: z.object({ id, number: text(100) }).nullable() }).transform(({ invoice }) => invoice),
};
