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
  // There may be none if there is no tax.
  taxrate: orNull(rate),
  taxrate2: orNull(rate),
  status: z.string(),
  /** The amount that is left to pay. */
  balance: amount,
  // Without one, it is the account's currency.
  currencycode: orNull(z.string().regex(/^[A-Z]{3}$/)),
});

export type ClientInvoice = z.output<typeof row>;

/** Reads the invoices of an account. `total` is not read, because it is after credit. */
export const getInvoices: ListAction<ClientInvoice> = {
  name: "GetInvoices",
  row,
  ownerOf: ({ userid }) => userid,
};

/** One invoice of an account: a list of one or none. */
export const getInvoice: ListAction<ClientInvoice> = { ...getInvoices, name: "GetInvoice" };

/** Reads the unpaid invoice for a domain's renewal, through the addon's own read; null if there is none. */
export const getOpenRenewal: ReadAction<{ id: number; number: string } | null> = {
  name: "GetOpenRenewal",
  answer: z.object({ invoice: z.object({ id, number: text(100) }).nullable() }).transform(({ invoice }) => invoice),
};
