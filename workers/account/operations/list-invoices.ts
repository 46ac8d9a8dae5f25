import * as z from "zod";
import type { InvoiceListKey } from "../../../shared/billing-contract/customer.ts";
import { readOperation } from "../account-context.ts";
import { answered } from "../queries/billing-answers.ts";
import { readCursor, writeCursor } from "../queries/cursors.ts";
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
    "The customer's invoices, from the newest to the oldest: dates, amounts in each one's `currency` with its taxes, what is left to pay, status, whether it is overdue, and `view_url`, where the customer sees and pays it. Drafts are not listed, and nothing can be paid here. The list is complete once `next_cursor` is null.",
  access: { scope: "account:read", permissions: ["invoices"], limit: "outside" },
  input: z.strictObject({
    status: z
      .enum(["unpaid", "paid", "all"])
      .default("unpaid")
      .describe("`unpaid`: unpaid, with a payment pending, or in collections. `paid`: paid ones only."),
    ...pageInput,
  }),
  output: {
    invoices: z.array(Invoice).describe("One page of them, most recent first."),
    next_cursor: nextCursorOutput,
  },
  example: {},
  async run(context, { limit, cursor, ...filters }) {
    const { billing, query, clientArea } = context;
    const after = await readCursor<InvoiceListKey>(context, cursor, filters);
    const list = { ...filters, limit, ...(after && { after }) };
    const page = await answered(context, billing.listInvoices(query, list));
    return {
      account: page.account,
      invoices: page.items.map((invoice) => toInvoice(invoice, clientArea)),
      next_cursor: await writeCursor(context, page.next, filters),
    };
  },
});
