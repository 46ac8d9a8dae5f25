import { expect, test } from "vitest";
import { backupProblems, importedCounts } from "../../../scripts/backup/backup.ts";

const EXPORTED = `PRAGMA defer_foreign_keys=TRUE;
CREATE TABLE accounts (id INTEGER PRIMARY KEY, name TEXT NOT NULL) STRICT;
CREATE TABLE orders (id INTEGER PRIMARY KEY, account_id INTEGER NOT NULL REFERENCES accounts (id)) STRICT;
INSERT INTO accounts VALUES(1,'Ana; "Studio"');
INSERT INTO orders VALUES(1,1),(2,1);
CREATE INDEX orders_by_account ON orders (account_id);`;

test("an export is imported and its rows are counted", () => {
  expect(importedCounts(EXPORTED)).toEqual({ accounts: 1, orders: 2, "index orders_by_account": 1 });
});

test.each([
  ["that is empty", "", "ends in the middle"],
  ["that ends within a statement", EXPORTED.slice(0, -20), "cannot be imported"],
  [
    "that ends after a statement without its semicolon",
    EXPORTED.slice(0, EXPORTED.indexOf(" STRICT;")),
    "ends in the middle",
  ],
  ["with rows that refer to missing rows", EXPORTED.replace("(2,1)", "(2,7)"), "refer to rows"],
  ["that is not SQL", "<html>Bad gateway</html>", "cannot be imported"],
])("an export %s is refused", (_, text, why) => {
  expect(() => importedCounts(text)).toThrow(why);
});

test.each([
  [
    "between rows",
    EXPORTED.replace(/INSERT INTO orders[^;]*;\n/, ""),
    "orders has 0 rows in the backup, and 2, then 2 in the database",
  ],
  ["before its indexes", EXPORTED.replace(/CREATE INDEX[^;]*;/, ""), "index orders_by_account is not in the backup"],
  ["from another database", `${EXPORTED}\nCREATE TABLE others (id INTEGER);`, "others is not in the database"],
])("an export cut %s differs from the database", (_, text, problem) => {
  const counts = importedCounts(EXPORTED);
  expect(backupProblems(importedCounts(text), counts, counts)).toEqual([problem]);
});

test("a comparison with the database reports missing tables and wrong row counts, and accepts rows added during the export", () => {
  const counts = { accounts: 10, orders: 20 };
  expect(backupProblems(counts, counts, counts)).toEqual([]);
  expect(backupProblems({ accounts: 10, orders: 21 }, counts, { accounts: 10, orders: 22 })).toEqual([]);
  expect(backupProblems({ accounts: 9 }, counts, counts)).toEqual([
    "orders is not in the backup",
    "accounts has 9 rows in the backup, and 10, then 10 in the database",
  ]);
  expect(backupProblems({ accounts: 10, orders: 23 }, counts, { accounts: 10, orders: 22 })).toHaveLength(1);
});
