import type { OperatorAnswer, ShownRow } from "./answers.ts";
import { shownRows } from "./shown-rows.ts";

/** One page of an export. A table that continues is the first of the next page. */
export interface ExportPage extends OperatorAnswer {
  /** The cursor of the next page. Null on the last page. */
  next: string | null;
}

/** Some rows of a table. */
export interface ExportedRows {
  rows: ShownRow[];
  /** The start of the next rows. Null if there are none. */
  next: string | null;
  note?: string;
}

/** A table of an export, read in parts. */
export interface ExportedTable {
  name: string;
  /** @param after null: starts at the first row */
  read(after: string | null, limit: number): Promise<ExportedRows>;
}

/** The maximum rows of one page. They take a few megabytes. */
const PAGE_ROWS = 5_000;
/** The additional cost of a read, in rows. Thousands of connections without calls also need many queries. */
const READ_COST = 30;

/** Returns one page of tables, from the end of the previous page. @param cursor null: the first page */
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

/** The rows of a query as a table. @param show converts a row for display */
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
