import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { unstable_splitSqlQuery as statementsOf } from "wrangler";
import { PROJECT } from "../../scripts/workers.ts";

export interface Migration {
  /** The file's name. */
  name: string;
  /** The statements, split as wrangler does. */
  statements: string[];
}

/** The migrations of one database. */
export class Migrations {
  readonly all: Migration[];

  /** @param folder the path of the migrations, relative to the project */
  constructor(folder: string) {
    const path = join(PROJECT, folder);
    this.all = readdirSync(path)
      .toSorted()
      .map((name) => ({ name, statements: statementsOf(readFileSync(join(path, name), "utf8")) }));
  }

  /** Returns a new in-memory database with the migrations up to number `last`. */
  upTo(last: number): DatabaseSync {
    const db = new DatabaseSync(":memory:");
    for (const { name, statements } of this.all) if (numberOf(name) <= last) run(db, statements);
    return db;
  }
}

export function numberOf(name: string): number {
  return Number(name.slice(0, 4));
}

export function run(db: DatabaseSync, statements: string[]): void {
  for (const statement of statements) db.exec(statement);
}

export function schemaOf(db: DatabaseSync) {
  return db.prepare("SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY type, name").all();
}
