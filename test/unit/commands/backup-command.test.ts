import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, expect, test, vi } from "vitest";
import { backUp } from "../../../scripts/backup/backup.ts";

const folder = mkdtempSync(join(tmpdir(), "backup-"));
const stores = join(folder, "state");
mkdirSync(stores);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const SCHEMA = "CREATE TABLE orders (id INTEGER PRIMARY KEY, day TEXT) STRICT;\n";
const ROWS = "INSERT INTO orders VALUES(1,'2026-11-23');\nINSERT INTO orders VALUES(2,'2026-11-24');\n";
const INDEX = "CREATE INDEX orders_by_day ON orders (day);\n";

/** Creates a stand-in for wrangler: a database with one table of two rows and an index, and its export. */
const wrangler = (exported: string, tables = [{ name: "orders" }]) => ({
  async run(args: readonly string[]) {
    writeFileSync(args[args.indexOf("--output") + 1] ?? "", exported);
  },
  ask(args: readonly string[]) {
    const statement = args.at(-1) ?? "";
    if (statement.includes("type = 'table'")) return [{ results: tables }];
    if (statement.includes("type <> 'table'")) return [{ results: [{ name: "index orders_by_day" }] }];
    return [{ results: [{ orders: 2 }] }];
  },
});

let said: string[];
let to: string;
let backups = 0;
beforeEach(() => {
  said = [];
  to = join(folder, `to-${++backups}`);
  vi.spyOn(console, "log").mockImplementation((line) => void said.push(String(line)));
});

const modeOf = () => statSync(join(to, "frontdesk-billing.sql")).mode & 0o777;

const backedUp = (calls = wrangler(SCHEMA + ROWS + INDEX), remote = false, settings: string[] = []) =>
  backUp({ remote, to, billing: "embedded" }, settings, { wrangler: calls, storesOf: () => stores });

test("the command exports, imports and counts each database, and finally prints which system the backup belongs to", async () => {
  await backedUp();
  expect(readdirSync(to)).toContain("frontdesk-billing.sql");
  expect(said.join("\n")).toMatch(/frontdesk-billing\.sql: 1 tables, 2 rows, imported and counted/);
  expect(said.at(-1)).toMatch(/this machine's demonstration\.$/);
});

test("only the owner can read a backup, even in an existing folder, during the export and after a failed export", async () => {
  mkdirSync(to, { mode: 0o755 });
  await backedUp();
  expect(modeOf()).toBe(0o600);
  let writing = 0;
  const failing = {
    ...wrangler(SCHEMA),
    async run(args: readonly string[]) {
      await wrangler(SCHEMA).run(args);
      writing = modeOf();
      throw new Error("cut off");
    },
  };
  await expect(backedUp(failing)).rejects.toThrow("cut off");
  expect([writing, modeOf()]).toEqual([0o600, 0o600]);
});

test("a truncated export is reported as unusable", async () => {
  await expect(backedUp(wrangler(SCHEMA + ROWS.slice(0, -10)))).rejects.toThrow(
    /^\S+frontdesk-billing\.sql is not a backup: it cannot be imported: [^\n]*$/,
  );
});

test("the command creates no folder if the database has no tables or there is no demonstration", async () => {
  await expect(backedUp(wrangler("", []))).rejects.toThrow(
    /^The database of frontdesk-billing has no tables: run `npm start` once[^\n]*$/,
  );
  const nothing = { wrangler: wrangler(""), storesOf: () => join(folder, "none") };
  const options = { remote: false, to, billing: "embedded" };
  await expect(backUp(options, [], nothing)).rejects.toThrow(/^There is no demonstration here/);
  expect(existsSync(to)).toBe(false);
});

test("the command backs up a deployed installation and prints its name", async () => {
  await backedUp(undefined, true, ["NAME=staging", "DEMONSTRATION=true"]);
  expect(said.at(-1)).toMatch(/the installation staging\.$/);
});
