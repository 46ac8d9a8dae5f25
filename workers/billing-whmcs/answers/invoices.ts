import * as z from "zod";
import type { ListAction, ReadAction } from "./action.ts";
import { amount, bool, day, id, optionalId, optionalText, orNull, rate, text } from "./decode.ts";
import { asList } from "./lists.ts";

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
  container: "invoices",
  item: "invoice",
  rowMember: "duedate",
  row,
  ownerOf: ({ userid }) => userid,
};

const invoice = z.object({
  invoiceid: id,
  ...members,
  balance: amount,
  /** The gateway can be told to charge a stored card for it. */
  ccgateway: bool.optional().default(false),
  /** The gateway's module, such as `banktransfer`. */
  paymentmethod: orNull(text(100)),
});

export type InvoiceWithBalance = z.output<typeof invoice>;

const NOT_FOUND = /^invoice (?:id )?not found\.?$/i;

/** One invoice with its balance, which the list does not have. Not scoped to an account: compare `userid`. */
export const getInvoice: ReadAction<InvoiceWithBalance> = {
  name: "GetInvoice",
  answer: invoice,
  refusals: NOT_FOUND,
};

const line = z.object({ type: text(60), relid: optionalId.optional().default(null) });

/** What an invoice is for. Not scoped to an account: compare `userid`. */
export const getInvoiceLines: ReadAction<{ userid: number; status: string; lines: z.output<typeof line>[] }> = {
  name: "GetInvoice",
  answer: z
    .looseObject({ userid: id, status: z.string(), items: z.unknown() })
    .transform(({ userid, status, items }, context) => {
      const read = z.array(line).safeParse(asList({ items }, "items", "item", (value) => "relid" in value));
      if (read.success) return { userid, status, lines: read.data };
      context.addIssue({ code: "custom", path: ["items"], message: "no list of lines" });
      return z.NEVER;
    }),
  refusals: NOT_FOUND,
};
