import type { OperatorAnswer, ShownRow } from "./answers.ts";
import { shownRows } from "./shown-rows.ts";

/** One answer of an export. Pages follow each other by table: a table that continues is the first of the next page. */
export interface ExportPage extends OperatorAnswer {
  /** Where the next page begins; null: this is the last. */
  next: string | null;
}

/** Some rows of a table. */
export interface ExportedRows {
  rows: ShownRow[];
  /** Where the next ones begin; null: there are none. */
  next: string | null;
  note?: string;
}

/** A table of an export, read in parts. */
export interface ExportedTable {
  name: string;
  /** @param after null: from the first row on */
  read(after: string | null, limit: number): Promise<ExportedRows>;
}

/** Rows of one page: a few megabytes at most. */
const PAGE_ROWS = 5_000;
/** What a read counts for besides its rows: thousands of connections without a call are many questions as well. */
const READ_COST = 30;

/** One page of tables, from where the one before ended. @param cursor null: the first */
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

/** The rows of a query as a table. @param show what becomes of a row */
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

/** A query without an end, and what is bound to it. */
export interface ExportQuery {
  db: D1Database;
  sql: string;
  values: (string | number)[];
}
