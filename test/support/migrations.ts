import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, test } from "vitest";
import { unstable_splitSqlQuery as statementsOf } from "wrangler";
import { PROJECT } from "../../scripts/workers.ts";

export interface Migration {
  /** Of its file. */
  name: string;
  /** As wrangler splits them. */
  statements: string[];
}

/** The migrations of a database. */
export class Migrations {
  readonly all: Migration[];

  /** @param folder relative to the project */
  constructor(folder: string) {
    const path = join(PROJECT, folder);
    this.all = readdirSync(path)
      .toSorted()
      .map((name) => ({ name, statements: statementsOf(readFileSync(join(path, name), "utf8")) }));
  }

  /** A database with the migrations up to that number. */
  upTo(last: number): DatabaseSync {
    const db = new DatabaseSync(":memory:");
    for (const { name, statements } of this.all) if (numberOf(name) <= last) run(db, statements);
    return db;
  }

  /** What holds of the migrations of every database: they follow one another, and each can be run again. */
  test(): void {
    test("numbers follow one another", () => {
      expect(this.all.map(({ name }) => numberOf(name))).toEqual(this.all.map((_, index) => index + 1));
    });

    describe.each(this.all)("$name", ({ name, statements }) => {
      test("can be run again, wherever it stopped", () => {
        const whole = this.upTo(numberOf(name));
        for (let done = 0; done <= statements.length; done++) {
          const db = this.upTo(numberOf(name) - 1);
          run(db, statements.slice(0, done));
          run(db, statements);
          expect(schemaOf(db), `after ${done} of ${statements.length} statements`).toEqual(schemaOf(whole));
        }
      });
    });
  }
}

export function numberOf(name: string): number {
  return Number(name.slice(0, 4));
}

export function run(db: DatabaseSync, statements: string[]): void {
  for (const statement of statements) db.exec(statement);
}

function schemaOf(db: DatabaseSync) {
  return db.prepare("SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY type, name").all();
}
