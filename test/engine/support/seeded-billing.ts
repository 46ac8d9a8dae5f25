import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { seedStatements } from "../../../dev/seed/statements.ts";
import { PROJECT } from "../../../scripts/workers.ts";
import { engineAt } from "./engine.ts";
import { sqliteD1 } from "./sqlite-d1.ts";

/** A database with the tables that a Worker's migrations make, and no rows. @param folder relative to the project */
export function migratedDatabase(folder: string): D1Database {
  const files = readdirSync(join(PROJECT, folder)).toSorted();
  return sqliteD1(files.map((name) => readFileSync(join(PROJECT, folder, name), "utf8")).join("\n"));
}

/** A database with the demonstration data as of a day, queries on it, and the engine on it at the present time. */
export async function seededBilling(today = new Date()) {
  const db = migratedDatabase("workers/billing/migrations");
  await seed(db, today);
  return { db, sql: new Queries(db), billing: engineAt(db, Date.now) };
}

/** Puts the demonstration data into the database, in place of what its tables hold. */
async function seed(db: D1Database, today: Date): Promise<void> {
  await db.batch(seedStatements(today).map((statement) => db.prepare(statement)));
}

/** Single statements of a test, with the values of their `?` marks. */
class Queries {
  readonly #db: D1Database;

  constructor(db: D1Database) {
    this.#db = db;
  }

  async rows<Row = Record<string, unknown>>(sql: string, ...values: unknown[]): Promise<Row[]> {
    return (
      await this.#db
        .prepare(sql)
        .bind(...values)
        .all<Row>()
    ).results;
  }

  /** The first row; null where there is none. */
  async row<Row = Record<string, unknown>>(sql: string, ...values: unknown[]): Promise<Row | null> {
    return this.#db
      .prepare(sql)
      .bind(...values)
      .first<Row>();
  }

  /** The first column of the first row; null where there is none. */
  async value<Value = unknown>(sql: string, ...values: unknown[]): Promise<Value | null> {
    const [row] = await this.#db
      .prepare(sql)
      .bind(...values)
      .raw<[Value]>();
    return row?.[0] ?? null;
  }

  /** How many rows there are `from`, a table with what may follow it. */
  async count(from: string, ...values: unknown[]): Promise<number> {
    return (await this.value<number>(`SELECT count(*) FROM ${from}`, ...values)) ?? 0;
  }

  async run(sql: string, ...values: unknown[]): Promise<void> {
    await this.#db
      .prepare(sql)
      .bind(...values)
      .run();
  }
}
