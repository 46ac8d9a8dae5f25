import * as z from "zod";
import type { ListAction, ReadAction } from "../action.ts";
import { amount, day, id, optionalText, rate } from "../decode.ts";

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
  // expected in both: no rate where there is no tax
  taxrate: rate.nullable().catch(null),
  taxrate2: rate.nullable().catch(null),
  status: z.string(),
};

const row = z.object({
  id,
  ...members,
  // expected: none; it is the account's then
  currencycode: z
    .string()
    .regex(/^[A-Z]{3}$/)
    .nullable()
    .catch(null),
});

export type ClientInvoice = z.output<typeof row>;

/** Invoices of an account; `total` is not read, because it is after credit. */
export const getInvoices: ListAction<ClientInvoice> = {
  name: "GetInvoices",
  container: "invoices",
  item: "invoice",
  rowMember: "duedate",
  row,
  ownerOf: ({ userid }) => userid,
  isPaged: true,
};

const invoice = z.object({ invoiceid: id, ...members, balance: amount });

export type InvoiceWithBalance = z.output<typeof invoice>;

/** One invoice with its balance, which the list does not have. Not scoped to an account: compare `userid`. */
export const getInvoice: ReadAction<InvoiceWithBalance> = {
  name: "GetInvoice",
  answer: invoice,
  refusals: /^invoice (?:id )?not found\.?$/i,
};
