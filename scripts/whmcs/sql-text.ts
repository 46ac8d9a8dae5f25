/** Marks what a person must write; a file is refused while a mark is left. */
export const MARK = "WRITE:";

export function insert(table: string, columns: string[], values: (string | number | null)[]): string {
  return `INSERT INTO ${table} (${columns.join(", ")}) VALUES (${values.map(literal).join(", ")});`;
}

/** SQLite has no other way to fail in a query than a function that refuses its argument. */
export function guard(columns: readonly (readonly [table: string, column: string])[]): string[] {
  return [
    `-- Fails with “malformed JSON”, and changes nothing, while a text that begins with ${MARK} is left.`,
    ...columns.map(([table, column]) => `SELECT json(${column}) FROM ${table} WHERE ${column} LIKE '${MARK}%';`),
  ];
}

/** A comment ends with its line, and a name could have another one. */
export function oneLine(value: string): string {
  return value.replace(/[\p{Cc}\u2028\u2029]+/gu, " ");
}

function literal(value: string | number | null): string {
  return typeof value === "string" ? `'${oneLine(value).replaceAll("'", "''")}'` : String(value ?? "NULL");
}
