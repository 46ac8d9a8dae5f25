import { Assigned } from "./assigned.ts";
import type { TypedStatement } from "./batch.ts";

/** A part of a statement, with the values of its `?` marks in order. */
export class SqlPart {
  readonly sql: string;
  readonly values: unknown[];

  constructor(sql: string, values: unknown[] = []) {
    this.sql = sql;
    this.values = values;
  }
}

/** A part of a statement as a template: parts and {@link Assigned} values stand in it as SQL, any other value is bound. */
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

/** A part without values. @param text of this code, never a caller's */
export function raw(text: string): SqlPart {
  return new SqlPart(text);
}

/** A statement as a template, see {@link part}. */
export function sql(db: D1Database) {
  return <Row = unknown>(text: TemplateStringsArray, ...values: unknown[]): TypedStatement<Row> => {
    const { sql, values: bound } = part(text, ...values);
    return db.prepare(sql).bind(...bound);
  };
}

/** A draft as JSON text, with what is assigned filled in by the statement. */
export function storedJson(draft: unknown): SqlPart {
  const assigned = assignedIn(draft, "$").map(({ path, sql }) => `, '${path}', ${sql}`);
  const json = JSON.stringify(draft);
  return assigned.length > 0 ? part`json_set(${json}${raw(assigned.join(""))})` : part`${json}`;
}

/** Paths consist of member names that this code declares; no text of a caller is among them. */
function assignedIn(value: unknown, path: string): { path: string; sql: string }[] {
  if (value instanceof Assigned) return [{ path, sql: value.sql }];
  if (typeof value !== "object" || value === null || Array.isArray(value)) return [];
  return Object.entries(value).flatMap(([name, member]) => assignedIn(member, `${path}.${name}`));
}
