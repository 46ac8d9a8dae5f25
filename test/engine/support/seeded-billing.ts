import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { seedStatements } from "../../../dev/seed/statements.ts";
import { PROJECT } from "../../../scripts/workers.ts";
import { customersOf } from "./customer.ts";
import { engineAt } from "./engine.ts";
import { sqliteD1 } from "./sqlite-d1.ts";

/** Returns an empty database with the tables of a Worker. @param folder its migrations, relative to the project */
export function migratedDatabase(folder: string): D1Database {
  const files = readdirSync(join(PROJECT, folder)).toSorted();
  return sqliteD1(files.map((name) => readFileSync(join(PROJECT, folder, name), "utf8")).join("\n"));
}

/** Creates a database with the demonstration data for a day. Returns it with queries and with an engine on it. */
export async function seededBilling(today = new Date()) {
  const db = migratedDatabase("workers/billing/migrations");
  await db.batch(seedStatements(today).map((statement) => db.prepare(statement)));
  const billing = engineAt(db, Date.now);
  return { db, sql: queriesOn(db), billing, ...customersOf(billing) };
}

/** Returns functions that run one statement each, with values for its `?` parameters. */
function queriesOn(db: D1Database) {
  const prepared = (sql: string, values: unknown[]) => db.prepare(sql).bind(...values);
  /** Returns the first column of the first row, or `null` if there is no row. */
  async function value<Value = unknown>(sql: string, ...values: unknown[]): Promise<Value | null> {
    const [row] = await prepared(sql, values).raw<[Value]>();
    return row?.[0] ?? null;
  }
  return {
    value,
    rows: async <Row = Record<string, unknown>>(sql: string, ...values: unknown[]) =>
      (await prepared(sql, values).all<Row>()).results,
    /** Returns the first row, or `null` if there is no row. */
    row: <Row = Record<string, unknown>>(sql: string, ...values: unknown[]) => prepared(sql, values).first<Row>(),
    /** Counts rows. `from` is a table name and any clauses after it. */
    count: async (from: string, ...values: unknown[]) =>
      (await value<number>(`SELECT count(*) FROM ${from}`, ...values)) ?? 0,
    run: async (sql: string, ...values: unknown[]): Promise<void> => void (await prepared(sql, values).run()),
  };
}
