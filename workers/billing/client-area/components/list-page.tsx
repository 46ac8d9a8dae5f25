import type { Child } from "hono/jsx";
import type { Page } from "../../../../shared/billing-contract/customer.ts";
import { DataTable } from "../../../../shared/pages/data-table.tsx";
import { type Failed, failed, show } from "../answers.tsx";
import { areaLink, type SignedInRequest } from "../area-request.ts";
import { areaTexts } from "../area-texts.ts";
import { AreaPage } from "./area-page.tsx";

/** Where a list continues, as its address says it: the value it is ordered by, and the id. */
export interface PlaceInList {
  text: string;
  id: number;
}

const PLACE = /^(.{0,253})~(\d{1,15})$/s;
const AFTER = "after";

export const PAGE_LENGTH = 25;

/** Where the list of an address continues; undefined for its first page, and for what no page of ours links to. */
export function placeOf({ visit }: SignedInRequest): PlaceInList | undefined {
  const [, text, id] = PLACE.exec(visit.url.searchParams.get(AFTER) ?? "") ?? [];
  return text === undefined ? undefined : { text, id: Number(id) };
}

interface ItemTableProps<Item> {
  request: SignedInRequest;
  path: string;
  /** Further parameters of the list's address. */
  kept?: Record<string, string> | undefined;
  caption: string;
  columns: Parameters<typeof DataTable>[0]["columns"];
  items: Item[];
  /** The cells of an item, one for each column. */
  row: (item: Item) => Child[];
  /** Null on the last page. */
  next?: PlaceInList | null;
}

/** One page of a list as a table, with the link to the next page. */
export function ItemTable<Item extends { id: number }>(props: ItemTableProps<Item>) {
  const { request, path, kept = {}, caption, columns, items, row, next = null } = props;
  const { visit } = request;
  const texts = areaTexts[visit.language];
  const rows = items.map((item) => ({ key: String(item.id), cells: row(item) }));
  return (
    <div class="card flush">
      {rows.length === 0 ? <p>{texts.emptyList}</p> : <DataTable caption={caption} columns={columns} rows={rows} />}
      {(next || visit.url.searchParams.has(AFTER)) && (
        <p class="links">
          {visit.url.searchParams.has(AFTER) && <a href={areaLink(visit, path, kept)}>{texts.firstPage}</a>}
          {next && (
            <a href={areaLink(visit, path, { ...kept, [AFTER]: `${next.text}~${next.id}` })}>{texts.nextPage}</a>
          )}
        </p>
      )}
    </div>
  );
}

interface AreaListPage<Item, Key> extends Pick<ItemTableProps<Item>, "path" | "kept" | "columns" | "row"> {
  title: string;
  back?: { label: string; path: string } | undefined;
  read: { ok: true; value: Page<Item, Key> } | Failed;
  /** What the list is ordered by before the id, in the key of the next page. */
  order: (key: Key) => string;
  /** Below the table. */
  children?: Child;
}

/** A list of the account's as a page, or why it cannot be read. */
export function listPage<Item extends { id: number }, Key extends { id: number }>(
  request: SignedInRequest,
  { title, back, read, order, children, ...table }: AreaListPage<Item, Key>,
): Promise<Response> | Response {
  if (!read.ok) return failed(request, read);
  const { items, next } = read.value;
  return show(
    request,
    <AreaPage request={request} title={title} {...(back && { back })}>
      <ItemTable
        request={request}
        caption={title}
        items={items}
        {...table}
        next={next && { text: order(next), id: next.id }}
      />
      {children}
    </AreaPage>,
  );
}
