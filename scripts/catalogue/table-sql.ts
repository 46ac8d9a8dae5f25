export type Value = string | number | null;

/** Values by their columns. What it leaves out has the column's default. */
export type Row = Record<string, Value>;

/** A table's name and its rows, which have all values for the same columns. */
export type Table = [name: string, rows: Row[]];

/** Rows per statement, far below the database's limit on a statement's length. */
const ROWS_PER_STATEMENT = 100;

/** The statements that put rows into tables in place of what was there. @param tables referenced ones before those that refer to them */
export function replacements(tables: readonly Table[]): string[] {
  return [...tables.map(([table]) => `DELETE FROM ${table}`).reverse(), ...tables.flatMap(insertions)];
}

/** The statements that insert a table's rows. */
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
