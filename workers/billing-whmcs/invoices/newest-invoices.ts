import type { InvoiceList, InvoiceListKey } from "../../../shared/billing-contract/customer.ts";
import { type ClientInvoice, getInvoices } from "../api/actions/get-invoices.ts";
import { type CallContext, MAX_ROWS } from "../api/call-context.ts";
import { ListWalk } from "../api/list-walk.ts";
import type { ApiOutcome } from "../api/outcome.ts";
import type { Parameters } from "../api/parameters.ts";
import { tooLong } from "../api/unusable-answers.ts";
import { PAGE_ROWS, type WhmcsApi } from "../api/whmcs-api.ts";

/** In which no row changes its place, and new ones come last. */
export const BY_ID = { orderby: "id", order: "asc" } as const;

/** Readings by date in which rows changed their places. */
const MAX_MOVES = 2;

/** Rows of a list by date, newest first, and where the rows of each date begin in it. */
export interface NewestInvoices {
  rows: ClientInvoice[];
  offsets: ReadonlyMap<string, number>;
}

/** What is read of an account's invoices. */
export interface InvoiceQuery {
  parameters: Parameters;
  list: InvoiceList;
  /** Whether a row counts towards the page. */
  isShown(row: ClientInvoice): boolean;
}

/**
 * As many rows behind the page's key as fill it. The list comes by date alone, so that reading goes on until the date changes. The
 * key's hint says where its date began: where the row before it is newer still, nothing in front of it can belong behind the key.
 * Where rows came or went between two pages it is read once more. A list that comes in another order, or in none that lasts, is read
 * whole by id.
 */
export async function readNewestInvoices(
  api: WhmcsApi,
  query: InvoiceQuery,
  context: CallContext,
): Promise<ApiOutcome<NewestInvoices>> {
  let start = Math.max(0, Math.trunc(query.list.after?.hint ?? 0) - 1);
  for (let moves = 0; moves < MAX_MOVES; ) {
    const read = await readFrom(api, start, query, context);
    if (typeof read === "object") return read;
    if (read === "unordered") break;
    if (read === "misplaced") start = 0;
    else moves++;
  }
  const whole = await api.list(getInvoices, { ...query.parameters, ...BY_ID }, context);
  return whole.kind === "ok" ? { kind: "ok", body: { rows: whole.body, offsets: new Map() } } : whole;
}

/**
 * @returns `misplaced` where rows before `start` may belong to the page; `moved` where the list changed between two pages, or gives
 * equal dates in another order each time; `unordered` where it is not by date
 */
async function readFrom(
  api: WhmcsApi,
  start: number,
  { parameters, list: { limit, after }, isShown }: InvoiceQuery,
  context: CallContext,
): Promise<ApiOutcome<NewestInvoices> | "misplaced" | "moved" | "unordered"> {
  const rows = new Map<number, ClientInvoice>();
  const offsets = new Map<string, number>();
  const walk = new ListWalk(PAGE_ROWS, start);
  let total: number | undefined;
  while (walk.offset - start <= MAX_ROWS) {
    const { offset } = walk;
    const page = await api.page(getInvoices, { ...parameters, orderby: "date", order: "desc" }, offset, context);
    if (page.kind !== "ok") return page;
    const isBeforeKey = after !== undefined && dateOf(page.body.rows[0]) > after.issuedOn;
    if (offset === start && start > 0 && !isBeforeKey) return "misplaced";
    if (page.body.rows.some(({ id }) => rows.has(id)) || (page.body.total !== total && total !== undefined))
      return "moved";
    total = page.body.total;
    for (const [index, row] of page.body.rows.entries()) {
      if (row.date && !offsets.has(row.date)) offsets.set(row.date, offset + index);
      rows.set(row.id, row);
    }
    const read = [...rows.values()];
    if (read.some((row, index) => index > 0 && dateOf(row) > dateOf(read[index - 1]))) return "unordered";
    const end = walk.passed(page.body);
    // More of the last date may come: which of them are next is known once it has changed.
    const isSettled = (row: ClientInvoice) => dateOf(row) > dateOf(read.at(-1));
    const behind = read.filter((row) => isSettled(row) && isBehind(row, after) && isShown(row));
    if (end === "complete" || behind.length > limit) return { kind: "ok", body: { rows: read, offsets } };
    if (end === "incomplete") break;
  }
  return tooLong(getInvoices.name, context);
}

/** Those without a date are the last. */
function dateOf(row: ClientInvoice | undefined): string {
  return row?.date ?? "";
}

function isBehind({ id, date }: ClientInvoice, after: InvoiceListKey | undefined): boolean {
  if (!after) return true;
  return (date ?? "") < after.issuedOn || (date === after.issuedOn && id < after.id);
}
