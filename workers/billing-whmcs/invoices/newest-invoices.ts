import type { InvoiceList, InvoiceListKey } from "../../../shared/billing-contract/customer.ts";
import { getInvoices, type InvoiceRow } from "../api/actions/get-invoices.ts";
import type { Parameters } from "../api/form.ts";
import { ListWalk } from "../api/list-walk.ts";
import type { Outcome } from "../api/outcome.ts";
import { type CallContext, MAX_ROWS, PAGE_ROWS, tooLong, type WhmcsApi } from "../api/whmcs-api.ts";

/** Rows of a list by date, newest first, and where the rows of each date begin in it. */
export interface NewestInvoices {
  rows: InvoiceRow[];
  offsets: Map<string, number>;
}

/**
 * As many rows behind the page's key as fill it. The list comes by date alone, so that reading goes on until the date changes. The
 * key's hint says where its date began: where the row before it is newer still, nothing in front of it can belong behind the key.
 */
export async function readNewestInvoices(
  api: WhmcsApi,
  parameters: Parameters,
  { limit, after }: InvoiceList,
  context: CallContext,
): Promise<Outcome<NewestInvoices>> {
  const rows = new Map<number, InvoiceRow>();
  const offsets = new Map<string, number>();
  const start = Math.max(0, (after?.hint ?? 0) - 1);
  let walk = new ListWalk(PAGE_ROWS, start);
  let behind = 0;
  for (;;) {
    const { offset } = walk;
    const page = await api.page(getInvoices, { ...parameters, orderby: "date", order: "desc" }, offset, context);
    if (page.kind !== "ok") return page;
    const first = page.body.rows[0];
    if (offset > 0 && offset === start && !(after && first?.date && first.date > after.issuedOn)) {
      walk = new ListWalk(PAGE_ROWS);
      continue;
    }
    const lastDate = page.body.rows.at(-1)?.date;
    for (const [index, row] of page.body.rows.entries()) {
      if (row.date && !offsets.has(row.date)) offsets.set(row.date, offset + index);
      // More of the last date may come: which of them are next is known once it has changed.
      if (row.date !== lastDate && !rows.has(row.id) && isBehind(row, after)) behind++;
      rows.set(row.id, row);
    }
    if (walk.passed(page.body) || behind > limit) return { kind: "ok", body: { rows: [...rows.values()], offsets } };
    if (walk.offset > MAX_ROWS) return tooLong(getInvoices.name, context);
  }
}

function isBehind({ id, date }: InvoiceRow, after: InvoiceListKey | undefined): boolean {
  if (!after) return true;
  return (date ?? "") < after.issuedOn || (date === after.issuedOn && id < after.id);
}
