import { statement } from "../platform/statement.ts";
import type { ShownRow } from "./answers.ts";

/** Returns the rows of a query in the form that the console shows. */
export async function shownRows(
  db: D1Database,
  sql: string,
  ...values: (string | number | null)[]
): Promise<ShownRow[]> {
  return (await statement(db, sql, ...values).all<ShownRow>()).results;
}

/** Returns SQL that converts a column of epoch milliseconds to RFC 3339. */
export function shownColumn(column: string): string {
  return `strftime('%Y-%m-%dT%H:%M:%SZ', ${column} / 1000, 'unixepoch')`;
}

/** Converts epoch milliseconds to RFC 3339. */
export function shownInstant(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}
