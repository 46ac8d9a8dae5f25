declare const ROW: unique symbol;

/** A prepared statement whose rows have this shape; the shape exists for the compiler alone. */
export type TypedStatement<Row> = D1PreparedStatement & { readonly [ROW]?: Row };

export type Reads = Record<string, D1PreparedStatement>;

export type RowsOf<Named extends Reads> = {
  [Name in keyof Named]: Named[Name] extends TypedStatement<infer Row> ? Row[] : never;
};

/** Runs statements in the order of their members, in one transaction. */
export async function batchOf<Named extends Reads>(db: D1Database, statements: Named): Promise<RowsOf<Named>> {
  return namedRows(statements, await db.batch(Object.values(statements)));
}

/**
 * The rows of a batch by the names of its statements. D1 types all results of a batch alike: this is where each gets the type
 * that its statement was given.
 * @param results one for each statement, in their order
 */
export function namedRows<Named extends Reads>(statements: Named, results: D1Result[]): RowsOf<Named> {
  const rows = Object.keys(statements).map((name, position) => [name, results[position]?.results ?? []]);
  return Object.fromEntries(rows) as RowsOf<Named>;
}
