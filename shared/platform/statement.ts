/** Returns a D1 statement that binds values to its `?` placeholders. */
export function statement(
  db: D1Database,
  query: string,
  ...values: (string | number | boolean | null)[]
): D1PreparedStatement {
  return db.prepare(query).bind(...values);
}
