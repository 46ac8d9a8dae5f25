import type { OperatorAnswer, ShownRow } from "./answers.ts";
import { shownRows } from "./shown-rows.ts";

/** One page of an export. If a table continues, the next page begins with it. */
export interface ExportPage extends OperatorAnswer {
  /** The cursor of the next page; `null` on the last page. */
  next: string | null;
}

/** Some rows of a table. */
export interface ExportedRows {
  rows: ShownRow[];
  /** The position of the next rows; `null` if there are no more rows. */
  next: string | null;
  note?: string;
}

/** A table of an export, which is read in parts. */
export interface ExportedTable {
  name: string;
  /**
   * Reads the next rows.
   * @param after the `next` of the previous rows; `null` to start at the first row
   */
  read(after: string | null, limit: number): Promise<ExportedRows>;
}

/** Maximum number of rows in one page. A page with this many rows takes a few megabytes. */
const PAGE_ROWS = 5_000;
/**
 * The additional cost of a read, counted in rows. Without it, a page could need a query for each of thousands of
 * connections that have no calls.
 */
const READ_COST = 30;

/**
 * Returns one page of tables, from the end of the previous page.
 * @param cursor `null` for the first page
 */
export async function pageOf(tables: readonly ExportedTable[], cursor: string | null): Promise<ExportPage> {
  const page: ExportPage = { tables: {}, notes: [], next: null };
  let budget = PAGE_ROWS;
  let [at, after] = cursor === null ? [0, null] : (JSON.parse(cursor) as [number, string | null]);
  for (let table = tables[at]; table !== undefined; table = tables[at]) {
    if (budget <= 0) return { ...page, next: JSON.stringify([at, after]) };
    const { rows, next, note } = await table.read(after, budget);
    page.tables[table.name] = [...(page.tables[table.name] ?? []), ...rows];
    if (note !== undefined) page.notes.push(note);
    budget -= rows.length + READ_COST;
    after = next;
    if (next === null) at++;
  }
  return page;
}

/**
 * Returns the rows of a query as a table of an export.
 * @param show converts a row for display
 */
export function queriedTable(
  name: string,
  query: ExportQuery,
  show: (row: ShownRow) => ShownRow = (row) => row,
): ExportedTable {
  return {
    name,
    async read(after, limit) {
      const offset = Number(after ?? 0);
      const { db, sql, values } = query;
      const results = await shownRows(db, `SELECT * FROM (${sql}) LIMIT ${limit} OFFSET ${offset}`, ...values);
      return { rows: results.map(show), next: results.length < limit ? null : String(offset + limit) };
    },
  };
}

/** A query without LIMIT and OFFSET, and its bound values. */
export interface ExportQuery {
  db: D1Database;
  sql: string;
  values: (string | number)[];
}
