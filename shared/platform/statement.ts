/** A statement of D1 with the values of its `?` marks. */
export function statement(
  db: D1Database,
  query: string,
  ...values: (string | number | boolean | null)[]
): D1PreparedStatement {
  return db.prepare(query).bind(...values);
}
