/** Marks a text that the provider must replace. Loading a file fails if it still contains a mark. */
export const MARK = "WRITE:";

export function insert(table: string, columns: string[], values: (string | number | null)[]): string {
  return `INSERT INTO ${table} (${columns.join(", ")}) VALUES (${values.map(literal).join(", ")});`;
}

/**
 * Returns statements that fail if a text still has the mark. In a query, SQLite can fail only through a function that
 * rejects its argument; here that is `json`.
 */
export function guard(columns: readonly (readonly [table: string, column: string])[]): string[] {
  return [
    `-- Fails with “malformed JSON”, and changes nothing, while a text that begins with ${MARK} is left.`,
    ...columns.map(([table, column]) => `SELECT json(${column}) FROM ${table} WHERE ${column} LIKE '${MARK}%';`),
  ];
}

/**
 * Replaces line breaks and other control characters with spaces. Otherwise a name with a line break would end a SQL
 * comment.
 */
export function oneLine(value: string): string {
  return value.replace(/[\p{Cc}\u2028\u2029]+/gu, " ");
}

function literal(value: string | number | null): string {
  return typeof value === "string" ? `'${oneLine(value).replaceAll("'", "''")}'` : String(value ?? "NULL");
}
