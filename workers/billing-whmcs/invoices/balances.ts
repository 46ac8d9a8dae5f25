import type { CustomerInvoice } from "../../../shared/billing-contract/customer.ts";
import type { ApiOutcome } from "../api/outcome.ts";
import { readInvoiceBy } from "./read-invoice.ts";
import { hasBalance, type InvoiceReader } from "./to-invoice.ts";

/** A page ends before it takes more calls of their own for balances. */
const MAX_BALANCES = 8;
/** An account has no more calls at the same time; through the addon all are one. */
const TOGETHER = 4;
/** Of a question, of which the caller waits eight seconds. */
const BUDGET_MS = 7_000;

/** The beginning of a page, as far as its balances were read. */
export interface PageWithBalances {
  items: CustomerInvoice[];
  /** The last invoice of the list that is dealt with; null where all are. */
  endsAt: CustomerInvoice | null;
}

/**
 * Invoices as they are now with their balances, which the list does not have: none is shown without its own. The page ends before the
 * first whose balance cannot be had in time. One that has gone, or does not read, is left out.
 * @param startedAt of the question, epoch milliseconds
 */
export async function withBalances(
  reader: InvoiceReader,
  listed: CustomerInvoice[],
  startedAt: number,
): Promise<ApiOutcome<PageWithBalances>> {
  const atOnce = (await reader.context.addon.bridge()) ? MAX_BALANCES : TOGETHER;
  const asked = listed.filter(hasBalance).slice(0, MAX_BALANCES);
  const read = new Map<number, CustomerInvoice[]>();
  for (let first = 0; first < asked.length; first += atOnce) {
    const begunAt = Date.now();
    const together = asked.slice(first, first + atOnce);
    const outcomes = await Promise.all(together.map((invoice) => readBalance(reader, invoice, invoice !== listed[0])));
    for (const [index, outcome] of outcomes.entries()) {
      const invoice = together[index];
      if (!invoice) continue;
      if (outcome.kind === "ok") read.set(invoice.id, outcome.body);
      else if (listed[0] === invoice) return outcome;
    }
    const now = Date.now();
    if (outcomes.some(({ kind }) => kind !== "ok") || 2 * now - begunAt - startedAt > BUDGET_MS) break;
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
