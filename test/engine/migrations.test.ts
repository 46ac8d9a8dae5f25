import { globSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { PROJECT } from "../../scripts/workers.ts";
import { Migrations, numberOf, run, schemaOf } from "../support/migrations.ts";

const folders = globSync("workers/*/migrations", { cwd: PROJECT }).toSorted();

test("every database has migrations", () => {
  expect(folders.length).toBeGreaterThanOrEqual(4);
});

describe.each(folders)("%s", (folder) => {
  const migrations = new Migrations(folder);

  test("has consecutive numbers", () => {
    expect(migrations.all.map(({ name }) => numberOf(name))).toEqual(migrations.all.map((_, index) => index + 1));
  });

  test.each(migrations.all)("$name can be run again, wherever it stopped", ({ name, statements }) => {
    const whole = migrations.upTo(numberOf(name));
    for (let done = 0; done <= statements.length; done++) {
      const db = migrations.upTo(numberOf(name) - 1);
      run(db, statements.slice(0, done));
      run(db, statements);
      expect(schemaOf(db), `after ${done} of ${statements.length} statements`).toEqual(schemaOf(whole));
    }
  });
});
