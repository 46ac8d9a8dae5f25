import type { Child } from "hono/jsx";
import { DataTable } from "../../../../shared/pages/data-table.tsx";
import { areaLink } from "../area-paths.ts";
import type { OwnRequest } from "../area-request.ts";
import { thingsTexts } from "../pages/pages-texts.ts";

/** Where a list goes on, as its key in an address: what it is ordered by, and the id. */
export interface PlaceInList {
  text: string;
  id: number;
}

const PLACE = /^(.{0,253})~(\d{1,15})$/s;
const AFTER = "after";

export const PAGE_LENGTH = 25;

/** Where the list of an address goes on; undefined for its first page, and for what no page of ours leads to. */
export function placeOf({ visit }: OwnRequest): PlaceInList | undefined {
  const [, text, id] = PLACE.exec(visit.url.searchParams.get(AFTER) ?? "") ?? [];
  return text === undefined ? undefined : { text, id: Number(id) };
}

interface PagedListProps {
  own: OwnRequest;
  path: string;
  /** What else the list's address says. */
  kept?: Record<string, string> | undefined;
  caption: string;
  columns: Parameters<typeof DataTable>[0]["columns"];
  rows: { key: string; cells: Child[] }[];
  /** Null on the last page. */
  next: PlaceInList | null;
}

/** One page of a list, and the way to the next one. */
export function PagedList({ own, path, kept = {}, caption, columns, rows, next }: PagedListProps) {
  const { visit } = own;
  const texts = thingsTexts[visit.language];
  return (
    <div class="card stack">
      {rows.length === 0 ? <p>{texts.none}</p> : <DataTable caption={caption} columns={columns} rows={rows} />}
      {(next || visit.url.searchParams.has(AFTER)) && (
        <p class="links">
          {visit.url.searchParams.has(AFTER) && <a href={areaLink(visit, path, kept)}>{texts.first}</a>}
          {next && <a href={areaLink(visit, path, { ...kept, [AFTER]: `${next.text}~${next.id}` })}>{texts.next}</a>}
        </p>
      )}
    </div>
  );
}
