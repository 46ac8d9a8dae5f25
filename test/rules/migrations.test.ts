import { spawnSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { unstable_splitSqlQuery as statementsIn } from "wrangler";
import { PROJECT } from "../../scripts/workers.ts";
import { sourcesIn } from "./support/sources.ts";

/** The platform splits a migration at every semicolon, so it cannot apply a trigger. */
const TRIGGER = /^CREATE (?:TEMP(?:ORARY)? )?TRIGGER\b/i;
/** Statements that remove something that the previous version may still use. */
const CONTRACTING =
  /^(?:DROP (?:TABLE|VIEW|INDEX)|ALTER TABLE \S+ (?:DROP|RENAME)|(?:WITH .*)?(?:DELETE FROM|REPLACE INTO))\b/i;
/** The comment that names the first release whose code no longer uses the removed table, column or rows. */
const CONTRACTS = /^\s*(?:--|\/\/) contracts: \d+\.\d+\.\d+$/m;

const files = globSync("workers/*/migrations/*.sql", { cwd: PROJECT }).toSorted();
const read = (file: string) => readFileSync(join(PROJECT, file), "utf8");

/** Returns a statement without comments and with single spaces. */
const codeOf = (statement: string) =>
  statement
    .replaceAll(/--[^\n]*/g, "")
    .trim()
    .replaceAll(/\s+/g, " ");

function faultOf(statement: string): string | null {
  const code = codeOf(statement);
  if (TRIGGER.test(code)) return "the platform applies no trigger of a migration";
  if (CONTRACTING.test(code) && !CONTRACTS.test(statement))
    return "takes something away without -- contracts: <release>";
  return null;
}

test.each(files)("%s has no trigger and removes nothing that the previous version uses", (file) => {
  const faults = statementsIn(read(file)).flatMap((statement) => {
    const fault = faultOf(statement);
    return fault ? [`${codeOf(statement).slice(0, 60)}: ${fault}`] : [];
  });
  expect(faults).toEqual([]);
});

test("an object's schema changes remove nothing that the previous version uses", () => {
  const SCHEMA_CHANGE = /((?:^\s*\/\/.*\n)*)^.*?[`"]((?:CREATE|ALTER|DROP)\s[^`"]*)[`"]/gm;
  const changes = [...sourcesIn(["durable-objects"])].flatMap(([file, source]) =>
    [...source.matchAll(SCHEMA_CHANGE)].map(([, above = "", sql = ""]) => ({ file, above, sql })),
  );
  expect(changes.length).toBeGreaterThan(10);
  const faults = changes.filter(({ above, sql }) => CONTRACTING.test(codeOf(sql)) && !CONTRACTS.test(above));
  expect(faults).toEqual([]);
});

test("migrations of the last release are unchanged, because an applied migration never runs again", () => {
  const release = git("describe", "--tags", "--match", "v*", "--abbrev=0");
  // There is no release yet, or this clone has no tags.
  if (release === null) return;
  expect(git("diff", "--name-only", "--diff-filter=MD", release, "--", "workers/*/migrations/*.sql")).toBe("");
});

function git(...words: string[]): string | null {
  const { status, stdout } = spawnSync("git", words, { cwd: PROJECT, encoding: "utf8", timeout: 30_000 });
  return status === 0 ? stdout.trim() : null;
}

describe("a migration statement", () => {
  test.each([
    "CREATE TABLE IF NOT EXISTS notes (id INTEGER) STRICT",
    "CREATE INDEX IF NOT EXISTS orders_by_id ON orders (id)",
    "ALTER TABLE orders ADD COLUMN note TEXT -- drop it later; or not",
    "INSERT INTO orders SELECT 1 WHERE NOT EXISTS (SELECT ';drop table orders' FROM orders)",
    "-- Why.\n-- contracts: 0.1.0\nDROP TABLE IF EXISTS orders",
  ])("is allowed: %j", (sql) => {
    expect(faultOf(sql)).toBeNull();
  });

  test.each([
    ["CREATE TRIGGER t AFTER INSERT ON orders BEGIN SELECT 1; END", "no trigger"],
    ["DROP TABLE orders", "contracts"],
    ["DELETE FROM orders", "contracts"],
    ["WITH old AS (SELECT id FROM orders) DELETE FROM orders WHERE id IN old", "contracts"],
    ["alter  table orders\n drop column note", "contracts"],
    ["ALTER TABLE orders RENAME TO former_orders", "contracts"],
  ])("is refused: %j", (sql, fault) => {
    expect(faultOf(sql)).toContain(fault);
  });
});
