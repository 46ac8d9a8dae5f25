import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, expect, test } from "vitest";
import { moveAside, notePreparation, preparationOf, readableDatabases } from "../../../dev/prepare-stores.ts";
import { BILLING_SYSTEMS } from "../../../scripts/workers.ts";

const home = mkdtempSync(join(tmpdir(), "stores-"));
const state = join(home, "state");
/** Another billing system. Its stores are in a subfolder with its name. */
const other = BILLING_SYSTEMS.find((name) => name !== "embedded") ?? expect.fail("one billing system");
const put = (path: string) => {
  mkdirSync(dirname(join(home, path)), { recursive: true });
  writeFileSync(join(home, path), path);
};
const files = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1))
    .toSorted();
afterAll(() => rmSync(home, { recursive: true }));

test("stores of an earlier version are moved aside as a whole, and nothing is deleted", () => {
  expect(moveAside(state, state, new Date()), "a first start").toBeNull();
  const stored = ["v3/d1/billing.sqlite", "v3/do/account.sqlite", "sandbox-registry.json"];
  for (const path of [...stored, `${other}/v3/d1/billing.sqlite`]) put(join("state", path));
  notePreparation(state, "begun", "one schema");
  expect(preparationOf(state, "one schema")).toBe("begun");
  notePreparation(state, "done", "one schema");
  expect(preparationOf(state, "one schema")).toBe("done");
  expect(preparationOf(state, "another schema")).toBeNull();

  const former = moveAside(state, state, new Date("2026-11-28T21:00:05.123Z"));
  expect(former).toBe(`${state}-2026-11-28T210005`);
  expect(files(former ?? "")).toEqual([...stored, "prepared"].toSorted());
  expect(files(state), "another billing system's stores stay").toEqual([`${other}/v3/d1/billing.sqlite`]);

  const ofOther = moveAside(join(state, other), state, new Date("2026-11-28T21:01:00Z"));
  expect(ofOther).toBe(join(`${state}-2026-11-28T210100`, other));
  expect(files(ofOther ?? "")).toEqual(["v3/d1/billing.sqlite"]);
});

test("a missing, empty or damaged database is not counted as readable", () => {
  const database = (name: string, sql: string) => {
    const file = `v3/d1/databases/${name}.sqlite`;
    mkdirSync(dirname(join(home, file)), { recursive: true });
    using written = new DatabaseSync(join(home, file));
    written.exec(sql);
    return file;
  };
  expect(readableDatabases(home)).toBe(0);
  database("whole", "CREATE TABLE orders (id INTEGER)");
  database("metadata", "CREATE TABLE objects (id INTEGER)");
  // D1 creates this table in a database that it has recreated.
  database("begun-again", "CREATE TABLE _cf_METADATA (key INTEGER)");
  expect(readableDatabases(home)).toBe(1);
  const damaged = database("damaged", "CREATE TABLE orders (id INTEGER)");
  expect(readableDatabases(home)).toBe(2);
  put(damaged);
  expect(readableDatabases(home)).toBe(1);
});
