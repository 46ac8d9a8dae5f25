import * as z from "zod";
import type { InvoiceListKey } from "../../../shared/billing-contract/customer.ts";
import { readOperation } from "../account-context.ts";
import { nextCursorOutput, pageInput } from "../schemas/input.ts";
import { Invoice, toInvoice } from "../schemas/invoice.ts";

export const listInvoices = readOperation({
  id: "listInvoices",
  tool: "list_my_invoices",
  http: { method: "GET", path: "/account/invoices" },
  title: "List my invoices",
  summary: {
    en: "Invoices, most recent first: dates, amounts with taxes, status and the link to view and pay.",
    fr: "Factures, de la plus récente à la plus ancienne : dates, montants avec taxes, état et lien pour les voir et les payer.",
  },
  label: { en: "Read invoices", fr: "Lire les factures" },
  description:
    "The customer's invoices, most recent first: dates, amounts with each tax, what is left to pay, status, whether it is overdue, and the link where the customer views and pays it. By default those still to be paid; `status: paid` gives the paid ones, `all` every one. Drafts are never listed. Nothing can be paid here: give the customer `view_url`. Follow `next_cursor` until it is null before adding anything up.",
  access: { scope: "account:read", permissions: ["invoices"], limit: "outside" },
  input: z.strictObject({
    status: z
      .enum(["unpaid", "paid", "all"])
      .default("unpaid")
      .describe("`unpaid`: to be paid, with a payment pending, or in collections. `paid`: paid ones alone."),
    ...pageInput,
  }),
  output: {
    invoices: z.array(Invoice),
    next_cursor: nextCursorOutput,
  },
  example: {},
  async run({ queries, cursors, links }, { limit, cursor, ...filters }) {
    const after = await cursors.read<InvoiceListKey>(cursor, filters);
    const page = await queries.listInvoices({ ...filters, limit, ...(after && { after }) });
    return {
      account: page.account,
      invoices: page.items.map((invoice) => toInvoice(invoice, links)),
      next_cursor: await cursors.write(page.next, filters),
    };
  },
});
