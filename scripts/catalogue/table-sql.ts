export type Value = string | number | null;

/** A row: values by column name. An omitted column gets its default. */
export type Row = Record<string, Value>;

/** A table's name and its rows. All rows have values for the same columns. */
export type Table = [name: string, rows: Row[]];

/** Number of rows per statement. This is far below the database's limit on the length of a statement. */
const ROWS_PER_STATEMENT = 100;

/**
 * Returns the statements that replace the content of tables.
 * @param tables the tables; referenced tables come before the tables that refer to them
 */
export function replacements(tables: readonly Table[]): string[] {
  return [...tables.map(([table]) => `DELETE FROM ${table}`).reverse(), ...tables.flatMap(insertions)];
}

/** Returns the statements that insert a table's rows. */
export function insertions([table, rows]: Table): string[] {
  const columns = Object.keys(rows[0] ?? {});
  const statements: string[] = [];
  for (let start = 0; start < rows.length; start += ROWS_PER_STATEMENT) {
    const values = rows
      .slice(start, start + ROWS_PER_STATEMENT)
      .map((row) => `(${Object.values(row).map(literal).join(", ")})`);
    statements.push(`INSERT INTO ${table} (${columns.join(", ")}) VALUES\n${values.join(",\n")}`);
  }
  return statements;
}

function literal(value: Value): string {
  if (value === null) return "NULL";
  return typeof value === "number" ? String(value) : `'${value.replaceAll("'", "''")}'`;
}
