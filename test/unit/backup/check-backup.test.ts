import { expect, test } from "vitest";
import { backupProblems, importedCounts } from "../../../scripts/backup/check-backup.ts";

const EXPORTED = `PRAGMA defer_foreign_keys=TRUE;
CREATE TABLE accounts (id INTEGER PRIMARY KEY, name TEXT NOT NULL) STRICT;
CREATE TABLE orders (id INTEGER PRIMARY KEY, account_id INTEGER NOT NULL REFERENCES accounts (id)) STRICT;
INSERT INTO accounts VALUES(1,'Ana; "Studio"');
INSERT INTO orders VALUES(1,1),(2,1);`;

test("an export is imported and counted", () => {
  expect(importedCounts(EXPORTED)).toEqual({ accounts: 1, orders: 2 });
});

test("an export that was cut, or whose rows name others that are not there, is refused", () => {
  expect(() => importedCounts(EXPORTED.slice(0, -20))).toThrow();
  expect(() => importedCounts(EXPORTED.replace("(2,1)", "(2,7)"))).toThrow("name others");
});

test("a table that is missing or has too few or too many rows is named; what was written meanwhile is not", () => {
  const counts = { accounts: 10, orders: 20 };
  expect(backupProblems(counts, counts, counts)).toEqual([]);
  expect(backupProblems({ accounts: 10, orders: 21 }, counts, { accounts: 10, orders: 22 })).toEqual([]);
  expect(backupProblems({ accounts: 9 }, counts, counts)).toEqual([
    "orders is not in the backup",
    "accounts has 9 rows in the backup, and 10, then 10 in the database",
  ]);
  expect(backupProblems({ accounts: 10, orders: 23 }, counts, { accounts: 10, orders: 22 })).toHaveLength(1);
});
