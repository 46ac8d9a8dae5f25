import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { faultOf, type MigrationFile, migrationFaults, statementsIn } from "../../scripts/deployment/schema-changes.ts";
import { digestsOf, readReleases } from "../../scripts/deployment/schemas.ts";
import { PROJECT, WORKERS } from "../../scripts/workers.ts";
import { sourcesIn } from "./support/sources.ts";

const releases = readReleases();
const versions = releases.map(({ version }) => version);
const last = releases.at(-1);
const databases = WORKERS.filter(({ database }) => database).map(({ config }) => config);

function migrationsOf(config: string): MigrationFile[] {
  const folder = join(PROJECT, dirname(config), "migrations");
  return readdirSync(folder)
    .toSorted()
    .map((name) => ({ name, sql: readFileSync(join(folder, name), "utf8") }));
}

describe.each(databases)("the migrations of %s", (config) => {
  const released = last?.workers[config]?.migrations ?? {};
  const isReleased = ({ name }: MigrationFile) => name in released;
  const all = migrationsOf(config);

  test("have no trigger, which the platform would not apply", () => {
    const kinds = all.flatMap(({ sql }) => statementsIn(sql)).map(({ kind }) => kind);
    expect(kinds.length).toBeGreaterThan(0);
    expect(kinds).not.toContain("refused");
    expect(kinds).not.toContain("unknown");
  });

  test("that are released are still there, as they were released", () => {
    const folder = join(PROJECT, dirname(config), "migrations");
    const present = all.filter(isReleased).map(({ name }) => name);
    expect(digestsOf(folder, present), "an applied one is never run again: change the tables in a new one").toEqual(
      released,
    );
  });

  test("that are not released leave the tables to the version before", () => {
    const unreleased = all.filter((file) => !isReleased(file));
    expect(migrationFaults(all.filter(isReleased), unreleased, versions)).toEqual([]);
  });
});

test("objects take nothing away from their tables that the version before needs", () => {
  const SCHEMA_CHANGE = /((?:^\s*\/\/.*\n)*)^.*?[`"]((?:CREATE|ALTER|DROP)\s[^`"]*)[`"]/gm;
  const changes = [...sourcesIn(["durable-objects"])].flatMap(([file, source]) =>
    [...source.matchAll(SCHEMA_CHANGE)].map(([, above = "", sql = ""]) => ({ file, above, sql })),
  );
  expect(changes.length).toBeGreaterThan(10);
  const faults = changes.flatMap(({ file, above, sql }) => {
    const comments = above.replaceAll(/^\s*\/\//gm, "--");
    const [statement] = statementsIn(`${comments}${sql}`);
    const fault = statement && faultOf(statement, new Set(), versions);
    return fault ? [`${file}: ${statement.text}: ${fault}`] : [];
  });
  expect(faults).toEqual([]);
});

describe("a migration", () => {
  const released = [{ name: "0001_a.sql", sql: "CREATE TABLE IF NOT EXISTS orders (id INTEGER);" }];
  const faultsOf = (sql: string) => migrationFaults(released, [{ name: "0002_b.sql", sql }], ["0.1.0", "0.2.0"]);

  test.each([
    "CREATE TABLE IF NOT EXISTS notes (id INTEGER) STRICT",
    "CREATE UNIQUE INDEX IF NOT EXISTS notes_once ON notes (id)",
    "CREATE INDEX IF NOT EXISTS orders_by_id ON orders (id)",
    "ALTER TABLE orders ADD COLUMN note TEXT -- drop it later; or not",
    "INSERT INTO orders SELECT 1 WHERE NOT EXISTS (SELECT ';drop table orders' FROM orders)",
    "-- Why.\n-- contracts: 0.1.0\nDROP TABLE IF EXISTS orders",
    "INSERT INTO orders VALUES (1)",
  ])("with %j is allowed", (sql) => {
    expect(faultsOf(`${sql}\n;`)).toEqual([]);
  });

  test.each([
    ["CREATE TRIGGER t AFTER INSERT ON orders BEGIN SELECT 1; END", "the platform applies no trigger"],
    ["DROP TABLE orders", "name the release since which no code needs it"],
    ["DELETE FROM orders", "name the release since which no code needs it"],
    ["WITH old AS (SELECT id FROM orders) DELETE FROM orders WHERE id IN old", "name the release since"],
    ["alter  table orders\n drop column note", "name the release since which no code needs it"],
    ["ALTER TABLE orders RENAME TO former_orders", "name the release since which no code needs it"],
    ["DROP INDEX IF EXISTS orders_by_id", "name the release since which no code needs it"],
    ["CREATE UNIQUE INDEX orders_once ON orders (id)", "name the release since which no code needs it"],
    ["-- contracts: 0.3.0\nDROP TABLE orders", "contracts 0.3.0, which is not released"],
    ["-- contracts: 0.2.0\nCREATE TABLE a (b INTEGER); DROP TABLE a", "name the release since"],
    ["CREATE TABLE a (b INTEGER);\n-- contracts: 0.2.0\nDROP TABLE a", "the same release makes or widens a"],
    [
      "ALTER TABLE orders ADD b TEXT;\n-- contracts: 0.2.0\nALTER TABLE orders DROP COLUMN id",
      "makes or widens orders",
    ],
    ["VACUUM", "not known whether the version before goes on"],
  ])("with %j is refused", (sql, fault) => {
    expect(faultsOf(`${sql};`).join("\n")).toContain(fault);
  });
});
