declare const ROW: unique symbol;

/** A prepared statement with the type of its rows. Only the compiler uses the type. */
export type TypedStatement<Row> = D1PreparedStatement & { readonly [ROW]?: Row };

export type NamedStatements = Record<string, D1PreparedStatement>;

export type RowsOf<Named extends NamedStatements> = {
  [Name in keyof Named]: Named[Name] extends TypedStatement<infer Row> ? Row[] : never;
};

/** Runs the statements in property order, in one transaction. */
export async function batchOf<Named extends NamedStatements>(
  db: D1Database,
  statements: Named,
): Promise<RowsOf<Named>> {
  return namedRows(statements, await db.batch(Object.values(statements)));
}

/**
 * Returns the rows of a batch by the names of its statements. D1 gives all results of a batch the same type. This
 * function gives each result the type of its statement.
 * @param results one result per statement, in the same order
 */
export function namedRows<Named extends NamedStatements>(statements: Named, results: D1Result[]): RowsOf<Named> {
  const rows = Object.keys(statements).map((name, position) => [name, results[position]?.results ?? []]);
  return Object.fromEntries(rows) as RowsOf<Named>;
}

/**
 * A value that the database assigns during a transaction, such as the id of a row that an earlier statement inserts. In
 * JSON, the value is `null` until a statement stores it.
 */
export class Assigned<Value> {
  /** An SQL expression for the value. */
  readonly sql: string;
  declare protected readonly value: Value;

  constructor(sql: string) {
    this.sql = sql;
  }

  toJSON(): null {
    return null;
  }
}

/** The id of the row last inserted into each table, for later statements of the same transaction. */
export const NEW_ID = {
  domain: new Assigned<number>("(SELECT max(id) FROM domains)"),
  service: new Assigned<number>("(SELECT max(id) FROM services)"),
  order: new Assigned<number>("(SELECT max(id) FROM orders)"),
  invoice: new Assigned<number>("(SELECT max(id) FROM invoices)"),
  account: new Assigned<number>("(SELECT max(id) FROM accounts)"),
};

/** A value that is not stored yet. Any string or number in it may still be {@link Assigned}. */
export type Draft<Value> = Value extends string | number
  ? Value | Assigned<Value>
  : Value extends object
    ? { [Member in keyof Value]: Draft<Value[Member]> }
    : Value;

/** A fragment of an SQL statement, with the values of its `?` placeholders in order. */
export class SqlPart {
  readonly sql: string;
  readonly values: unknown[];

  constructor(sql: string, values: unknown[] = []) {
    this.sql = sql;
    this.values = values;
  }
}

/**
 * Creates a fragment of a statement from a template. Inserts other fragments and {@link Assigned} values as SQL, and
 * binds every other value.
 */
export function part(text: TemplateStringsArray, ...values: unknown[]): SqlPart {
  const parts = values.map((value) => {
    if (value instanceof SqlPart) return value;
    return value instanceof Assigned ? new SqlPart(value.sql) : new SqlPart("?", [value]);
  });
  const sql = String.raw({ raw: text }, ...parts.map((each) => each.sql));
  return new SqlPart(
    sql,
    parts.flatMap((each) => each.values),
  );
}

/**
 * Creates a fragment without values.
 * @param text SQL from this code, never from a caller
 */
export function raw(text: string): SqlPart {
  return new SqlPart(text);
}

/** Returns a template tag that creates a statement; see {@link part}. */
export function sql(db: D1Database) {
  return <Row = unknown>(text: TemplateStringsArray, ...values: unknown[]): TypedStatement<Row> => {
    const { sql, values: bound } = part(text, ...values);
    return db.prepare(sql).bind(...bound);
  };
}

/** Returns a draft as JSON text. The statement that stores it fills in the assigned values. */
export function storedJson(draft: unknown): SqlPart {
  const assigned = assignedIn(draft, "$").map(({ path, sql }) => `, '${path}', ${sql}`);
  const json = JSON.stringify(draft);
  return assigned.length > 0 ? part`json_set(${json}${raw(assigned.join(""))})` : part`${json}`;
}

/**
 * Finds the assigned values in a draft, except in arrays. A path contains only property names from this code, never a
 * caller's text.
 */
function assignedIn(value: unknown, path: string): { path: string; sql: string }[] {
  if (value instanceof Assigned) return [{ path, sql: value.sql }];
  if (typeof value !== "object" || value === null || Array.isArray(value)) return [];
  return Object.entries(value).flatMap(([name, member]) => assignedIn(member, `${path}.${name}`));
}

/** The tables with ids that customers see or journals store. */
const NUMBERED = ["logins", "accounts", "domains", "services", "orders", "invoices"] as const;
/**
 * The amount by which ids are raised after a restore. It is larger than the number of ids that could have been assigned
 * since any restorable point in time.
 */
const RAISED_BY = 100_000;

/**
 * Returns the SQL for the id of a table's next row. After {@link raiseIds}, it is greater than every id that was lost
 * in the restore.
 */
export function nextId(table: (typeof NUMBERED)[number]): SqlPart {
  return raw(`(SELECT max(coalesce((SELECT max(id) FROM ${table}), 0),
    coalesce((SELECT floor FROM id_floors WHERE table_name = '${table}'), 0)) + 1)`);
}

/** Raises the next id of every numbered table above all ids that were assigned and then lost in a restore. */
export async function raiseIds(db: D1Database): Promise<void> {
  const raise = (table: string) =>
    db.prepare(
      `INSERT INTO id_floors (table_name, floor) SELECT '${table}', coalesce(max(id), 0) + ${RAISED_BY} FROM ${table}
       WHERE true ON CONFLICT DO UPDATE SET floor = max(floor, excluded.floor)`,
    );
  await db.batch(NUMBERED.map(raise));
}
