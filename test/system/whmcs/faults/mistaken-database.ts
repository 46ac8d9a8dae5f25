import { NO_FENCE } from "./faults.ts";

/** Matches the statement that moves an action from `begun` to `sending`. */
const FENCE = /^\s*UPDATE actions SET state = \?, sent_at = \?/;
const CLAIM = /^\s*INSERT INTO actions /;

/** Returns the Worker's database with a seeded mistake, to test that the harness detects the mistake. */
export function mistakenDatabase(database: D1Database, mistake: string): D1Database {
  if (mistake !== NO_FENCE) return database;
  const prepare = (sql: string): D1PreparedStatement =>
    FENCE.test(sql) || CLAIM.test(sql) ? alwaysChanging(database.prepare(sql)) : database.prepare(sql);
  return new Proxy(database, {
    get(target, name) {
      const value = name === "prepare" ? prepare : Reflect.get(target, name);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}

/** Returns a statement that always reports a changed row. */
function alwaysChanging(statement: D1PreparedStatement): D1PreparedStatement {
  const bind = statement.bind.bind(statement);
  statement.bind = (...values) => {
    const bound = bind(...values);
    const run = bound.run.bind(bound);
    bound.run = async <Row>() => {
      const result = await run<Row>();
      return { ...result, meta: { ...result.meta, changes: 1 } };
    };
    return bound;
  };
  return statement;
}
