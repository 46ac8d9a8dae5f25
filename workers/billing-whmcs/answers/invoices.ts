import * as z from "zod";
import type { ListAction, ReadAction } from "./action.ts";
import { amount, day, id, optionalText, orNull, rate, text } from "./decode.ts";

const members = {
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
};

const row = z.object({
  id,
  ...members,
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

/** One invoice. Not scoped to an account: compare `userid`. */
export const getInvoice: ReadAction<ClientInvoice> = {
  name: "GetInvoice",
  answer: z
    .object({ invoiceid: id, ...members })
    .transform(({ invoiceid, ...invoice }) => ({ id: invoiceid, ...invoice, currencycode: null })),
  refusals: /^invoice (?:id )?not found\.?$/i,
};

const domainInvoice = z.object({ id, userid: id, invoicenum: optionalText(100), status: z.string(), type: text(60) });

/** The invoices with a line for a domain, which the addon reads itself. */
export const getDomainInvoices: ListAction<z.output<typeof domainInvoice>> = {
  name: "GetDomainInvoices",
  row: domainInvoice,
  ownerOf: ({ userid }) => userid,
  // Whether one is open decides whether another is ordered.
  needsEveryRow: true,
};
