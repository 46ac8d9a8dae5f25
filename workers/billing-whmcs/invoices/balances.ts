import type { CustomerInvoice } from "../../../shared/billing-contract/customer.ts";
import type { ApiOutcome } from "../api/outcome.ts";
import { readInvoiceBy } from "./read-invoice.ts";
import { hasBalance, type InvoiceReader } from "./to-invoice.ts";

/** A page ends before it takes more calls of their own for balances. */
const MAX_BALANCES = 8;
/** The beginning of a page, as far as its balances were read. */
export interface PageWithBalances {
  items: CustomerInvoice[];
  /** The last invoice of the list that is dealt with; null where all are. */
  endsAt: CustomerInvoice | null;
}

/**
 * Invoices as they are now with their balances, which the list does not have: none is shown without its own. The page ends before the
 * first whose balance cannot be had. One that has gone, or does not read, is left out.
 */
export async function withBalances(
  reader: InvoiceReader,
  listed: CustomerInvoice[],
): Promise<ApiOutcome<PageWithBalances>> {
  const asked = listed.filter(hasBalance).slice(0, MAX_BALANCES);
  const read = new Map<number, CustomerInvoice[]>();
  const outcomes = await Promise.all(asked.map((invoice) => readBalance(reader, invoice, invoice !== listed[0])));
  for (const [index, outcome] of outcomes.entries()) {
    const invoice = asked[index];
    if (!invoice) continue;
    if (outcome.kind === "ok") read.set(invoice.id, outcome.body);
    else if (listed[0] === invoice) return outcome;
  }
  const end = listed.findIndex((invoice) => hasBalance(invoice) && !read.has(invoice.id));
  const page = end < 0 ? listed : listed.slice(0, end);
  const items = page.flatMap((invoice) => read.get(invoice.id) ?? [invoice]);
  return { kind: "ok", body: { items, endsAt: end < 0 ? null : (page.at(-1) ?? null) } };
}

/**
 * The invoice as it is now, with its balance; none where it has gone or does not read.
 * @param isOptional there is a page without it
 */
async function readBalance(
  reader: InvoiceReader,
  listed: CustomerInvoice,
  isOptional: boolean,
): Promise<ApiOutcome<CustomerInvoice[]>> {
  const read = await readInvoiceBy({ ...reader, currency: listed.currency }, listed.id, isOptional);
  if (read.kind === "unavailable" && read.reason === "unread") return none();
  if (read.kind !== "ok") return read;
  return { kind: "ok", body: read.body ? [read.body.invoice] : [] };
}

function none(): ApiOutcome<CustomerInvoice[]> {
  return { kind: "ok", body: [] };
}
